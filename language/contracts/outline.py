"""Contract trees as plain data, for dumps."""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Yaql
from muranopl.language.contracts import tree
from muranopl.language.contracts.describe import describe


def outline(contract: tree.Contract) -> dict[str, Any]:
    """Return a contract as mappings, lists and texts.

    `form`, what belongs to it, and the modifiers in order.
    """
    if isinstance(contract, tree.Chain):
        return _chain(contract)
    return _other(contract)


def _other(contract: tree.Contract) -> dict[str, Any]:
    data: dict[str, Any] = {"form": type(contract).__name__.removesuffix("Of").lower()}
    if isinstance(contract, tree.ListOf):
        data["items"] = [outline(item) for item in contract.items]
        data["minimum"] = contract.minimum
        if contract.maximum is not None:
            data["maximum"] = contract.maximum
    elif isinstance(contract, tree.DictOf):
        data["keys"] = {
            str(getattr(key, "value", None)): outline(value)
            for key, value in contract.keys
        }
        if contract.pattern is not None:
            keys, values = contract.pattern
            data["others"] = {"keys": outline(keys), "values": outline(values)}
    else:
        data["text"] = describe(contract)
    return data


def _chain(contract: tree.Chain) -> dict[str, Any]:
    data: dict[str, Any] = {
        "form": "anything" if contract.function is None else contract.function.name
    }
    arguments = None
    if contract.typed is not None:
        arguments = contract.typed.class_arguments
    if arguments is not None:
        data["class"] = None if arguments.type is None else arguments.type.text
        default = None
        if arguments.default is not None:
            default = arguments.default.text
        optional = {
            "default": default,
            "version": arguments.spec,
            "exclude": list(arguments.exclude) or None,
        }
        data |= {key: value for key, value in optional.items() if value is not None}
    text = ""
    if isinstance(contract.node, Yaql):
        text = contract.node.text
    modifiers = [
        text[call.call.start : call.call.end]
        for call in contract.calls
        if call is not contract.typed
    ]
    if modifiers:
        return {**data, "modifiers": modifiers}
    return data
