"""Predicates of `check()` tried on plain values, as rendering tries them on values of a model.

Simple predicates need no evaluation. Others are evaluated where their answer depends on the value
alone: those that read another variable, such as `$this`, may have another answer in a descendant.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from muranopl.ard.descriptions import described_value
from muranopl.language.contracts.apply import EXCLUDED
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.literals import refused_as_read
from muranopl.language.contracts.predicates.conditions import reads_value_alone
from muranopl.namespace.result import TypeId
from muranopl.read.package import PackageId
from muranopl.render.class_values import ClassValues
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    is_false,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, Unknown

_GIVEN = Unknown("it depends on values that are given in the model")


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
    """Tries predicates of classes, for judges of values by their contracts."""

    def __init__(self, values: ClassValues) -> None:
        self._values = values
        self._quirks = values.quirks

    def judge_of_code(self, package: PackageId, owner: TypeId) -> ContractFacts:
        """Return the judge of literals in a package by the contracts of the class `owner`."""
        tried = functools.partial(self._tried_in_code, package, owner)
        return ContractFacts(quirks=self._quirks, tried=tried)

    def judge_of_form(self, owner: TypeId) -> ContractFacts:
        """Return the judge of values of forms, which create objects of the class."""
        tried = functools.partial(self._tried, owner.package, owner)
        return ContractFacts(quirks=self._quirks, tried=tried)

    def _tried_in_code(
        self, package: PackageId, owner: TypeId, predicate: Predicate, value: Any
    ) -> str | None:
        refused = refused_as_read(predicate, value)
        if refused is not None:
            return refused
        if not reads_value_alone(predicate.expression) or EXCLUDED in _parts(value):
            return None
        return None if self._tried(package, owner, predicate, value) is None else ""

    def _tried(
        self, package: PackageId, owner: TypeId, predicate: Predicate, value: Any
    ) -> str | None:
        scope = self._values.type(owner)
        if scope is None:
            return None
        context, this = self._values.context(package), PlaceholderObject(scope)
        try:
            refused = is_false(lambda: context.holds(predicate, scope, this, value))
        except EvaluationError as error:
            return f"check() of the contract fails on {described_value(value)}: {error}"
        return "" if refused else None


def _parts(value: Any) -> Iterator[Any]:
    """Yield a value and all values inside it."""
    yield value
    if isinstance(value, list):
        for item in value:
            yield from _parts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _parts(item)
