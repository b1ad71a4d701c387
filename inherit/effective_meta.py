"""Collects the meta objects of a declaration, inherited ones included.

Reference: packages-and-versions, Meta. `Inherited: true` passes an object on to subclasses. Of a
class with cardinality One the nearest object counts; objects from two unrelated parents are an
error, which the engine raises when they are requested; over a diamond the one object is met once.
Objects with cardinality Many accumulate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.hierarchy.node import TypeNode
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.class_ import Cardinality, ClassDeclaration
from muranopl.language.grammar.meta import MetaUse
from muranopl.namespace.result import Names, TypeId

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
