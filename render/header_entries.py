"""Entries of an object's header that are kept in the rendered model, and differences to the engine.

Sources: language/versioning.txt, item 10 (`package`, `version`); language/muranopl.txt, Object
model (designers); measured: conformance/models.json, header-*; reference: running, keys that begin
with `_`.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.model_path import LONGEST_KEY, ModelPath
from muranopl.diagnostics import quirks
from muranopl.diagnostics.catalogue.objects import CLASS_OF_SEVERAL
from muranopl.diagnostics.nearest import nearest
from muranopl.language.grammar.object_header import HEADER_KEYS
from muranopl.read.package import PackageId
from muranopl.render.class_lookup import AskedClass
from muranopl.render.context import LoadingContext
from muranopl.render.definition import ObjectDefinition, asked_class
from muranopl.semantics.evaluation.objects import MuranoType

_OF_THE_PACKAGE = ("version", "package")


def kept_entries(
    definition: ObjectDefinition, type_: MuranoType, context: LoadingContext
) -> dict[str, Any]:
    """Return the entries of a header that are serialized in addition to those of every object."""
    type_id = asked_class(definition.header, context.quirks)
    if type_id is not None:
        where, (name, spec, package_name) = definition.head.member("type"), type_id
        # For a type without a version the engine may choose another package
        if spec is None and not context.classes.is_version_zero(name, package_name):
            context.follows(quirks.MODEL_VERSION, where)
        report_several(type_id, type_, where, context)
    if isinstance(definition.class_key, str) and definition.class_key.startswith("="):
        context.follows(quirks.DOCUMENT_NAMES, definition.body)
    head, package = definition.head, type_.id.package
    chosen: dict[str, Any] = {"version": package.version, "package": package.name}
    of_package = {
        key: chosen[key]
        for key in _OF_THE_PACKAGE
        if key in definition.header and not context.follows(quirks.HEADER_PACKAGE, head.member(key))
    }
    of_designers = {
        key: definition.header[key]
        for key in definition.unknown
        if isinstance(key, str)
        and key not in _OF_THE_PACKAGE
        and _is_of_a_designer(key, definition)
        and not context.follows(quirks.DESIGNER_KEYS, head.member(key))
    }
    return of_package | of_designers


def is_private(key: object) -> bool:
    """Return whether a name can only be one that a designer chose."""
    return isinstance(key, str) and key.startswith("_")


def _is_of_a_designer(key: str, definition: ObjectDefinition) -> bool:
    """Return whether a name is one that a designer chose.

    It is none if it is a slip for one of the language. In the second form of an object a property
    in the wrong place is likelier than a designer.
    """
    if is_private(key):
        return True
    if definition.class_key is not None:
        return False
    # Long names are not compared, as that is slow
    return len(key) > LONGEST_KEY or nearest(key, HEADER_KEYS) is None


def report_several(
    asked: AskedClass, type_: MuranoType, path: ModelPath, context: LoadingContext
) -> None:
    """Report a class that a further package has, if nothing says which of them is meant."""
    other = context.classes.other_package(asked, type_.id.package.name)
    if other is not None:
        context.reporter.report_value(CLASS_OF_SEVERAL, path, **several_facts(type_, other))


def several_facts(type_: MuranoType, other: PackageId) -> dict[str, Any]:
    """Return the facts of the warning that a class was chosen among packages."""
    chosen = type_.id.package
    return {
        "name": type_.name,
        "first": chosen,
        "other": other,
        "suggestion": f"write `{type_.id}@{chosen.name}` if that is intended",
    }
