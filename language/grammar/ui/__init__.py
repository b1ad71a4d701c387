"""Reads the UI definition of a package: its forms, and the template of the object model.

`definition` reads all of it. Values of expressions are checked by `muranopl.semantics.forms`.
"""
