"""`muranopl lsp`: the language server, which gives editors the answers of `muranopl.workspace`."""
