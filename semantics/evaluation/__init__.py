"""Evaluates expressions on yaql: runtime objects, contexts with Murano's functions, and bounds.

`evaluator` is the entry point; `render` and `execution` call it.
"""
