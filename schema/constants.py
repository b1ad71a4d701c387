"""Constants in predicates: expressions that can be evaluated without the value that is checked."""

from __future__ import annotations

import collections.abc
from typing import Any, NamedTuple, Self

from muranopl.ard.nodes import Yaql
from muranopl.expression.tree import Call, Expression, Index, Keyword, Literal, children
from muranopl.language.contracts.predicates import is_value
from muranopl.schema.setting import SchemaSetting
from muranopl.semantics.evaluation.objects import MuranoType


class ContractPart(NamedTuple):
    """A part of the expression of a contract of the class `declaring`, at `path`."""

    setting: SchemaSetting
    declaring: MuranoType
    path: str
    node: Yaql
    tree: Expression

    def of(self, tree: Expression) -> Self:
        """Return another part of the same expression."""
        return self._replace(tree=tree)

    @property
    def text(self) -> str:
        """The text of the part."""
        return self.node.text[self.tree.start : self.tree.end]

    def value(self, dollar: object = None, *, plain: bool = True) -> Any:
        """Return the value of the part, as plain data if `plain`.

        Raise ValueError if it has none here.
        """
        return self.setting.value(
            self.node, self.tree, self.setting.scope(self.declaring), dollar, plain=plain
        )

    def raw_value(self, dollar: object) -> Any:
        """Return the value of the part, with `dollar` as the value of the contract.

        Raise what evaluating raises.
        """
        return self.setting.raw_value(
            self.node, self.tree, self.setting.scope(self.declaring), dollar
        )

    def leave_out(self) -> None:
        """Record that the schema does not express this part of a predicate."""
        self.setting.leave_out(self.path, f"check({self.text})")


class NotConstantError(Exception):
    """Raised for an expression whose value is unknown while a schema is made."""


class _Placeholder:
    """Stands for the value that is checked, in code that may bind `$` to something else."""


def constant(part: ContractPart) -> Any:
    """Return the value of a constant expression, as plain data.

    Raise NotConstantError, also for null.
    """
    tree = part.tree
    if isinstance(tree, Keyword):
        return tree.name
    if isinstance(tree, Literal) and tree.value is not None:
        return tree.value
    if _needs_value(tree):
        raise NotConstantError
    try:
        value = part.value(_Placeholder())
    except ValueError:
        raise NotConstantError from None
    if value is None or not _is_plain(value):
        raise NotConstantError
    return value


def is_set(part: ContractPart) -> bool:
    """Return whether a constant is a set, which the engine's schemas leave out."""
    try:
        return isinstance(part.value(_Placeholder(), plain=False), collections.abc.Set)
    except ValueError:
        return False


def _needs_value(tree: Expression) -> bool:
    """Return whether `$` certainly means the checked value.

    In arguments of calls it may be bound otherwise.
    """
    pending = [tree]
    while pending:
        current = pending.pop()
        if is_value(current):
            return True
        if not isinstance(current, (Call, Index)):
            pending.extend(children(current))
    return False


def _is_plain(value: Any) -> bool:
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, (list, tuple)):
            pending.extend(part)
        elif isinstance(part, dict) and all(isinstance(key, str) for key in part):
            pending.extend(part.values())
        elif not isinstance(part, (str, int, float, bool, type(None))):
            return False
    return True
