"""The statements of language/puccini-phases.txt about overriding: the contract of the base is kept."""

from __future__ import annotations

from tests.conformance.statements.asking import CLEAN, REPORTED, Statement, checked, class_

ARGUMENTS = "- a:\n    Contract: $.int()\n- b:\n    Contract: $.int()\n"
REQUIRED = "- x:\n    Contract: $.int().notNull()\n"


def overridden(base: str, own: str) -> str:
    """What a check says of a class beside the one that it extends."""
    return checked({**class_(base, "P"), **class_("Extends: P\n" + own)})


def property_(base: str, own: str) -> str:
    declaration = "Properties:\n  p:\n    Contract: {}\n"
    return overridden(declaration.format(base), declaration.format(own))


def default(contract: str, own: str = "") -> str:
    """The same for a property whose Default in the base is 5."""
    return property_(f"{contract}\n    Default: 5", f"{contract}{own}")


def arguments(base: str, own: str) -> str:
    head = "Methods:\n  go:\n    Body: []\n    Arguments:\n"
    return overridden(head + _indented(base), head + _indented(own))


def _indented(lines: str) -> str:
    return "".join(f"      {line}\n" for line in lines.splitlines())


STATEMENTS = {
    "another type": Statement(lambda: property_("$.int()", "$.string()"), REPORTED),
    "a narrower contract": Statement(lambda: property_("$.int()", "$.int().notNull()"), CLEAN),
    "a wider contract": Statement(lambda: property_("$.int().notNull()", "$.int()"), REPORTED),
    "a Default that is repeated": Statement(lambda: default("$.int()", "\n    Default: 5"), CLEAN),
    "without its Default a property is required": Statement(
        lambda: default("$.int().notNull()"), REPORTED
    ),
    "without its Default a property is null": Statement(lambda: default("$.int()"), REPORTED),
    "a required argument after those of the base": Statement(
        lambda: arguments(ARGUMENTS, ARGUMENTS + REQUIRED), REPORTED
    ),
    "a required argument before those of the base": Statement(
        lambda: arguments(ARGUMENTS, REQUIRED + ARGUMENTS), REPORTED
    ),
    "the same arguments": Statement(lambda: arguments(ARGUMENTS, ARGUMENTS), CLEAN),
}
