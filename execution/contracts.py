"""Contracts applied to values of running methods; refusals become exceptions."""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.catalogue.objects import ENGINE_DIFFERS
from muranopl.execution.construction import SessionLoader
from muranopl.execution.refusals import Subject, of_property, refusal
from muranopl.language.contracts.apply import POISON
from muranopl.language.contracts.tree import Contract
from muranopl.render.model_reporter import ModelReporter
from muranopl.render.plans import LineageLevel, PropertyPlan
from muranopl.render.property_value import PropertyInitializer
from muranopl.render.serialize import written_templates
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


class Contracts:
    """Applies the contracts of arguments and properties for the methods of one execution."""

    def __init__(self, loader: SessionLoader, remarks: ModelReporter) -> None:
        self._loader = loader
        self._remarks = remarks
        self.quirks = loader.quirks
        self.budget = loader.machine.budget.expressions
        self._plans: dict[int, tuple[MuranoType, dict[str, tuple[LineageLevel, PropertyPlan]]]] = {}

    def apply(  # noqa: PLR0917 - all of them are always given
        self,
        contract: Contract,
        value: Any,
        this: MuranoObject | MuranoType,
        scope: MuranoType,
        subject: Subject,
        owner: MuranoObject | None,
    ) -> Any:
        """Return the value that a contract in the file of `scope` gives for a value.

        Raise MuranoError.
        """
        loader = self._loader
        with loader.apart(subject.name) as (path, reports):
            setting = ValueSetting(loader, this, scope, path, subject.declared, contract=contract)
            setting.owner = owner
            result = setting.apply(contract, thaw(value, self.budget))
            if result is POISON or reports.failed:
                raise refusal(reports, subject, path)
            result, _ = written_templates(result, loader)
            if reports.count:
                self._keep(reports, subject, path)
        return freeze(result)

    def of_property(self, object_: MuranoObject, plan: PropertyPlan, value: Any) -> Any:
        """Return a value after all contracts of a property, as plain data; raise MuranoError."""
        loader = self._loader
        # Configs are those of the class that sets the property.
        level = self._by_name(object_.type)[plan.name][0]
        with loader.apart(plan.name) as (path, reports):
            initializer = PropertyInitializer(loader, object_, level, plan)
            result = initializer.converted(thaw(value, self.budget), path)
            if result is POISON or reports.count:
                declared = of_property(plan.declaring.name, plan.declaration)
                if result is POISON or reports.failed:
                    raise refusal(reports, declared, path)
                self._keep(reports, declared, path)
        return result

    def _keep(self, reports: ModelReporter, subject: Subject, path: ModelPath) -> None:
        """Keep how the engine takes a value otherwise, at the instruction that gives it.

        Values that contracts leave unchanged, as most, do not come here.
        """
        stack = self._loader.machine.stack()
        for report in reports.values():
            if stack and report.code == ENGINE_DIFFERS.code:
                part = report.message.removeprefix(path.text)
                message = f"{subject.declared.message}{part}"
                self._remarks.add(
                    msgspec.structs.replace(
                        report, message=message, place=stack[-1].place, in_model=None
                    )
                )

    def plan(self, type_: MuranoType, name: str) -> PropertyPlan | None:
        """Return the plan of a property of a class, with its effective declaration."""
        result = self._by_name(type_).get(name)
        return None if result is None else result[1]

    def _by_name(self, type_: MuranoType) -> dict[str, tuple[LineageLevel, PropertyPlan]]:
        cached = self._plans.get(id(type_))
        if cached is None:
            result: dict[str, tuple[LineageLevel, PropertyPlan]] = {}
            for level in self._loader.plan(type_).levels:
                for plan in level.properties:
                    result.setdefault(plan.name, (level, plan))
            # The type is kept, so that no other object gets its id
            cached = self._plans[id(type_)] = type_, result
        return cached[1]

    def plain_object(self, class_name: str) -> MuranoObject:
        """Return a new object of a class of the core library, without values of properties."""
        loader = self._loader
        type_ = loader.classes.of_model(class_name, None, None)
        loader.made += 1
        return MuranoObject(type_, None, f"{class_name}-{loader.made}", generated=True)
