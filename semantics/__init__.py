"""Analyses and evaluates expressions: checks those of method bodies and UI definitions, and runs them.

`bodies` and `forms` check with the values of `abstract`, which run nothing; `evaluation` runs expressions on yaql.
"""
