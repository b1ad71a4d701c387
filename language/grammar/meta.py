"""Reads `Meta`: meta objects attached to a package, class, property, method or argument."""

from __future__ import annotations

from typing import Any

from muranopl.ard.descriptions import described_key
from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql
from muranopl.diagnostics.catalogue import classes as rules
from muranopl.diagnostics.catalogue import shapes
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.entity import Entity, entity, read, read_entity
from muranopl.language.grammar.names import type_name
from muranopl.language.grammar.readers import one_or_many
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CLASS_NAME, CODE, AnyOf, NameKind, Table, shaped


@entity
class MetaUse(Entity):
    """An attached meta object, in its full form: a meta class and the values of its properties."""

    type: TypeName
    values: Mapping | None
    node: Node


@shaped(AnyOf((CLASS_NAME, Table(Table(CODE), NameKind.CLASS, single=True))))
def meta_use(node: Node, reading: Reading, what: str) -> MetaUse | None:
    """Return a use of a meta class: a name, or a mapping of one name to property values."""
    values: Mapping | None = None
    name = node
    if isinstance(node, Mapping):
        if len(node.pairs) != 1:
            reading.report(rules.BAD_META, node, what=what)
            return None
        name, value = node.pairs[0]
        if isinstance(value, Mapping):
            values = value
            _report_keys(values, reading, what)
        elif not (isinstance(value, Scalar) and not value.value):
            # Read only to be reported: the engine checks the values when they are asked for
            read_entity(MetaValues, value, reading.refusing(None), f"the properties in {what}")
    result = type_name(name, reading, what)
    if result is None:
        return None
    return MetaUse(type=result, values=values, node=name)


def _report_keys(values: Mapping, reading: Reading, what: str) -> None:
    """Report keys that are read as expressions; others that are not names are reported with the values."""
    for key, _ in values.pairs:
        if isinstance(key, Yaql):
            reading.refusing(None).report(
                shapes.KEY_NOT_TEXT,
                key,
                key=described_key(key),
                what=f"the properties in {what}",
                severity=Severity.ERROR,
            )


@entity
class MetaValues(Entity):
    """The property values of a meta object: any keys are allowed."""

    UNKNOWN = None


metas = one_or_many(meta_use)


def meta_of(declaration: str, names: str = "names") -> Any:
    """Return the tag of the key `Meta` of a declaration: a class, a method, ..."""
    words = (
        f"Meta objects attached to the {declaration}: {names} of meta classes, or "
        "`name: {property: value}`."
    )
    return read("Meta", metas, words, lookup=True)
