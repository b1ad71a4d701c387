"""The properties of one object get their values: in which order, from where, and what waits for what.

Measured on the engine: conformance/models.json, default-expr-*, usage-*, config-*, redeclare-*, find-owner-*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import values as rules
from muranopl.diagnostics.diagnostic import InModel
from muranopl.language.grammar.property import PropertyUsage
from muranopl.render.data import data_of
from muranopl.render.definition import Definition
from muranopl.render.plans import Level, PropertyPlan
from muranopl.render.shown import cut
from muranopl.render.value import MISSING, Given, Value
from muranopl.semantics.evaluation.errors import UninitializedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

if TYPE_CHECKING:
    from muranopl.render.load import Load

Overrides = tuple[dict[str, Any], ModelPath]


class Initialization:
    """Gives one object its values. `overrides` are defaults that are stronger than those of its class.

    `around` is the class that declares the property the object is in, where it is one of its own ancestors.
    """

    def __init__(
        self,
        load: Load,
        object_: MuranoObject,
        definition: Definition,
        path: ModelPath,
        overrides: Overrides | None = None,
    ) -> None:
        self._load = load
        self._object = object_
        self._given = definition.properties
        self._body = definition.body
        self._path = path
        self._overrides = overrides
        self.around: MuranoType | None = None

    def run(self, excluded: frozenset[str] = frozenset()) -> None:
        """Set all properties but some: those of the object's own class, then those of its parents, depth first."""
        used = set(excluded)
        for level in self._load.plan(self._object.type).levels:
            for plan in level.configured:
                value = Value(self._load, self._object, level, plan)
                try:
                    value.set(self._configured(level, plan))
                except UninitializedError as error:  # nothing else has a value yet
                    self._report_circle([value], [_waits(value, error)])
            pending = [each for each in level.order if each.name not in used and each.name not in level.arguments]
            used.update(level.arguments)
            used.update(each.name for each in pending)
            self._set_all(level, pending)

    def _configured(self, level: Level, plan: PropertyPlan) -> Given:
        """What a Config property is set from: null in the config is null, and no reason to take the default."""
        where = self._path.member(plan.name)
        config = self._load.configs.of(level.type).get(plan.name)
        return Given(MISSING, where) if config is None else Given(data_of(config), where.at(config))

    def _set_all(self, level: Level, pending: list[PropertyPlan]) -> None:
        """Set properties, those that read another one after it; what is left when nothing moves waits for itself."""
        waiting: list[tuple[Value, Given]] = []
        for plan in pending:
            value = Value(self._load, self._object, level, plan)
            if self._is_lost(value):
                continue
            given = self._source(value, plan)
            if given is not None:
                waiting.append((value, given))
        while waiting:
            still: list[tuple[Value, Given]] = []
            reasons: list[str] = []
            for value, given in waiting:
                try:
                    value.set(given)
                except UninitializedError as error:
                    still.append((value, given))
                    reasons.append(_waits(value, error))
            if len(still) == len(waiting):
                self._report_circle([value for value, _ in still], reasons)
                return
            waiting = still

    def _is_lost(self, value: Value) -> bool:
        """Whether the engine takes a property for a private one of the class around, and the engine is followed."""
        if self.around is None or value.name in self.around.complete.properties:
            return False
        if quirks.NESTED_SUBCLASS in self._load.quirks:
            return True
        return value.name in self._given and value.follows(quirks.NESTED_SUBCLASS, self._body.member(value.name))

    def _source(self, value: Value, plan: PropertyPlan) -> Given | None:
        """What a property is set from; None where it gets no value at all."""
        where = self._body.member(plan.name)
        given = plan.name in self._given
        if not plan.is_given:
            if given:
                value.report_ignored(where)
            if plan.usage is PropertyUsage.RUNTIME:
                return None if plan.declaration.default is None else Given(MISSING, where)
            if plan.usage is PropertyUsage.STATIC and plan.bad_default is not None:
                value.warn_unused_default(where)
            return None
        override = self._override(plan.name)
        if given:
            return Given(self._given[plan.name], where, override)
        return Given(MISSING, where) if override is None else override

    def _override(self, name: str) -> Given | None:
        if self._overrides is None or name not in self._overrides[0]:
            return None
        values, path = self._overrides
        return Given(values[name], path.member(name).moved(self._path, name), tentative=True)

    def _report_circle(self, waiting: list[Value], reasons: list[str]) -> None:
        related = tuple(value.declared() for value in waiting)
        problem = reasons[0] if len(reasons) == 1 else f"{len(reasons)} properties wait for each other"
        facts: dict[str, Any] = {"type": self._object.type.name, "problem": problem}
        if len(reasons) > 1:
            facts["notes"] = tuple(reasons)
        self._load.reports.add(rules.CIRCULAR_VALUES, self._path, InModel(self._path.text), related, **facts)
        for value in waiting:
            value.poison()


def _waits(value: Value, error: UninitializedError) -> str:
    return f'"{value.name}" needs a value that is not there: {error}'


def report_unknown(load: Load, object_: MuranoObject, definition: Definition) -> None:
    """Report values that the model gives for properties that the class does not have."""
    names = load.plan(object_.type).names
    for name in definition.properties if load.initializing else ():
        if name in names:
            continue
        where = definition.body.member(name)
        key = ModelPath(definition.body.key_node(name), definition.body, where.step)
        suggestion, type_ = load.nearest(name, names), object_.type.name
        load.reports.add(
            object_rules.UNKNOWN_PROPERTY, key, InModel(where.text), name=cut(name), type=type_, suggestion=suggestion
        )
