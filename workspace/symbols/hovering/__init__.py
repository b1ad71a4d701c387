"""Texts about symbols, in Markdown: a module for each kind of thing."""
