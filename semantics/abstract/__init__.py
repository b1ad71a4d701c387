"""Abstract interpretation of expressions: what is known of a value before code runs.

`values` is the lattice: a value is a union of alternatives, each with its kind and what else is
known of it. `walk` visits the parts of an expression; its subclasses for method bodies
(`muranopl.semantics.bodies.expressions`) and for UI definitions
(`muranopl.semantics.forms.expressions`) answer what names mean and report what is wrong.
`functions/functions.txt` is the table of functions and operators: `overloads` finds those that take
some arguments, `results` what they give, `failures` what they fail on, and `application` their
reports. `predicates` are the values that the `check()` of a contract leaves, `comparisons` what is
never true of them.
"""
