"""Literal values against contract trees: only what is certain without evaluating anything.

Rules measured on the engine (conformance/contracts.json): `int()` takes what Python's int() takes, `string()` any
scalar, `bool()` anything; null passes everything but `notNull()`; lists are checked item by item.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence
from muranopl.language.contracts.tree import Bool, Contract, Int, ListOf, String


class Mismatch(NamedTuple):
    """A value that does not fit: `refused` by the contract, or accepted only by converting it."""

    node: Node
    problem: str
    refused: bool


def mismatches(contract: Contract, node: Node) -> Iterator[Mismatch]:
    """What of a literal value does not fit a contract. Expressions, and contracts not known statically, pass."""
    if isinstance(node, Scalar) and node.value is None:
        if contract.refuses_null and not isinstance(contract, ListOf):
            yield Mismatch(node, "null is refused by notNull()", refused=True)
    elif isinstance(contract, Int):
        yield from _int(node)
    elif isinstance(contract, String):
        yield from _string(node)
    elif isinstance(contract, Bool):
        if isinstance(node, Scalar) and not isinstance(node.value, bool):
            yield Mismatch(node, f"{described(node)} becomes {str(bool(node.value)).lower()}", refused=False)
    elif isinstance(contract, ListOf) and isinstance(node, Sequence) and contract.items:
        for position, item in enumerate(node.items):
            yield from mismatches(contract.items[min(position, len(contract.items) - 1)], item)


def _int(node: Node) -> Iterator[Mismatch]:
    if isinstance(node, (Mapping, Sequence)):
        yield Mismatch(node, f"{described(node)} is no integer", refused=True)
        return
    value = node.value if isinstance(node, Scalar) else 0
    if isinstance(value, int) and not isinstance(value, bool):
        return
    try:
        number = int(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        yield Mismatch(node, f"{described(node)} is no integer", refused=True)
    else:
        yield Mismatch(node, f"{described(node)} becomes {number}", refused=False)


def _string(node: Node) -> Iterator[Mismatch]:
    if isinstance(node, (Mapping, Sequence)):
        yield Mismatch(node, f"{described(node)} is no text", refused=True)
    elif isinstance(node, Scalar) and not isinstance(node.value, (str, bytes)):
        engine = ", and the engine refuses it" if isinstance(node.value, float) else ""
        yield Mismatch(node, f'{described(node)} becomes the text "{node.value}"{engine}', refused=False)
