"""Reads the decorators of yaql on methods of plugins: `specs.parameter`, `specs.meta`, `specs.inject`.

Reference: extensions, How a Python class becomes a MuranoPL class.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

import msgspec

from muranopl.read.extensions.modules import Module
from muranopl.read.extensions.scopes import full_name

SPECS = "yaql.language.specs"
_TYPES = ("yaql.language.yaqltypes.", "murano.dsl.yaql_integration.")


class ParameterType(msgspec.Struct, frozen=True):
    """What `specs.parameter` says about a parameter.

    `contract` is the contract of values that are not null, `nullable` None where the default of
    the parameter decides. The engine passes `hidden` ones itself.
    """

    contract: str = "$"
    nullable: bool | None = True
    hidden: bool = False
    alias: str | None = None


class Specification(msgspec.Struct, frozen=True):
    """The types of parameters by name, and the meta data, that the decorators of a function give."""

    types: Mapping[str, ParameterType] = {}
    meta: Mapping[str, str] = {}


def specification(decorators: Iterable[ast.expr], module: Module) -> Specification:
    """Return what the specifications among some decorators say."""
    types: dict[str, ParameterType] = {}
    meta: dict[str, str] = {}
    for decorator in decorators:
        if not isinstance(decorator, ast.Call):
            continue
        kind = full_name(decorator.func, module).removeprefix(f"{SPECS}.")
        arguments = _arguments(decorator)
        name = _text(arguments.get("name"))
        if kind in {"parameter", "inject"} and name is not None:
            types[name] = _parameter_type(arguments, module, hidden=kind == "inject")
        elif kind == "meta" and name is not None:
            value = _text(arguments.get("value_type"))
            meta[name] = value or ""
    return Specification(types, meta)


def is_specification(decorator: ast.expr, module: Module) -> bool:
    """Return whether a decorator only says something to yaql, or to nothing at run time."""
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = full_name(target, module)
    return name.startswith(f"{SPECS}.") or name in _HARMLESS


_HARMLESS = {
    "abc.abstractmethod",
    "typing.final",
    "typing.override",
    "typing_extensions.override",
    "murano.dsl.dsl.name",
}


def _arguments(call: ast.Call) -> dict[str, ast.expr]:
    """Return the arguments of a specification by name."""
    positional = zip(("name", "value_type", "nullable", "alias"), call.args, strict=False)
    named = {item.arg: item.value for item in call.keywords if item.arg}
    # Parameters have a `value_type`, meta data a `value`: they are the second argument of both
    if "value" in named:
        named["value_type"] = named["value"]
    return {**dict(positional), **named}


def _text(node: ast.expr | None) -> str | None:
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return node.value if is_text else None  # type: ignore[union-attr]


def _truth(node: ast.expr | None) -> bool | None:
    """Return whether a literal is true, None for anything else."""
    return bool(node.value) if isinstance(node, ast.Constant) else None


def _parameter_type(
    arguments: Mapping[str, ast.expr], module: Module, *, hidden: bool
) -> ParameterType:
    type_, alias = arguments.get("value_type"), _text(arguments.get("alias"))
    if type_ is None:
        return ParameterType(alias=alias, hidden=hidden)
    if isinstance(type_, ast.Call):
        result = _of_call(type_, module)
    else:
        # None leaves it to the default: for plain types one of None is enough to take null
        nullable = _truth(arguments.get("nullable"))
        contract = _PLAIN.get(full_name(type_, module).removeprefix("builtins."))
        result = ParameterType() if contract is None else ParameterType(contract, nullable)
    return msgspec.structs.replace(result, alias=alias, hidden=hidden or result.hidden)


_PLAIN = {
    "int": "$.int()",
    "str": "$.string()",
    "bool": "$.bool()",
    "dict": "{}",
    "list": "[$]",
    "six.string_types": "$.string()",
}
_YAQL = {
    "Integer": "$.int()",
    "String": "$.string()",
    "MappingType": "{}",
    "Iterable": "[$]",
    "Sequence": "[$]",
}
_HIDDEN_OF_DSL = {"InterfacesParameter", "ThisParameter"}
_HIDDEN = {
    "Context",
    "Delegate",
    "Engine",
    "FunctionDefinition",
    "Receiver",
    "Super",
    "YaqlInterface",
    *_HIDDEN_OF_DSL,
}
_OBJECT, _ANY_OBJECT = "MuranoObjectParameter", "io.murano.Object"


def _of_call(call: ast.Call, module: Module) -> ParameterType:
    """Return the type that an object such as `yaqltypes.String()` stands for."""
    full = full_name(call.func, module)
    kind = full.rpartition(".")[2]
    named = {item.arg: item.value for item in call.keywords}
    nullable = _truth(named.get("nullable")) if "nullable" in named else False
    # The last two and MuranoObjectParameter are of `murano.dsl.dsl`, and no other type has their names
    if kind in _HIDDEN and (full.startswith(_TYPES) or kind in _HIDDEN_OF_DSL):
        return ParameterType(hidden=True)
    if kind == _OBJECT:
        return _object(call, named, nullable)
    if full.startswith(_TYPES) and kind in _YAQL:
        # A value that is computed may be true
        return ParameterType(_YAQL[kind], True if nullable is None else nullable)
    return ParameterType()


def _object(
    call: ast.Call, named: Mapping[str | None, ast.expr], nullable: bool | None
) -> ParameterType:
    written = call.args[0] if call.args else named.get("murano_class")
    if len(call.args) > 1 and "nullable" not in named:
        nullable = _truth(call.args[1])
    name = _text(written) or _ANY_OBJECT
    # A class elsewhere needs a requirement, which distributions cannot have
    if not name.startswith("io.murano."):
        name = _ANY_OBJECT
    return ParameterType(f"$.class({name})", True if nullable is None else nullable)
