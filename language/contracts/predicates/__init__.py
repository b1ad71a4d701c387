"""Predicates of `check()`, as far as their expressions show their meaning.

`conditions` parses the parts of a predicate, `functions` and `patterns` compute simple predicates
without yaql, and `ranges` are the values that conditions leave. Reading and comparing contracts
needs all of this; what needs evaluation or abstract values is above, in `muranopl.semantics.abstract`.
"""
