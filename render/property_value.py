"""Sets one property: the effective contract transforms its value or default, all others validate it."""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec

from muranopl.ard.descriptions import cut
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Mapping, Node, Scalar
from muranopl.diagnostics import quirks
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.catalogue.inherit import AMBIGUOUS_MEMBER
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts.apply import EXCLUDED, POISON, Application
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.namespace.result import distinct_names
from muranopl.render.context import DefaultProperties, LoadingContext
from muranopl.render.node_data import data_of
from muranopl.render.plans import LineageLevel, PropertyPlan
from muranopl.render.setting import ValueSetting
from muranopl.render.store import ApiModel
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    UninitializedError,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, Unknown

NOT_GIVEN = object()
"""Represents a value that is not given; null is one that is."""


class ValueSource(msgspec.Struct, eq=False):
    """The source of a property.

    It is a value or NOT_GIVEN, its path, and an outer default that completes it. A tentative source
    is such a default itself: if it is refused, the class's own default is used. A value may be
    `saved` by a workflow, or given by it. `for_ancestor` is what the model has for a Runtime property.
    """

    value: Any
    path: ModelPath
    completed_by: ValueSource | None = None
    tentative: bool = False
    saved: bool = False
    for_ancestor: Any = NOT_GIVEN


class PropertyInitializer:
    """Sets a property of an object; `level` is the class of the object that sets the property."""

    __slots__ = ("_context", "_level", "_object", "name", "plan")

    def __init__(
        self,
        context: LoadingContext,
        object_: MuranoObject,
        level: LineageLevel,
        plan: PropertyPlan,
    ) -> None:
        self.plan = plan
        self.name = plan.name
        self._context = context
        self._object = object_
        self._level = level

    def poison(self) -> None:
        """Set the property to POISON: its defect was reported."""
        self._object.set(self.name, POISON)

    def set(self, source: ValueSource) -> None:
        """Set the property.

        Raise UninitializedError if it depends on another one that is not set.
        """
        plan = self.plan
        if plan.ambiguous:
            self._report_ambiguous(source.path)
        elif plan.is_static or plan.contract is None:
            return
        elif plan.usage is PropertyUsage.RUNTIME:
            self._set_runtime(source)
        elif source.tentative:
            self._set_tentatively(source)
        elif (
            self._context.initializing
            or not plan.is_settled
            or self.name not in self._object.properties
        ):
            self._object.set(self.name, self._final_value(source))

    def converted(self, value: Any, path: ModelPath) -> Any:
        """Return a value after all contracts of the property, POISON after a report."""
        return self._applied(value, path, None)

    def _set_tentatively(self, source: ValueSource) -> None:
        with self._context.reporter.apart() as reports:
            result = self._final_value(source)
        if result is POISON:
            self.follows(quirks.UNUSED_DEFAULT, source.path)
            result = self._final_value(ValueSource(NOT_GIVEN, source.path))
        else:
            self._context.reporter.update(reports)
            self.follows(quirks.OBJECT_DEFAULT, source.path)
        self._object.set(self.name, result)

    def _set_runtime(self, source: ValueSource) -> None:
        """Set a Runtime property.

        If its default is refused it has no value, and the engine reports nothing, unless an ancestor
        declares it with a usage that models have values for: these are taken then. The engine does
        report other defects of the default.
        """
        with self._context.reporter.apart() as reports:
            result = self._final_value(source)
        errors = {report.code for report in reports.values() if report.severity is Severity.ERROR}
        # Only refusals by the contract are ignored by the engine.
        if errors != {rules.VALUE_REFUSED.code}:
            self._context.reporter.update(reports)
            self._object.set(self.name, result)
        elif self.plan.is_resumed and source.for_ancestor is NOT_GIVEN:
            self._context.reporter.update(reports)
            self.poison()
        elif self.plan.is_resumed and quirks.UNUSED_DEFAULT in self._context.quirks:
            initial = ValueSource(source.for_ancestor, source.path)
            self._object.set(self.name, self._final_value(initial))
        else:
            self.warn_unused_default(source.path)

    def _final_value(self, source: ValueSource) -> Any:
        """Return the final value, POISON if it cannot be created, Unknown if it is not known."""
        context = self._context
        outer, context.where = context.where, source.path
        try:
            return self._value(source)
        except NotEvaluatedError as error:
            self._report(rules.NOT_EVALUATED, source.path, what="the default", problem=str(error))
            return Unknown(str(error))
        # It is an EvaluationError, too, but is tried again once the other property has a value
        except UninitializedError:
            raise
        except EvaluationError as error:
            where, problem = self._at_default(source.path), str(error)
            self._report(rules.DEFAULT_FAILS, where, name=self.name, problem=problem)
        except PoisonedError:
            pass
        finally:
            context.where = outer
        return POISON

    def _value(self, source: ValueSource) -> Any:
        if source.value is NOT_GIVEN:
            return self._by_default(source.path)
        # A property that `template()` leaves out keeps this mark until it is written
        if source.value is EXCLUDED:
            return EXCLUDED
        if (
            self.plan.declaration.usage is PropertyUsage.OUT
            and not source.saved
            and quirks.OUT_VALUE not in self._context.quirks
        ):
            return self._without_out_value(source)
        if self.plan.has_bad_default:
            self.warn_unused_default(source.path)
        return self._applied(source.value, source.path, self._completed_by(source), is_given=True)

    def _without_out_value(self, source: ValueSource) -> Any:
        """Return the value of an Out property by the document, which allows only the default."""
        try:
            own = self._by_default(source.path)
        except UninitializedError:
            raise
        except (EvaluationError, PoisonedError):
            # The engine looks at no default here
            self.follows(quirks.OUT_VALUE, source.path)
            raise
        # A value equal to the default makes no difference, and one of the API is no mistake
        if own != source.value and not isinstance(self._context.root_path.node, ApiModel):
            self.follows(quirks.OUT_VALUE, source.path)
        return own

    def _by_default(self, path: ModelPath) -> Any:
        active, declaration = self._context.defaults, self.plan.declaration
        if active.is_recursive(declaration):
            return POISON
        if not active.enter(declaration):
            where, type_ = self._at_default(path), self.plan.declaring.name
            self._report(rules.RECURSIVE_DEFAULT, where, name=self.name, type=type_)
            return POISON
        try:
            if self.plan.is_settled:
                return self._same_default(path)
            return self._applied(*self._own_default(path), None)
        finally:
            active.leave()

    def _same_default(self, path: ModelPath) -> Any:
        """Return a default that depends on no object.

        It is kept for others if nothing is reported.
        """
        context = self._context
        before = context.budget.steps
        with context.reporter.apart() as reports:
            result = self._applied(*self._own_default(path), None)
        if reports.count:
            context.reporter.update(reports)
        else:
            # The number of steps is kept, so that later objects pay the same price
            context.same_defaults[self.plan] = result, before - context.budget.steps
        return result

    def _applied(
        self,
        value: Any,
        path: ModelPath,
        completed_by: DefaultProperties | None,
        *,
        is_given: bool = False,
    ) -> Any:
        """Return the value after the effective contract, validated by all other declarations."""
        context, plan = self._context, self.plan
        contract = plan.contract
        if contract is None:
            return value
        others, differs = plan.others, False
        if plan.earlier and quirks.ANCESTOR_FIRST in context.quirks:
            if not self._is_accepted_unconverted(value, path, is_given=is_given):
                return POISON
            others = tuple(item for item in others if item not in plan.earlier)
        elif plan.earlier:
            with (
                context.reporter.apart(),
                contextlib.suppress(EvaluationError, NotEvaluatedError, PoisonedError),
            ):
                differs = not self._is_accepted_unconverted(value, path, is_given=is_given)
        setting = ValueSetting(
            context,
            self._object,
            plan.declaring,
            path,
            plan.declared,
            contract=contract,
            completed_by=completed_by,
        )
        application = Application(setting)
        result = application.apply(contract, value, path)
        if application.refused:
            return POISON
        # Each class validates the value with its own contract.
        for type_, declaration in others:
            if not self._is_valid(result, path, type_, declaration):
                return POISON
        if differs:
            self.follows(quirks.ANCESTOR_FIRST, path)
        if plan.has_template:
            return self._without_templates(result, contract, path)
        return result

    def _is_valid(
        self, value: Any, path: ModelPath, type_: MuranoType, declaration: PropertyDeclaration
    ) -> bool:
        """Return whether the contract of another declaration accepts a value."""
        if declaration.contract is None:
            return True
        declared = Related(f"also declared in {type_.name}", declaration.name_node.place)
        setting = ValueSetting(self._context, self._object, type_, path, declared, overridden=True)
        validation = Application(setting, validating=True)
        validation.apply(declaration.contract, value, path)
        return not validation.refused

    def _is_accepted_unconverted(self, value: Any, path: ModelPath, *, is_given: bool) -> bool:
        """Return whether the earlier declarations accept a value that is not converted yet.

        Where none is given, each validates its own Default.
        """
        for type_, declaration in self.plan.earlier:
            if not is_given:
                value, path = self._default(path, declaration.default, type_)
            if not self._is_valid(value, path, type_, declaration):
                return False
        return True

    def _without_templates(self, made: Any, contract: Contract, path: ModelPath) -> Any:
        """Return a value with its `template()` objects serialized, POISON if exclusions fail."""
        from muranopl.render.serialize import written_templates

        written, missing = written_templates(made, self._context)
        for name in missing:
            problem = f'template() excludes "{cut(name)}", which is not a serialized property of its objects'
            self._report(rules.VALUE_REFUSED, path, contract=contract, problem=problem)
        return POISON if missing else written

    def _own_default(self, path: ModelPath) -> DefaultProperties:
        """Return the effective default."""
        return self._default(path, self.plan.default, self.plan.declaring)

    def _default(self, path: ModelPath, node: Node | None, scope: MuranoType) -> DefaultProperties:
        """Return a default: from the config of the class that sets the property, or as declared."""
        config = self._context.configs.of(self._level.type).get(self.name)
        # To the engine, null in a config is not a value here
        if config is not None and not (isinstance(config, Scalar) and config.value is None):
            return data_of(config, count=self._context.count_default), path.at(config)
        if node is None:
            return None, path
        return self._context.value_of(node, scope, self._object), path.at(node)

    def _completed_by(self, source: ValueSource) -> DefaultProperties | None:
        """Return the default that completes an object passed for the property.

        Source: document, Default; not in the engine.
        """
        context = self._context
        if (
            quirks.OBJECT_DEFAULT in context.quirks
            or context.defaults
            or not isinstance(source.value, dict)
        ):
            return None
        if source.completed_by is not None:
            return source.completed_by.value, source.completed_by.path
        if not isinstance(self.plan.default, Mapping):
            return None
        try:
            return self._own_default(source.path)
        except (EvaluationError, NotEvaluatedError, PoisonedError):
            return None  # it is not needed

    def _at_default(self, path: ModelPath) -> ModelPath:
        return path if self.plan.default is None else path.at(self.plan.default)

    def _report_ambiguous(self, path: ModelPath) -> None:
        first, second = distinct_names(*self.plan.ambiguous[:2])
        self._report(
            AMBIGUOUS_MEMBER,
            path,
            severity=Severity.ERROR,
            noun="property",
            name=self.name,
            first=first,
            second=second,
        )
        self.poison()

    def report_ignored(self, path: ModelPath) -> None:
        """Report a value that is ignored."""
        self._report(rules.IGNORED_VALUE, path, name=self.name, usage=self.plan.usage.value)

    def warn_unused_default(self, path: ModelPath) -> None:
        """Report a default that does not conform and that the engine does not use."""
        self.follows(quirks.UNUSED_DEFAULT, self._at_default(path))

    def follows(self, quirk: Quirk, path: ModelPath) -> bool:
        """Return whether to follow the engine; if not, report the quirk at the value."""
        return self._context.follows(quirk, path, self.plan.declared)

    def _report(self, rule: Rule, path: ModelPath, **facts: Any) -> None:
        self._context.reporter.report_value(rule, path, related=(self.plan.declared,), **facts)
