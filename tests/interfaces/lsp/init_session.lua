-- A session in Neovim 0.11 with a documented configuration: an error is seen, and a property is renamed.
-- Run by test_documented_editors.py.
local function wait(what, condition)
  if not vim.wait(200000, condition, 50) then
    io.stderr:write(what)
    vim.cmd("cquit")
  end
end

vim.cmd("edit " .. vim.fn.fnameescape(vim.env.MURANOPL_FILE))
wait("no diagnostic", function() return #vim.diagnostic.get(0) > 0 end)
print(vim.diagnostic.get(0)[1].message)
vim.fn.search("port")
vim.lsp.buf.rename("socket")
wait("not renamed", function() return vim.fn.search("port", "nw") == 0 end)
vim.cmd("wall")
vim.cmd("qall")
