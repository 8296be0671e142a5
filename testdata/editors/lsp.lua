-- Opens the files that want.json names, with the README's configuration, waits
-- for as many findings as it says, and writes down what a user is shown. Then
-- takes the first suppression offered for a line and waits for one finding less.
local function read(name) return vim.fn.json_decode(vim.fn.readfile(name)) end
local function count() return #vim.diagnostic.get(0) end

local want, out = read(vim.env.WANT), { files = {} }
for _, file in ipairs(want.files) do
  vim.cmd("edit " .. vim.fn.fnameescape(file.name))
  vim.wait(20000, function() return count() == file.count end, 20)
  local list = {}
  for _, d in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, {
      Line = d.lnum, Byte = d.col, Severity = d.severity, Message = d.message, Source = d.source,
      Code = d.code or d.user_data.lsp.code,
    })
  end
  out.files[file.name] = { list = list }
end

vim.cmd("edit " .. vim.fn.fnameescape(want.suppress.name))
local before = count()
local at = { line = want.suppress.line, character = 0 }
local answers = vim.lsp.buf_request_sync(0, "textDocument/codeAction", {
  textDocument = vim.lsp.util.make_text_document_params(),
  range = { start = at, ["end"] = at },
  context = { diagnostics = vim.empty_dict() },
}, 20000)
for _, answer in pairs(answers) do
  local action = answer.result[1]
  vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
  out.title = action.title
end
out.gone = vim.wait(20000, function() return count() == before - 1 end, 20)
vim.fn.writefile({ vim.fn.json_encode(out) }, vim.env.OUT)
vim.cmd("qall!")
