"""Collects the names of classes and packages in a UI definition, as far as they are literal strings.

The dashboard and the engine look these up in the whole catalog (reference: ui-agreement, section
5); here that is done by `muranopl.namespace.package_scope`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, text_of, walk
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.names import parse_type_string

if TYPE_CHECKING:
    from muranopl.language.grammar.ui.definition import UIDefinition


class WrittenType(msgspec.Struct, frozen=True):
    """The type in an object's header: `Name[/specification][@package]`.

    `any_version` is true if an expression computes the specification, which is then None; a
    computed package is None, too.
    """

    name: str
    spec: str | None = None
    package: str | None = None
    any_version: bool = False


def header_of(fragment: Node | None) -> Mapping | None:
    """Return the header of an object; None if it is not a literal mapping."""
    header = None
    if isinstance(fragment, Mapping):
        header = fragment.get(HEADER)
    return header if isinstance(header, Mapping) else None


def type_of(fragment: Node | None) -> WrittenType | None:
    """Return the type in an object's header; None for an expression, and without a type."""
    header = header_of(fragment)
    return None if header is None else type_in(header)


def type_in(header: Mapping) -> WrittenType | None:
    """Return the type in a header; `classVersion` and `package` complete the text of `type`."""
    text = text_of(header.get("type"))
    if not text:
        return None
    name, spec, package = parse_type_string(text)
    version = header.get("classVersion")
    # A computed version may be any: all versions of the class count then.
    any_version = spec is None and isinstance(version, Yaql)
    return WrittenType(
        name, spec or _entry(version), package or _entry(header.get("package")), any_version
    )


def _entry(node: Node | None) -> str | None:
    """Return an entry of a header as the engine reads it.

    It is `str()` of a value that is not false, else None.
    """
    if isinstance(node, Scalar) and node.value:
        return str(node.value)
    return None


class TypeUse(msgspec.Struct, frozen=True):
    """A name of a class in a definition: the construct that has it, and where it is written."""

    construct: str
    node: Node
    type: WrittenType

    @property
    def text(self) -> str:
        """The text that has the name."""
        return text_of(self.node) or self.type.name


def type_uses(definition: UIDefinition) -> Iterator[TypeUse]:
    """Yield the names in headers of objects, in types of fields and in `ParametersSource`."""
    for construct, fragment in _fragments(definition):
        for node in walk(fragment, scalars=False):
            header = header_of(node)
            written = None if header is None else type_in(header)
            if header is not None and written is not None:
                yield TypeUse(construct, header.get("type") or header, written)
    for form in definition.forms:
        for field in form.fields:
            for name in field.classes:
                construct = f"Forms.{form.name}.{field.name}"
                offered = WrittenType(name.text, any_version=True)
                yield TypeUse(construct, name.node, offered)
    source = definition.parameters_source
    class_ = (text_of(source) or "").rpartition(".")[0]
    if source is not None and class_:
        yield TypeUse("ParametersSource", source, WrittenType(class_))


def _fragments(definition: UIDefinition) -> Iterator[tuple[str, Node]]:
    if definition.application is not None:
        yield "Application", definition.application
    for template in definition.templates:
        yield f"Templates.{template.name}", template.node
    for parameter in definition.parameters:
        yield f"Parameters.{parameter.name}", parameter.node


def written_names(definition: UIDefinition) -> Iterator[str]:
    """Yield the full names of classes and packages in a definition.

    The name of a field's type is that of a class, and also that of the package whose applications
    are offered.
    """
    for use in type_uses(definition):
        yield use.type.name
        yield use.type.package or ""


def application_type(definition: UIDefinition) -> str | None:
    """Return the full name of the class of Application; None if it is unknown."""
    written = type_of(definition.application)
    return None if written is None else written.name
