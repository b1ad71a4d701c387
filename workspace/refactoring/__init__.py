"""Changes of packages that an editor offers: prefixes, methods to implement, UI definitions.

Each is a function of an analysis and a position that returns a `Refactoring`, or None where it does
not apply. The analysis must be that of the current text.
"""
