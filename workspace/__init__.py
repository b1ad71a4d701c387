"""Packages while they are edited: the answers that editors need, without a protocol.

`analysis` has the results of the phases for a package; `interfaces/lsp` speaks the language server protocol.
"""
