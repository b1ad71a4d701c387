"""Checks arguments of native methods, which contracts do not convert; used by `calls`."""

from __future__ import annotations

from typing import Any

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.methods import DeclaredArgument, Method, Passed
from muranopl.execution.refusals import invalid_argument
from muranopl.language.contracts import kinds
from muranopl.language.contracts.tree import Chain
from muranopl.semantics.binding import LITERAL_NULL, BindingDefect, bind
from muranopl.semantics.evaluation.objects import MuranoObject, ObjectView

_PLAIN = (str, int, float)
_OBJECTS = (MuranoObject, ObjectView, type(None))
_ORDER = (BindingDefect.TOO_MANY, BindingDefect.UNKNOWN, BindingDefect.REPEATED)
_NAMES = {BindingDefect.TOO_MANY: "*", BindingDefect.UNKNOWN: "**"}
"""The names of surplus arguments in the engine's exceptions."""


def native_arguments(method: Method, passed: Passed) -> dict[str, Any]:
    """Return all arguments by their keys as variables, like `Method.bound`; raise MuranoError."""

    def taken(argument: DeclaredArgument, given: Any) -> Any:
        value = None if given is LITERAL_NULL else given
        if not isinstance(value, _OBJECTS) and _is_for_objects(argument):
            raise invalid_argument(argument.name)
        try:
            result = method.taken(passed, argument, value)
        except MuranoError:
            raise invalid_argument(argument.name) from None
        # Natives take no text for a number: what the contract would convert is refused
        if isinstance(value, _PLAIN) and (type(result) is not type(value) or result != value):
            raise invalid_argument(argument.name)
        return result

    def default(argument: DeclaredArgument) -> Any:
        if argument.declaration.default is None:
            raise invalid_argument(argument.name)
        return method.default(passed, argument)

    binding = bind(method.takes, passed.args, passed.kwargs)
    problems = [problem for problem in binding.problems if problem.defect in _ORDER]
    for problem in sorted(problems, key=lambda item: _ORDER.index(item.defect)):
        raise invalid_argument(_NAMES.get(problem.defect) or problem.names[0])
    return method.variables(binding, taken, default)


def _is_for_objects(argument: DeclaredArgument) -> bool:
    """Return whether an argument takes only objects.

    Native methods convert no definitions and ids.
    """
    contract = argument.declaration.contract
    function = contract.function if isinstance(contract, Chain) else None
    return function is not None and not function.gives & ~(kinds.OBJECT | kinds.NULL)
