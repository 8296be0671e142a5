" Writes to $OUT, as JSON, the diagnostics that Neovim has after the command of
" $SNIPPET.
execute 'set runtimepath^=' . fnameescape($RUNTIME)
execute 'luafile' fnameescape($SNIPPET)
Memorylint
let s:out = []
for s:d in luaeval('vim.diagnostic.get()')
  call add(s:out, {'file': fnamemodify(bufname(s:d.bufnr), ':.'), 'line': s:d.lnum + 1, 'column': s:d.col + 1, 'severity': string(s:d.severity), 'text': s:d.message})
endfor
call writefile([json_encode({'made': s:out})], $OUT)
qall!
