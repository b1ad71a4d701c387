"""Reads the meaning of the predicates of `check()` from their expressions, as far as these show it.

`conditions` parses the parts of a predicate, `functions` and `patterns` compute simple predicates
without yaql, and `ranges` are the values that conditions leave. Reading and comparing contracts
needs all of this; what needs evaluation or abstract values is above, in `muranopl.semantics.abstract`.
"""
