"""The UI definition of a package: its forms, and the template of the object model.

`definition` reads all of it.
"""
