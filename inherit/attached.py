"""The meta objects a declaration has, those it inherits included (reference: packages-and-versions, Meta).

`Inherited: true` hands an object down. Of a class with cardinality One the nearest counts; from two unrelated parents
it is an error, which the engine raises when the objects are asked for; over a diamond the one object is met once.
Many accumulate.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.hierarchy.lineage import Lineage
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.class_ import Cardinality, ClassDeclaration
from muranopl.language.grammar.meta import MetaUse
from muranopl.namespace.result import Names, TypeId

Pick = Callable[[ClassDeclaration], tuple[MetaUse, ...]]
"""Which of a class's meta uses are meant: of the class, of a property of that name, of a method."""


class Attached(NamedTuple):
    """A meta object: its class, the property values written for it, and the class whose declaration has it."""

    type: TypeId
    values: MappingNode | None
    owner: TypeId


class ConflictError(Exception):
    """Two unrelated parents hand down an object of one class with cardinality One; `args[0]` is that class."""


def effective(lineage: Lineage, pick: Pick, names: Names, types: Mapping[TypeId, CompleteType]) -> tuple[Attached, ...]:
    """The meta objects in effect at one place of a class, its own first. Raises ConflictError."""
    found: list[Attached] = []
    for current in (lineage, *lineage.above()):
        for use in pick(names.classes[current.id].declaration) if current.id in names.classes else ():
            meaning = names.meaning.get(use.type)
            meta = None if meaning is None else types.get(meaning)
            if meta is not None and (current is lineage or meta.declared.declaration.inherited):
                found.append(Attached(meta.id, use.values, current.id))
    single = {each.type for each in found if types[each.type].declared.declaration.cardinality is Cardinality.ONE}
    nearest = {type_: _nearest(lineage, {each.owner for each in found if each.type == type_}) for type_ in single}
    for type_, owners in nearest.items():
        if len(owners) > 1:
            raise ConflictError(type_)
    return tuple(each for each in found if each.type not in single or each.owner in nearest[each.type])


def _nearest(lineage: Lineage, owners: set[TypeId]) -> set[TypeId]:
    """The owners that some path up from a lineage meets first."""
    first: set[TypeId] = set()
    seen: set[int] = set()
    stack = [lineage]
    while stack:
        current = stack.pop()
        if id(current) in seen:
            continue
        seen.add(id(current))
        if current.id in owners:
            first.add(current.id)
        else:
            stack.extend(current.parents)
    return first


def of_the_class(declaration: ClassDeclaration) -> tuple[MetaUse, ...]:
    """The meta uses of a class itself."""
    return declaration.meta


def of_property(name: str) -> Pick:
    """The meta uses of the property of that name."""
    return lambda declaration: next((each.meta for each in declaration.properties if each.name == name), ())


def of_method(name: str) -> Pick:
    """The meta uses of the method of that name."""
    return lambda declaration: next((each.meta for each in declaration.all_methods if each.name == name), ())
