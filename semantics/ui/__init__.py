"""What a UI definition means: values of fields, expressions, and the object model held against its classes.

Nothing is run: every expression gets an abstract value (`values.py`). `definition` is the entry point.
"""
