"""Checks that declarations which override those of a parent keep what the parent promises.

Puccini's rule (language/puccini-phases.txt): when overriding, make sure not to break the contract. The reference
engine compares nothing when a class is loaded; values of objects and calls fail later. Contracts are compared by
the subtyping of the classes that they name. `method_overrides` and `property_overrides` check single members.
"""

from __future__ import annotations

import functools
from collections import ChainMap
from collections.abc import Collection, Iterable, Iterator, Mapping

from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.hierarchy.phase import Hierarchy
from muranopl.inherit.complete import CompleteType, extended
from muranopl.inherit.method_overrides import check_method
from muranopl.inherit.property_overrides import check_property
from muranopl.language.contracts.compatible.comparison import ClassRelation, Subtyping
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.method import CONSTRUCTOR, LIFE_CYCLE, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.references import references
from muranopl.namespace.result import Names, TypeId
from muranopl.read.exports import assigned_attributes

NOT_COMPARED = frozenset({*LIFE_CYCLE.values(), "__init__"})
"""Constructors and destructors, which are not compared: each class has its own, and they are not
called by contract.
"""

_Table = Mapping[tuple[str, str], tuple[Named, ...]]


class Overrides:
    """The declarations that each type to check overrides, found before any type is complete.

    Where branches of the hierarchy meet they may include some that are not really overridden: only
    `needs` depends on them.
    """

    def __init__(self, names: Names, hierarchy: Hierarchy, checked: Collection[TypeId]) -> None:
        self._names = names
        self._compared: dict[TypeId, list[Named]] = {}
        visible: dict[TypeId, _Table] = {}
        for id_ in _with_ancestors(checked, hierarchy):
            parents = [visible[parent] for parent in hierarchy.parents[id_] if parent in visible]
            above: _Table = _joined(parents) if parents else {}
            own = _members(names, id_) if id_ in names.classes else {}
            hiding = {name: member for name, member in own.items() if name in above}
            # A property and a method of one name do not hide each other: the kind is a part of the
            # key.
            self._compared[id_] = [
                item for name, member in hiding.items() for item in (member, *above[name])
            ]
            visible[id_] = extended(above, {name: (member,) for name, member in own.items()})

    def needs(self, id_: TypeId) -> tuple[TypeId, ...] | None:
        """Return the types that must be complete to check a type; None if it overrides nothing.

        They are the type itself and the classes that the contracts to be compared name.
        """
        # Most types override nothing, and wait for no other type
        if not self._compared[id_]:
            return None
        named = (
            self._names.resolved.get(class_)
            for member in self._compared[id_]
            for class_ in _named_classes(member)
        )
        return tuple(dict.fromkeys((id_, *(item for item in named if item in self._names.classes))))


def _with_ancestors(types: Iterable[TypeId], hierarchy: Hierarchy) -> list[TypeId]:
    """Return the types and their ancestors, each after its parents."""
    included = set(types)
    result = []
    for id_ in reversed(hierarchy.sequence):
        if id_ in included:
            result.append(id_)
            included.update(hierarchy.parents[id_])
    return result[::-1]


def check_overrides(
    id_: TypeId, names: Names, types: Mapping[TypeId, CompleteType], findings: Findings
) -> None:
    """Check every own declaration of a type that hides one of a parent.

    `types` has those that `needs` returns.
    """
    type_ = types[id_]
    relation = class_relation(names, types)

    @functools.cache
    def assignments() -> Mapping[str, Place]:
        above = (names.classes[id_] for id_ in type_.ancestors if id_ in names.classes)
        return ChainMap(*(_assignments(declared.declaration) for declared in above))

    declaration = type_.declared.declaration
    facts = ContractFacts(quirks=names.quirks)
    for property_ in declaration.properties:
        member = type_.properties[property_.name]
        check_property(member, relation, assignments, facts, findings)
    for method in declaration.all_methods:
        if method.symbol not in NOT_COMPARED:
            check_method(type_.methods[method.symbol], relation, facts, findings)


def _assignments(declaration: ClassDeclaration) -> dict[str, Place]:
    """Return where each property is first assigned by methods, `- $.name: value`.

    Constructors are ignored.
    """
    result: dict[str, Place] = {}
    for method in declaration.all_methods:
        if method.body is not None and method.symbol != CONSTRUCTOR:
            for key, name in assigned_attributes(method.body.node):
                result.setdefault(name, key.place)
    return result


def _members(names: Names, id_: TypeId) -> dict[tuple[str, str], Named]:
    """Return the declarations of a class, by kind and name."""
    declaration = names.classes[id_].declaration
    members: dict[tuple[str, str], Named] = {
        ("property", property_.name): property_ for property_ in declaration.properties
    }
    return members | {
        ("method", method.name): method
        for method in declaration.all_methods
        if method.symbol not in NOT_COMPARED
    }


def _joined(tables: list[_Table]) -> _Table:
    first = tables[0]
    joined: dict[tuple[str, str], dict[Named, None]] = {}
    for table in tables[1:]:
        for name, members in table.items() if table is not first else ():
            earlier = first.get(name, ())
            if members is not earlier:
                joined.setdefault(name, dict.fromkeys(earlier)).update(dict.fromkeys(members))
    return extended(first, {name: tuple(members) for name, members in joined.items()})


def _named_classes(member: Named) -> Iterator[TypeName]:
    """Yield the class names in the contracts of a property or method."""
    if isinstance(member, PropertyDeclaration):
        yield from references(member.contract)
    elif isinstance(member, MethodDeclaration):
        for argument in member.arguments:
            yield from references(argument.contract)


def class_relation(names: Names, types: Mapping[TypeId, CompleteType]) -> ClassRelation:
    """Return the function that compares two classes.

    `types` must have all classes it is called with. The engine compares classes by name, and
    versions by the requirements of the contract's package: for two versions of one class, and for a
    class with an unknown ancestor, the answer is UNKNOWN.
    """

    def relation(first: TypeName, second: TypeName) -> Subtyping:
        own, other = names.resolved.get(first), names.resolved.get(second)
        if own is None or other is None:
            return Subtyping.UNKNOWN
        node, below = types.get(own), types.get(other)
        if own == other or (node is not None and other in node.ancestors):
            return Subtyping.SUBTYPE
        if node is None or node.incomplete or other.name == own.name or _extends(node, other):
            return Subtyping.UNKNOWN
        is_below = below is None or below.incomplete or _extends(below, own)
        return Subtyping.NOT_SUBTYPE if is_below else Subtyping.UNRELATED

    return relation


def _extends(type_: CompleteType, other: TypeId) -> bool:
    """Return whether a class has an ancestor of a name, in any version."""
    return any(above.name == other.name for above in type_.ancestors)
