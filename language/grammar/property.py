"""A property of a class."""

from __future__ import annotations

from muranopl.ard.nodes import Node
from muranopl.language.contracts.parse import parse_contract, report_constant
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.closed_set import ClosedSet
from muranopl.language.grammar.contract_versions import report_versions
from muranopl.language.grammar.entity import Named, entity, read
from muranopl.language.grammar.members import named_entry, table_of
from muranopl.language.grammar.meta import MetaUse, metas
from muranopl.language.grammar.readers import as_written, choice
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CODE, ContractShape, shaped


class PropertyUsage(ClosedSet):
    """The sources and changes of a property's value that are allowed.

    Source: language/muranopl.txt, Property usage.
    """

    IN = "In", "The user gives the value; methods read it. This is the default."
    OUT = "Out", "Methods set the value; the user reads it."
    IN_OUT = "InOut", "The user gives the value, and methods may change it."
    CONST = ("Const", "The user gives the value; nothing changes it once the object was deployed.")
    RUNTIME = (
        "Runtime",
        "Only methods read and set the value, which is neither taken from the object model nor saved.",
    )
    STATIC = "Static", "The value belongs to the class, not to its objects."
    CONFIG = (
        "Config",
        "The value comes from the configuration that the operator of the cloud writes for the class.",
    )


HIDDEN = frozenset({PropertyUsage.RUNTIME, PropertyUsage.CONFIG, PropertyUsage.STATIC})
"""Usages of properties that are not serialized."""


@shaped(ContractShape())
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

    contract: Contract | None = read(
        "Contract",
        contract,
        required=True,
        lookup=True,
        words="The values that the property takes: an expression such as `$.string().notNull()`, "
        "or a list or mapping of such expressions.",
    )
    usage: PropertyUsage = read(
        "Usage",
        choice(PropertyUsage, PropertyUsage.IN, unknown=PropertyUsage.IN_OUT),
        default=PropertyUsage.IN,
        words="Where the value comes from, and who may change it. Without it the usage is `In`.",
    )
    default: Node | None = read(
        "Default",
        as_written(CODE),
        words="The value where the object model has none; it may be an expression. Of an object "
        "property, a mapping gives defaults for the properties of that object. "
        "Without it the value is null.",
    )
    meta: tuple[MetaUse, ...] = read(
        "Meta",
        metas,
        default=(),
        lookup=True,
        words="Meta objects attached to the property: names of meta classes, or "
        "`name: {property: value}`.",
    )


properties = table_of(PropertyDeclaration, "property", named_entry(PropertyDeclaration, "property"))
