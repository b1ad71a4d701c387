"""Predicates of `check()` tried on plain values, as rendering tries them on values of a model.

Simple predicates need no evaluation. Others are evaluated where their answer depends on the value
alone: those that read another variable, such as `$this`, may have another answer in a descendant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.descriptions import described_value
from muranopl.language.contracts.apply import EXCLUDED
from muranopl.language.contracts.functions.declaration import Predicate, RefusedError
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
    """Tries predicates for the code or the form of a package, whose budget is used."""

    def __init__(self, values: ClassValues, package: PackageId) -> None:
        self._values = values
        self._package = package

    def refuses(self, owner: TypeId, predicate: Predicate, value: Any) -> bool:
        """Return whether a predicate, which the class `owner` declares, certainly refuses a value."""
        if refused_as_read(predicate, value):
            return True
        if not reads_value_alone(predicate.expression) or EXCLUDED in _parts(value):
            return False
        try:
            return self._is_false(owner, predicate, value)
        except EvaluationError:
            return True

    def refuses_of_form(self, owner: TypeId, predicate: Predicate, value: Any) -> bool:
        """Return the same for a value of a form, which creates an object of the class.

        Raise RefusedError if the predicate fails.
        """
        try:
            return self._is_false(owner, predicate, value)
        except EvaluationError as error:
            raise RefusedError(
                f"check() of the contract fails on {described_value(value)}: {error}"
            ) from None

    def _is_false(self, owner: TypeId, predicate: Predicate, value: Any) -> bool:
        scope = self._values.type(owner)
        if scope is None:
            return False
        context = self._values.context(self._package)
        this = PlaceholderObject(scope)
        return is_false(lambda: context.holds(predicate, scope, this, value))


def _parts(value: Any) -> Iterator[Any]:
    """Yield a value and all values inside it."""
    yield value
    if isinstance(value, list):
        for item in value:
            yield from _parts(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _parts(item)
