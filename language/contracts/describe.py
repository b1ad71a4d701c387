"""Contract trees → text in a normalised notation, for dumps and messages."""

from __future__ import annotations

from muranopl.ard.nodes import Node, Yaql
from muranopl.language.contracts.tree import Constant, Contract, DictOf, ListOf


def describe(contract: Contract) -> str:
    """The contract in the notation of the language, on one line."""
    if isinstance(contract, ListOf):
        bounds = [contract.minimum, contract.maximum] if contract.maximum is not None else [contract.minimum]
        shown = [str(bound) for bound in bounds] if contract.minimum or contract.maximum is not None else []
        return f"[{', '.join([*map(describe, contract.items), *shown])}]"
    if isinstance(contract, DictOf):
        entries = [f"{_text(key)}: {describe(value)}" for key, value in contract.keys]
        if contract.pattern is not None:
            entries.append(f"{describe(contract.pattern[0])}: {describe(contract.pattern[1])}")
        return f"{{{', '.join(entries)}}}"
    if isinstance(contract, Constant):
        return repr(contract.value) if isinstance(contract.value, str) else _text(contract.node)
    return _text(contract.node)


def _text(node: Node) -> str:
    if isinstance(node, Yaql):
        return node.text
    value = getattr(node, "value", None)
    return "null" if value is None else str(value)
