"""Writing of properties by methods: access rights, and contracts of values.

Reference: workflow, Dispatch, types, objects; running, Which values live how long; measured:
evaluation.json, access/*.
"""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.execution.contracts import Contracts
from muranopl.execution.exceptions import engine_error
from muranopl.execution.machine import Activation
from muranopl.execution.refusals import Takes, of_property, takes_as_is
from muranopl.language.grammar.property import PropertyUsage
from muranopl.namespace.result import TypeId
from muranopl.render.plans import PropertyPlan
from muranopl.semantics.evaluation.conversion import FrozenDict, thaw
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.properties import static_declaration

_WRITABLE = frozenset(
    {
        PropertyUsage.OUT,
        PropertyUsage.IN_OUT,
        PropertyUsage.RUNTIME,
        PropertyUsage.STATIC,
        PropertyUsage.CONFIG,
    }
)


class _Written:
    """A property prepared for writing: all its declarations, and the test for unchanged values."""

    __slots__ = ("as_is", "plan", "writable")

    def __init__(self, plan: PropertyPlan) -> None:
        declarations = (plan.declaration, *(item for _, item in plan.others))
        self.plan = plan
        self.writable = all(declaration.usage in _WRITABLE for declaration in declarations)
        contracts = (declaration.contract for declaration in declarations)
        tests = [takes_as_is(contract) for contract in contracts if contract is not None]
        self.as_is: Takes = lambda value: all(test(value) for test in tests)
        if len(tests) == 1:
            self.as_is = tests[0]


class PropertyWriter(msgspec.Struct, eq=False):
    """Writes properties for the methods of one execution.

    `statics` are values of static properties.
    """

    _contracts: Contracts
    _statics: dict[tuple[TypeId, str], Any]
    _known: dict[tuple[int, str], tuple[MuranoType, _Written | None]] = {}

    def write(self, activation: Activation, object_: MuranoObject, name: str, value: Any) -> None:
        """Set a property of an object with the access rights of the running method's class."""
        caller, type_ = activation.frame.caller, object_.type
        inside = caller is not None and (caller is type_ or type_.extends(caller))
        # Code of a class sees the properties of that class, others those of the object.
        start = caller if inside and caller is not None else type_
        if name not in start.complete.properties:
            if not inside:
                message = f'Property "{name}" in class "{start.name}" cannot be written'
                raise engine_error("PropertyWriteError", message)
            # Undeclared properties are private to a class: its descendants have their own
            object_.private[start.id, name] = value
            return
        member = type_.complete.properties[name]
        if member.ambiguous:
            raise engine_error(
                "AmbiguousPropertyNameError", f'Found more than one property "{name}"'
            )
        written = self._property(type_, name)
        if not activation.may_write and not (inside and written.writable):
            raise engine_error(
                "NoWriteAccessError", f'Property "{name}" is immutable to the caller'
            )
        if written.plan.declaration.usage is PropertyUsage.STATIC:
            self.write_static(written.plan.declaring, name, value)
        else:
            self._set(object_, written, value)

    def set(self, object_: MuranoObject, name: str, value: Any) -> None:
        """Set a declared property of an object without a check of access rights."""
        self._set(object_, self._property(object_.type, name), value)

    def _set(self, object_: MuranoObject, written: _Written, value: Any) -> None:
        name = written.plan.name
        if not written.as_is(value):
            object_.set(name, self._contracts.of_property(object_, written.plan, value))
        elif type(value) in _COLLECTIONS:
            object_.set(name, thaw(value, self._contracts.budget))
            # The yaql form is kept, as reading it back is common.
            object_.frozen[name] = value
        else:
            object_.set(name, value)

    def _property(self, type_: MuranoType, name: str) -> _Written:
        key = id(type_), name
        if key not in self._known:
            plan = self._contracts.plan(type_, name)
            self._known[key] = type_, None if plan is None else _Written(plan)
        written = self._known[key][1]
        if written is None:
            raise engine_error("NoPropertyFound", f'Property "{name}" is not found')
        return written

    def write_static(self, type_: MuranoType, name: str, value: Any) -> None:
        """Set a static property, which all objects of the class and of its descendants share."""
        declaring, declaration = static_declaration(type_, name)
        if declaration.contract is not None:
            subject = of_property(declaring.name, declaration)
            value = self._contracts.apply(
                declaration.contract, value, declaring, declaring, subject, None
            )
        self._statics[declaring.id, name] = thaw(value, self._contracts.budget)


_COLLECTIONS = frozenset({tuple, FrozenDict})
