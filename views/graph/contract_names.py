"""The classes that contracts name: their full names in the text of a contract, and their types."""

from __future__ import annotations

from collections.abc import Mapping

from muranopl.ard.nodes import Node, Yaql
from muranopl.language.contracts.describe import describe, text_of_node
from muranopl.language.contracts.tree import Contract
from muranopl.language.contracts.type_names import TypeName
from muranopl.namespace.prefixes import full_name
from muranopl.namespace.references import references
from muranopl.namespace.result import Names, TypeId


class ContractNames:
    """Tells the meaning of the names in contracts, as a check resolves them."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._meanings: dict[TypeId, Mapping[str, TypeId]] = {}

    def text(self, contract: Contract, owner: TypeId) -> str:
        """Return a contract of a class in the notation of the language, with full names."""
        written: dict[int, list[TypeName]] = {}
        for name in references(contract):
            written.setdefault(id(name.node), []).append(name)
        if not written:
            return describe(contract)

        def text(node: Node) -> str:
            result = text_of_node(node)
            # From the end, so that positions of earlier names stay valid.
            for name in sorted(
                written.get(id(node), ()), key=lambda name: name.start, reverse=True
            ):
                if isinstance(node, Yaql) and name.end:
                    full = self._full_name(name, owner)
                    result = f"{result[: name.start]}{full}{result[name.end :]}"
            return result

        return describe(contract, text)

    def types(self, contract: Contract, owner: TypeId) -> tuple[TypeId, ...]:
        """Return the classes that a contract of a class names, in order, without unknown ones."""
        meanings = (self._meaning(name, owner) for name in references(contract))
        return tuple(dict.fromkeys(type_ for type_ in meanings if type_ is not None))

    def _full_name(self, name: TypeName, owner: TypeId) -> str:
        meaning = self._meaning(name, owner)
        if meaning is not None:
            return meaning.name
        declared = self._names.classes.get(owner)
        namespaces = {} if declared is None else declared.namespaces
        return full_name(name.text, namespaces) or name.text

    def _meaning(self, name: TypeName, owner: TypeId) -> TypeId | None:
        resolved = self._names.resolved.get(name)
        # The names in a predicate are made anew whenever they are asked for.
        return self._meanings_in(owner).get(name.text) if resolved is None else resolved

    def _meanings_in(self, owner: TypeId) -> Mapping[str, TypeId]:
        """Return the classes that are named in a class, by what is written."""
        if owner not in self._meanings:
            written = self._names.references.get(owner, ())
            meanings = ((name.text, self._names.resolved.get(name)) for name in written)
            self._meanings[owner] = {text: type_ for text, type_ in meanings if type_ is not None}
        return self._meanings[owner]
