-- A session in Neovim: an error is seen, explained, mended and gone; a contract is completed; a property and a file are renamed.
-- Run by test_neovim.py.
local python, file, output = unpack(vim.fn.json_decode(vim.env.MURANOPL_SESSION))
local steps = {}

local function finish(problem)
  steps.problem = problem
  vim.fn.writefile({ vim.fn.json_encode(steps) }, output)
  vim.cmd("qall!")
end

local function codes()
  return vim.tbl_map(function(item)
    return item.code or (item.user_data and item.user_data.lsp and item.user_data.lsp.code)
  end, vim.diagnostic.get(0))
end

local function wait(what, condition)
  if not vim.wait(200000, condition, 50) then
    finish(what)
  end
end

vim.cmd("edit " .. vim.fn.fnameescape(file))
local id = vim.lsp.start_client({
  name = "muranopl",
  cmd = { python, "-m", "muranopl", "lsp" },
  root_dir = vim.fn.fnamemodify(file, ":h:h"),
})
vim.lsp.buf_attach_client(0, id)
local client = vim.lsp.get_client_by_id(id)

wait("no diagnostic", function() return #vim.diagnostic.get(0) > 0 end)
steps.seen = codes()
steps.line = vim.diagnostic.get(0)[1].lnum

local function ask(method, params)
  local answer = client.request_sync(method, params, 200000, 0)
  if answer == nil or answer.err then
    finish(method .. ": " .. vim.inspect(answer))
  end
  return answer.result
end

local document = vim.lsp.util.make_text_document_params()
local at = { line = steps.line, character = 4 }
local actions = ask("textDocument/codeAction", {
  textDocument = document,
  range = { start = at, ["end"] = at },
  context = { diagnostics = {} },
})
steps.actions = vim.tbl_map(function(item) return item.title end, actions)
vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
wait("the diagnostic stays", function() return #vim.diagnostic.get(0) == 0 end)
steps.mended = vim.api.nvim_buf_get_lines(0, steps.line, steps.line + 1, false)[1]

local hover = ask("textDocument/hover", { textDocument = document, position = { line = 6, character = 3 } })
steps.hover = hover.contents.value

local proposals = ask("textDocument/completion", { textDocument = document, position = { line = 7, character = 14 } })
local contracts = vim.tbl_filter(function(item)
  return item.label == "$.class(name).notNull()"
end, proposals.items)
steps.contract = vim.lsp.util.text_document_completion_list_to_complete_items(contracts, "")[1].word

local messages = {}
vim.lsp.handlers["window/showMessage"] = function(_, result) table.insert(messages, result.message) end
ask("workspace/executeCommand", { command = "muranopl.explain", arguments = { "MPL121" } })
wait("no explanation", function() return #messages > 0 end)
steps.explanation = messages[1]

local edit = ask("textDocument/rename", {
  textDocument = document,
  position = { line = 6, character = 3 },
  newName = "socket",
})
vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
steps.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n") .. "\n"

local moved = vim.fn.fnamemodify(file, ":h") .. "/Main.yaml"
local names = ask("workspace/willRenameFiles", {
  files = { { oldUri = vim.uri_from_fname(file), newUri = vim.uri_from_fname(moved) } },
})
vim.lsp.util.apply_workspace_edit(names, client.offset_encoding)
local manifest = vim.uri_to_bufnr(vim.uri_from_fname(vim.fn.fnamemodify(file, ":h:h") .. "/manifest.yaml"))
steps.manifest = table.concat(vim.api.nvim_buf_get_lines(manifest, 0, -1, false), "\n") .. "\n"
client.stop()
finish(nil)
