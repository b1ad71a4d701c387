"""YAQL: text to a syntax tree with places, and the hand-over to yaql for evaluation.

`parse` and `is_candidate` are the way in; `muranopl.expression.tree` has the nodes, `muranopl.expression.handover` (not
imported here, as it needs yaql) makes yaql's own expression objects of them.
"""

from muranopl.expression.dialects import Dialect
from muranopl.expression.errors import ExpressionError, LiteralError
from muranopl.expression.parser import is_candidate, parse

__all__ = ["Dialect", "ExpressionError", "LiteralError", "is_candidate", "parse"]
