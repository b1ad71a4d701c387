"""What a contract function is, and what applying one asks of its surroundings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql
from muranopl.diagnostics.quirks import Quirk
from muranopl.expression.tree import Expression
from muranopl.language.contracts import kinds
from muranopl.language.contracts.tree import TypeName


class RefusedError(Exception):
    """A contract refuses a value; `args[0]` says why. `hints` are notes for the diagnostic."""

    def __init__(self, problem: str, hints: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.hints = hints


class Predicate(NamedTuple):
    """The predicate of a `check()`: the scalar it stands in and its part of the tree; `message` if it has one."""

    node: Yaql
    expression: Expression
    message: str | None


class Target(NamedTuple):
    """The arguments of `class()` and `template()`, in either spelling: written names, or types that were computed.

    `default` is the class of an object that does not say its own; None is `type`. `spec` is a version specification.
    """

    type: TypeName | Any
    default: TypeName | Any | None = None
    spec: str | None = None
    exclude: tuple[str, ...] = ()


class Setting(Protocol):
    """What contract functions ask: about objects, about the engine's ways, and to evaluate predicates.

    Objects are opaque here: only their setting knows what they are made of.
    """

    def follows(self, quirk: Quirk, path: ModelPath, warning: str | None = None) -> bool:
        """Whether to do as the engine does; if not, the warning of the quirk is given (with `warning` in its place)."""

    def remark(self, path: ModelPath, problem: str) -> None:
        """Warn of a value that the contract takes, and hardly as it is meant."""

    def is_object(self, value: Any) -> bool:
        """Whether a value is an object of the model."""

    def is_reference(self, value: Any) -> bool:
        """Whether a value refers to an object that is not loaded yet: it passes until it is."""

    def identity(self, value: Any) -> str:
        """The id of an object."""

    def shown(self, value: Any) -> str:
        """A value as messages show it."""

    def require_classes(self, target: Target) -> None:
        """Report a class of a contract that does not exist: the contract takes no value then, not even null."""

    def object_of(self, value: Any, target: Target, path: ModelPath) -> Any:
        """The object that a mapping describes or an id refers to; raises RefusedError for other values."""

    def instance_problem(self, value: Any, target: Target) -> str | None:
        """Why an object is none of the target's class as the declaring package sees it; None if it is."""

    def create(self, target: Target, path: ModelPath) -> Any:
        """An object of the target's default class with nothing given; None where none can be made."""

    def template_of(self, value: Mapping[Any, Any] | Any, target: Target, path: ModelPath) -> Any:
        """The object that a mapping describes, made only to be written out again."""

    def is_owned(self, value: Any) -> bool:
        """Whether an object is inside the one whose property this is."""

    def is_this(self, value: Any) -> bool:
        """Whether an object is the one whose property this is."""

    def holds(self, value: Any, predicate: Predicate | Callable[[Any], Any], path: ModelPath) -> bool:
        """Whether a predicate is true of a value; what cannot be evaluated is reported and holds."""


class Function(NamedTuple):
    """One function of contracts.

    `gives` are the kinds of values that come out of it; `validates` the kinds it takes unchanged, `converts` those it
    can convert as well. `transform(value, arguments, setting, path)` returns the new value or raises RefusedError;
    `validate` does the same without converting, for declarations that the value was not made by. `arguments` is None,
    a `Target` or a `Predicate`, by the function.
    """

    name: str
    gives: kinds.Kinds
    validates: kinds.Kinds
    converts: kinds.Kinds
    transform: Callable[[Any, Any, Setting, ModelPath], Any]
    validate: Callable[[Any, Any, Setting, ModelPath], Any]
