"""Infers the code of one class on demand, and keeps the values of all expressions, for editors.

Also finds the declarations that names after a `.` refer to: the members
that `properties` and `method_calls` find, for each alternative of the receiver.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec
from msgspec.structs import replace

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.bounds import TYPE_DEPTH
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.reporter import DefectReports
from muranopl.inherit.complete import (
    CompleteType,
    Member,
    MethodMember,
    PropertyMember,
    static_declarations,
)
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.value_contents import item_of
from muranopl.semantics.abstract.values import UNKNOWN, Value, single_kinds
from muranopl.semantics.bodies.body_checker import BodyChecker
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.bodies.expressions import evaluate
from muranopl.semantics.bodies.method_calls import takes_receiver
from muranopl.semantics.bodies.scope import CodeObserver, CodeState


class ObservedClass(msgspec.Struct, frozen=True, eq=False):
    """A class, and the values of the expressions in its code."""

    type: CompleteType
    classes: ClassIndex
    observer: CodeObserver

    @property
    def undeclared(self) -> Collection[str]:
        """The properties that the code of the class sets without declaring them."""
        states = self.observer.states
        return states[0].method.undeclared if states else ()

    def value(self, node: Yaql, part: Expression) -> Value:
        """Return the value of a part of an expression, UNKNOWN if it was not inferred."""
        return self.observer.value(node, part) or UNKNOWN

    def named(self, line: int, name: str) -> Value:
        """Return the value of a variable that `For` or `As` names in a line."""
        return self.observer.named.get((line, name), UNKNOWN)

    def evaluated(self, node: Yaql, line: int, column: int) -> Value:
        """Return the value that an expression would have at a position in the code.

        UNKNOWN if no code was inferred before it.
        """
        state = self._state(line, column)
        if state is None:
            return UNKNOWN
        method = replace(
            state.method,
            variables=state.variables.copy(),
            findings=Findings(max_per_code=1),
            observer=None,
        )
        return evaluate(node, method)

    def variables(self, line: int, column: int) -> dict[str, Value]:
        """Return the variables that an expression at a position may read, with their values."""
        state = self._state(line, column)
        return {} if state is None else state.variables.values()

    def _state(self, line: int, column: int) -> CodeState | None:
        """Return the last state that was recorded before a position, or there."""
        states = self.observer.states
        before = [item for item in states if item.position <= (line, column)]
        # Of several at one position the last one, as the first of equal ones is returned
        return max(reversed(before), key=lambda item: item.position, default=None)


def observe(type_: CompleteType, classes: ClassIndex) -> ObservedClass:
    """Infer the code of a class once more, and keep what it finds."""
    observer = CodeObserver()
    BodyChecker(classes).check(type_, Findings(max_per_code=1), DefectReports(), observer)
    return ObservedClass(type_, classes, observer)


def property_members(
    receiver: Value, name: str, own: CompleteType, classes: ClassIndex, depth: int = 0
) -> Iterator[PropertyMember]:
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
) -> Iterator[MethodMember]:
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
