"""Arguments of native methods, which are checked and not converted."""

from __future__ import annotations

import builtins
import re
from collections.abc import Mapping, Sequence
from typing import Any

from muranopl.execution.activation import MachineServices
from muranopl.execution.exceptions import ARGUMENT_EXCEPTION, MuranoError, python_error
from muranopl.execution.methods import DeclaredArgument, Method, This
from muranopl.language.contracts import kinds
from muranopl.language.contracts.tree import Chain
from muranopl.semantics.binding import LITERAL_NULL, OMITTED
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.objects import MuranoObject, ObjectView

_PLAIN = (str, int, float)


def native_arguments(
    method: Method,
    machine: MachineServices,
    this: This,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    *,
    owner: MuranoObject | None,
) -> dict[str, Any]:
    """Return all arguments by their keys as variables, like `Method.bound`; raise MuranoError."""

    def taken(argument: DeclaredArgument, given: Any) -> Any:
        value = None if given is LITERAL_NULL else given
        if not (value is None or isinstance(value, (MuranoObject, ObjectView))) and _is_for_objects(argument):
            raise invalid_argument(argument.name)
        try:
            made = method.taken(machine, argument, value, this, owner)
        except MuranoError:
            raise invalid_argument(argument.name) from None
        if isinstance(value, _PLAIN) and (type(made) is not type(value) or made != value):
            raise invalid_argument(argument.name)
        return made

    single = method.single
    by_position = dict(zip((each.name for each in single), args, strict=False))
    if len(args) > len(single) and method.var_args is None:
        raise invalid_argument("*")
    given = {name: value for name, value in by_position.items() if value is not OMITTED}
    others = {name: value for name, value in kwargs.items() if name not in method.names}
    if others and method.kw_args is None:
        raise invalid_argument("**")
    for name in kwargs.keys() - others.keys():
        if name in given:
            raise invalid_argument(name)
        given[name] = kwargs[name]
    data: dict[str, Any] = {}
    for each in single:
        if each.name in given:
            data[each.key] = taken(each, given[each.name])
        elif each.declaration.default is None:
            raise invalid_argument(each.name)
        else:
            data[each.key] = method.default(machine, each, this, owner)
    if method.var_args is not None:
        rest = [each for each in args[len(single) :] if each is not OMITTED]
        data[method.var_args.key] = tuple([taken(method.var_args, each) for each in rest])
    if method.kw_args is not None:
        kw_args = method.kw_args
        data[kw_args.key] = FrozenDict({name: taken(kw_args, value) for name, value in others.items()})
    return data


def _is_for_objects(argument: DeclaredArgument) -> bool:
    """Return whether an argument takes only objects.

    Native methods convert no definitions and ids.
    """
    contract = argument.declaration.contract
    function = contract.function if isinstance(contract, Chain) else None
    return function is not None and not function.gives & ~(kinds.OBJECT | kinds.NULL)


def invalid_argument(name: str) -> MuranoError:
    """Return the exception for an argument, with its Python name, never that of a built-in."""
    written = re.sub("(?<=[a-z])[A-Z]", lambda found: f"_{found[0].lower()}", name)
    return python_error(ARGUMENT_EXCEPTION, f"Invalid argument {written}{'_' if hasattr(builtins, written) else ''}")
