"""Sets the properties of an object, in the right order, from all sources; waits for dependencies.

`property_value` sets one. Measured on the engine: conformance/models.json, default-expr-*, usage-*,
config-*, redeclare-*, find-owner-*.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muranopl.ard.descriptions import cut
from muranopl.ard.model_path import ModelPath, member
from muranopl.ard.nodes import Node
from muranopl.diagnostics import quirks
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.language.contracts import tree
from muranopl.language.contracts.apply import EXCLUDED
from muranopl.language.grammar.property import PropertyUsage
from muranopl.render.context import DefaultProperties, LoadedObject, LoadingContext
from muranopl.render.node_data import data_of
from muranopl.render.plans import LineageLevel, PropertyPlan
from muranopl.render.property_value import NOT_GIVEN, PropertyInitializer, ValueSource
from muranopl.render.store import QUIRKS, is_same
from muranopl.semantics.evaluation.errors import UninitializedError
from muranopl.semantics.evaluation.objects import MuranoType

_NAMES_OF_API = {("io.murano.Environment", "services"): "applications"}
"""Names of properties in the requests and answers of Murano's API, which are not those of models."""


class ObjectInitializer:
    """Sets the properties of one object.

    `completed_by` are default properties, which take precedence over the defaults of its class.
    `around` is the class that declares the property which contains the object, if it is also one of
    the object's ancestors.
    """

    def __init__(
        self,
        context: LoadingContext,
        loaded: LoadedObject,
        completed_by: DefaultProperties | None = None,
        around: MuranoType | None = None,
    ) -> None:
        self._context = context
        self._object = loaded.object
        self._given = loaded.definition.properties
        self._body = loaded.definition.body
        self._path = loaded.path
        self._completed_by = completed_by
        self._around = around
        earlier = context.earlier
        self._is_saved = earlier is None or earlier.unedited
        self._saved = {} if earlier is None else earlier.of(loaded.definition.id)

    def run(self) -> None:
        """Set all properties.

        Those of the object's own class come first, then those of its parents, depth first.
        """
        self._report_unknown()
        for level in self._context.plan(self._object.type).levels:
            # The engine sets Config properties before the others of a class (reference: running)
            for plan in level.configured:
                property_ = PropertyInitializer(self._context, self._object, level, plan)
                try:
                    property_.set(self._configured(level, plan))
                except UninitializedError as error:  # nothing else has a value yet
                    self._report_circle([property_], [_waits(property_, error)])
            self._set_all(level, level.order)

    def _report_unknown(self) -> None:
        """Report values in the model for properties that the class does not have."""
        context, type_ = self._context, self._object.type
        names = context.plan(type_).names
        # The second pass has the same names, so they are compared in the first one only
        for name in self._given if context.initializing else ():
            if name not in names and self._given[name] is not EXCLUDED:
                meant = _NAMES_OF_API.get((type_.name, name))
                absent = (item for item in names if item not in self._given)
                context.reporter.report_value(
                    object_rules.UNKNOWN_PROPERTY,
                    ModelPath(self._body.key_node(name), self._body, member(name)),
                    name=cut(name),
                    type=f"class {type_.name}",
                    noun="property",
                    suggestion=did_you_mean(meant) or context.nearest(name, absent),
                )

    def _configured(self, level: LineageLevel, plan: PropertyPlan) -> ValueSource:
        """Return the source of a Config property.

        Null in the config is a value and not a missing one.
        """
        where = self._path.member(plan.name)
        config: Node | None = self._context.configs.of(level.type).get(plan.name)
        if config is None:
            return ValueSource(NOT_GIVEN, where)
        return ValueSource(data_of(config, count=self._context.count_default), where.at(config))

    def _set_all(self, level: LineageLevel, pending: Iterable[PropertyPlan]) -> None:
        """Set properties in order of their dependencies.

        Report the cycle if none of the rest can be set.
        """
        waiting: list[tuple[PropertyInitializer, ValueSource]] = []
        for plan in pending:
            if self._is_settled(plan):
                continue
            property_ = PropertyInitializer(self._context, self._object, level, plan)
            if self._is_lost(property_):
                continue
            source = self._source(property_)
            if source is not None:
                waiting.append((property_, source))
        while waiting:
            still: list[tuple[PropertyInitializer, ValueSource]] = []
            reasons: list[str] = []
            for property_, source in waiting:
                try:
                    property_.set(source)
                except UninitializedError as error:
                    still.append((property_, source))
                    reasons.append(_waits(property_, error))
            # No progress in this round: the rest depends on itself.
            if len(still) == len(waiting):
                self._report_circle([property_ for property_, _ in still], reasons)
                return
            waiting = still

    def _is_settled(self, plan: PropertyPlan) -> bool:
        """Return whether a property has its final value; sets a default that objects share."""
        is_given = plan.name in self._given
        if not plan.is_settled or plan.ambiguous:
            return False
        if not plan.is_given and (plan.usage is not PropertyUsage.RUNTIME or is_given):
            return False
        # The value depends on the surroundings of the object, not only on its class
        if self._around is not None or self._completed_by is not None:
            return False
        if not self._context.initializing and plan.name in self._object.properties:
            return True
        same = self._context.same_defaults
        if plan in same and not (is_given or plan.name in self._saved):
            # The steps are charged to each object, as if the default were created again.
            result, steps = same[plan]
            self._context.count_default(steps)
            self._object.set(plan.name, result)
            return True
        return False

    def _is_lost(self, property_: PropertyInitializer) -> bool:
        """Return whether to treat a property as private to `around`, as the engine does."""
        name = property_.name
        if self._around is None or name in self._around.complete.properties:
            return False
        if quirks.NESTED_SUBCLASS in self._context.quirks:
            if name in self._given and property_.plan.is_given:
                from muranopl.semantics.evaluation.conversion import (  # a check of packages has no such values
                    freeze,
                )

                # No contract is applied to it
                value = freeze(self._given[name])
                self._object.private[self._around.id, name] = value
            return True
        return name in self._given and property_.follows(
            quirks.NESTED_SUBCLASS, self._body.member(name)
        )

    def _source(self, property_: PropertyInitializer) -> ValueSource | None:
        """Return the source of a property, None if it gets no value."""
        plan, where = property_.plan, self._body.member(property_.name)
        is_set = plan.name in self._given
        if not plan.is_given:
            if is_set and not plan.ambiguous and self._given[plan.name] is not EXCLUDED:
                property_.report_ignored(where)
            if plan.usage is PropertyUsage.RUNTIME:
                # A Runtime property without a default has no value until a method assigns one
                if plan.declaration.default is None and not self._makes_object(plan):
                    return None
                written = self._given.get(plan.name, NOT_GIVEN)
                return ValueSource(NOT_GIVEN, where, for_ancestor=written)
            if plan.usage is PropertyUsage.STATIC and plan.has_bad_default:
                property_.warn_unused_default(where)
            return None
        default = self._default(plan.name)
        value = self._given[plan.name] if is_set else NOT_GIVEN
        saved = False
        if plan.declaration.usage in QUIRKS:
            value, saved = self._protected(property_, value, where)
        if value is not NOT_GIVEN:
            return ValueSource(value, where, default, saved=saved)
        return ValueSource(NOT_GIVEN, where) if default is None else default

    def _protected(
        self, property_: PropertyInitializer, value: Any, where: ModelPath
    ) -> tuple[Any, bool]:
        """Return the value of a property that users may not change, and whether it was saved."""
        saved = self._saved.get(property_.name, NOT_GIVEN)
        if saved is NOT_GIVEN or value is EXCLUDED:
            return value, self._is_saved
        quirk = QUIRKS[property_.plan.declaration.usage]
        if is_same(saved, value) or property_.follows(quirk, where):
            return value, True
        return saved, True

    def _makes_object(self, plan: PropertyPlan) -> bool:
        """Return whether the contract makes an object where no value is given."""
        contract = plan.contract
        return (
            quirks.DEFAULT_CLASS not in self._context.quirks
            and isinstance(contract, tree.Chain)
            and any(call.function.replaces_null(call.arguments) for call in contract.calls)
        )

    def _default(self, name: str) -> ValueSource | None:
        """Return the default for a property that the completing default contains."""
        if self._completed_by is None or name not in self._completed_by[0]:
            return None
        values, path = self._completed_by
        return ValueSource(values[name], path.member(name).moved(self._path, name), tentative=True)

    def _report_circle(self, waiting: list[PropertyInitializer], reasons: list[str]) -> None:
        notes, several = tuple(reasons), f"{len(reasons)} properties wait for each other"
        is_single = len(reasons) == 1
        self._context.reporter.report_value(
            rules.CIRCULAR_VALUES,
            self._path,
            type=self._object.type.name,
            problem=reasons[0] if is_single else several,
            notes=() if is_single else notes,
            related=tuple(item.plan.declared for item in waiting),
        )
        for item in waiting:
            item.poison()


def _waits(property_: PropertyInitializer, error: UninitializedError) -> str:
    return f'"{property_.name}" needs another value first: {error}'
