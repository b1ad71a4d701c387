"""Packages while they are edited: the answers that editors need, without a protocol.

`muranopl.Workspace` is public; everything else here changes with the language server, which is
`interfaces/lsp`. `analysis` has the results of the phases for a package.
"""
