"""One property gets its value: given, or its default, made by the contract that counts and validated by all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Mapping, Scalar
from muranopl.diagnostics import quirks
from muranopl.diagnostics.catalogue import values as rules
from muranopl.diagnostics.catalogue.inherit import AMBIGUOUS_MEMBER
from muranopl.diagnostics.diagnostic import InModel, Related, Severity
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts.apply import Application
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.render.data import data_of
from muranopl.render.plans import Level, PropertyPlan
from muranopl.render.serialize import written_templates
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError, PoisonedError, UninitializedError
from muranopl.semantics.evaluation.objects import POISON, MuranoObject, MuranoType, Unknown

if TYPE_CHECKING:
    from muranopl.render.load import Load


class Missing:
    """No value is given (null is one)."""


MISSING = Missing()


class Given(msgspec.Struct, eq=False):
    """What a property is set from: a value or MISSING, its path, and a default from outside that completes it.

    A tentative one is such a default itself: where it is refused, the class's own counts.
    """

    value: Any
    path: ModelPath
    override: Given | None = None
    tentative: bool = False


class Value:
    """A property of an object while it gets its value; `level` is the class of the object at which it is met."""

    def __init__(self, load: Load, object_: MuranoObject, level: Level, plan: PropertyPlan) -> None:
        self._load = load
        self._object = object_
        self._level = level
        self._plan = plan

    @property
    def name(self) -> str:
        """The name of the property."""
        return self._plan.name

    def declared(self) -> Related:
        """Where the property that counts is declared."""
        place = self._plan.declaration.name_node.place
        return Related(f'property "{self.name}" of {self._plan.declaring.name}', place)

    def poison(self) -> None:
        """Give it up: whatever is to be said was reported."""
        self._object.set(self.name, POISON)

    def set(self, given: Given) -> None:
        """Set the property. Raises UninitializedError where it has to wait for another one."""
        if self._plan.ambiguous:
            self._report_ambiguous(given.path)
        elif self._plan.is_static or self._plan.contract is None:
            return
        elif self._plan.usage is PropertyUsage.RUNTIME:
            self._set_runtime(given)
        elif given.tentative:
            self._set_tentatively(given)
        elif self._load.initializing or not self._plan.is_settled or self.name not in self._object.properties:
            self._object.set(self.name, self._made(given))

    def _set_tentatively(self, given: Given) -> None:
        with self._load.reports.aside() as reports:
            made = self._made(given)
        if made is POISON:
            made = self._made(Given(MISSING, given.path))
        else:
            self._load.reports.update(reports)
            self.follows(quirks.OBJECT_DEFAULT, given.path)
        self._object.set(self.name, made)

    def _set_runtime(self, given: Given) -> None:
        """A Runtime property whose default is refused has no value, and the engine says nothing of it.

        Whatever else is wrong with the default, the engine does not forgive.
        """
        with self._load.reports.aside() as reports:
            made = self._made(given)
        errors = {each.code for each in reports.values() if each.severity is Severity.ERROR}
        if errors == {rules.VALUE_REFUSED.code}:
            self.warn_unused_default(given.path)
        else:
            self._load.reports.update(reports)
            self._object.set(self.name, made)

    def _made(self, given: Given) -> Any:
        """The final value; POISON where it cannot be made, Unknown where it takes more than is known."""
        outer, self._load.where = self._load.where, given.path
        try:
            return self._value(given)
        except NotEvaluatedError as error:
            self._report(rules.NOT_EVALUATED, given.path, what="the default", problem=str(error))
            return Unknown(str(error))
        except UninitializedError:
            raise
        except EvaluationError as error:
            self._report(rules.DEFAULT_FAILS, self._at_default(given.path), name=self.name, problem=str(error))
        except PoisonedError:
            pass
        finally:
            self._load.where = outer
        return POISON

    def _value(self, given: Given) -> Any:
        if isinstance(given.value, Missing):
            return self._by_default(given.path)
        if self._plan.bad_default is not None:
            self.warn_unused_default(given.path)
        made = self._applied(given.value, given.path, self._overrides(given))
        if self._plan.declaration.usage is PropertyUsage.OUT and made is not POISON:
            return self._without_out_value(given, made)
        return made

    def _without_out_value(self, given: Given, made: Any) -> Any:
        """What an Out property has by the document, which takes no value for it; unless it could have none else."""
        if quirks.OUT_VALUE in self._load.quirks:
            return made
        with self._load.reports.aside() as reports:
            own = self._by_default(given.path)
        if own is POISON:
            return made
        self._load.reports.update(reports)
        if own != made:
            self.follows(quirks.OUT_VALUE, given.path)
        return own

    def _by_default(self, path: ModelPath) -> Any:
        defaulting = self._load.defaulting
        if defaulting.is_recursive(self._plan.declaration):
            return POISON
        if not defaulting.enter(self._plan.declaration):
            where = self._at_default(path)
            self._report(rules.RECURSIVE_DEFAULT, where, name=self.name, type=self._plan.declaring.name)
            return POISON
        try:
            return self._applied(*self._default(path), None)
        finally:
            defaulting.leave()

    def _applied(self, value: Any, path: ModelPath, overrides: tuple[Any, ModelPath] | None) -> Any:
        contract = self._plan.contract
        if contract is None:
            return value
        setting = ValueSetting(self._load, self._object, self._plan.declaring, self.declared, path)
        setting.overrides, setting.contract = overrides, contract
        application = Application(setting, self._load.chains)
        made = application.apply(contract, value, path)
        if application.refused or not all(
            self._validates(type_, each, made, path) for type_, each in self._plan.others
        ):
            return POISON
        return written_templates(made, self._load) if self._plan.has_template else made

    def _validates(self, type_: MuranoType, declaration: PropertyDeclaration, made: Any, path: ModelPath) -> bool:
        """Whether a declaration that the value was not made by takes it as it is."""
        if declaration.contract is None:
            return True
        setting = ValueSetting(self._load, self._object, type_, lambda: _also_declared(type_, declaration), path)
        application = Application(setting, self._load.chains, validating=True)
        application.apply(declaration.contract, made, path)
        return not application.refused

    def _default(self, path: ModelPath) -> tuple[Any, ModelPath]:
        """The default: from the config of the class where the property is met, or declared."""
        config = self._load.configs.of(self._level.type).get(self.name)
        if config is not None and not (isinstance(config, Scalar) and config.value is None):
            return data_of(config), path.at(config)
        node = self._plan.default
        if node is None:
            return None, path
        scope, load = self._plan.declaring, self._load
        return data_of(node, lambda yaql: load.evaluator.value(yaql, scope, self._object)), path.at(node)

    def _overrides(self, given: Given) -> tuple[Any, ModelPath] | None:
        """The default that completes an object given in its place (document: Default; the engine has no such thing)."""
        load = self._load
        if quirks.OBJECT_DEFAULT in load.quirks or load.defaulting.depth or not isinstance(given.value, dict):
            return None
        if given.override is not None:
            return given.override.value, given.override.path
        if not isinstance(self._plan.default, Mapping):
            return None
        try:
            return self._default(given.path)
        except (EvaluationError, NotEvaluatedError, PoisonedError):
            return None  # it is not needed

    def _at_default(self, path: ModelPath) -> ModelPath:
        return path if self._plan.default is None else path.at(self._plan.default)

    def _report_ambiguous(self, path: ModelPath) -> None:
        first, second = self._plan.ambiguous[:2]
        facts = {"noun": "property", "name": self.name, "first": first.name, "second": second.name}
        self._report(AMBIGUOUS_MEMBER, path, severity=Severity.ERROR, **facts)
        self.poison()

    def report_ignored(self, path: ModelPath) -> None:
        """Say that a value is given which nobody reads."""
        self._report(rules.IGNORED_VALUE, path, name=self.name, usage=self._plan.usage.value)

    def warn_unused_default(self, path: ModelPath) -> None:
        """Say that the property has a default that does not conform, where the engine does not look at it."""
        self.follows(quirks.UNUSED_DEFAULT, self._at_default(path))

    def follows(self, quirk: quirks.Quirk, path: ModelPath) -> bool:
        """Whether the engine's way is taken; if not, the quirk is reported at the value."""
        if quirk in self._load.quirks:
            return True
        self._report(rules.ENGINE_DIFFERS, path, problem=quirk.warning, quirk=quirk.name)
        return False

    def _report(self, rule: Rule, path: ModelPath, **facts: Any) -> None:
        self._load.reports.add(rule, path, InModel(path.text), (self.declared(),), **facts)


def _also_declared(type_: MuranoType, declaration: PropertyDeclaration) -> Related:
    return Related(f"declared in {type_.name} as well", declaration.name_node.place)
