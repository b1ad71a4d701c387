"""Predicates of `check()` tried on the literals in method bodies, as rendering tries them on values.

Simple predicates need no evaluation. Others are evaluated where their answer depends on the literal
alone: those that read another variable, such as `$this`, may have another answer in a descendant.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.yaql.tree import Expression, Variable, walk
from muranopl.language.contracts.apply import EXCLUDED
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.literals import refused_as_read
from muranopl.language.contracts.predicates import is_value
from muranopl.namespace.result import TypeId
from muranopl.read.package import PackageId
from muranopl.render.class_values import ClassValues
from muranopl.semantics.evaluation.certainty import UndecidedError, decided
from muranopl.semantics.evaluation.errors import EvaluationError, UnknownTypeError


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
