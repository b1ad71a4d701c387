"""Packages while they are edited: what an editor asks, without a protocol.

`analysis` has what is known of a package; `interfaces/lsp` speaks the language server protocol.
"""
