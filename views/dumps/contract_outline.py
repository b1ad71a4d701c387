"""Contracts in the dump of phase 5: their form and parts, with the full names of classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.language.contracts import tree
from muranopl.language.contracts.describe import describe
from muranopl.language.contracts.functions.declaration import ClassArguments
from muranopl.language.contracts.type_names import TypeName
from muranopl.views.graph.declared import At, where

FullName = Callable[[TypeName], str]
"""Returns the class that a name means, or its full name, if the class is unknown."""


class OutlinePattern(msgspec.Struct):
    """The contracts of all other keys of a mapping, and of their values."""

    keys: ContractOutline
    values: ContractOutline


class ContractOutline(msgspec.Struct, omit_defaults=True, kw_only=True, rename={"class_": "class"}):
    """A contract, or a part of one, and its place.

    `form` is the function that gives the type, or `anything`, `list`, `dict`, `constant`, or `free`
    for any other expression; `text` is what those two are written as. `modifiers` are the calls
    that restrict a value, in order. A list has contracts of its `items`, the last one for the rest;
    a dict has those of its `keys`, and of all `others`. `class` is the class of `class()` and
    `template()`, absent if it is computed, `default` the one of an object that names none.
    """

    at: At
    form: str
    text: str | None = None
    class_: str | None = None
    default: str | None = None
    version: str | None = None
    exclude: list[str] = []
    items: list[ContractOutline] | None = None
    minimum: int | None = None
    maximum: int | None = None
    keys: dict[str, ContractOutline] | None = None
    others: OutlinePattern | None = None
    modifiers: list[str] = []


def outline(contract: tree.Contract, full_name: FullName) -> ContractOutline:
    """Return a contract with all its parts."""
    result = ContractOutline(at=where(contract.node.head.place), form=_form(contract))
    if isinstance(contract, tree.Chain):
        _add_calls(contract, result, full_name)
    elif isinstance(contract, tree.ListOf):
        result.items = [outline(item, full_name) for item in contract.items]
        result.minimum, result.maximum = contract.minimum, contract.maximum
    elif isinstance(contract, tree.DictOf):
        result.keys = {
            str(getattr(key, "value", None)): outline(value, full_name)
            for key, value in contract.keys
        }
        if contract.pattern is not None:
            keys, values = contract.pattern
            result.others = OutlinePattern(outline(keys, full_name), outline(values, full_name))
    else:
        result.text = describe(contract)
    return result


def _form(contract: tree.Contract) -> str:
    if not isinstance(contract, tree.Chain):
        return type(contract).__name__.removesuffix("Of").lower()
    return "anything" if contract.function is None else contract.function.name


def _add_calls(contract: tree.Chain, result: ContractOutline, full_name: FullName) -> None:
    arguments = contract.class_arguments
    if arguments is not None:
        _add_classes(arguments, result, full_name)
    text = ""
    if isinstance(contract.node, Yaql):
        text = contract.node.text
    result.modifiers = [
        text[call.call.start : call.call.end]
        for call in contract.calls
        if call is not contract.typed
    ]


def _add_classes(arguments: ClassArguments, result: ContractOutline, full_name: FullName) -> None:
    def named(type_: Any) -> str | None:
        return full_name(type_) if isinstance(type_, TypeName) else None

    result.class_, result.default = named(arguments.type), named(arguments.default)
    result.version, result.exclude = arguments.spec, list(arguments.exclude)
