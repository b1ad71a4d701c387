"""The parser's stack: open brackets, each with its pending operators, which lack an operand.

A pending operator has a `power` and is finished as soon as an operator follows that binds no
tighter than it does. A pair (`key => value`) has the lowest power of all.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from muranopl.ard.yaql import tree
from muranopl.ard.yaql.tree import Expression

PAIR_POWER = 0
MAX_OMITTED_BEFORE_NAMED = 1


class PendingPrefix(msgspec.Struct, eq=False, gc=False):
    """A prefix operator without its operand."""

    power: int
    symbol: str
    start: int

    def finish(self, operand: Expression) -> Expression:
        """Return the operator with its operand."""
        return tree.Unary(self.start, operand.end, self.symbol, operand)


class PendingInfix(msgspec.Struct, eq=False, gc=False):
    """A binary operator without its right operand.

    `power` is one less if it groups to the right.
    """

    power: int
    symbol: str
    left: Expression

    def finish(self, operand: Expression) -> Expression:
        """Return the operator with both operands."""
        left = self.left
        return tree.Binary(left.start, operand.end, self.symbol, left, operand)


class PendingPair(msgspec.Struct, eq=False, gc=False):
    """`key =>` without its value."""

    key: Expression
    power: ClassVar[int] = PAIR_POWER

    def finish(self, operand: Expression) -> Expression:
        """Return the pair."""
        return tree.Pair(self.key.start, operand.end, self.key, operand)


class Bracket(msgspec.Struct, eq=False, gc=False):
    """An open bracket, with the arguments read so far and its pending operators.

    `closer` is the sign that ends it, empty for the whole text. `head` is the name of a call or the
    receiver of an index. `start` is the offset of the construct without a receiver. `grouping` is
    true for `(inner)` and the whole text, which contain exactly one expression. `omitted` counts
    the arguments omitted since the last one.
    """

    closer: str
    start: int
    head: str | Expression | None = None
    grouping: bool = False
    pending: list[PendingPrefix | PendingInfix | PendingPair] = []
    arguments: list[Expression] = []
    separated: bool = False
    named: bool = False
    omitted: int = 0

    def finish(self, operand: Expression, power: int) -> Expression:
        """Return `operand` after pending operators that bind at least as tightly as `power`."""
        pending = self.pending
        while pending and pending[-1].power >= power:
            operand = pending.pop().finish(operand)
        return operand

    def may_close_empty(self) -> bool:
        """Return whether the bracket may end where an argument could begin."""
        return not (self.pending or self.separated or self.arguments or self.grouping)

    def may_omit(self) -> bool:
        """Return whether a comma may stand where an argument could begin."""
        return not (self.pending or self.named or self.grouping)

    def omit(self, offset: int) -> None:
        """Record an omitted argument: a comma at `offset`, where an argument could begin."""
        self.arguments.append(tree.Omitted(offset, offset))
        self.omitted += 1
        self.separated = True

    def may_name(self) -> bool:
        """Return whether `=>` may follow the expression just read."""
        if self.grouping or self.pending:
            return False
        # yaql allows one omitted argument before named ones, but not in the first place.
        led_by_commas = self.omitted == len(self.arguments)
        return self.omitted == 0 or (self.omitted <= MAX_OMITTED_BEFORE_NAMED and not led_by_commas)

    def takes(self, argument: Expression) -> bool:
        """Append an argument.

        Return whether it may follow those before, as a positional one cannot follow a named one.
        """
        named = argument.__class__ is tree.Pair
        if self.named and not named:
            return False
        self.arguments.append(argument)
        self.omitted = 0
        self.named = named
        self.separated = True
        return True

    def close(self, end: int) -> Expression:
        """Return the finished construct, `end` being the offset after the closing bracket."""
        head, arguments = self.head, tuple(self.arguments)
        if isinstance(head, str):
            return tree.Call(self.start, end, head, arguments)
        if head is not None:
            return tree.Index(head.start, end, head, arguments)
        if self.grouping:
            return tree.Group(self.start, end, arguments[0])
        display = tree.ListDisplay if self.closer == "]" else tree.MapDisplay
        return display(self.start, end, arguments)
