"""Changes of a class that both versions of a package have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import msgspec

from muranopl.ard.plain_data import exact
from muranopl.diagnostics.places import Place
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.overrides import NOT_COMPARED
from muranopl.inherit.property_overrides import GIVEN
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.views.changes.change import Level, VersionChange
from muranopl.views.changes.members import MemberChanges

M = TypeVar("M", bound=Named)
_MAY_HAVE = "a missing ancestor may have it"
Compare = Callable[[str, M, M], Iterator[VersionChange]]


def class_changes(
    old: CompleteType, new: CompleteType, members: MemberChanges, facts: ContractFacts
) -> Iterator[VersionChange]:
    """Yield the changes of a class, except those of members that it inherits in both versions.

    Members whose names begin with an underscore are for the class itself, by convention: their
    changes are patches.
    """
    for change in _class_changes(old, new, members, facts):
        if '"_' in change.subject:
            yield msgspec.structs.replace(change, level=Level.PATCH)
        else:
            yield change


def _class_changes(
    old: CompleteType, new: CompleteType, members: MemberChanges, facts: ContractFacts
) -> Iterator[VersionChange]:
    name = old.id.name
    yield from _ancestors(old, new)

    def added_property(declaration: PropertyDeclaration) -> Level:
        is_needed = declaration.usage in GIVEN and facts.is_required(declaration)
        return Level.MAJOR if is_needed else Level.MINOR

    yield from _members(
        f'property "{{}}" of {name}',
        (old, old.properties),
        (new, new.properties),
        members.of_property,
        added_property,
    )
    yield from _members(
        f'method "{{}}" of {name}',
        (old, _callable(old.methods)),
        (new, _callable(new.methods)),
        members.of_method,
        lambda _: Level.MINOR,
    )
    yield from _life_cycle(old, new)


def _life_cycle(old: CompleteType, new: CompleteType) -> Iterator[VersionChange]:
    """Yield the changes of constructors and destructors, which nothing calls by name."""
    for name in sorted(NOT_COMPARED):
        before, after = (
            [
                exact(method.node)
                for method in type_.declared.declaration.all_methods
                if method.symbol == name
            ]
            for type_ in (old, new)
        )
        if before != after:
            subject = f'method "{name}" of {old.id.name}'
            yield VersionChange(Level.PATCH, subject, "changed", _place(old), _place(new))


def _callable(methods: Mapping[str, Member[M]]) -> Mapping[str, Member[M]]:
    return {name: method for name, method in methods.items() if name not in NOT_COMPARED}


def _ancestors(old: CompleteType, new: CompleteType) -> Iterator[VersionChange]:
    if old.incomplete or new.incomplete:
        return
    before = {id_.name for id_ in old.ancestors}
    after = {id_.name for id_ in new.ancestors}
    places = _place(old), _place(new)
    subject = f"class {old.id.name}"
    for name in sorted(before - after):
        yield VersionChange(Level.MAJOR, subject, f"is no longer a {name}", *places)
    for name in sorted(after - before):
        yield VersionChange(Level.MINOR, subject, f"is now a {name}", *places)


def _place(type_: CompleteType) -> Place:
    return type_.declared.declaration.node.place


def _members(
    subject: str,
    before: tuple[CompleteType, Mapping[str, Member[M]]],
    after: tuple[CompleteType, Mapping[str, Member[M]]],
    compare: Compare[M],
    added: Callable[[M], Level],
) -> Iterator[VersionChange]:
    (old_type, old), (new_type, new) = before, after
    for name, member in old.items():
        words = subject.format(name)
        if name in new:
            own = old_type.id, new_type.id
            declaring = member.declaring, new[name].declaring
            # What both inherit is compared where it is declared
            if declaring[0] == own[0] or declaring[1] == own[1]:
                yield from compare(words, member.declaration, new[name].declaration)
        elif _is_of_type(member, old_type, new_type):
            place = member.declaration.name_node.place
            level, text = Level.MAJOR, "was removed"
            if new_type.incomplete:
                level, text = Level.PATCH, f"is no longer declared; {_MAY_HAVE}"
            yield VersionChange(level, words, text, place, None)
    for name, member in new.items():
        if name not in old and _is_of_type(member, new_type, old_type):
            declaration = member.declaration
            level = added(declaration)
            text = "is new, and required" if level is Level.MAJOR else "is new"
            if old_type.incomplete:
                level, text = Level.PATCH, f"is declared now; {_MAY_HAVE}"
            place = declaration.name_node.place
            yield VersionChange(level, subject.format(name), text, None, place)


def _is_of_type(member: Member[M], type_: CompleteType, other: CompleteType) -> bool:
    """Return whether a member that only one version of a type has is a change of the type.

    It is one of an ancestor that both versions have, if that declares it. What one version
    inherits is not compared with an unknown ancestor of the other one.
    """
    if member.declaring == type_.id:
        return True
    ancestors = {id_.name for id_ in other.ancestors}
    return not other.incomplete and member.declaring.name not in ancestors
