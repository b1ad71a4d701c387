"""The setting of one value: whose property it is, where it stands, and what its contract may ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import values as rules
from muranopl.diagnostics.diagnostic import InModel, Related
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts import tree
from muranopl.language.contracts.apply import SilentError
from muranopl.language.contracts.compatible.model import shortened
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.model import Predicate, RefusedError, Target
from muranopl.language.contracts.tree import TypeName
from muranopl.render.shown import cut, shown
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    UninitializedError,
    UnknownTypeError,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, UnresolvedReference
from muranopl.semantics.evaluation.simple import NotSimple

if TYPE_CHECKING:
    from muranopl.render.load import Load


class ValueSetting:
    """What the contract of one declaration sees of its surroundings (the `Host` of an `Application`).

    `this` is the object the value is for, the class of a static property; `scope` the class whose file the
    contract stands in; `declared` where the property or argument is declared. `overrides` is the default that an object
    given for the property is completed from; `contract` is the whole contract, and `engine` follows the engine in all.
    """

    def __init__(
        self,
        load: Load,
        this: MuranoObject | MuranoType,
        scope: MuranoType,
        declared: Callable[[], Related],
        path: ModelPath,
    ) -> None:
        self._load = load
        self._this = this
        self._owner = this if isinstance(this, MuranoObject) else None
        self._scope = scope
        self._declared = declared
        self._path = path
        self.overrides: tuple[Any, ModelPath] | None = None
        self.engine = False
        self.contract: tree.Contract | None = None

    # Reports

    def report(self, rule: Rule, path: ModelPath, contract: tree.Contract | None = None, **facts: Any) -> None:
        """Report about a value, with its path, its contract and the declaration."""
        contract = contract or self.contract
        in_model = InModel(path.text, None if contract is None else shortened(contract, 200))
        self._load.reports.add(rule, path, in_model, (self._declared(),), **facts)

    def refuse(self, path: ModelPath, contract: tree.Contract, error: RefusedError) -> None:
        """See `Host`."""
        self.report(rules.VALUE_REFUSED, path, contract, problem=str(error), notes=error.hints)

    def remark(self, path: ModelPath, problem: str) -> None:
        """See `Setting`."""
        self.report(rules.SURPRISING_VALUE, path, problem=problem)

    def follows(self, quirk: Quirk, path: ModelPath, warning: str | None = None) -> bool:
        """See `Setting`."""
        if self.engine or quirk in self._load.quirks:
            return True
        text = quirk.warning if warning is None else warning
        if text:
            self.report(rules.ENGINE_DIFFERS, path, problem=text, quirk=quirk.name)
        return False

    # Objects

    def is_object(self, value: Any) -> bool:
        """See `Setting`."""
        return isinstance(value, MuranoObject)

    def is_reference(self, value: Any) -> bool:
        """See `Setting`."""
        return isinstance(value, UnresolvedReference)

    def identity(self, value: Any) -> str:
        """See `Setting`."""
        return str(value.id)

    def shown(self, value: Any) -> str:
        """See `Setting`."""
        return shown(value)

    def is_owned(self, value: Any) -> bool:
        """See `Setting`."""
        return any(owner is self._this for owner in value.owners())

    def is_this(self, value: Any) -> bool:
        """See `Setting`."""
        return value is self._this

    def require_classes(self, target: Target) -> None:
        """See `Setting`."""
        self._type(target.type)
        self._default_type(target)

    def object_of(self, value: Any, target: Target, path: ModelPath) -> Any:
        """See `Setting`."""
        if isinstance(value, Mapping):
            overrides = self.overrides if path is self._path else None
            return self._load.nested(
                value, self._owner, path, self._default_type(target), scope=self._scope, overrides=overrides
            )
        if isinstance(value, str):
            return self._refer(value, path)
        raise RefusedError(f"{shown(value)} is no object of class {self._name(target)}, nor the id of one")

    def _refer(self, value: str, path: ModelPath) -> MuranoObject | UnresolvedReference:
        found = self._load.store.get(value)
        if found is not None:
            return found
        if self._load.initializing:
            return UnresolvedReference(value)
        self.report(object_rules.UNKNOWN_ID, path, id=cut(value), suggestion=self._load.nearest_id(value))
        raise SilentError

    def template_of(self, value: Any, target: Target, path: ModelPath) -> Any:
        """See `Setting`."""
        if isinstance(value, Mapping):
            type_ = self._default_type(target)
            return self._load.template(value, self._owner, path, type_, scope=self._scope, exclude=target.exclude)
        raise RefusedError(f"{shown(value)} is no object of class {self._name(target)}")

    def create(self, target: Target, path: ModelPath) -> Any:
        """See `Setting`. Where no such object can be made, null it is, as in the engine."""
        with self._load.reports.aside() as reports:
            try:
                made = self._load.nested({}, self._owner, path, self._default_type(target), scope=self._scope)
            except SilentError:
                return None
        if reports.failed:
            return None
        self._load.reports.update(reports)
        return made

    def instance_problem(self, value: Any, target: Target) -> str | None:
        """See `Setting`."""
        wanted = self._type(target.type)
        try:
            self._load.types.ancestor(value, wanted.name, target.spec, self._scope)
        except UnknownTypeError:
            spec = f" in version {target.spec}" if target.spec else ""
            versions = [type_ for type_ in value.type.lineage if type_.name == wanted.name]
            if not versions:
                return f"{shown(value)} is not of class {wanted.name}"
            return (
                f"{shown(value)} is of {versions[0]}, which is not {wanted.name}{spec or f' as {self._scope} sees it'}"
            )
        return None

    def _name(self, target: Target) -> str:
        return self._type(target.type).name

    def _default_type(self, target: Target) -> MuranoType:
        return self._type(target.type if target.default is None else target.default)

    def _type(self, written: TypeName | MuranoType | None) -> MuranoType:
        """The class of a contract; one that does not exist was reported where it is written."""
        if isinstance(written, MuranoType):
            return written
        if written is None:
            raise SilentError
        try:
            return self._load.types.named(written, self._scope)
        except UnknownTypeError as error:
            self.report(rules.CONTRACT_FAILS, self._path, problem=str(error))
            raise SilentError from None

    # Expressions

    def holds(self, value: Any, predicate: Predicate | Callable[[Any], Any], path: ModelPath) -> bool:
        """See `Setting`."""
        try:
            if not isinstance(predicate, Predicate):
                return bool(predicate(value))
            return bool(self._predicate(predicate, value))
        except PoisonedError:
            return True  # it depends on a value that was reported
        except NotEvaluatedError as error:
            self.report(rules.NOT_EVALUATED, path, what="the check of this value", problem=str(error))
            return True
        except UninitializedError:
            raise
        except EvaluationError as error:
            self.report(rules.CHECK_FAILS, path, value=shown(value), problem=str(error))
            raise SilentError from None

    def _predicate(self, predicate: Predicate, value: Any) -> Any:
        try:
            return self._load.simple(predicate, self._scope, value)
        except NotSimple:
            evaluator = self._load.evaluator
            return evaluator.predicate(predicate.expression, self._scope, self._this, dollar=value)

    def _by_engine(self) -> ValueSetting:
        """The same setting with all of the engine's ways: the documents know nothing of contracts that are no chain."""
        setting = ValueSetting(self._load, self._this, self._scope, self._declared, self._path)
        setting.engine = True
        return setting

    def free(self, contract: tree.Contract, value: Any, path: ModelPath, *, validating: bool) -> Any:
        """See `Host`."""
        functions = _Functions(self._by_engine(), path, validating=validating)
        node = contract.expression if isinstance(contract, tree.Free) else contract.node
        if not isinstance(node, Yaql):
            raise SilentError
        try:
            return self._load.evaluator.value(node, self._scope, self._this, dollar=value, functions=functions)
        except (NotEvaluatedError, PoisonedError) as error:
            if isinstance(error, NotEvaluatedError):
                self.report(rules.NOT_EVALUATED, path, contract, what="the contract", problem=str(error))
            return value
        except UninitializedError:
            raise
        except EvaluationError as error:
            self.report(rules.CONTRACT_FAILS, path, contract, problem=str(error))
            raise SilentError from None


class _Functions:
    """The functions of contracts for expressions that are no chain of them."""

    def __init__(self, setting: ValueSetting, path: ModelPath, *, validating: bool) -> None:
        self._setting = setting
        self._path = path
        self._validating = validating

    def simple(self, name: str, value: Any) -> Any:
        return self._call(name, value, None)

    def check(self, value: Any, predicate: Callable[[Any], Any], message: str | None) -> Any:
        if self._setting.is_reference(value) or self._setting.holds(value, predicate, self._path):
            return value
        raise RefusedError(message or f"{shown(value)} does not pass the check")

    def object_of(self, value: Any, type_: MuranoType, default: MuranoType | None, spec: str | None) -> Any:
        return self._call("class", value, Target(type_, default, spec))

    def template(
        self, value: Any, type_: MuranoType, default: MuranoType | None, spec: str | None, exclude: Sequence[str] | None
    ) -> Any:
        return self._call("template", value, Target(type_, default, spec, tuple(exclude or ())))

    def _call(self, name: str, value: Any, arguments: Any) -> Any:
        function = FUNCTIONS[name]
        step = function.validate if self._validating else function.transform
        return step(value, arguments, self._setting, self._path)
