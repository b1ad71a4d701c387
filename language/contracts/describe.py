"""Contract trees → text in a normalised notation, for dumps and messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.ard.yaml.writing import scalar_text
from muranopl.language.contracts.tree import Constant, Contract, DictOf, ListOf

_Piece = str | Contract
NodeText = Callable[[Node], str]
"""Returns an expression or a literal of a contract as written."""


def text_of_node(node: Node) -> str:
    """Return an expression or a literal as it is written."""
    if isinstance(node, Yaql):
        return node.text
    return scalar_text(node.value) if isinstance(node, Scalar) else "null"


def describe(contract: Contract, text: NodeText = text_of_node) -> str:
    """Return the contract in the notation of the language, on one line."""
    # Most are a chain, and overrides ask often
    if not isinstance(contract, (ListOf, DictOf, Constant)):
        return text(contract.node)
    return "".join(pieces(contract, text))


def pieces(contract: Contract, text: NodeText = text_of_node) -> Iterator[str]:
    """Yield the notation piece by piece, for callers that need only its beginning."""
    # Piece by piece, as callers often stop after the first few.
    for piece in _notation(contract, text):
        if isinstance(piece, str):
            yield piece
        else:
            yield from pieces(piece, text)


def _notation(contract: Contract, text: NodeText) -> Iterator[_Piece]:
    if isinstance(contract, ListOf):
        parts: list[_Piece] = [*contract.items]
        if contract.minimum or contract.maximum is not None:
            parts.append(str(contract.minimum))
        if contract.maximum is not None:
            parts.append(str(contract.maximum))
        yield from _enclosed("[", zip(parts), "]")
    elif isinstance(contract, DictOf):
        yield from _enclosed("{", _entries(contract, text), "}")
    elif isinstance(contract, Constant) and isinstance(contract.value, str):
        yield repr(contract.value)
    else:
        yield text(contract.node)


def _entries(contract: DictOf, text: NodeText) -> Iterator[tuple[_Piece, ...]]:
    for key, value in contract.keys:
        yield f"{text(key)}: ", value
    if contract.pattern is not None:
        yield contract.pattern[0], ": ", contract.pattern[1]


def _enclosed(opening: str, entries: Iterable[Iterable[_Piece]], closing: str) -> Iterator[_Piece]:
    yield opening
    for position, entry in enumerate(entries):
        if position:
            yield ", "
        yield from entry
    yield closing
