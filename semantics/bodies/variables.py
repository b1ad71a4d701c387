"""Keeps the variables of a method, and their values, while its body is interpreted.

Reference: workflow, Variables and scope. A method has one scope: a variable set in any block is
visible from there on, also after the block.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Mapping

import msgspec
from msgspec.structs import replace

from muranopl.ard.nodes import Node, Yaql
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.graphs import grouped
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.values import (
    NULL,
    UNKNOWN,
    Alternative,
    Items,
    Value,
    nullable,
    of,
    union,
)


def stored(value: Value) -> Value:
    """Return a value after a statement, which turns lazy sequences into lists.

    Reference: workflow. The null of an unset variable is blamed where it is read only.
    """
    # Else each use of the second variable would blame the first one.
    if value.blamed is not None:
        return NULL
    if not value.kinds & (kinds.ITERATOR | kinds.SET):
        return value
    return of(map(_lasting, value.alternatives or ()))


def _lasting(alternative: Alternative) -> Alternative:
    if not isinstance(alternative, Items):
        return alternative
    kind = alternative.kind & ~kinds.ITERATOR | kinds.LIST
    return replace(alternative, kind=kind)


class VariableState(msgspec.Struct, frozen=True):
    """The state of a variable.

    Its type, and whether it is set on every path to the current place.
    """

    value: Value
    definitely_assigned: bool


UseId = tuple[int, int]
"""Identifies a use of a variable: the ids of its scalar and of its part of the expression."""


class UnsetUse(msgspec.Struct, frozen=True):
    """A use of a variable that is not definitely assigned: `kind` is NEVER, BEFORE or MAYBE."""

    name: str
    node: Yaql
    expression: Expression
    kind: str


NEVER = "never"
BEFORE = "before"
MAYBE = "maybe"


class Variables:
    """The states of all variables at the current place.

    Changes are logged, so that undoing or merging a branch takes time proportional to the changes.
    `assigned` has the node where each variable is first set, `fatal` the uses that fail because of
    the null they read.
    """

    def __init__(self, assigned: Mapping[str, Node]) -> None:
        self.assigned = assigned
        self.used: set[str] = set()
        self.uses: dict[UseId, UnsetUse] = {}
        self.fatal: set[Hashable] = set()
        self._now: dict[str, VariableState] = {}
        self._changes: list[tuple[str, VariableState | None]] = []

    def copy(self) -> Variables:
        """Return the variables as they are here, to read them later."""
        result = Variables(self.assigned)
        result._now = dict(self._now)
        return result

    def read(self, name: str, node: Yaql, expression: Expression) -> Value | None:
        """Return the type of a variable that is read, None if no path to here sets it.

        It is null.
        """
        self.used.add(name)
        result = self._now.get(name)
        if result is not None and result.definitely_assigned:
            return result.value
        unset = BEFORE if name in self.assigned else NEVER
        use = UnsetUse(name, node, expression, MAYBE if result is not None else unset)
        self.uses.setdefault((id(node), id(expression)), use)
        return None if result is None else nullable(result.value)

    def blame(self, type_: Value) -> bool:
        """Return whether a failing value is that of an unset variable.

        The use of the variable is recorded in `fatal` then.
        """
        if type_.blamed is None:
            return False
        self.fatal.add(type_.blamed)
        return True

    def forget_uses(self, kept: int) -> None:
        """Drop all uses but the first `kept`."""
        while len(self.uses) > kept:
            self.uses.popitem()

    def set(self, name: str, type_: Value, *, definitely: bool = True) -> None:
        """Assign a value to a variable."""
        current = self._now.get(name)
        if (
            current is not None
            and current.value is type_
            and current.definitely_assigned is definitely
        ):
            return  # most of what loops inside loops set: logging it again would cost the square of their depth
        self._changes.append((name, current))
        self._now[name] = VariableState(type_, definitely)

    def forget(self, names: Iterable[str]) -> None:
        """Set the types of variables to UNKNOWN; they remain assigned as before."""
        for name in names:
            result = self._now.get(name)
            self.set(name, UNKNOWN, definitely=result is not None and result.definitely_assigned)

    def narrow(self, name: str, type_: Value) -> None:
        """Set the type of a variable that has a value."""
        result = self._now.get(name)
        if result is not None:
            self.set(name, type_, definitely=result.definitely_assigned)

    def values(self) -> dict[str, Value]:
        """Return the current types of all variables that have one."""
        return {name: state.value for name, state in self._now.items()}

    def value(self, name: str) -> Value | None:
        """Return the current type, without recording a use."""
        result = self._now.get(name)
        return None if result is None else result.value

    def mark(self) -> int:
        """Return a mark of the current place for `rewind`."""
        return len(self._changes)

    def rewind(self, mark: int) -> dict[str, VariableState | None]:
        """Undo the changes since `mark`, and return the last states of the changed variables."""
        changed: dict[str, VariableState | None] = {}
        while len(self._changes) > mark:
            name, before = self._changes.pop()
            # Changes are undone in reverse order: the first one seen is the last state.
            changed.setdefault(name, self._now.get(name))
            if before is None:
                self._now.pop(name, None)
            else:
                self._now[name] = before
        return changed

    def merge(self, branches: list[dict[str, VariableState | None]]) -> None:
        """Continue after branches that begin here, given the changes of each.

        At least one is required.
        """
        changed = grouped(itertools.chain.from_iterable(map(dict.items, branches)))
        for name, ends in changed.items():
            if len(ends) < len(branches):
                # The state in branches that do not change it
                ends.append(self._now.get(name))
            values: list[Value] = []
            definitely = True
            for end in ends:
                if end is None:
                    definitely = False
                else:
                    values.append(end.value)
                    definitely &= end.definitely_assigned
            # No branch sets it where all ends are None.
            if values:
                self.set(name, union(values), definitely=definitely)

    def mark_assigned(self, branches: list[dict[str, VariableState | None]]) -> None:
        """Mark variables that all branches set as definitely assigned.

        One of the branches was run.
        """
        for name in set.intersection(*map(set, branches)) if branches else ():
            ends = [branch[name] for branch in branches]
            result = self._now.get(name)
            if result is not None and all(
                end is not None and end.definitely_assigned for end in ends
            ):
                self.set(name, result.value)

    def unused(self) -> list[str]:
        """Return the variables that are set and never read."""
        return [name for name in self.assigned if name not in self.used]
