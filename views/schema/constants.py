"""Evaluates constants in predicates: expressions that do not need the value that is checked."""

from __future__ import annotations

import collections.abc
from typing import Any, NamedTuple, Self

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Call, Expression, Index, Keyword, Literal, children
from muranopl.language.contracts.predicates.conditions import is_value
from muranopl.language.contracts.predicates.ranges import UnknownConstantError
from muranopl.semantics.evaluation.errors import NO_VALUE_ERRORS
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.views.schema.setting import SchemaSetting


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
        setting = self.setting
        try:
            if not plain:
                return self.raw_value(dollar)
            setting.context.begin(ModelPath(self.node))
            node = msgspec.structs.replace(self.node, tree=self.tree)
            scope = setting.scope(self.declaring)
            return setting.context.evaluator.value(node, scope, setting.type, dollar=dollar)
        except NO_VALUE_ERRORS as error:
            raise ValueError(str(error)) from None

    def raw_value(self, dollar: object) -> Any:
        """Return the value of the part, with `dollar` as the value of the contract.

        Raise what evaluating raises.
        """
        setting = self.setting
        setting.context.begin(ModelPath(self.node))
        scope = setting.scope(self.declaring)
        return setting.context.evaluator.predicate(self.tree, scope, setting.type, dollar=dollar)

    def leave_out(self) -> None:
        """Record that the schema does not express this part of a predicate."""
        self.setting.leave_out(self.path, f"check({self.text})")


class _Placeholder:
    """Stands for the value that is checked, in code that may bind `$` to something else."""


def constant(part: ContractPart) -> Any:
    """Return the value of a constant expression, as plain data.

    Raise UnknownConstantError, also for null.
    """
    tree = part.tree
    if isinstance(tree, Keyword):
        return tree.name
    if isinstance(tree, Literal) and tree.value is not None:
        return tree.value
    if _needs_value(tree):
        raise UnknownConstantError
    try:
        # Where `$` is left, it is in arguments of calls, which may bind it otherwise
        value = part.value(_Placeholder())
    except ValueError:
        raise UnknownConstantError from None
    if value is None or not _is_plain(value):
        raise UnknownConstantError
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
    if is_value(tree) or isinstance(tree, (Call, Index)):
        return is_value(tree)
    return any(map(_needs_value, children(tree)))


def _is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(_is_plain, value.values()))
    if isinstance(value, (list, tuple)):
        return all(map(_is_plain, value))
    return isinstance(value, (str, int, float, bool, type(None)))
