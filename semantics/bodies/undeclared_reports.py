"""Reports properties that a class sets without declaring them, or declares and never sets.

An undeclared one is never read, or a slip for a declared one. A Runtime property has no value at
first, and reading one without a value fails: only the code of a class and of its descendants can
set it, and code in Python can.
"""

from __future__ import annotations

from collections.abc import Collection

from muranopl.diagnostics.bounds import SUGGESTIONS
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Applicability, Correction, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import Vocabulary, did_you_mean, is_slip, nearest, possible_slips
from muranopl.diagnostics.reporter import here_too
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.property import PropertyUsage
from muranopl.semantics.bodies.classes import declared_here
from muranopl.semantics.bodies.undeclared import WrittenAttributes, first_reading, unread, uses_of


def report_unread(
    type_: CompleteType, attributes: WrittenAttributes, read: Collection[str], findings: Findings
) -> None:
    """Report undeclared properties that are written and never read: no other class sees them.

    Those in `read`, which some method reads, need no search of the class; an unknown ancestor may
    declare them.
    """
    undeclared = [
        name for name in attributes.whole if name not in type_.properties and name not in read
    ]
    if not undeclared:
        return
    names: Vocabulary | None = None
    for number, name in enumerate(unread(undeclared, type_.declared.declaration.node)):
        target = attributes.targets[name]
        near = None
        # The search for similar names is slow.
        if number < SUGGESTIONS.most:
            names = names or Vocabulary(sorted({*type_.properties, *attributes.names(), *read}))
            near = nearest(name, names, but=name)
        if type_.incomplete and not (near and is_slip(name, near)):
            continue  # an unknown ancestor may declare it
        severity = Severity.WARNING if near else None
        suggestion = did_you_mean(near and target.text.removesuffix(name) + near)
        findings.report(
            rules.NOT_READ,
            target.place,
            target=target.text,
            suggestion=suggestion,
            severity=severity,
        )


def report_meant(
    type_: CompleteType,
    attributes: WrittenAttributes,
    undeclared: Collection[str],
    findings: Findings,
) -> set[str]:
    """Report undeclared properties whose name is a slip for a declared one that is never used.

    Return their names.
    """
    used = [name for name in attributes.targets if name in undeclared][: SUGGESTIONS.most]
    if not used:
        return set()
    declared = {property_.name: property_ for property_ in type_.declared.declaration.properties}
    slips = possible_slips(used, declared)
    # Only now, as reading the whole class for uses is slow.
    if not slips:
        return set()
    names = Vocabulary(declared)
    near = {
        name: result
        for name in slips
        if (result := nearest(name, names)) is not None and is_slip(name, result)
    }
    written_or_read = {*attributes.names(), *undeclared}
    unused = unread(
        [item for item in near.values() if item not in written_or_read],
        type_.declared.declaration.node,
    )
    reported: set[str] = set()
    for name, meant in near.items():
        if meant in unused:
            reported.add(name)
            target = attributes.targets[name]
            uses = uses_of(name, type_.declared.declaration.node)
            further = here_too(place for place in uses if place != target.place)
            write = target.text.removesuffix(name) + meant
            # The name of the declaration may be the misspelt one
            suggestion = Correction.of(
                f"did you mean `{write}`?", write, is_whole=True, applicability=Applicability.UNSAFE
            )
            findings.report(
                rules.MEANT_PROPERTY,
                target.place,
                target=target.text,
                name=meant,
                related=(declared_here(f'property "{meant}"', declared[meant]), *further),
                suggestion=suggestion,
            )
    return reported


def report_never_set(
    type_: CompleteType, attributes: WrittenAttributes, findings: Findings
) -> None:
    """Report where a class first reads a Runtime property of its own that it never sets.

    It has no descendants.
    """
    declaration = type_.declared.declaration
    set_here = frozenset(attributes.names())
    bodies = [method.body.node for method in declaration.all_methods if method.body is not None]
    for item in declaration.properties:
        is_unset = item.default is None and item.name not in set_here
        if item.usage is PropertyUsage.RUNTIME and is_unset:
            reading = first_reading(item.name, bodies)
            if reading is not None:
                findings.report(rules.NO_VALUE, reading, name=item.name)
