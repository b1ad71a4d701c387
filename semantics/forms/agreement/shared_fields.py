"""Reports fields that are unused, or used for only some of the objects that have the property.

A choice that is meant for all servers, such as the availability zone, is easily forgotten in one.

The values that objects lack are collected by name: a field whose value nothing uses may have just that value.
"""

from __future__ import annotations

import functools
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from muranopl.ard import nodes
from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Binary, Expression, Keyword, Variable
from muranopl.diagnostics.bounds import COMPARED_PAIRS
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Applicability, Fix, Related, fixed_by
from muranopl.diagnostics.places import Place
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.namespace.result import TypeId
from muranopl.semantics.abstract.overloads import listed
from muranopl.semantics.forms.agreement.needs import SETTABLE, MappingEntry, Needs
from muranopl.semantics.forms.scope import Reports


class FormObject(msgspec.Struct, frozen=True, eq=False):
    """An object of a UI definition that is written in YAML: its mapping, and where it is reported."""

    mapping: nodes.Mapping
    place: Place
    needs: Needs
    entries: Mapping[str, MappingEntry]
    excluded: tuple[str, ...]

    def lacks(self, name: str, declaring: TypeId | None) -> bool:
        """Return whether the object is not given a property, of one class if that is not None."""
        if name in self.entries or name in self.excluded:
            return False
        member = self.needs.type.properties.get(name)
        return (
            member is not None
            and declaring in {member.declaring, None}
            and member.declaration.usage in SETTABLE
        )


class _Passing(msgspec.Struct, frozen=True, eq=False):
    """A property that gets the value of a field: its form and name, and where it is passed."""

    field: tuple[str, str]
    place: Place


def report_fields_for_some(
    definition: UIDefinition,
    objects: Sequence[FormObject],
    reported: Iterable[str],
    reports: Reports,
) -> None:
    """Report objects that lack a property which another object gets from a field.

    `reported` are the names of properties whose lack is reported. Of properties that get different
    fields in different objects, none is missing.
    """
    shown = {
        (form.name, field.name)
        for form in definition.forms
        for field in form.fields
        # A switch is often meant for one object
        if field.type.may_be_required and not field.type.is_hidden(field)
    }
    passed: dict[tuple[str, TypeId], list[_Passing]] = {}
    for item in objects:
        for name, passing in _passings(item):
            member = item.needs.type.properties.get(name)
            if member is not None and passing.field in shown:
                passed.setdefault((name, member.declaring), []).append(passing)
    if len(passed) * len(objects) > COMPARED_PAIRS.most:
        return
    lacking: dict[int, dict[str, _Passing]] = {}
    for (name, declaring), passings in passed.items():
        first = passings[0]
        if name in reported or any(item.field != first.field for item in passings):
            continue
        # What goes to several objects under its own name is meant for all that have the name
        of_all = len(passings) > 1 and name == first.field[1]
        for at, item in enumerate(objects):
            if item.lacks(name, None if of_all else declaring):
                lacking.setdefault(at, {})[name] = first
    for at, missing in lacking.items():
        _report(objects[at], missing, reports)


def _passings(item: FormObject) -> Iterator[tuple[str, _Passing]]:
    """Yield the properties of an object that get what was entered in a field, and nothing else."""
    for name, entry in item.entries.items():
        if isinstance(entry.value, Yaql):
            field = _field(entry.value.tree)
            if field is not None:
                yield name, _Passing(field, entry.place)


def _field(tree: Expression) -> tuple[str, str] | None:
    """Return the form and the name of a field that an expression reads, `$.form.field`, or None."""
    match tree:
        case Binary(
            operator=".",
            left=Binary(operator=".", left=Variable(name="$" | "$forms"), right=Keyword(name=form)),
            right=Keyword(name=field),
        ):
            return form, field
    return None


def _report(item: FormObject, missing: Mapping[str, _Passing], reports: Reports) -> None:
    fields = listed([f'field "{passing.field[1]}"' for passing in missing.values()])
    lines = [f"{name}: $.{'.'.join(passing.field)}" for name, passing in missing.items()]
    reports.report(
        rules.FIELD_FOR_SOME,
        item.place,
        class_=item.needs.type.id.name,
        fields=fields,
        lines=listed([f"`{line}`" for line in lines]),
        related=tuple(
            Related("another object gets it here", passing.place) for passing in missing.values()
        ),
        fixes=functools.partial(passing_line, item.mapping, lines[0]),
    )


def passing_line(mapping: nodes.Mapping, line: str) -> tuple[Fix, ...]:
    """Return the fix that gives a value to an object; unsafe, as others may be meant."""
    from muranopl.ard.rewriting import with_last_pair

    edit = with_last_pair(mapping, line)
    return fixed_by(f"write `{line}`", edit, applicability=Applicability.UNSAFE)


Lacking = tuple[TypeId, nodes.Mapping | None]
"""An object that is not given a value: its class, and its mapping if it is written in YAML."""


class LackingValues:
    """Collects them; of several objects that lack a value the first one counts.

    `reported` are the names of required values, whose lack is reported at the object.
    """

    def __init__(self) -> None:
        self._first: dict[str, Lacking] = {}
        self._given: set[str] = set()
        self.reported: set[str] = set()

    def note(
        self, class_: TypeId, source: object, settable: Iterable[str], given: Container[str]
    ) -> None:
        """Note the `settable` values of an object that are not `given`."""
        mapping = source if isinstance(source, nodes.Mapping) else None
        for name in settable:
            if name in given:
                self._given.add(name)
            else:
                self._first.setdefault(name, (class_, mapping))

    def of(self, name: str) -> Lacking | None:
        """Return the first object that lacks a value of a name, if no object is given one."""
        return None if name in self._given else self._first.get(name)


def report_unused_fields(
    unused: Iterable[tuple[str, UIField]], lacking: LackingValues, reports: Reports
) -> None:
    """Report unused fields: as not passed, if an object lacks a property of the same name.

    `unused` are fields with their forms.
    """
    for form, field in unused:
        place, name = field.name_node.place, field.name
        if name in lacking.reported:
            continue
        needing = lacking.of(name)
        if needing is None:
            reports.report(rules.UNUSED_FIELD, place, name=name)
            continue
        line, facts = f"{name}: $.{form}.{name}", dict[str, Any]()
        id_, mapping = needing
        if mapping is not None:
            facts["related"] = (Related("the object is created here", mapping.head.place),)
            facts["fixes"] = functools.partial(passing_line, mapping, line)
        reports.report(
            rules.FIELD_NOT_PASSED, place, name=name, class_=id_.name, line=line, **facts
        )
