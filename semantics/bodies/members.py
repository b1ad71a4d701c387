"""The declarations that names after a `.` refer to, for those who ask what a name means.

These are the members that `properties` and `method_calls` find, for each alternative of the
receiver.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.diagnostics.bounds import TYPE_DEPTH
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.static_properties import static_declarations
from muranopl.language.contracts import kinds
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.semantics.abstract.value_contents import item_of
from muranopl.semantics.abstract.values import Value, single_kinds
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.bodies.method_calls import takes_receiver


def property_members(
    receiver: Value, name: str, own: CompleteType, classes: ClassIndex, depth: int = 0
) -> Iterator[Member[PropertyDeclaration]]:
    """Yield the properties that `receiver.name` may read or write in code of the class `own`."""
    for part in single_kinds(receiver):
        if part.kinds & kinds.ITEMS and depth < TYPE_DEPTH.most:
            yield from property_members(item_of(part), name, own, classes, depth + 1)
            continue
        for class_ in part.classes:
            # Code of a class sees its own properties in objects of descendants
            if part.kinds == kinds.OBJECT and classes.extends(class_.id, own.id):
                type_: CompleteType | None = own
            else:
                type_ = classes.get_incomplete(class_.id)
            member = None if type_ is None else type_.properties.get(name)
            if member is not None and part.kinds == kinds.CLASS:
                statics = static_declarations(member)
                member = Member(name, statics) if statics else None
            if member is not None:
                yield member


def method_members(
    receiver: Value, name: str, own: CompleteType, classes: ClassIndex
) -> Iterator[Member[MethodDeclaration]]:
    """Yield the methods that `receiver.name()` may call in code of the class `own`."""
    for part in single_kinds(receiver):
        owners = [own]
        for class_ in part.classes:
            type_ = classes.get_incomplete(class_.id)
            member = None if type_ is None else type_.methods.get(name)
            if member is not None:
                yield member
                return
            owners += [] if type_ is None else [type_]
        for owner in owners:
            for member in classes.extensions(owner, name):
                if takes_receiver(member.declaration, part, classes):
                    yield member


def visible_types(
    receiver: Value, own: CompleteType, classes: ClassIndex
) -> Iterator[CompleteType]:
    """Yield the types whose members code of the class `own` sees in a value."""
    for class_ in receiver.classes:
        is_own = receiver.kinds & kinds.OBJECT and classes.extends(class_.id, own.id)
        type_ = own if is_own else classes.get_incomplete(class_.id)
        if type_ is not None:
            yield type_
