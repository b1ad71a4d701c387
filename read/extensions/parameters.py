"""Converts the parameters of a Python function to those of a method of MuranoPL."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator

from muranopl.diagnostics.places import Place
from muranopl.read.extensions.checkouts import literal
from muranopl.read.extensions.interface import PluginParameter, Taking, camel_case, is_hidden
from muranopl.read.extensions.members import Function, PythonMember
from muranopl.read.extensions.specifications import ParameterType, specification

_NO_LITERAL = object()


def parameters(member: PythonMember, *, skipped: int) -> tuple[PluginParameter, ...]:
    """Return the parameters of a method, without `skipped` ones that the engine passes first."""
    assert member.function is not None  # noqa: S101 - only methods have parameters
    place = member.module.place(member.node)
    if member.is_open:
        return anything(place)
    types = specification(member.specified, member.module).types
    written = member.function.args
    positional = [*written.posonlyargs, *written.args]
    missing: list[ast.expr | None] = [None] * (len(positional) - len(written.defaults))
    defaults = [*missing, *written.defaults]
    standard = list(zip(positional, defaults, strict=True))[skipped:]
    # Behind `*args` they can only be passed by name, see `_others`
    if written.vararg is None:
        standard += zip(written.kwonlyargs, written.kw_defaults, strict=True)
    result = [
        _parameter(item, default, types.get(item.arg, ParameterType()), member)
        for item, default in standard
        if not is_hidden(item.arg) and not types.get(item.arg, ParameterType()).hidden
    ]
    return (*result, *_others(member.function, member))


def _others(function: Function, member: PythonMember) -> Iterator[PluginParameter]:
    """Yield the parameters that take any further arguments."""
    place, written = member.module.place, function.args
    if written.vararg is not None:
        name = camel_case(written.vararg.arg)
        yield PluginParameter(name, place(written.vararg), taking=Taking.VAR_ARGS)
    if written.kwarg is not None:
        name = camel_case(written.kwarg.arg)
        yield PluginParameter(name, place(written.kwarg), taking=Taking.KW_ARGS)
    elif written.vararg is not None and written.kwonlyargs:
        # MuranoPL has no argument after those without a name
        first = written.kwonlyargs[0]
        yield PluginParameter("others", place(first), taking=Taking.KW_ARGS)


def anything(place: Place) -> tuple[PluginParameter, ...]:
    """Return the parameters of a method that takes any arguments."""
    return (
        PluginParameter("args", place, taking=Taking.VAR_ARGS),
        PluginParameter("kwargs", place, taking=Taking.KW_ARGS),
    )


def _parameter(
    written: ast.arg, default: ast.expr | None, type_: ParameterType, member: PythonMember
) -> PluginParameter:
    value = _NO_LITERAL if default is None else _value(default)
    contract = type_.contract
    nullable = type_.nullable
    if nullable is None:
        nullable = default is not None and value is None
    takes_null = nullable or (default is not None and value is None)
    # Python takes a default of any type; the check of class files would report it
    if default is not None and value is not None and not _fits(value, contract):
        contract = "$"
    # A default that is not a literal is written as null, which must pass the contract
    if contract.startswith("$.") and not takes_null:
        contract = f"{contract}.notNull()"
    return PluginParameter(
        type_.alias or camel_case(written.arg),
        member.module.place(written),
        contract,
        None if default is None else _json(value),
    )


_TYPES = {"$.int()": int, "$.string()": str, "$.bool()": bool, "{}": dict, "[$]": list}


def _fits(value: object, contract: str) -> bool:
    """Return whether a default passes the contract that its parameter has by its type."""
    return contract == "$" or isinstance(value, _TYPES.get(contract, ()))


def _value(node: ast.expr) -> object:
    """Return the value of a literal that MuranoPL has as well, None for any other expression."""
    value = literal(node)
    return value if isinstance(value, (str, int, float, list, dict)) else None


def _json(value: object) -> str:
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return "null"
