"""Literal values against contract trees: only what is certain without evaluating anything."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Node, Scalar, Sequence
from muranopl.language.contracts.functions.declaration import Mismatch
from muranopl.language.contracts.tree import Chain, Contract, ListOf


def mismatches(contract: Contract, node: Node) -> Iterator[Mismatch]:
    """Return what of a literal value does not fit a contract. Expressions, and contracts not known statically, pass.

    Measured on the engine (conformance/contracts.json): null passes everything but `notNull()`; lists are checked item
    by item.
    """
    pending = [(contract, node)]
    while pending:
        contract, node = pending.pop()
        if isinstance(node, Scalar) and node.value is None:
            if contract.refuses_null:
                yield Mismatch(node, "null is refused by notNull()", refused=True)
        elif isinstance(contract, Chain):
            found = None if contract.function is None else contract.function.literal_mismatch(node)
            if found is not None:
                yield found
        elif isinstance(contract, ListOf) and isinstance(node, Sequence) and contract.items:
            last = len(contract.items) - 1
            inside = [(contract.items[min(at, last)], item) for at, item in enumerate(node.items)]
            pending.extend(reversed(inside))
