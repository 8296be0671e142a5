" Writes to $OUT, as JSON, the diagnostics that Neovim has and shows after the
" command of $SNIPPET: those in buffers in which it has put marks.
execute 'set runtimepath^=' . fnameescape($RUNTIME)
execute 'luafile' fnameescape($SNIPPET)
Memorylint
lua << END
function shown(buffer)
  for _, known in pairs(vim.diagnostic.get_namespaces()) do
    for _, namespace in pairs(known.user_data) do
      if type(namespace) == 'number' and #vim.api.nvim_buf_get_extmarks(buffer, namespace, 0, -1, {}) > 0 then
        return true
      end
    end
  end
  return false
end
END
let s:out = []
for s:d in luaeval('vim.tbl_filter(function(d) return shown(d.bufnr) end, vim.diagnostic.get())')
  call add(s:out, {'file': fnamemodify(bufname(s:d.bufnr), ':.'), 'line': s:d.lnum + 1, 'column': s:d.col + 1, 'severity': string(s:d.severity), 'text': s:d.message})
endfor
call writefile([json_encode({'made': s:out})], $OUT)
qall!
