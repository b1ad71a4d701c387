"""Declares and reads a property of a class; reads contracts, which arguments have too."""

from __future__ import annotations

from muranopl.ard.nodes import Node, Yaql
from muranopl.ard.positions import place_within
from muranopl.diagnostics.catalogue import classes as rules
from muranopl.diagnostics.findings import Findings
from muranopl.language.contracts.chains import arguments_of
from muranopl.language.contracts.functions.objects import VERSIONS
from muranopl.language.contracts.parse import parse_contract, report_constant
from muranopl.language.contracts.tree import Chain, Contract, walk
from muranopl.language.grammar.entity import Named, entity, read
from muranopl.language.grammar.members import MetaUse, meta_of, named_entry, table_of
from muranopl.language.grammar.readers import ClosedSet, as_written, choice
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CODE, ContractShape, shaped
from muranopl.language.grammar.versions import is_spec


class PropertyUsage(ClosedSet):
    """The sources and changes of a property's value that are allowed.

    Source: language/muranopl.txt, Property usage.
    """

    IN = "In", "The user provides the value; methods read it. This is the default."
    OUT = "Out", "Methods set the value; the user reads it."
    IN_OUT = "InOut", "The user provides the value, and methods may change it."
    CONST = (
        "Const",
        "The user provides the value; nothing changes it after the object is deployed.",
    )
    RUNTIME = (
        "Runtime",
        "Only methods read and set the value; it is neither read from the object model nor saved.",
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
    _report_versions(parsed, reading.findings, what)
    return parsed


@entity
class PropertyDeclaration(Named):
    """`name: {Contract, Usage, Default, Meta}`.

    An absent `default` differs from a default of null.
    """

    contract: Contract | None = read(
        "Contract",
        contract,
        "The values that the property accepts: an expression such as `$.string().notNull()`, "
        "or a list or mapping of such expressions.",
        required=True,
        lookup=True,
    )
    usage: PropertyUsage = read(
        "Usage",
        choice(PropertyUsage, PropertyUsage.IN, unknown=PropertyUsage.IN_OUT),
        "Where the value comes from, and who may change it. Without it the usage is `In`.",
        default=PropertyUsage.IN,
    )
    default: Node | None = read(
        "Default",
        as_written(CODE),
        "The value where the object model has none; it may be an expression. For an object "
        "property, a mapping has defaults for the properties of that object. "
        "Without it the value is null.",
    )
    meta: tuple[MetaUse, ...] = meta_of("property")


properties = table_of(PropertyDeclaration, "property", named_entry(PropertyDeclaration, "property"))


_WANTED = f"a specification like '>=1.2,<2' as {VERSIONS}"


def _report_versions(contract: Contract, findings: Findings, what: str) -> None:
    """Report specifications that cannot be read: every object fails then (measured).

    An empty specification counts as absent.
    """
    for part in walk(contract):
        if not isinstance(part, Chain) or part.class_arguments is None:
            continue
        spec = part.class_arguments.spec
        if spec and not is_spec(spec):
            _report_version(part, findings, what)
            part.reported = True


def _report_version(chain: Chain, findings: Findings, what: str) -> None:
    node, call = chain.node, chain.typed
    assert isinstance(node, Yaql)  # noqa: S101 - else it calls nothing
    assert call is not None  # noqa: S101 - else it names no class
    argument = arguments_of(call.call, call.function)[VERSIONS]
    findings.report(
        rules.BAD_ARGUMENTS,
        place_within(node, argument.start, argument.end),
        what=what,
        name=call.function.name,
        wants=_WANTED,
        found=node.text[argument.start : argument.end],
    )
