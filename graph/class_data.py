"""Classes and their members as plain data: for dumps, the class graph and `Catalog.resolve`.

`place` is a `Place` everywhere: its notation differs between those three.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.plain_data import plain
from muranopl.inherit.complete import CompleteType, Member
from muranopl.language.contracts.describe import describe
from muranopl.language.grammar.entity import Named

Data = dict[str, Any]


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
        "properties": {name: member_data(member) for name, member in type_.properties.items()},
        "methods": {name: member_data(member) for name, member in type_.methods.items()},
        "place": type_.declared.declaration.place,
    }


def member_data(member: Member[Any]) -> Data:
    """Return a property or method of a class, with `contract` and `default` only if it has them.

    `inherited_contracts` validate a value after its own contract has made it: those of the
    declarations above, nearest first.
    """
    declared = declaration_data(member.declaration)
    data: Data = {
        "declaring": str(member.declaring),
        "usage": declared["usage"],
        "ambiguous": [str(type_) for type_, _ in member.candidates] if member.ambiguous else [],
        "place": member.declaration.name_node.place,
    }
    if "contract" in declared:
        above = [value.contract for _, value in member.chain[1:] if value.contract is not None]
        data |= {
            "contract": declared["contract"],
            "inherited_contracts": [describe(item) for item in above],
        }
    return {**data, **declared}


def declaration_data(declaration: Named) -> Data:
    """Return what a property, method or argument declares.

    Its usage, and contract and default if it has them.
    """
    contract, default = (
        getattr(declaration, "contract", None),
        getattr(declaration, "default", None),
    )
    data: Data = {} if contract is None else {"contract": describe(contract)}
    data["usage"] = declaration.usage.value  # type: ignore[attr-defined]
    return data if default is None else {**data, "default": plain(default)}
