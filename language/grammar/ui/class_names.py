"""The names of classes and packages that are written in a UI definition, as far as they are literal text.

The dashboard and the engine look these up in the whole catalog (reference: ui-agreement, section 5).
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, text_of, walk_without_scalars
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field_values import written_type
from muranopl.language.grammar.ui.fragments import HEADER


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
    header = application.get(HEADER) if isinstance(application, Mapping) else None
    written = written_type(header.get("type")) if isinstance(header, Mapping) else None
    return None if written is None else written[0]


def _in_headers(fragment: Node) -> Iterator[str]:
    for node in walk_without_scalars(fragment):
        header = node.get(HEADER) if isinstance(node, Mapping) else None
        if isinstance(header, Mapping):
            name, _, package = written_type(header.get("type")) or ("", None, None)
            yield name
            yield package or text_of(header.get("package")) or ""
