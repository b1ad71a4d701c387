"""Contract trees as plain data, for dumps."""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Yaql
from muranopl.language.contracts import tree
from muranopl.language.contracts.describe import describe
from muranopl.language.contracts.functions.declaration import ClassArguments, ContractCall


def outline(contract: tree.Contract) -> dict[str, Any]:
    """Return a contract as mappings, lists and texts: `form`, what belongs to it, and the modifiers in order."""
    if isinstance(contract, tree.Chain):
        return _chain(contract)
    data: dict[str, Any] = {"form": type(contract).__name__.removesuffix("Of").lower()}
    if isinstance(contract, tree.ListOf):
        data["items"] = [outline(item) for item in contract.items]
        data["minimum"] = contract.minimum
        if contract.maximum is not None:
            data["maximum"] = contract.maximum
    elif isinstance(contract, tree.DictOf):
        data["keys"] = {str(getattr(key, "value", None)): outline(value) for key, value in contract.keys}
        if contract.pattern is not None:
            data["others"] = {"keys": outline(contract.pattern[0]), "values": outline(contract.pattern[1])}
    else:
        data["text"] = describe(contract)
    return data


def _chain(contract: tree.Chain) -> dict[str, Any]:
    data: dict[str, Any] = {"form": "anything" if contract.function is None else contract.function.name}
    if contract.typed is not None and contract.typed.class_arguments is not None:
        data |= _class(contract.typed.class_arguments)
    modifiers = [_text(contract, call) for call in contract.calls if call is not contract.typed]
    return {**data, "modifiers": modifiers} if modifiers else data


def _class(arguments: ClassArguments) -> dict[str, Any]:
    data: dict[str, Any] = {"class": None if arguments.type is None else arguments.type.text}
    if arguments.default is not None:
        data["default"] = arguments.default.text
    if arguments.spec is not None:
        data["version"] = arguments.spec
    if arguments.exclude:
        data["exclude"] = list(arguments.exclude)
    return data


def _text(contract: tree.Chain, call: ContractCall) -> str:
    text = contract.node.text if isinstance(contract.node, Yaql) else ""
    return text[call.call.start : call.call.end] or call.function.name
