"""Abstract interpretation of expressions: what is known of a value before code runs.

`values` is the lattice, shared by method bodies and UI definitions.
"""
