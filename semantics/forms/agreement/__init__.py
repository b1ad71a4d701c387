"""Checks of the object model of a UI definition against its classes.

`objects` is the entry point.
"""
