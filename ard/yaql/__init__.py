"""YAQL: text to a syntax tree with places.

`parse` and `is_candidate` are the entry points; `tree` has the nodes.
"""

from muranopl.ard.yaql.lexer import Dialect, ExpressionError, LiteralError
from muranopl.ard.yaql.parser import is_candidate, parse

__all__ = ["Dialect", "ExpressionError", "LiteralError", "is_candidate", "parse"]
