"""Answers what a contract asks about the value that it is applied to: its property and its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muranopl.ard.descriptions import cut
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts.apply import Application, SilentError
from muranopl.language.contracts.functions.declaration import (
    ClassArguments,
    ComputedPredicate,
    ContractFunction,
    Predicate,
    RefusedError,
)
from muranopl.language.contracts.tree import Contract
from muranopl.language.contracts.type_names import TypeName
from muranopl.render.context import DefaultProperties, LoadingContext
from muranopl.render.model_reporter import shown
from muranopl.semantics.evaluation.bounds import Work
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    UninitializedError,
    UnknownTypeError,
)
from muranopl.semantics.evaluation.objects import (
    MuranoObject,
    MuranoType,
    TemplateObject,
    UnresolvedReference,
)


class ValueSetting:
    """The `ContractContext` of an `Application` for the contract of one declaration.

    `this` is the object the value is for, or the class of a static property; `scope` the class
    whose file contains the contract; `declared` the place of the property or argument. `contract`
    is the whole contract, for messages; `completed_by` the default that completes an object passed
    for the property. `overridden` marks the contract of an ancestor, of a property that is declared
    again. `owner` is the owner of inline objects: `this`, or what the caller of a method sets.
    """

    __slots__ = (
        "_completed_by", "_context", "_contract", "_declared", "_path", "_scope", "_this",
        "overridden", "owner",
    )  # fmt: skip

    def __init__(
        self,
        context: LoadingContext,
        this: MuranoObject | MuranoType,
        scope: MuranoType,
        path: ModelPath,
        declared: Related,
        *,
        contract: Contract | None = None,
        completed_by: DefaultProperties | None = None,
        overridden: bool = False,
    ) -> None:
        self._context = context
        self._this = this
        self.owner = this if isinstance(this, MuranoObject) else None
        self._scope = scope
        self._path = path
        self._declared = declared
        self._contract = contract
        self._completed_by = completed_by
        self.overridden = overridden

    def apply(self, contract: Contract, value: Any) -> Any:
        """Return the value after a contract, with POISON for each part that it refuses."""
        return Application(self).apply(contract, value, self._path)

    def count(self, values: int) -> None:
        """See `ContractContext`."""
        self._context.budget.take(values, Work.CONTRACTS)

    # Reports

    def report(
        self, rule: Rule, path: ModelPath, *, contract: Contract | None = None, **facts: Any
    ) -> None:
        """Report about a value, with its contract and the declaration."""
        contract = contract or self._contract
        self._context.reporter.report_value(
            rule, path, contract, related=(self._declared,), **facts
        )

    def refuse(self, path: ModelPath, contract: Contract, error: RefusedError) -> None:
        """See `ContractContext`."""
        self.report(
            rules.VALUE_REFUSED, path, contract=contract, problem=str(error), notes=error.hints
        )

    def lose(self, path: ModelPath, contract: Contract, keys: list[str], key: Any) -> None:
        """See `ContractContext`."""
        self.report(
            object_rules.UNKNOWN_PROPERTY,
            ModelPath(path.key_node(key), path, path.key(key).step),
            contract=contract,
            type="the contract of this mapping",
            noun="key",
            name=cut(str(key)),
            suggestion=self._context.nearest(key, keys) if isinstance(key, str) else None,
        )

    def remark(self, path: ModelPath, problem: str) -> None:
        """See `ValueContext`."""
        self.report(rules.SURPRISING_VALUE, path, problem=problem)

    def follows(self, quirk: Quirk, path: ModelPath, warning: str | None = None) -> bool:
        """See `ValueContext`."""
        if quirk in self._context.quirks:
            return True
        text = quirk.warning if warning is None else warning
        if text:
            self.report(rules.ENGINE_DIFFERS, path, problem=text, quirk=quirk.name)
        return False

    # Objects

    def is_object(self, value: Any) -> bool:
        """See `ValueContext`."""
        return isinstance(value, MuranoObject)

    def is_template(self, value: Any) -> bool:
        """See `ValueContext`."""
        return isinstance(value, MuranoObject) and value.is_template

    def is_reference(self, value: Any) -> bool:
        """See `ValueContext`."""
        return isinstance(value, UnresolvedReference)

    def identity(self, value: Any) -> str:
        """See `ValueContext`."""
        return str(value.id)

    def shown(self, value: Any) -> str:
        """See `ValueContext`."""
        return shown(value)

    def is_owned(self, value: Any) -> bool:
        """See `ValueContext`."""
        return any(owner is self._this for owner in value.owners())

    def is_this(self, value: Any) -> bool:
        """See `ValueContext`."""
        return value is self._this

    def require_classes(self, arguments: ClassArguments) -> None:
        """See `ValueContext`."""
        self._type(arguments.type)
        self._default_type(arguments)

    def object_of(self, value: Any, arguments: ClassArguments, path: ModelPath) -> Any:
        """See `ValueContext`."""
        if isinstance(value, Mapping):
            completed_by = self._completed_by if path is self._path else None
            return self._load(value, arguments, path, completed_by=completed_by)
        if isinstance(value, str):
            return self._refer(value, path)
        raise RefusedError(
            f"{shown(value)} is neither an object of class {self._type(arguments.type).name} nor the id of one"
        )

    def _load(
        self, value: Mapping[Any, Any], arguments: ClassArguments, path: ModelPath, **options: Any
    ) -> MuranoObject:
        default_type = self._default_type(arguments)
        return self._context.load(
            value, self.owner, path, default_type, scope=self._scope, **options
        )

    def _refer(self, value: str, path: ModelPath) -> MuranoObject | UnresolvedReference:
        context = self._context
        result = context.store.get(value)
        if result is not None:
            return result
        # The object may be created later in the first pass.
        if context.initializing:
            context.references.setdefault(value, path)
            return UnresolvedReference(value)
        suggestion = context.nearest(value, context.store.given_ids())
        self.report(object_rules.UNKNOWN_ID, path, id=cut(value), suggestion=suggestion)
        raise SilentError

    def template_of(self, value: Any, arguments: ClassArguments, path: ModelPath) -> Any:
        """See `ValueContext`."""
        if isinstance(value, MuranoObject):
            return TemplateObject(value, arguments.exclude)
        if not isinstance(value, Mapping):
            raise RefusedError(
                f"{shown(value)} is not an object of class {self._type(arguments.type).name}"
            )
        return self._load(value, arguments, path, excluded=arguments.exclude)

    def create(self, arguments: ClassArguments, path: ModelPath) -> Any:
        """See `ValueContext`; return null if no such object can be created, as the engine does."""
        with self._context.reporter.apart() as reports:
            try:
                result = self._load({}, arguments, path)
            except SilentError:
                return None
        # Reports of the attempt are dropped, as it may fail.
        if reports.failed:
            return None
        self._context.reporter.update(reports)
        return result

    def instance_problem(self, value: Any, arguments: ClassArguments) -> str | None:
        """See `ValueContext`."""
        class_ = self._type(arguments.type)
        try:
            self._context.classes.ancestor(value, class_.name, arguments.spec, self._scope)
        except UnknownTypeError:
            versions = [type_ for type_ in value.type.linearization if type_.name == class_.name]
            if not versions:
                return f"{shown(value)} is not of class {class_.name}"
            scope = (
                f"in version {arguments.spec}" if arguments.spec else f"as {self._scope} sees it"
            )
            return f"{shown(value)} is of {versions[0]}, which is not {class_.name} {scope}"
        return None

    def _default_type(self, arguments: ClassArguments) -> MuranoType:
        return self._type(arguments.default or arguments.type)

    def _type(self, written: TypeName | MuranoType | None) -> MuranoType:
        """Return the class of a contract; an unknown one was reported where it is written."""
        if isinstance(written, MuranoType):
            return written
        if written is None:
            raise SilentError
        try:
            return self._context.classes.type_named(written, self._scope)
        except UnknownTypeError as error:
            self.report(rules.CONTRACT_FAILS, self._path, problem=str(error))
            raise SilentError from None

    # Expressions

    def holds(self, value: Any, predicate: Predicate | ComputedPredicate, path: ModelPath) -> bool:
        """See `ValueContext`."""
        try:
            if isinstance(predicate, ComputedPredicate):
                return bool(predicate.holds(value))
            return bool(self._context.holds(predicate, self._scope, self._this, value))
        except PoisonedError:
            return True  # it depends on a value that was reported
        except NotEvaluatedError as error:
            self.report(
                rules.NOT_EVALUATED, path, what="the check of this value", problem=str(error)
            )
            return True
        except UninitializedError:
            raise
        except EvaluationError as error:
            remedy = None
            if value is None:
                remedy = "put notNull() before check()"
                if isinstance(predicate, Predicate):
                    part = predicate.expression
                    text = predicate.node.text[part.start : part.end]
                    remedy += f", or write `$ = null or {text}` in place of `{text}`"
            self.report(
                rules.CHECK_FAILS, path, value=shown(value), problem=str(error), suggestion=remedy
            )
            raise SilentError from None

    def free(self, contract: Contract, value: Any, path: ModelPath, *, validating: bool) -> Any:
        """See `ContractContext`."""
        node = contract.node
        if not isinstance(node, Yaql):
            raise SilentError
        context, this, scope = self._context, self._this, self._scope
        setting = _FreeSetting(
            context, this, scope, self._path, self._declared, overridden=self.overridden
        )

        def call(function: ContractFunction, value: Any, arguments: Any) -> Any:
            step = function.validate if validating else function.transform
            return step(value, arguments, setting, path)

        try:
            return context.evaluator.value(node, scope, this, dollar=value, functions=call)
        except PoisonedError:
            return value
        except NotEvaluatedError as error:
            facts = {"what": "the contract", "problem": str(error)}
            self.report(rules.NOT_EVALUATED, path, contract=contract, **facts)
            return value
        except UninitializedError:
            raise
        except EvaluationError as error:
            self.report(rules.CONTRACT_FAILS, path, contract=contract, problem=str(error))
            raise SilentError from None


class _FreeSetting(ValueSetting):
    """The setting of a free expression: all quirks apply, as documents define only chains."""

    __slots__ = ()

    def follows(self, *_: Any, **_options: Any) -> bool:
        return True
