"""The names of classes and packages that are written in a UI definition, as far as they are literal text.

The dashboard and the engine look these up in the whole catalog (reference: ui-agreement, section 5).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muranopl.ard.nodes import Mapping, Node, text_of, walk_without_scalars
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.fragments import HEADER


class WrittenType(NamedTuple):
    """The type in an object's header: `Name[/specification][@package]`."""

    name: str
    spec: str | None = None
    package: str | None = None


def header_of(fragment: Mapping) -> Mapping | None:
    """Return the header of an object, None where it is not written out."""
    header = fragment.get(HEADER)
    return header if isinstance(header, Mapping) else None


def type_of(fragment: Mapping) -> WrittenType | None:
    """Return the type that an object's header names; None for an expression, and for what is no name.

    `classVersion` and `package` of the header say what the text of `type` leaves out.
    """
    header = header_of(fragment)
    text = None if header is None else text_of(header.get("type"))
    if header is None or text is None:
        return None
    rest, _, package = text.partition("@")
    name, _, spec = (part.strip() for part in rest.partition("/"))
    spec = spec or text_of(header.get("classVersion")) or ""
    package = package.strip() or text_of(header.get("package")) or ""
    return WrittenType(name, spec or None, package or None) if name else None


def written_names(definition: UIDefinition) -> Iterator[str]:
    """Yield the full names in the headers of objects, as types of fields and in `ParametersSource`.

    The name that is a field's type is both that of a class and that of the package whose applications are offered.
    """
    fragments = (part.node for part in (*definition.templates, *definition.parameters))
    for fragment in (definition.application, *fragments):
        yield from () if fragment is None else _in_headers(fragment)
    for form in definition.forms:
        for field in form.fields:
            yield from (name.text for name in field.type.classes)
    yield (text_of(definition.parameters_source) or "").rpartition(".")[0]


def application_type(definition: UIDefinition) -> str | None:
    """Return the full name of the class that Application is an object of; None where nobody knows."""
    application = definition.application
    written = type_of(application) if isinstance(application, Mapping) else None
    return None if written is None else written.name


def _in_headers(fragment: Node) -> Iterator[str]:
    for node in walk_without_scalars(fragment):
        written = type_of(node) if isinstance(node, Mapping) else None
        if written is not None:
            yield written.name
            yield written.package or ""
