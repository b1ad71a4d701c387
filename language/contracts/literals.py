"""Judges literals by contracts, as rendering would, without objects and without evaluating anything.

Expressions in the literal, and contracts whose form is unknown, pass.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

import msgspec

from muranopl.ard.descriptions import described_value
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence
from muranopl.diagnostics.quirks import Quirk
from muranopl.language.contracts.apply import EXCLUDED, Application
from muranopl.language.contracts.functions.declaration import (
    ClassArguments,
    ComputedPredicate,
    Predicate,
    RefusedError,
)
from muranopl.language.contracts.predicates.functions import is_certainly_false
from muranopl.language.contracts.tree import Chain, Contract

PredicateTrial = Callable[[Predicate, Any], str | None]
"""(a predicate, a value without objects) → why the predicate certainly refuses the value.

The reason is empty where the predicate is false, None where the value may pass.
"""


def refused_as_read(predicate: Predicate, value: Any) -> str | None:
    """Return that a predicate certainly refuses a value, as far as its expression shows it."""
    return "" if is_certainly_false(predicate.expression, value) else None


class ContractVerdict(msgspec.Struct, frozen=True):
    """The verdict of a contract on (a part of) a value: refused, converted, or taken with a warning.

    If `quirk` is set, the documents and the engine differ on this value, as `problem` says. It
    `names_id` if the value is taken for the id of an object.
    """

    path: ModelPath
    problem: str
    refused: bool = False
    notes: tuple[str, ...] = ()
    quirk: Quirk | None = None
    names_id: bool = False

    @property
    def reason(self) -> str:
        """The problem with its notes, such as how the engine takes the value."""
        return "; ".join((self.problem, *self.notes))


def differences(verdicts: Iterable[ContractVerdict]) -> Iterator[tuple[str, Quirk]]:
    """Yield how the engine takes a value otherwise than the documents, and by which quirk."""
    for verdict in verdicts:
        if verdict.quirk is not None:
            yield verdict.problem, verdict.quirk


def judged(
    contract: Contract,
    value: Any,
    path: ModelPath,
    quirks: Collection[Quirk],
    tried: PredicateTrial,
) -> list[ContractVerdict]:
    """Return the verdicts of a contract on plain data at a path.

    `quirks` are followed. Predicates are `tried` on the data, or on its parts.
    """
    context = _LiteralContext(quirks, tried)
    RemarkingApplication(context).apply(contract, value, path)
    return context.verdicts


class RemarkingApplication(Application):
    """Applies contracts, with a remark on each scalar that they convert."""

    def _chain(self, contract: Chain, value: Any, path: ModelPath) -> Any:
        result = super()._chain(contract, value, path)
        is_converted = isinstance(value, _SCALARS) and isinstance(result, _SCALARS)
        if is_converted and type(result) is not type(value):
            self._context.remark(
                path, f"{described_value(value)} becomes {described_value(result)}"
            )
        return result


_SCALARS = (str, bool, int, float)
# Represents an object that a literal describes or refers to, without further knowledge.
_OBJECT = object()


class _LiteralContext:
    """The `ContractContext` of a literal; its methods are described there."""

    def __init__(self, quirks: Collection[Quirk], tried: PredicateTrial) -> None:
        self.verdicts: list[ContractVerdict] = []
        self._quirks = quirks
        self._tried = tried

    def count(self, values: int) -> None:
        """Ignore the number: a literal is as large as its file."""

    def refuse(self, path: ModelPath, contract: Contract, error: RefusedError) -> None:
        self.verdicts.append(ContractVerdict(path, str(error), refused=True, notes=error.hints))

    def lose(self, path: ModelPath, contract: Contract, keys: list[str], key: Any) -> None:
        """Ignore lost keys, which are reported where the value is loaded."""

    def remark(self, path: ModelPath, problem: str) -> None:
        # A conversion with a verdict of its own is reported once.
        if all(verdict.path is not path for verdict in self.verdicts):
            self.verdicts.append(ContractVerdict(path, problem))

    def follows(self, quirk: Quirk, path: ModelPath, warning: str | None = None) -> bool:
        if quirk in self._quirks:
            return True
        problem = quirk.warning if warning is None else warning
        if problem:
            self.verdicts.append(ContractVerdict(path, problem, quirk=quirk))
        return False

    def free(self, contract: Contract, value: Any, path: ModelPath, *, validating: bool) -> Any:
        return value

    def holds(self, value: Any, predicate: Predicate | ComputedPredicate, path: ModelPath) -> bool:
        # Nothing is known of either here, and only certain refusals are reported
        if value is _OBJECT or isinstance(predicate, ComputedPredicate):
            return True
        problem = self._tried(predicate, value)
        if problem:
            raise RefusedError(problem)
        return problem is None

    def shown(self, value: Any) -> str:
        return described_value(value)

    def is_object(self, value: Any) -> bool:
        return value is _OBJECT

    def is_template(self, value: Any) -> bool:
        return False

    def is_reference(self, value: Any) -> bool:
        return False

    def identity(self, value: Any) -> str:
        return ""

    def is_owned(self, value: Any) -> bool | None:
        return None

    def is_this(self, value: Any) -> bool:
        return False

    @property
    def overridden(self) -> bool:
        return False

    def require_classes(self, arguments: ClassArguments) -> None:
        """Accept any class: an unknown one is reported where it is written."""

    def object_of(self, value: Any, arguments: ClassArguments, path: ModelPath) -> Any:
        # A text may be the id of an object, which only a whole object model has
        if isinstance(value, str):
            problem = f"{described_value(value)} would be the id of an object"
            self.verdicts.append(ContractVerdict(path, problem, names_id=True))
        if isinstance(value, (dict, str)):
            return _OBJECT
        raise RefusedError(f"{described_value(value)} is not an object")

    def template_of(self, value: Any, arguments: ClassArguments, path: ModelPath) -> Any:
        if isinstance(value, dict):
            return _OBJECT
        raise RefusedError(f"{described_value(value)} is not an object")

    def create(self, arguments: ClassArguments, path: ModelPath) -> Any:
        return _OBJECT

    def instance_problem(self, value: Any, arguments: ClassArguments) -> str | None:
        return None


def literal_data(node: Node) -> Any:
    """Return a literal as plain data; every contract accepts EXCLUDED, for parts that are none."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [literal_data(item) for item in node.items]
    if isinstance(node, Mapping):
        keys = [key.value for key, _ in node.pairs if isinstance(key, Scalar)]
        if len(keys) == len(node.pairs):
            return dict(zip(keys, [literal_data(value) for _, value in node.pairs], strict=True))
    return EXCLUDED
