" Writes to $OUT, as JSON, the quickfix list that :make gives in the current
" folder, where the cursor goes for each entry, and what 'errorformat' alone
" makes of the files in $GOLDENS. Vim and Neovim run it.
execute 'set runtimepath^=' . fnameescape($RUNTIME)
set nomore
filetype plugin on

function! Entries() abort
  let l:out = []
  for l:item in getqflist()
    call add(l:out, {'file': bufname(l:item.bufnr), 'line': l:item.lnum, 'column': l:item.col, 'severity': l:item.type, 'text': l:item.text})
  endfor
  return l:out
endfunction

compiler memorylint
let s:goldens = {}
for s:file in split($GOLDENS, "\n")
  execute 'noautocmd cgetfile' fnameescape(s:file)
  let s:goldens[s:file] = Entries()
endfor

silent make!
let s:made = Entries()
cfirst!
for s:entry in s:made
  let s:before = strpart(getline('.'), 0, col('.') - 1)
  let s:entry.at = [bufname('%'), line('.'), strchars(s:before) + 1]
  silent! cnext!
endfor
call writefile([json_encode({'made': s:made, 'goldens': s:goldens})], $OUT)
qall!
