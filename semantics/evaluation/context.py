"""What expressions ask of their surroundings: classes, objects, calls of methods. Whoever loads objects answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from muranopl.inherit.complete import Member
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.semantics.evaluation.errors import NO_VALUE_ERRORS, ContextError, ThrownError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


class EvaluationContext(Protocol):
    """Classes and objects beyond the ones at hand."""

    def type_named(self, written: str, scope: MuranoType) -> MuranoType:
        """Return the class that a name means inside a class, loaded; raise UnknownTypeError."""

    def cast(self, object_: MuranoObject, name: str, spec: str | None, scope: MuranoType) -> MuranoType:
        """Return the class of that full name among an object's class and its ancestors, as `scope`'s package sees it.

        A version specification decides instead, if there is one. Raise EvaluationError if there is none, or several.
        """

    def static(self, owner: MuranoType, declaration: PropertyDeclaration) -> Any:
        """Return the value of a static property that a class declares; raise EvaluationError, PoisonedError."""

    def invoke(
        self,
        frame: Any,
        receiver: MuranoObject | MuranoType,
        method: Member[MethodDeclaration],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """Call a method, written in MuranoPL or natively by the engine, from an expression with its variables.

        The receiver is an object; the class that declares the method where it is static or an extension. Values are as
        yaql has them; one that is written as `null` may be LITERAL_NULL. Raise ArgumentsError, NotEvaluatedError for
        methods that are not run.
        """

    def new(
        self,
        type_: MuranoType,
        properties: Mapping[str, Any],
        owner: MuranoObject | None,
        header: Mapping[str, Any],
        scope: MuranoType,
    ) -> MuranoObject:
        """Create an object: the function `new`. `header` has `name` and attributes that begin with `_`."""

    def load(self, model: Mapping[Any, Any], owner: MuranoObject | None, scope: MuranoType) -> MuranoObject:
        """Load an object model: the function `new` with a mapping as its only or first argument."""


def call_context(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of the context, or of `ContractFunctions`; wrap what else it raises in ContextError."""
    try:
        return function(*arguments)
    except (*NO_VALUE_ERRORS, ThrownError):
        raise
    except Exception as error:
        raise ContextError(error) from error


class ContractFunctions(Protocol):
    """What contract functions do when they are met inside an expression that is no plain chain of them."""

    def call(self, function: ContractFunction, value: Any, arguments: Any) -> Any:
        """Return what a function makes of the value of its receiver.

        Raise what the application of contracts raises; evaluation lets that pass untouched.
        """
