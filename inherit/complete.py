"""Builds complete types: all members, inherited ones too, each with the class that declares it.

A class has all members of its parent and a few of its own: copied for each class of a long line of
descent, or for each of many classes below a large one, they would take quadratic time and memory.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

import msgspec

from muranopl.hierarchy.nodes import TypeNode
from muranopl.hierarchy.phase import Hierarchy
from muranopl.language.grammar.class_ import ClassUsage
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.language.library import PYTHON_CLASSES
from muranopl.namespace.result import DeclaredClass, Names, TypeId

V = TypeVar("V")
K = TypeVar("K")

_SMALL = 64
"""Mappings of up to this many entries are copied, which is faster than searching several layers."""


class Layered(Mapping[K, V], Generic[K, V]):
    """A mapping of several layers, where later ones override.

    The order is that of an updated dict.
    """

    __slots__ = ("_size", "layers")

    def __init__(self, layers: tuple[dict[K, V], ...], size: int) -> None:
        self.layers = layers
        self._size = size

    def __getitem__(self, key: K) -> V:
        for layer in reversed(self.layers):
            if key in layer:
                return layer[key]
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return any(key in layer for layer in self.layers)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[K]:
        return iter({key: None for layer in self.layers for key in layer})


def extended(below: Mapping[K, V], own: dict[K, V]) -> Mapping[K, V]:
    """Return a mapping with the entries of `below` updated by `own`; `below` does not change.

    Layers become smaller from one to the next, so there are few, and an entry is copied at most as
    often as there are layers.
    """
    if not own:
        return below
    if below.__class__ is Layered:  # `isinstance` asks the abstract class, which is slow
        layers = below.layers
    else:
        layers = (dict(below) if not isinstance(below, dict) else below,)
    top = own
    # Merging layers that are not larger keeps their number logarithmic.
    while layers and len(layers[-1]) <= max(_SMALL, len(top)):
        top = {**layers[-1], **top}
        layers = layers[:-1]
    if layers:
        return Layered((*layers, top), len(below) + sum(key not in below for key in own))
    return top


M = TypeVar("M", bound=Named)
Ancestors = Callable[[TypeId], tuple[TypeId, ...]]
Declared = tuple[TypeId, PropertyDeclaration]


class Member(msgspec.Struct, Generic[M], eq=False):
    """A property or method of a type under its name.

    `candidates` are the declarations the name may refer to, with their classes: one, or several if
    unrelated parents both declare it; then using the name is an error, having it is not. `above`
    are the members of the parents that these declarations hide, or come from if several parents
    have the name; they are shared, not copied, so that long chains of overrides take linear memory.
    """

    name: str
    candidates: tuple[tuple[TypeId, M], ...]
    above: tuple[Member[M], ...] = ()

    @property
    def ambiguous(self) -> bool:
        """Whether the name refers to several unrelated declarations."""
        return len(self.candidates) > 1

    @property
    def chain(self) -> tuple[tuple[TypeId, M], ...]:
        """All declarations of the name in the type and its ancestors, nearest first, each once.

        A value is made by the contract of the first one and then validated by those of all others.
        """
        return tuple(self.declarations())

    def declarations(self) -> Iterator[tuple[TypeId, M]]:
        """Yield the declarations of `chain`."""
        type_ids: set[TypeId] = set()
        level: tuple[Member[M], ...] = (self,)
        while level:
            for member in level:
                for type_, declaration in member.candidates:
                    if type_ not in type_ids:
                        type_ids.add(type_)
                        yield type_, declaration
            if len(level) == 1:  # as nearly always
                level = level[0].above
            else:
                level = tuple(
                    {id(hidden): hidden for member in level for hidden in member.above}.values()
                )

    @property
    def overridden(self) -> tuple[tuple[TypeId, M], ...]:
        """The declarations that the one of this type directly hides."""
        if len(self.above) < 2:  # as nearly always
            return self.above[0].candidates if self.above else ()
        return tuple(
            {type_: value for member in self.above for type_, value in member.candidates}.items()
        )

    @property
    def declaring(self) -> TypeId:
        """The class whose declaration counts (the first one if the member is ambiguous)."""
        return self.candidates[0][0]

    @property
    def declaration(self) -> M:
        """The declaration that counts (the first one if the member is ambiguous)."""
        return self.candidates[0][1]


PropertyMember = Member[PropertyDeclaration]
MethodMember = Member[MethodDeclaration]


class CompleteType(msgspec.Struct, eq=False, dict=True):
    """A type with all its members.

    `incomplete` is true if an ancestor is unknown, so that it may have more. `clones` are the
    parents that were cloned for a descendant, with the members that they have for it.
    """

    id: TypeId
    declared: DeclaredClass
    node: TypeNode
    parents: tuple[TypeId, ...]
    properties: Mapping[str, Member[PropertyDeclaration]]
    methods: Mapping[str, Member[MethodDeclaration]]
    incomplete: bool
    clones: tuple[CompleteType, ...] = ()

    @functools.cached_property
    def ancestors(self) -> tuple[TypeId, ...]:
        """All ancestors, breadth first over parents in written order, each once."""
        return self.node.ancestors()

    @property
    def usage(self) -> ClassUsage:
        """Plain class or meta class."""
        return self.declared.declaration.usage


def complete(
    node: TypeNode, names: Names, hierarchy: Hierarchy, done: Callable[[TypeId], CompleteType]
) -> CompleteType:
    """Return the complete type of a node, whose parents may be clones for this type alone.

    `done` returns the types of its shared ancestors, which are complete already.
    """
    return _completed(node, names, hierarchy, done, {})


def _completed(
    node: TypeNode,
    names: Names,
    hierarchy: Hierarchy,
    done: Callable[[TypeId], CompleteType],
    cloned: dict[TypeNode, CompleteType],
) -> CompleteType:
    """Return the complete type of a node; `cloned` has those of clones among its ancestors."""
    parents: list[CompleteType] = []
    clones: list[CompleteType] = []
    for parent in node.parents:
        if parent.id not in names.classes:
            continue
        if hierarchy.nodes.get(parent.id) is parent:
            parents.append(done(parent.id))
            continue
        if parent not in cloned:
            cloned[parent] = _completed(parent, names, hierarchy, done, cloned)
        parents.append(cloned[parent])
        clones.append(cloned[parent])
    result = _complete(node, tuple(parents), names, hierarchy)
    result.clones = tuple(clones)
    return result


def _complete(
    node: TypeNode, parents: tuple[CompleteType, ...], names: Names, hierarchy: Hierarchy
) -> CompleteType:
    def ancestors(type_: TypeId) -> tuple[TypeId, ...]:
        # The node of a clone is not in the hierarchy
        return node.ancestors() if type_ == node.id else hierarchy.ancestors(type_)

    declared = names.classes[node.id]
    declaration = declared.declaration
    methods = (*_engine_methods(node.id, names), *declaration.all_methods)
    return CompleteType(
        id=node.id,
        declared=declared,
        node=node,
        parents=tuple(parent.id for parent in parents),
        properties=_members(
            node.id, declaration.properties, [parent.properties for parent in parents], ancestors
        ),
        methods=_members(node.id, methods, [parent.methods for parent in parents], ancestors),
        incomplete=node.id in hierarchy.incomplete,
    )


def _engine_methods(type_: TypeId, names: Names) -> tuple[MethodDeclaration, ...]:
    """Return the methods that the engine adds in Python to another core library's class.

    The embedded core library declares them like all others.
    """
    # Another core library need not declare these methods
    core = names.engine_core
    if (
        core in {None, type_.package}
        or type_.package.name != CORE_LIBRARY
        or type_.name not in PYTHON_CLASSES
    ):
        return ()
    described = names.packages[core].classes.get(type_.name)
    return () if described is None else described.declaration.all_methods


def _members(
    own_type: TypeId,
    own: Iterable[M],
    inherited: Sequence[Mapping[str, Member[M]]],
    ancestors: Ancestors,
) -> Mapping[str, Member[M]]:
    """Return the members by symbol.

    Own declarations hide inherited ones, the last of equal ones counts. The same symbol from
    several parents is resolved by `_nearest`.
    """
    # With one parent, nearly all members are its own: `extended` shares the table of the parent
    below: Mapping[str, Member[M]] = inherited[0] if inherited else {}
    members = _joined(below, inherited[1:], ancestors) if len(inherited) > 1 else {}
    for name, declaration in {item.symbol: item for item in own}.items():
        hidden = members.get(name) or below.get(name)
        members[name] = Member(
            name, ((own_type, declaration),), () if hidden is None else (hidden,)
        )
    return extended(below, members)


def _joined(
    first: Mapping[str, Member[M]], others: Iterable[Mapping[str, Member[M]]], ancestors: Ancestors
) -> dict[str, Member[M]]:
    """Return the members of further parents that the first one lacks, or has differently."""
    met: dict[str, dict[tuple[tuple[TypeId, M], ...], Member[M]]] = {}
    for table in others:
        for name, member in table.items() if table is not first else ():
            earlier = first.get(name)
            if earlier is not member:
                start = {} if earlier is None else {earlier.candidates: earlier}
                met.setdefault(name, start)[member.candidates] = member
    # Few names need the ancestors, and these are the same for all of them
    above = functools.cache(lambda type_: frozenset(ancestors(type_)))
    joined: dict[str, Member[M]] = {}
    for name, result in met.items():
        # Members with equal candidates are one: a diamond has a single declaration.
        members = tuple(result.values())
        if len(members) == 1:
            joined[name] = members[0]
        else:
            candidates = tuple(candidate for member in members for candidate in member.candidates)
            joined[name] = Member(name, _nearest(candidates, above), members)
    return joined


def _nearest(
    candidates: tuple[tuple[TypeId, M], ...], ancestors: Callable[[TypeId], frozenset[TypeId]]
) -> tuple[tuple[TypeId, M], ...]:
    """Return the candidates that no other one hides, as its class is a descendant.

    This is the engine's rule of paths (reference: packages-and-versions, Ancestors and symbols): a
    path from the class to a root, reduced to the classes that declare the name, is dropped when it
    is the tail of another one.
    """
    distinct = dict(candidates)
    hidden: set[TypeId] = set()
    for type_ in distinct:
        hidden |= ancestors(type_) & distinct.keys()
    return tuple(item for item in distinct.items() if item[0] not in hidden)


def static_declarations(member: Member[PropertyDeclaration]) -> tuple[Declared, ...]:
    """Return the nearest static declarations of a name, with their classes.

    There are several if unrelated parents have one. A declaration that is not static hides none
    (measured beside the engine).
    """
    result = [item for item in member.candidates if item[1].usage is PropertyUsage.STATIC]
    if not result:
        result = [item for above in member.above for item in static_declarations(above)]
    return tuple(dict(result).items())
