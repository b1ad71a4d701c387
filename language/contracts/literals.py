"""Compare literal values with contracts, as far as that is certain without evaluating anything."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence
from muranopl.language.contracts.facts import WITHOUT_PREDICATES
from muranopl.language.contracts.functions.declaration import ContractFunction, Mismatch
from muranopl.language.contracts.tree import Chain, Constant, Contract, ListOf


def mismatches(contract: Contract, node: Node) -> Iterator[Mismatch]:
    """Yield the mismatches of a literal value.

    Expressions, and contracts not known statically, pass. Measured on the engine
    (conformance/contracts.json): null passes everything but `notNull()`; lists are checked item by
    item.
    """
    last: Contract | None = None
    function: ContractFunction | None = None
    for part, literal in _pairs(contract, node):
        if part is not last:  # as hardly ever in a long list
            last, function = part, part.function if isinstance(part, Chain) else None
        if isinstance(literal, Scalar) and literal.value is None:
            if isinstance(part, Chain) and WITHOUT_PREDICATES.takes_null(part) is False:
                yield Mismatch(literal, "null is refused by notNull()", refused=True)
        elif function is not None:
            result = function.literal_mismatch(literal)
            if result is not None:
                yield result


def refuses_literal(contract: Contract, node: Node) -> bool:
    """Return whether a contract certainly refuses (a part of) a literal, by the documents too."""
    if isinstance(contract, Constant):
        return isinstance(node, (Mapping, Sequence)) or (
            isinstance(node, Scalar) and node.value != contract.value
        )
    result = any(
        mismatch.refused and not mismatch.only_by_engine for mismatch in mismatches(contract, node)
    )
    return result or fails_a_check(contract, node)


def fails_a_check(contract: Contract, node: Node) -> bool:
    """Return whether a `check()` refuses a part of a literal that needs no conversion."""
    return any(_fails_a_check(part, literal) for part, literal in _pairs(contract, node))


def _fails_a_check(contract: Contract, literal: Node) -> bool:
    if not isinstance(contract, Chain) or contract.irregular or not isinstance(literal, Scalar):
        return False
    if contract.function is not None and contract.function.literal_mismatch(literal) is not None:
        return False
    return any(
        call.function.refuses_literal(literal.value, call.arguments) for call in contract.calls
    )


def _pairs(contract: Contract, node: Node) -> Iterator[tuple[Contract, Node]]:
    """Yield the parts of a contract with the parts of a literal they apply to, in order."""
    pending = [(contract, node)]
    while pending:
        pair = pending.pop()
        yield pair
        if pair[0].__class__ is not ListOf:
            continue
        contract, node = pair
        if isinstance(contract, ListOf) and isinstance(node, Sequence) and contract.items:
            # Reversed, as the stack returns the last one first.
            pairs = list(zip(contract.of_items(len(node.items)), node.items, strict=True))
            pending.extend(reversed(pairs))
