"""Contracts and predicates of classes tried on plain values, without a model.

Contracts decide which values a property may have; predicates of `check()` are tried on the literals
in method bodies, as rendering tries them on values. Simple predicates need no evaluation. Others
are evaluated where their answer depends on the literal alone: those that read another variable,
such as `$this`, may have another answer in a descendant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.yaql.tree import Expression, Variable, walk
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts.apply import EXCLUDED
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.literals import refused_as_read
from muranopl.language.contracts.predicates.conditions import is_value
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.entity import Named
from muranopl.namespace.result import TypeId
from muranopl.read.package import PackageId
from muranopl.render.class_values import REFUSALS, ClassValues, problem_of
from muranopl.render.setting import ValueSetting
from muranopl.semantics.abstract.values import Plain
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    UndecidedError,
    UninitializedError,
    UnknownTypeError,
    decided,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, Unknown

_GIVEN = Unknown("it depends on values that are given in the model")


class ConstantContracts:
    """Applies contracts to plain values, with a cache."""

    def __init__(self, values: ClassValues) -> None:
        self._values = values
        self._known: dict[tuple[int, type, object], str | None] = {}
        self._kept: list[Contract] = []

    def problem(
        self, owner: TypeId, declared: Named, contract: Contract, value: Plain | None
    ) -> str | None:
        """Return why a contract of a class, or part of one, refuses a value.

        Return None if it takes the value, or if that depends on more than the value.
        """
        # The type, as 1 and True are equal.
        key = id(contract), type(value), value
        if key not in self._known:
            # Keeps the object alive, so that its id stays unique
            self._kept.append(contract)
            self._known[key] = self._problem(owner, declared, contract, value)
        return self._known[key]

    def _problem(
        self, owner: TypeId, declared: Named, contract: Contract, value: Plain | None
    ) -> str | None:
        type_ = self._values.type(owner)
        if type_ is None:
            return None
        context = self._values.context(owner.package)
        path = ModelPath(declared.name_node)
        context.begin(path)
        setting = ValueSetting(
            context, PlaceholderObject(type_), type_, path, Related("", declared.name_node.place)
        )
        try:
            setting.apply(contract, value)
        except (
            EvaluationError,
            NotEvaluatedError,
            PoisonedError,
            UninitializedError,
            RecursionError,
        ) as error:
            machine_limits.note(error)
            return None
        # Without steps left the value is incomplete, and its reports may be wrong
        if context.budget.spent is not None:
            return None
        refused = next((item for item in context.reporter.values() if item.code in REFUSALS), None)
        return None if refused is None else problem_of(refused, "$")


class PlaceholderObject(MuranoObject):
    """An object with a known class and unknown properties.

    Properties have no values, the owner is unknown.
    """

    __slots__ = ()

    def __init__(self, type_: MuranoType) -> None:
        super().__init__(type_, None, "sketch", generated=True)
        # Reading any of them raises NotEvaluatedError.
        self.properties = dict.fromkeys(type_.complete.properties, _GIVEN)

    @property
    def owner(self) -> MuranoObject | None:
        """Raise NotEvaluatedError: the owner depends on the model."""
        raise NotEvaluatedError("it depends on where in a model the object is")

    @owner.setter
    def owner(self, value: MuranoObject | None) -> None:
        """Ignore the owner."""


class PredicateTrials:
    """Tries predicates for the code of a package, whose budget is used."""

    def __init__(self, values: ClassValues, package: PackageId) -> None:
        self._values = values
        self._package = package

    def refuses(self, owner: TypeId, predicate: Predicate, value: Any) -> bool:
        """Return whether a predicate, which the class `owner` declares, certainly refuses a value."""
        if refused_as_read(predicate, value):
            return True
        if not _reads_value_alone(predicate.expression) or EXCLUDED in _parts(value):
            return False
        try:
            return not decided(lambda: self._answer(owner, predicate, value))
        except UndecidedError:
            return False
        except EvaluationError:
            return True

    def _answer(self, owner: TypeId, predicate: Predicate, value: Any) -> Any:
        scope = self._values.type(owner)
        if scope is None:
            raise UnknownTypeError(owner.name)
        context = self._values.context(self._package)
        return context.holds(predicate, scope, scope, value)


def _reads_value_alone(expression: Expression) -> bool:
    return all(is_value(part) for part in walk(expression) if isinstance(part, Variable))


def _parts(value: Any) -> Iterator[Any]:
    """Yield a value and all values inside it."""
    yield value
    if isinstance(value, list):
        for item in value:
            yield from _parts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _parts(item)
