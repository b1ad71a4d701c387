"""The user interfaces: `cli/`, the command line, `server/`, the web service, and `lsp/`, the language server."""
