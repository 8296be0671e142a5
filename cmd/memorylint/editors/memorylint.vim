" Vim compiler file for memorylint. Save it as compiler/memorylint.vim in a
" folder of 'runtimepath'; then :compiler memorylint and :make.
if exists('current_compiler')
  finish
endif
let current_compiler = 'memorylint'

CompilerSet makeprg=memorylint
CompilerSet errorformat=@FORMAT@

" memorylint counts characters, the quickfix list counts bytes. Neovim's
" diagnostics know severities in capitals only.
function! s:Convert() abort
  let l:items = getqflist()
  let l:lines = {}
  for l:item in filter(copy(l:items), 'v:val.valid')
    let l:item.type = toupper(l:item.type)
    let l:name = bufname(l:item.bufnr)
    if !has_key(l:lines, l:name)
      let l:lines[l:name] = filereadable(l:name) ? readfile(l:name) : []
    endif
    let l:text = get(l:lines[l:name], l:item.lnum - 1, '')
    let l:byte = byteidxcomp(l:text, l:item.col - 1)
    if l:byte >= 0
      let l:item.col = l:byte + 1
    endif
  endfor
  call setqflist([], 'r', {'items': l:items})
endfunction

augroup memorylint
  autocmd!
  autocmd QuickFixCmdPost make,cfile,cgetfile
    \ if get(b:, 'current_compiler', get(g:, 'current_compiler', '')) ==# 'memorylint' | call s:Convert() | endif
augroup END
