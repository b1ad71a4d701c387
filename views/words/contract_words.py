"""Contracts in words: `an integer, not null`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muranopl.language.contracts import kinds
from muranopl.language.contracts.describe import text_of_node
from muranopl.language.contracts.functions.declaration import (
    ClassArguments,
    ContractCall,
    Predicate,
)
from muranopl.language.contracts.functions.objects import TEMPLATE
from muranopl.language.contracts.tree import Chain, Constant, Contract, DictOf, ListOf
from muranopl.language.contracts.type_names import TypeName
from muranopl.namespace.result import TypeId
from muranopl.views.words.markdown import code

Meaning = Mapping[TypeName, TypeId | None]
_DEEPEST = 3
"""Levels of lists and mappings that are described."""


def contract_words(contract: Contract | None, names: Meaning, depth: int = 0) -> str:
    """Return the values that a contract takes, in words; an empty string for None."""
    if contract is None:
        return ""
    if isinstance(contract, Chain):
        return ", ".join(_chain(contract, names))
    if isinstance(contract, Constant):
        return f"only {code(text_of_node(contract.node))}"
    if depth >= _DEEPEST:
        return "a list" if isinstance(contract, ListOf) else "a mapping"
    if isinstance(contract, ListOf):
        return _list(contract, names, depth)
    if isinstance(contract, DictOf):
        return _mapping(contract, names, depth)
    return f"the result of {code(text_of_node(contract.node))}"


def _chain(contract: Chain, names: Meaning) -> Iterator[str]:
    """Yield the type that a chain gives, and what restricts it."""
    yield "any value" if contract.typed is None else _type(contract.typed, names)
    for call in contract.calls:
        if isinstance(call.arguments, Predicate):
            yield _predicate(call.arguments)
        elif call.function.restriction:
            yield call.function.restriction


def _type(call: ContractCall, names: Meaning) -> str:
    arguments = call.arguments
    if isinstance(arguments, ClassArguments):
        named = _class(arguments.type, names)
        if call.function is TEMPLATE:
            result = f"the model of an object of {named}, as data"
        else:
            result = f"an object of {named}"
        if arguments.default is not None:
            result += f", by default one of {_class(arguments.default, names)}"
        return result
    parts = kinds.single(call.function.gives & ~kinds.NULL)
    return " or ".join(kinds.WORDS[kind] for kind in parts)


def _class(name: object, names: Meaning) -> str:
    if not isinstance(name, TypeName):
        return "a computed class"
    id_ = names.get(name)
    return code(name.text if id_ is None else id_.name)


def _predicate(predicate: Predicate) -> str:
    tree = predicate.expression
    text = f"for which {code(predicate.node.text[tree.start : tree.end])}"
    return text if predicate.message is None else f'{text} ("{predicate.message}")'


def _list(contract: ListOf, names: Meaning, depth: int) -> str:
    if not contract.items:
        return "a list"
    items = [contract_words(item, names, depth + 1) for item in contract.items]
    text = f"a list, each item {items[-1]}"
    if len(items) > 1:
        text = f"a list, the items in turn {'; '.join(items)}"
    least, most = contract.minimum, contract.maximum
    if most is not None:
        return f"{text}; from {least} to {most} items"
    return f"{text}; at least {least}" if least else text


def _mapping(contract: DictOf, names: Meaning, depth: int) -> str:
    entries = [
        f"{code(text_of_node(key))}: {contract_words(value, names, depth + 1)}"
        for key, value in contract.keys
    ]
    if contract.pattern is not None:
        key, value = (contract_words(part, names, depth + 1) for part in contract.pattern)
        entries.append(f"keys {key}: values {value}")
    return f"a mapping with {'; '.join(entries)}" if entries else "a mapping"
