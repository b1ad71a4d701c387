"""YAQL: text to a syntax tree with places.

`parse` and `is_candidate` are the entry points; `tree` has the nodes.
"""

from muranopl.expression.dialects import Dialect
from muranopl.expression.errors import ExpressionError, LiteralError
from muranopl.expression.parser import is_candidate, parse

__all__ = ["Dialect", "ExpressionError", "LiteralError", "is_candidate", "parse"]
