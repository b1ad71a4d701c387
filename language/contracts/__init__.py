"""Parses contracts to typed trees, applies and compares them; declares each contract function.

`parse` and `chains` make a `tree`; `apply` applies it to values; `compatible/` compares two; `functions/` has
the functions, and `predicates/` what the expressions in `check()` mean.
"""
