"""Contract trees as plain data, for dumps."""

from __future__ import annotations

from typing import Any

from muranopl.language.contracts import tree
from muranopl.language.contracts.describe import describe
from muranopl.language.contracts.functions import function_of


def outline(contract: tree.Contract) -> dict[str, Any]:
    """The tree of a contract as mappings, lists and texts: `form`, what belongs to it, and the modifiers in order."""
    data: dict[str, Any] = {"form": _form(contract)}
    if isinstance(contract, (tree.ObjectOf, tree.Template)):
        data |= _target(contract)
    elif isinstance(contract, tree.ListOf):
        data["items"] = [outline(item) for item in contract.items]
        data["minimum"] = contract.minimum
        if contract.maximum is not None:
            data["maximum"] = contract.maximum
    elif isinstance(contract, tree.DictOf):
        data["keys"] = {str(getattr(key, "value", None)): outline(value) for key, value in contract.keys}
        if contract.pattern is not None:
            data["others"] = {"keys": outline(contract.pattern[0]), "values": outline(contract.pattern[1])}
    elif isinstance(contract, (tree.Constant, tree.Free)):
        data["text"] = describe(contract)
    if contract.modifiers:
        data["modifiers"] = [_modifier(contract, modifier) for modifier in contract.modifiers]
    return data


def _form(contract: tree.Contract) -> str:
    function = function_of(contract)
    return type(contract).__name__.removesuffix("Of").lower() if function is None else function.name


def _target(contract: tree.ObjectOf | tree.Template) -> dict[str, Any]:
    data: dict[str, Any] = {"class": None if contract.type is None else contract.type.text}
    if contract.default is not None:
        data["default"] = contract.default.text
    if contract.version is not None:
        data["version"] = contract.version
    if isinstance(contract, tree.Template) and contract.exclude:
        data["exclude"] = list(contract.exclude)
    return data


def _modifier(contract: tree.Contract, modifier: tree.Modifier) -> str:
    text = getattr(contract.node, "text", "")
    return text[modifier.call.start : modifier.call.end] or modifier.name
