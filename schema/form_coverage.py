"""Coverage of a class by a UI definition.

The properties that it sets, and the fields these depend on. Expressions are only read: a property
depends on a field if the value under its key mentions `$.form.field`, directly or through the
templates and parameters that it mentions.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Sequence, Yaql, expressions, text_of
from muranopl.language.grammar.object_header import HEADER
from muranopl.language.grammar.ui.class_names import type_of
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.expression import field_reads
from muranopl.semantics.ui.usage import uses


class Status(enum.Enum):
    """The status of a property."""

    SET = "set"
    DEFAULT = "default"
    NULL = "null"
    MISSING = "missing"
    UNKNOWN = "unknown"
    UNLISTED = "unlisted"


class ListedProperty(NamedTuple):
    """A property that a generated form would have. `default` is the node of its Default."""

    name: str
    required: bool
    default: Node | None


class PropertyCoverage(NamedTuple):
    """A property, its value in the definition, if it has one, and its dependencies.

    Fields as `form.field`. UNLISTED are keys that a generated form would not have, UNKNOWN those
    that a key that is an expression may set.
    """

    name: str
    status: Status
    value: Node | None = None
    fields: tuple[str, ...] = ()
    templates: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()


class ObjectCoverage(NamedTuple):
    """An object of a definition: its path in it, its node, and its properties."""

    path: str
    node: Node
    properties: tuple[PropertyCoverage, ...]


def coverage(
    definition: UIDefinition, class_: str, properties: Collection[ListedProperty]
) -> Iterator[ObjectCoverage]:
    """Yield the coverage of each object of a class in a definition, Application first."""
    templates = {template.name: template.node for template in definition.templates}
    parameters = {parameter.name: parameter.node for parameter in definition.parameters}
    roots = {f"template {name}": node for name, node in templates.items()}
    if definition.application is not None:
        roots = {"Application": definition.application, **roots}
    visited: set[int] = set()
    objects = (_objects(root, node, class_, visited) for root, node in roots.items())
    for path, node in itertools.chain.from_iterable(objects):
        feeding = _Feeding(templates, parameters)
        set_by_form = {
            name: value
            for key, value in node.pairs
            if (name := text_of(key)) not in {None, HEADER}
        }
        has_unknown = any(isinstance(key, Yaql) for key, _ in node.pairs)
        rows = [
            _row(
                property_, set_by_form.get(property_.name), feeding, unknown=has_unknown
            )
            for property_ in properties
        ]
        listed = {property_.name for property_ in properties}
        others = [
            (name, value)
            for name, value in set_by_form.items()
            if name is not None and name not in listed
        ]
        rows += [
            feeding.covered(name, Status.UNLISTED, value) for name, value in others
        ]
        yield ObjectCoverage(path, node.head, tuple(rows))


def _row(
    listed: ListedProperty, value: Node | None, feeding: _Feeding, *, unknown: bool
) -> PropertyCoverage:
    if value is not None:
        return feeding.covered(listed.name, Status.SET, value)
    if unknown:
        return PropertyCoverage(listed.name, Status.UNKNOWN)
    if listed.required:
        return PropertyCoverage(listed.name, Status.MISSING)
    status = Status.NULL if listed.default is None else Status.DEFAULT
    return PropertyCoverage(listed.name, status, listed.default)


class _Feeding:
    """Finds the fields that values depend on, through templates and parameters."""

    def __init__(
        self, templates: Mapping[str, Node], parameters: Mapping[str, Node]
    ) -> None:
        self._templates = templates
        self._parameters = parameters

    def covered(self, name: str, status: Status, value: Node) -> PropertyCoverage:
        """Return a property with its value and all dependencies, in the order of mention."""
        fields: dict[str, None] = {}
        templates: dict[str, None] = {}
        parameters: dict[str, None] = {}
        pending = [value]
        while pending:
            node = pending.pop()
            fields.update(dict.fromkeys(_fields(node)))
            for mentioned in sorted(uses((node,)).names):
                if mentioned in self._templates and mentioned not in templates:
                    templates[mentioned] = None
                    pending.append(self._templates[mentioned])
                elif mentioned in self._parameters and mentioned not in self._templates:
                    parameters[mentioned] = None
        return PropertyCoverage(
            name, status, value, tuple(fields), tuple(templates), tuple(parameters)
        )


def _fields(node: Node) -> Iterator[str]:
    """Yield the fields that the expressions in a fragment read, as `form.field`."""
    for expression in expressions(node):
        yield from (
            f"{read.form.name}.{read.field.name}"
            for read in field_reads(expression.tree)
        )


def _objects(
    path: str, node: Node, class_: str, seen: set[int]
) -> Iterator[tuple[str, nodes.Mapping]]:
    """Yield the objects of a class in a fragment, with their paths; `seen` are left out."""
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, Sequence):
        for at, item in enumerate(node.items):
            yield from _objects(f"{path}[{at}]", item, class_, seen)
    elif isinstance(node, nodes.Mapping):
        written = type_of(node)
        if written is not None and written.name == class_:
            yield path, node
        for key, value in node.pairs:
            name = text_of(key)
            if name not in {None, HEADER}:
                yield from _objects(f"{path}.{name}", value, class_, seen)
