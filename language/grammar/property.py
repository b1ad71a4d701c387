"""A property of a class."""

from __future__ import annotations

import enum

from muranopl.ard.nodes import Node
from muranopl.language.contracts.parse import parse_contract, report_constant
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.contract_versions import report_versions
from muranopl.language.grammar.entity import Named, Reading, entity, read
from muranopl.language.grammar.members import named_entry
from muranopl.language.grammar.meta import MetaUse, metas
from muranopl.language.grammar.readers import anything, choice, mapping_of


class PropertyUsage(enum.Enum):
    """The sources and changes of a property's value that are allowed.

    Source: language/muranopl.txt, Property usage.
    """

    IN = "In"
    OUT = "Out"
    IN_OUT = "InOut"
    CONST = "Const"
    RUNTIME = "Runtime"
    STATIC = "Static"
    CONFIG = "Config"

    __hash__ = object.__hash__  # that of `Enum` is a Python function


def contract(node: Node, reading: Reading, what: str) -> Contract:
    """Return the contract tree of a property or argument."""
    parsed = parse_contract(node, reading.findings, what)
    # Behind the parser, which cannot know whether a constant is a whole contract.
    report_constant(parsed, reading.findings, what)
    report_versions(parsed, reading.findings, what)
    return parsed


@entity
class PropertyDeclaration(Named):
    """`name: {Contract, Usage, Default, Meta}`.

    An absent `default` differs from a default of null.
    """

    contract: Contract | None = read("Contract", contract, required=True, lookup=True)
    usage: PropertyUsage = read(
        "Usage",
        choice(PropertyUsage, PropertyUsage.IN, unknown=PropertyUsage.IN_OUT),
        default=PropertyUsage.IN,
    )
    default: Node | None = read("Default", anything)
    meta: tuple[MetaUse, ...] = read("Meta", metas, default=(), lookup=True)


properties = mapping_of(named_entry(PropertyDeclaration, "property"), false=True)
