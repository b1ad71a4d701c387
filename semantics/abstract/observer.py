"""Records the values that inference finds, for those who ask what a part of an expression is."""

from __future__ import annotations

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Expression, bare
from muranopl.semantics.abstract.values import Value


class Observer:
    """The values of the parts of expressions.

    Of a part that is inferred several times, it is the last one: later rounds know more.
    """

    def __init__(self) -> None:
        self._values: dict[tuple[int, int], Value] = {}

    def note(self, node: Yaql, part: Expression, value: Value) -> None:
        """Record the value of a part of the expression `node`."""
        # Expressions of the same text share their tree
        self._values[id(node), id(part)] = value

    def value(self, node: Yaql, part: Expression) -> Value | None:
        """Return the value of a part, None if it was not inferred."""
        return self._values.get((id(node), id(bare(part))))
