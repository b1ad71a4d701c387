"""Defaults that never conform, detected without a model.

Source: language/muranopl.txt, "Default must conform". Each default is applied to its contract as if
a model gave no value, with everything else unknown: the properties that the predicate or the
expression reads, the owner, and the ids. Defects that the engine would refuse in any model are
reported.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, expressions
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import render as default_rules
from muranopl.diagnostics.catalogue import values as rules
from muranopl.diagnostics.diagnostic import Diagnostic, Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts import tree
from muranopl.language.contracts.facts import BY_ENGINE
from muranopl.language.contracts.functions.string_ import STRING
from muranopl.language.contracts.literals import mismatches
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.method import ArgumentUsage
from muranopl.language.grammar.property import PropertyUsage
from muranopl.read.suspicious_scalars import says_nothing
from muranopl.render.class_values import REFUSALS, ClassValues, problem_of, reports_in
from muranopl.render.context import LoadingContext
from muranopl.render.default_reads import knows_object
from muranopl.render.placeholder import PlaceholderObject
from muranopl.render.serialize import UnwritableError, plain_value
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    SpentError,
    UninitializedError,
)
from muranopl.semantics.evaluation.objects import MuranoType

_AS_THEY_ARE = {rules.RECURSIVE_DEFAULT.code, object_rules.UNKNOWN_PROPERTY.code}


class ClassDefaults:
    """Checks the defaults of the classes of a catalog, one class at a time."""

    def __init__(self, values: ClassValues) -> None:
        self._values = values

    def check(
        self, complete: CompleteType, findings: Findings, failing: Collection[Contract] = ()
    ) -> None:
        """Report the defaults of properties and arguments of a class that never conform.

        `failing` are contracts, or parts of them, that are already reported as taking no value;
        their defaults are skipped.
        """
        _report_missing(complete.declared.declaration, findings)
        applied = []
        for item in _declared(complete.declared.declaration):
            is_failing = any(part in failing for part in tree.walk(item[2]))
            # The literal is checked in any case, as that reports mismatches.
            if _is_to_be_applied(*item, findings) and not is_failing:
                applied.append(item)
        type_ = self._values.type(complete.id) if applied else None
        if type_ is None:
            return
        this = PlaceholderObject(type_)
        for what, named, contract, default in applied:
            context = self._values.context(complete.id.package)
            _default_value(context, this, named, (contract, default))
            for diagnostic in reports_in(context, default):
                _report(diagnostic, what, named, findings)

    def rendered(self, complete: CompleteType) -> dict[str, Any]:
        """Return the default object of a class, by property, as plain data.

        Values that depend on more than the class are left out, as are those an object model cannot
        contain, such as a date.
        """
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
                context, this, declaration, (declaration.contract, declaration.default), scope
            )
            if created is not None and not context.reporter.values():
                with contextlib.suppress(UnwritableError, NotEvaluatedError):
                    result[name] = plain_value(created, context)
            elif isinstance(declaration.default, Scalar) and declaration.default.value is None:
                result[name] = None
        return result


def _report(diagnostic: Diagnostic, what: str, named: Named, findings: Findings) -> None:
    """Report a diagnostic of the loading of a default as one about the class."""
    if diagnostic.code in _AS_THEY_ARE:
        findings.add(msgspec.structs.replace(diagnostic, in_model=None))
    elif diagnostic.code in REFUSALS:
        problem = problem_of(diagnostic, f"$.{named.name}").removeprefix(".")
        problem = problem.removeprefix(f'the Default of property "{named.name}"').lstrip()
        problem = f"it {problem}" if problem.startswith("fails to run") else problem
        place, notes = diagnostic.place, diagnostic.notes
        rule, severity = default_rules.DEFAULT_REFUSED, _severity(named)
        findings.report(
            rule,
            place,
            what=what,
            problem=problem,
            notes=notes,
            severity=severity,
            left_out=diagnostic.left_out,
        )


def _severity(named: Named) -> Severity | None:
    """Return the severity of a default that never conforms; None is the rule's.

    The engine does not apply some defaults, so that these are warnings.
    """
    lenient = getattr(named, "usage", None) in {PropertyUsage.RUNTIME, PropertyUsage.STATIC}
    return Severity.WARNING if lenient else None


def _default_value(
    context: LoadingContext,
    this: PlaceholderObject,
    named: Named,
    pair: tuple[Contract, Node],
    scope: MuranoType | None = None,
) -> Any:
    """Return a default of a class after its contract; None if it was reported or is unknown."""
    contract, default = pair
    path = ModelPath(default, ModelPath(default), f".{named.name}")
    declared = Related(f'"{named.name}" is declared here', named.name_node.place)
    context.begin(path)
    scope = scope or this.type
    setting = ValueSetting(context, this, scope, path, declared, contract=contract)
    try:
        value = context.value_of(default, scope, this)
        # Detects a default that needs itself.
        context.defaults.enter(named)
        return setting.apply(contract, value)
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


def _declared(declaration: ClassDeclaration) -> Iterator[tuple[str, Named, Contract, Node]]:
    """Yield every default of a class with its contract."""
    for property_ in declaration.properties:
        if property_.default is not None and property_.contract is not None:
            yield f'property "{property_.name}"', property_, property_.contract, property_.default
    for method in declaration.all_methods:
        for argument in method.arguments:
            counts = (
                argument.usage is ArgumentUsage.STANDARD
            )  # others have no default, which is reported
            if counts and argument.default is not None and argument.contract is not None:
                yield f'argument "{argument.name}"', argument, argument.contract, argument.default


def _report_missing(declaration: ClassDeclaration, findings: Findings) -> None:
    """Report results without a Default that refuse null, their value when objects are created."""
    for property_ in declaration.properties:
        contract = property_.contract
        if property_.usage is not PropertyUsage.OUT or property_.default is not None:
            continue
        if BY_ENGINE.refuses_null(contract):
            findings.report(
                default_rules.RESULT_MISSING, property_.name_node.place, name=property_.name
            )


def _is_to_be_applied(
    what: str, named: Named, contract: Contract, default: Node, findings: Findings
) -> bool:
    """Report certain mismatches of a literal default; return whether to apply it to find more."""
    if tree.is_reported(contract):
        return False
    refused = False
    for mismatch in mismatches(contract, default):
        refused |= mismatch.refused
        rule = (
            default_rules.DEFAULT_REFUSED if mismatch.refused else default_rules.DEFAULT_CONVERTED
        )
        severity = _severity(named) if mismatch.refused else None
        findings.report(
            rule, mismatch.node.place, what=what, problem=mismatch.problem, severity=severity
        )
    return not refused and _takes_applying(contract, default)


def _takes_applying(contract: Contract, default: Node) -> bool:
    """Return whether applying a default can find more than comparing a literal.

    It cannot for scalars without a predicate, for empty lists and mappings that may be empty, for
    texts that happen to parse as expressions, which were reported, and for values that depend on
    the object, which are unknown.
    """
    if isinstance(default, Scalar):
        return not (isinstance(contract, tree.Chain) and contract.is_plain)
    if isinstance(default, Sequence) and not default.items and isinstance(contract, tree.ListOf):
        return not contract.is_known or contract.has_bounds or contract.is_tuple
    if isinstance(default, Mapping) and not default.pairs and isinstance(contract, tree.DictOf):
        return not contract.is_known or bool(contract.keys)
    inside = list(expressions(default))
    if any(knows_object(node.tree) for node in inside):
        return False
    numbers = isinstance(contract, tree.Chain) and contract.function is STRING
    return not any(says_nothing(node, numbers=numbers) for node in inside)
