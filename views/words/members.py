"""Members and their arguments on one line: signatures, and contracts as they are written."""

from __future__ import annotations

from collections.abc import Callable

from muranopl.ard.nodes import Node, Scalar, Sequence, Yaql
from muranopl.language.contracts.describe import describe, text_of_node
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.method import (
    ArgumentDeclaration,
    ArgumentUsage,
    MethodDeclaration,
)

_STARS = {ArgumentUsage.VAR_ARGS: "*", ArgumentUsage.KW_ARGS: "**"}


def starred(argument: ArgumentDeclaration) -> str:
    """Return the name of an argument with the stars of its usage: `*rest`."""
    return f"{_STARS.get(argument.usage, '')}{argument.name}"


def with_default(argument: ArgumentDeclaration) -> str:
    """Return an argument with its default: `name=null`."""
    default = argument.default
    return starred(argument) + ("" if default is None else f"={value_text(default)}")


def with_contract(argument: ArgumentDeclaration) -> str:
    """Return an argument with its contract and, if it is optional, a question mark."""
    text = starred(argument) + ("" if argument.default is None else "?")
    contract = contract_text(argument.contract)
    return f"{text}: {contract}" if contract else text


def signature(
    method: MethodDeclaration, notation: Callable[[ArgumentDeclaration], str] = with_default
) -> str:
    """Return a method as it is called: `deploy(size, name=null, *rest)`."""
    return f"{method.name}({', '.join(map(notation, method.arguments))})"


def contract_text(contract: Contract | None) -> str:
    """Return a contract as it is written, on one line; an empty string for None."""
    return "" if contract is None else " ".join(describe(contract).split())


def value_text(node: Node) -> str:
    """Return a value as it is written; of a list or a mapping, that it is one."""
    if isinstance(node, (Scalar, Yaql)):
        return text_of_node(node)
    return "[...]" if isinstance(node, Sequence) else "{...}"
