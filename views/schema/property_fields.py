"""The fields of a form that the properties of a class depend on, and the properties with secrets.

Expressions are only read: a property depends on a field if the value under its key mentions
`$.form.field`, directly or through the templates that it mentions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Sequence, Yaql, expressions, text_of
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.ui.class_names import type_of
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field_types.texts import PASSWORD
from muranopl.language.grammar.ui.validators import field_reads
from muranopl.semantics.forms.variables import uses
from muranopl.views.classes import ResolvedClass

_SECRET_META = frozenset({"Password", "Secret"})
"""The last parts of the names of meta classes that mark a property as a secret.

The core library has no such class; packages declare their own.
"""


class PropertyFields(NamedTuple):
    """A property of an object of a form, its value, and its fields, as `form.field`."""

    name: str
    value: Node
    fields: frozenset[str]

    def is_entered_in(self, fields: Collection[str]) -> bool:
        """Return whether the value is an expression that depends on some of these fields only.

        An object that has a password is not a password.
        """
        return isinstance(self.value, Yaql) and bool(self.fields) and self.fields <= set(fields)


def property_fields(definition: UIDefinition, class_: str) -> Iterator[PropertyFields]:
    """Yield the properties of each object of a class in a definition."""
    for name, properties in created_objects(definition):
        if name == class_:
            yield from properties


def created_objects(definition: UIDefinition) -> Iterator[tuple[str, list[PropertyFields]]]:
    """Yield the class of each object of a definition, and its properties."""
    templates = {template.name: template.node for template in definition.templates}
    roots = list(templates.values())
    if definition.application is not None:
        roots.insert(0, definition.application)
    visited: set[int] = set()
    for root in roots:
        for class_, node in _objects(root, visited):
            values = {text_of(key): value for key, value in node.pairs}
            yield (
                class_,
                [
                    PropertyFields(name, value, _fields(value, templates))
                    for name, value in values.items()
                    if name is not None and name != HEADER
                ],
            )


def secret_properties(class_: ResolvedClass, definition: UIDefinition | None) -> frozenset[str]:
    """Return the names of the properties that are secrets.

    They are marked by a meta object, or `definition`, that of the package of the class, takes their
    values from fields of type `password` only.
    """
    marked = {
        name
        for name, member in class_.properties.items()
        if not _SECRET_META.isdisjoint(
            item.type.partition("/")[0].rpartition(".")[2] for item in member.meta or ()
        )
    }
    entered = () if definition is None else _entered(class_.name, definition)
    return frozenset(marked.union(entered))


def _fields(value: Node, templates: Mapping[str, Node]) -> frozenset[str]:
    """Return the fields that a value depends on."""
    fields: set[str] = set()
    followed: set[str] = set()
    pending = [value]
    while pending:
        node = pending.pop()
        for expression in expressions(node):
            reads = field_reads(expression.tree)
            fields.update(f"{read.form.name}.{read.field.name}" for read in reads)
        mentioned = (uses((node,)).names & templates.keys()) - followed
        followed |= mentioned
        pending += [templates[name] for name in mentioned]
    return frozenset(fields)


def _objects(node: Node, visited: set[int]) -> Iterator[tuple[str, nodes.Mapping]]:
    """Yield the objects in a fragment with their classes; `visited` are left out."""
    if id(node) in visited:
        return
    visited.add(id(node))
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _objects(item, visited)
    elif isinstance(node, nodes.Mapping):
        written = type_of(node)
        if written is not None:
            yield written.name, node
        for key, value in node.pairs:
            if text_of(key) not in {None, HEADER}:
                yield from _objects(value, visited)


def _entered(class_: str, definition: UIDefinition) -> Collection[str]:
    """Return the keys of the objects of a class whose values are entered in fields for passwords."""
    passwords = password_fields(definition)
    if not passwords:
        return ()
    return {
        property_.name
        for property_ in property_fields(definition, class_)
        if property_.is_entered_in(passwords)
    }


def password_fields(definition: UIDefinition) -> frozenset[str]:
    """Return the fields of type `password`, as `form.field`."""
    return frozenset(
        f"{form.name}.{field.name}"
        for form in definition.forms
        for field in form.fields
        if field.type is PASSWORD
    )
