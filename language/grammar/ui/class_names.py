"""The names of classes and packages that are written in a UI definition, as far as they are literal text.

The dashboard and the engine look these up in the whole catalog (reference: ui-agreement, section 5).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, text_of, walk_without_scalars
from muranopl.language.grammar.names import parse_type_string
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.fragments import HEADER


class WrittenType(msgspec.Struct, frozen=True):
    """The type in an object's header: `Name[/specification][@package]`.

    `any_version` is whether an expression computes the specification, which is then None; so is a computed package.
    """

    name: str
    spec: str | None = None
    package: str | None = None
    any_version: bool = False


def header_of(fragment: Node | None) -> Mapping | None:
    """Return the header of an object, None where it is not written out."""
    header = fragment.get(HEADER) if isinstance(fragment, Mapping) else None
    return header if isinstance(header, Mapping) else None


def type_of(fragment: Node | None) -> WrittenType | None:
    """Return the type that an object's header names; None for an expression, and where there is none."""
    header = header_of(fragment)
    return None if header is None else type_in(header)


def type_in(header: Mapping) -> WrittenType | None:
    """Return the type that a header names: `classVersion` and `package` say what the text of `type` leaves out."""
    text = text_of(header.get("type"))
    if not text:
        return None
    name, spec, package = parse_type_string(text)
    version = header.get("classVersion")
    any_version = spec is None and isinstance(version, Yaql)
    return WrittenType(name, spec or _entry(version), package or _entry(header.get("package")), any_version)


def _entry(node: Node | None) -> str | None:
    """Return an entry of a header as the engine reads it: `str()` of what is not false."""
    return str(node.value) if isinstance(node, Scalar) and node.value else None


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
    written = type_of(definition.application)
    return None if written is None else written.name


def _in_headers(fragment: Node) -> Iterator[str]:
    for node in walk_without_scalars(fragment):
        written = type_of(node)
        if written is not None:
            yield written.name
            yield written.package or ""
