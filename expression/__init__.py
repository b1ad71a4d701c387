"""YAQL: text to a syntax tree with places, and from that to yaql's own expression objects.

`parse` and `is_candidate` are the way in; `tree` has the nodes, `yaql_objects` (not imported here, as it needs yaql)
converts them for evaluation.
"""

from muranopl.expression.dialects import Dialect
from muranopl.expression.errors import ExpressionError, LiteralError
from muranopl.expression.parser import is_candidate, parse

__all__ = ["Dialect", "ExpressionError", "LiteralError", "is_candidate", "parse"]
