"""The interface of expressions to classes, objects and methods; the loader implements it.

`render.evaluation_context` has the implementation. `refuse` is for it: it refuses calls whose
arguments a method does not declare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from muranopl.diagnostics.quirks import KEYWORD_NAMES
from muranopl.diagnostics.visible import visible
from muranopl.inherit.complete import MethodMember
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.semantics.binding import Binding, BindingDefect
from muranopl.semantics.evaluation.errors import (
    NO_VALUE_ERRORS,
    ArgumentsError,
    ContextError,
    ThrownError,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

ContractFunctions = Callable[[ContractFunction, Any, Any], Any]
"""(function, value of its receiver, arguments) → result, inside a contract that is no plain chain.

Errors raised by the application of contracts pass through evaluation unchanged.
"""


class EvaluationContext(Protocol):
    """Access to classes and objects outside of the expression."""

    def type_named(self, written: str, scope: MuranoType) -> MuranoType:
        """Return the loaded class that a name inside a class refers to; raise UnknownTypeError."""

    def cast(
        self, object_: MuranoObject, name: str, spec: str | None, scope: MuranoType
    ) -> MuranoType:
        """Return the class of a full name among an object's class and its ancestors.

        It is the one that the package of `scope` sees, or that a version specification selects.
        Raise EvaluationError if there is none, or several.
        """

    def static(self, owner: MuranoType, declaration: PropertyDeclaration) -> Any:
        """Return the value of a static property that a class declares.

        Raise EvaluationError, PoisonedError.
        """

    def invoke(
        self,
        frame: Any,
        receiver: MuranoObject | MuranoType,
        method: MethodMember,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """Call a method, written in MuranoPL or native, from an expression with its variables.

        The receiver is an object, also of a static method, or the class that declares the method.
        Values are yaql's; one written as `null` may be LITERAL_NULL. Raise
        ArgumentsError, and NotEvaluatedError for methods that are not run.
        """

    def together(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Sequence[Any]:
        """Return the results of a function for some items, in order.

        Calls may be made at the same time, as far as there is something that they wait for.
        """

    def new(
        self,
        type_: MuranoType,
        properties: Mapping[str, Any],
        owner: MuranoObject | None,
        header: Mapping[str, Any],
        scope: MuranoType,
    ) -> MuranoObject:
        """Create an object: the function `new`.

        `header` has `name` and attributes that begin with `_`.
        """

    def load(
        self, model: Mapping[Any, Any], owner: MuranoObject | None, scope: MuranoType
    ) -> MuranoObject:
        """Load an object model: the function `new` with a mapping as its only or first argument."""


def call_context(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of the context, or of `ContractFunctions`.

    Wrap unexpected errors in ContextError.
    """
    try:
        return function(*arguments)
    # These are results of the expression; other errors are defects of the context.
    except (*NO_VALUE_ERRORS, ThrownError):
        raise
    except Exception as error:
        raise ContextError(error) from error


def refuse(method: str, binding: Binding[Any, Any], *defects: BindingDefect) -> None:
    """Raise ArgumentsError if the call of a method has one of these defects."""
    for problem in binding.problems:
        if problem.defect in defects:
            raise ArgumentsError(
                f'method "{method}" {_words(problem.names, problem.defect, binding)}'
            )


def _words(names: tuple[str, ...], defect: BindingDefect, binding: Binding[Any, Any]) -> str:
    if defect is BindingDefect.TOO_MANY:
        return f"takes at most {len(binding.takes.single)} arguments"
    if defect is BindingDefect.NO_KEYWORD:
        hint = f"the engine accepts it (--quirk {KEYWORD_NAMES.name})"
        return f'is given "{visible(names[0])}", which is not a keyword; {hint}'
    if defect is BindingDefect.REPEATED:
        return f'is given "{names[0]}" by position and by name'
    return f'has no argument "{names[0]}"'
