"""The variables of a method while its body is gone through (reference: workflow, Variables and scope).

There is one scope per method: what is set in any block is visible from there on, also behind the block.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from muranopl.ard.nodes import Node, Yaql
from muranopl.diagnostics.places import Place
from muranopl.expression.tree import Expression
from muranopl.semantics.inference.types import ANY, Type, UseId, nullable, union


class VariableState(NamedTuple):
    """What is known of a variable: its type, and whether it was set on every way that leads here."""

    type: Type
    surely: bool


class UnsetUse(NamedTuple):
    """A use of a variable that is not surely set: `kind` is NEVER, BEFORE or MAYBE."""

    name: str
    node: Yaql
    expression: Expression
    kind: str


NEVER = "never"
BEFORE = "before"
MAYBE = "maybe"


class Variables:
    """What is known of each variable at the present place.

    Changes are noted, so that a branch can be undone and merged at the price of what it changed. `fatal` are the uses
    that fail because of the null they read.
    """

    def __init__(self, assigned: Mapping[str, Node]) -> None:
        self.assigned = assigned
        self.used: set[str] = set()
        self.uses: dict[UseId, UnsetUse] = {}
        self.fatal: set[UseId] = set()
        self._now: dict[str, VariableState] = {}
        self._changes: list[tuple[str, VariableState | None]] = []

    def read(self, name: str, node: Yaql, expression: Expression) -> Type | None:
        """What is known of a variable that is read; None where it is surely not set, so that it is null."""
        self.used.add(name)
        found = self._now.get(name)
        if found is not None and found.surely:
            return found.type
        kind = MAYBE if found is not None else BEFORE if name in self.assigned else NEVER
        self.uses.setdefault((id(node), id(expression)), UnsetUse(name, node, expression, kind))
        return None if found is None else nullable(found.type)

    def blame(self, type_: Type) -> bool:
        """Note, of a value that fails, the variable nothing sets that it comes of; whether it comes of one."""
        if type_.unset is None:
            return False
        self.fatal.add(type_.unset)
        return True

    def forget_uses(self, kept: int) -> None:
        """Say nothing of the latest uses: keep that many."""
        while len(self.uses) > kept:
            self.uses.popitem()

    def set(self, name: str, type_: Type, *, surely: bool = True) -> None:
        """Give a variable a value."""
        known = self._now.get(name)
        if known is not None and known.type is type_ and known.surely is surely:
            return  # most of what loops inside loops set: noting it again would cost the square of their depth
        self._changes.append((name, known))
        self._now[name] = VariableState(type_, surely)

    def forget(self, names: Iterable[str]) -> None:
        """Know no more of variables than that they may have been set."""
        for name in names:
            found = self._now.get(name)
            self.set(name, ANY, surely=found is not None and found.surely)

    def narrow(self, name: str, type_: Type) -> None:
        """Know more of the type of a variable."""
        found = self._now.get(name)
        if found is not None:
            self.set(name, type_, surely=found.surely)

    def type(self, name: str) -> Type | None:
        """The present type, without reading it."""
        found = self._now.get(name)
        return None if found is None else found.type

    def mark(self) -> int:
        """The present place, for `rewind`."""
        return len(self._changes)

    def rewind(self, mark: int) -> dict[str, VariableState | None]:
        """Undo what was changed since `mark`; return what the changed variables were last."""
        changed: dict[str, VariableState | None] = {}
        while len(self._changes) > mark:
            name, before = self._changes.pop()
            changed.setdefault(name, self._now.get(name))
            if before is None:
                self._now.pop(name, None)
            else:
                self._now[name] = before
        return changed

    def merge(self, branches: list[dict[str, VariableState | None]]) -> None:
        """Go on behind branches that begin here, each with what it changed; there must be one at least."""
        for name in dict.fromkeys(name for branch in branches for name in branch):
            ends = [branch.get(name, self._now.get(name)) for branch in branches]
            known = [end for end in ends if end is not None]
            if known:
                surely = len(known) == len(ends) and all(end.surely for end in known)
                self.set(name, union(end.type for end in known), surely=surely)

    def sure(self, branches: list[dict[str, VariableState | None]]) -> None:
        """Know of branches, one of which at least was gone through, that what all of them set is set."""
        for name in set.intersection(*map(set, branches)) if branches else ():
            ends = [branch[name] for branch in branches]
            found = self._now.get(name)
            if found is not None and all(end is not None and end.surely for end in ends):
                self.set(name, found.type)

    def unused(self) -> Iterator[tuple[str, Place]]:
        """The variables that are set and nowhere read, with the place where they are first set."""
        return ((name, node.place) for name, node in self.assigned.items() if name not in self.used)
