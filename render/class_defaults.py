"""Defaults that never conform, detected without a model.

Source: language/muranopl.txt, "Default must conform". Each default is applied to its contract as if
a model gave no value, with everything else unknown: the properties that the predicate or the
expression reads, the owner, and the ids. Defects that the engine would refuse in any model are
reported.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from muranopl.ard.descriptions import cut
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node, Scalar, expressions, is_false
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.catalogue import objects as default_rules
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.diagnostic import Diagnostic, Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.property_overrides import is_usage_kept
from muranopl.language.contracts import tree
from muranopl.language.contracts.apply import Application
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.functions.conversions import STRING
from muranopl.language.contracts.literals import RemarkingApplication
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.method import ArgumentUsage
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.language.unparsed import is_none
from muranopl.namespace.result import TypeId
from muranopl.read.suspicious_scalars import says_nothing
from muranopl.render.class_values import REFUSALS, ClassValues, problem_of, reports_in
from muranopl.render.context import LoadingContext
from muranopl.render.contract_checks import Declared, DeclaredContract, described
from muranopl.render.default_reads import knows_object
from muranopl.render.model_reporter import ModelReporter
from muranopl.render.plans import is_plain
from muranopl.render.predicate_trials import PlaceholderObject
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    SpentError,
    UninitializedError,
)
from muranopl.semantics.evaluation.objects import MuranoType

_AS_THEY_ARE = {
    rules.RECURSIVE_DEFAULT.code,
    object_rules.UNKNOWN_PROPERTY.code,
    default_rules.DEFAULT_NAMES_OBJECT.code,
}
_WITHOUT_DEFAULT = {ArgumentUsage.VAR_ARGS, ArgumentUsage.KW_ARGS}
_REMARKS = {rules.ENGINE_DIFFERS.code, rules.SURPRISING_VALUE.code}
"""Codes of diagnostics about values that are taken all the same."""


class ClassDefaults:
    """Checks the defaults of the classes of a catalog, one class at a time."""

    def __init__(self, values: ClassValues) -> None:
        self._values = values

    def check(
        self,
        complete: CompleteType,
        declared: Iterable[DeclaredContract],
        findings: Findings,
        failing: Collection[Contract] = (),
    ) -> None:
        """Report the defaults of properties and arguments that a class declares and that never conform.

        `failing` are contracts, or parts of them, that are already reported as taking no value;
        their defaults are skipped.
        """
        self._report_missing(complete, findings)
        for named, contract in declared:
            default = named.default
            # Arguments of other usages have no default, which is reported.
            if default is None or named.usage in _WITHOUT_DEFAULT:
                continue
            parts = tree.walk(contract)
            if tree.is_reported(contract) or any(map(failing.__contains__, parts)):
                continue
            reported: set[Place] = set()
            for diagnostic in self._reports(complete, named, contract, default):
                # A conversion for which there is a better diagnostic is not reported as well.
                is_conversion = diagnostic.code == rules.SURPRISING_VALUE.code
                if not (is_conversion and diagnostic.place in reported):
                    _report(diagnostic, named, findings)
                reported.add(diagnostic.place)

    def _report_missing(self, complete: CompleteType, findings: Findings) -> None:
        """Report results without a Default that refuse null, which is their value in new objects."""
        facts = ContractFacts(quirks=self._values.quirks)
        for property_ in complete.declared.declaration.properties:
            if (
                property_.usage is PropertyUsage.OUT
                and facts.is_required(property_)
                and is_usage_kept(complete.properties[property_.name])
            ):
                findings.report(
                    default_rules.RESULT_MISSING, property_.name_node.place, name=property_.name
                )

    def _reports(
        self, complete: CompleteType, named: Declared, contract: Contract, default: Node
    ) -> list[Diagnostic]:
        """Return the reports of applying a contract, and those of ancestors, to a default."""
        inherited = _inherited(complete, named)
        is_simple = default.__class__ is Scalar or is_false(default)
        is_literal = is_simple and all(map(is_plain, tree.walk(contract)))
        type_ = None if is_literal and not inherited else self._values.type(complete.id)
        # Of a class with an unknown ancestor only literals are judged.
        if type_ is None:
            return self._reports_of_literal(named, contract, default)
        if _is_unknown(default, contract):
            return []
        context = self._values.context(complete.id.package)
        this = PlaceholderObject(type_)
        _default_value(context, this, named, (contract, default), inherited=inherited)
        for id_, path in context.references.items():
            # One that misspells null is reported as that
            if context.store.get(id_) is None and not is_none(path.node):
                rule = default_rules.DEFAULT_NAMES_OBJECT
                context.reporter.report_value(rule, path, id=cut(id_))
        return reports_in(context, default)

    def _reports_of_literal(
        self, named: Declared, contract: Contract, default: Node
    ) -> list[Diagnostic]:
        """Return the reports of a default for which neither objects nor evaluation are needed."""
        verdicts = ContractFacts(quirks=self._values.quirks).verdicts(
            contract, default, _path(named, default)
        )
        if not verdicts:
            return []  # as most
        reporter = ModelReporter(None)
        for verdict in verdicts:
            if verdict.names_id:
                continue
            facts: dict[str, Any] = {"problem": verdict.problem}
            if verdict.refused:
                rule, facts["notes"] = rules.VALUE_REFUSED, verdict.notes
            elif verdict.quirk is None:
                rule = rules.SURPRISING_VALUE
            else:
                rule, facts["quirk"] = rules.ENGINE_DIFFERS, verdict.quirk.name
            reporter.report_value(rule, verdict.path, **facts)
        return reporter.values()

    def rendered(self, complete: CompleteType) -> dict[str, Any]:
        """Return the default object of a class, by property, as plain data.

        Values that depend on more than the class are left out, as are those an object model cannot
        contain, such as a date.
        """
        from muranopl.render.serialize import UnwritableError, plain_value

        type_ = self._values.type(complete.id)
        if type_ is None:
            return {}
        this = PlaceholderObject(type_)
        result: dict[str, Any] = {}
        for name, member in complete.properties.items():
            declaration = member.declaration
            if declaration.default is None or declaration.contract is None or member.ambiguous:
                continue
            scope = next(
                (item for item in type_.linearization if item.id == member.declaring), type_
            )
            context = self._values.context(complete.id.package)
            created = _default_value(
                context,
                this,
                declaration,
                (declaration.contract, declaration.default),
                scope,
                inherited=_inherited(complete, declaration),
            )
            is_sure = _REMARKS.issuperset(item.code for item in context.reporter.values())
            if created is not None and is_sure:
                with contextlib.suppress(UnwritableError, NotEvaluatedError):
                    result[name] = plain_value(created, context)
            elif (
                # Null also stands for an unknown value, unless the class has written it
                isinstance(declaration.default, Scalar) and declaration.default.value is None
            ):
                result[name] = None
        return result


def _report(diagnostic: Diagnostic, named: Declared, findings: Findings) -> None:
    """Report a diagnostic of the loading of a default as one about the class."""
    if diagnostic.code in _AS_THEY_ARE:
        findings.add(msgspec.structs.replace(diagnostic, in_model=None))
        return
    problem = problem_of(diagnostic, f"$.{named.name}")
    if diagnostic.code == rules.ENGINE_DIFFERS.code:
        message = f"the Default of {described(named)}{problem}"
        findings.add(msgspec.structs.replace(diagnostic, in_model=None, message=message))
        return
    problem = problem.removeprefix(".")
    # The place of the declaration itself says nothing, that of another one does
    related = tuple(item for item in diagnostic.related if item.place != named.name_node.place)
    rule, severity = default_rules.DEFAULT_CONVERTED, None
    if diagnostic.code in REFUSALS:
        rule = default_rules.DEFAULT_REFUSED
        problem = problem.removeprefix(f'the Default of property "{named.name}"').lstrip()
        problem = f"it {problem}" if problem.startswith("fails to run") else problem
        # The engine does not apply some defaults
        if named.usage in {PropertyUsage.RUNTIME, PropertyUsage.STATIC}:
            severity = Severity.WARNING
    elif diagnostic.code != rules.SURPRISING_VALUE.code:
        return
    findings.report(
        rule,
        diagnostic.place,
        what=described(named),
        problem=problem,
        severity=severity,
        notes=diagnostic.notes,
        left_out=diagnostic.left_out,
        related=related,
    )


def _inherited(complete: CompleteType, named: Declared) -> list[tuple[TypeId, PropertyDeclaration]]:
    """Return the declarations of ancestors that validate the values of a property, too."""
    member = complete.properties.get(named.name)
    if member is None or member.declaration is not named:
        return []
    return [item for item in member.chain[1:] if item[1].contract is not None]


def _default_value(
    context: LoadingContext,
    this: PlaceholderObject,
    named: Declared,
    pair: tuple[Contract, Node],
    scope: MuranoType | None = None,
    *,
    inherited: Collection[tuple[TypeId, PropertyDeclaration]] = (),
) -> Any:
    """Return a default of a class after its contract; None if it was reported or is unknown.

    The contracts of the `inherited` declarations validate it.
    """
    contract, default = pair
    path = _path(named, default)
    declared = Related(f'"{named.name}" is declared here', named.name_node.place)
    context.begin(path)
    scope = scope or this.type
    setting = ValueSetting(context, this, scope, path, declared, contract=contract)
    try:
        value = context.value_of(default, scope, this)
        # Detects a default that needs itself.
        context.defaults.enter(named)
        is_literal = not any(expressions(default))
        applying = RemarkingApplication if is_literal else Application
        application = applying(setting)
        result = application.apply(contract, value, path)
        # Nothing is known of an object that only models have
        is_known = not (application.refused or context.references)
        for id_, other in inherited if is_known else ():
            if other.contract is not None:
                type_ = this.type.ancestor(id_)
                where = Related(f"the contract in {id_.name}", other.contract.node.place)
                setting = ValueSetting(context, this, type_, path, where, overridden=True)
                Application(setting, validating=True).apply(other.contract, result, path)
        return result
    except (NotEvaluatedError, PoisonedError, SpentError, UninitializedError):
        return (
            None  # what reads properties that are not there is reported by render/default_reads.py
        )
    except EvaluationError as error:
        setting.report(rules.DEFAULT_FAILS, path, name=named.name, problem=str(error))
        return None
    except RecursionError:
        machine_limits.meet()
        setting.report(object_rules.TOO_DEEP, path, limit="some")
        return None


def _path(named: Declared, default: Node) -> ModelPath:
    return ModelPath(default, ModelPath(default), f".{named.name}")


def _is_unknown(default: Node, contract: Contract) -> bool:
    """Return whether nothing can be said of a default because of its expressions.

    They depend on the object, or are texts that happen to parse, which was reported.
    """
    computed = list(expressions(default))
    if any(knows_object(node.tree) for node in computed):
        return True
    numbers = isinstance(contract, tree.Chain) and contract.function is STRING
    return any(says_nothing(node, numbers=numbers) for node in computed)
