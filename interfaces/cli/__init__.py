"""Implements the command line: a module per command, which `main` imports by the command's name.

The other modules have the options and the output that commands share. Other folders check packages.
"""
