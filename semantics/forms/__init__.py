"""Analysis of UI definitions: values of fields and expressions, classes of the object model.

Nothing is run: every expression gets an abstract value (`values.py`). `definition` is the entry
point.
"""
