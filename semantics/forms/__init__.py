"""Checks UI definitions: values of fields and expressions, classes of the object model.

Nothing is run: every expression gets an abstract value (`semantics.abstract.values`). `definition` is the entry
point, `inference` computes the values, and `agreement/` compares the object model with its classes.
"""
