"""Entries of an object's header that are kept in the rendered model, and differences to the engine.

Sources: language/versioning.txt, item 10 (`package`, `version`); language/muranopl.txt, Object
model (designers); measured: conformance/models.json, header-*; reference: running, keys that begin
with `_`.
"""

from __future__ import annotations

from typing import Any

from muranopl.diagnostics import quirks
from muranopl.render.context import LoadingContext
from muranopl.render.definition import TYPE_STRING, ObjectDefinition
from muranopl.semantics.evaluation.objects import MuranoType

_OF_THE_PACKAGE = ("version", "package")


def kept_entries(
    definition: ObjectDefinition, type_: MuranoType, context: LoadingContext
) -> dict[str, Any]:
    """Return the entries of a header that are serialized in addition to those of every object."""
    _report_version(definition, context)
    if isinstance(definition.class_key, str) and definition.class_key.startswith("="):
        context.follows(quirks.DOCUMENT_NAMES, definition.body)
    head, package = definition.head, type_.id.package
    chosen: dict[str, Any] = {"version": package.version, "package": package.name}
    of_package = {
        key: chosen[key]
        for key in _OF_THE_PACKAGE
        if key in definition.header
        and not context.follows(quirks.HEADER_PACKAGE, head.member(key))
    }
    of_designers = {
        key: value
        for key, value in definition.attributes.items()
        if not context.follows(quirks.DESIGNER_KEYS, head.member(key))
    }
    return of_package | of_designers


def _report_version(definition: ObjectDefinition, context: LoadingContext) -> None:
    """Report a type without a version for which the engine chooses another package."""
    header = definition.header
    written = header.get("type")
    result = TYPE_STRING.match(written) if isinstance(written, str) else None
    versions: tuple[str, ...]
    if quirks.HEADER_PACKAGE in context.quirks:
        versions = ("classVersion",)
    else:
        versions = ("classVersion", "version")
    if result is None or result[2] or any(header.get(key) for key in versions):
        return
    package = result[3] or header.get("package")
    if not context.classes.is_version_zero(
        result[1], str(package) if package else None
    ):
        context.follows(quirks.MODEL_VERSION, definition.head.member("type"))
