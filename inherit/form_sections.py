"""Reports fields of forms whose position names a section that the class does not declare.

Source: language/forms.txt, Position and Section; sections of a class are not those of its methods.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Node, text_of
from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.effective_meta import MetaSelector, of_method, of_the_class
from muranopl.language.grammar.core_library import POSITION, SECTION
from muranopl.language.grammar.meta import MetaUse
from muranopl.namespace.result import Names


def report_unknown_sections(type_: CompleteType, names: Names, findings: Findings) -> None:
    """Report positions in sections that neither a class nor its ancestors declare."""
    if type_.incomplete:
        return  # what is not known may declare sections
    for what, select, uses in _fields(type_):
        for written in _values(uses, POSITION, "section", names):
            section, declared = text_of(written), _declared(type_, select, names)
            if section is None or declared is None or section in declared:
                continue
            findings.report(
                rules.UNKNOWN_SECTION,
                written.place,
                section=section,
                what=what,
                # A name alone makes a section, too: it has no title, and its place is left open.
                severity=None if declared else Severity.INFO,
                suggestion=did_you_mean(nearest(section, declared)),
            )


def _fields(type_: CompleteType) -> Iterator[tuple[str, MetaSelector, tuple[MetaUse, ...]]]:
    """Yield the fields of the forms of a class.

    A field is what has the form, the selector of its sections, and the meta objects of the field.
    """
    declaration = type_.declared.declaration
    for property_ in declaration.properties:
        if property_.meta:
            yield f'class "{type_.id.name}"', of_the_class, property_.meta
    for method in declaration.all_methods:
        for argument in method.arguments:
            if argument.meta:
                yield f'method "{method.name}"', of_method(method.name), argument.meta


def _declared(type_: CompleteType, select: MetaSelector, names: Names) -> list[str] | None:
    """Return the names of the sections in effect, None if one of them is not known."""
    result: list[str | None] = []
    for id_ in (type_.id, *type_.ancestors):
        declared = names.classes.get(id_)
        uses = () if declared is None else select(declared.declaration)
        result += map(text_of, _values(uses, SECTION, "name", names))
    known = [section for section in result if section is not None]
    return known if len(known) == len(result) else None


def _values(uses: tuple[MetaUse, ...], meta: str, name: str, names: Names) -> Iterator[Node]:
    """Yield the values that meta objects of a class have for one of its properties."""
    for use in uses:
        meaning = names.resolved.get(use.type)
        value = None if use.values is None else use.values.get(name)
        if value is not None and meaning is not None and meaning.name == meta:
            yield value
