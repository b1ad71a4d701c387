"""Collects the meta objects of a declaration, inherited ones too; reports those that conflict or name no section.

Reference: packages-and-versions, Meta. `Inherited: true` passes an object on to subclasses. Of a
class with cardinality One the nearest object counts; objects from two unrelated parents are an
error, which the engine raises when they are requested; over a diamond the one object is met once.
Objects with cardinality Many accumulate.

Source: language/forms.txt, Position and Section; sections of a class are not those of its methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import Node, text_of
from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.hierarchy.nodes import TypeNode
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.class_ import Cardinality, ClassDeclaration
from muranopl.language.grammar.known_names import POSITION, SECTION
from muranopl.language.grammar.members import MetaUse
from muranopl.namespace.result import Names, TypeId, distinct_names

MetaSelector = Callable[[ClassDeclaration], tuple[MetaUse, ...]]
"""Returns the meta uses of one place of a class: of the class itself, of a property, of a
method.
"""


class MetaObject(msgspec.Struct, frozen=True):
    """A meta object: its class, its use as it is written, and the class that declares it."""

    type: TypeId
    use: MetaUse
    owner: TypeId

    @property
    def values(self) -> MappingNode | None:
        """The values written for it."""
        return self.use.values


class MetaConflictError(Exception):
    """Raised if two unrelated parents pass on an object with cardinality One.

    `args` are its class and these.
    """


def effective_meta(
    node: TypeNode, select: MetaSelector, names: Names, types: Mapping[TypeId, CompleteType]
) -> tuple[MetaObject, ...]:
    """Return the meta objects in effect at one place of a class, its own first.

    Raise MetaConflictError.
    """
    meta_objects: list[MetaObject] = []
    for current in (node, *node.ancestor_nodes()):
        declared = names.classes.get(current.id)
        uses = () if declared is None else select(declared.declaration)
        for type_, use in attached(uses, names, types):
            if current is node or types[type_].declared.declaration.inherited:
                meta_objects.append(MetaObject(type_, use, current.id))
    single = {
        item.type
        for item in meta_objects
        if types[item.type].declared.declaration.cardinality is Cardinality.ONE
    }
    # Only single objects replace one another; those with cardinality Many add up.
    nearest = {
        type_: _nearest(node, {item.owner for item in meta_objects if item.type == type_})
        for type_ in single
    }
    for type_, owners in nearest.items():
        if len(owners) > 1:
            order = (node.id, *node.ancestors())
            raise MetaConflictError(type_, *(above for above in order if above in owners))
    return tuple(
        item for item in meta_objects if item.type not in single or item.owner in nearest[item.type]
    )


def attached(
    uses: Iterable[MetaUse], names: Names, types: Mapping[TypeId, CompleteType]
) -> Iterator[tuple[TypeId, MetaUse]]:
    """Yield the class and the use of each meta object of a declaration, if the class is known."""
    for use in uses:
        meaning = names.resolved.get(use.type)
        if meaning is not None and meaning in types:
            yield meaning, use


def _nearest(node: TypeNode, owners: set[TypeId]) -> set[TypeId]:
    """Return the owners that are reached first on some path up from a node."""
    first: set[TypeId] = set()
    visited: set[int] = set()
    stack = [node]
    while stack:
        current = stack.pop()
        if id(current) in visited:
            continue
        visited.add(id(current))
        if current.id in owners:
            first.add(current.id)
        else:
            stack.extend(current.parents)
    return first


def of_the_class(declaration: ClassDeclaration) -> tuple[MetaUse, ...]:
    """Return the meta uses of a class itself."""
    return declaration.meta


def of_property(name: str) -> MetaSelector:
    """Return the selector of the meta uses of the property of that name."""
    return lambda declaration: next(
        (property_.meta for property_ in declaration.properties if property_.name == name), ()
    )


def of_method(name: str) -> MetaSelector:
    """Return the selector of the meta uses of the method of that name."""
    return lambda declaration: next(
        (method.meta for method in declaration.all_methods if method.name == name), ()
    )


def report_meta_conflicts(
    type_: CompleteType, names: Names, types: Mapping[TypeId, CompleteType], findings: Findings
) -> None:
    """Report the conflicts that arise in a type.

    They are those of the class itself, and of the members it declares.
    """
    for what, place, select in _meeting(type_):
        conflict = _conflict(type_.node, select, names, types)
        if conflict is None or any(
            _conflict(parent, select, names, types) for parent in type_.node.parents
        ):
            continue
        meta, *owners = conflict
        first, second = distinct_names(*owners)
        places = (names.classes[owner].declaration.place for owner in owners)
        findings.report(
            rules.META_CONFLICT,
            place,
            what=what,
            meta=meta.name,
            first=first,
            second=second,
            related=tuple(Related("attached in this class", item) for item in places),
        )


def _conflict(
    node: TypeNode, select: MetaSelector, names: Names, types: Mapping[TypeId, CompleteType]
) -> tuple[TypeId, TypeId, TypeId] | None:
    """Return the meta class in conflict and the first two classes that pass on an object of it.

    Return None without a conflict.
    """
    try:
        effective_meta(node, select, names, types)
    except MetaConflictError as error:
        meta, first, second, *_ = error.args
        return meta, first, second
    return None


def _meeting(type_: CompleteType) -> Iterator[tuple[str, Place, MetaSelector]]:
    """Yield the places of a type where meta objects from several lines of descent may meet."""
    declaration = type_.declared.declaration
    if len(type_.parents) > 1:
        yield f'class "{type_.id.name}"', declaration.place, of_the_class
    for property_ in declaration.properties:
        if len(type_.properties[property_.name].overridden) > 1:
            name = property_.name
            yield f'property "{name}"', property_.name_node.place, of_property(name)
    for method in declaration.all_methods:
        if len(type_.methods[method.symbol].overridden) > 1:
            yield (f'method "{method.name}"', method.name_node.place, of_method(method.name))


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
    named = [section for section in result if section is not None]
    return named if len(named) == len(result) else None


def _values(uses: tuple[MetaUse, ...], meta: str, name: str, names: Names) -> Iterator[Node]:
    """Yield the values that meta objects of a class have for one of its properties."""
    for use in uses:
        meaning = names.resolved.get(use.type)
        value = None if use.values is None else use.values.get(name)
        if value is not None and meaning is not None and meaning.name == meta:
            yield value
