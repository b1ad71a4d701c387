"""Classes and their members as plain data: for dumps, the class graph and `Catalog.resolve`.

`place` is a `Place` everywhere: its notation differs between those three.
"""

from __future__ import annotations

from typing import Any

from muranopl.graph.declared import Data, declared
from muranopl.inherit.complete import CompleteType, Member
from muranopl.language.contracts.describe import describe
from muranopl.language.grammar.entity import Named

_SHOWN = ("Contract", "Usage", "Default")
"""The keys of members and arguments that the class graph and `Catalog.resolve` have as declared."""


def class_data(type_: CompleteType) -> Data:
    """Return a class with all its members; types are "full.Name/version"."""
    return {
        "name": type_.id.name,
        "version": type_.id.package.version,
        "package": type_.id.package.name,
        "usage": type_.usage.value,
        "incomplete": type_.incomplete,
        "parents": [str(parent) for parent in type_.parents],
        "ancestors": [str(ancestor) for ancestor in type_.ancestors],
        "properties": {
            name: member_data(member) for name, member in type_.properties.items()
        },
        "methods": {
            name: member_data(member) for name, member in type_.methods.items()
        },
        "place": type_.declared.declaration.place,
    }


def member_data(member: Member[Any]) -> Data:
    """Return a property or method of a class, with `contract` and `default` only if it has them.

    `inherited_contracts` validate a value after its own contract has made it: those of the
    declarations above, nearest first.
    """
    fields = declared_data(member.declaration)
    data: Data = {
        "declaring": str(member.declaring),
        "usage": fields["usage"],
        "ambiguous": [str(type_) for type_, _ in member.candidates]
        if member.ambiguous
        else [],
        "place": member.declaration.name_node.place,
    }
    if "contract" in fields:
        above = [
            value.contract
            for _, value in member.chain[1:]
            if value.contract is not None
        ]
        data["contract"] = fields["contract"]
        data["inherited_contracts"] = [describe(contract) for contract in above]
    return data | fields


def declared_data(declaration: Named) -> Data:
    """Return the usage of a property, method or argument; its contract and default if it has them."""
    return declared(declaration, _SHOWN)
