"""Reports contracts that accept no value: early restrictions, and unsatisfiable predicates."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.catalogue import render as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts import kinds, tree
from muranopl.language.contracts.functions.declaration import ContractCall, Predicate
from muranopl.language.contracts.functions.owned import OWNED, OwnedFunction
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.render.class_values import ClassValues
from muranopl.render.contract_classes import Declared, DeclaredContract, described
from muranopl.semantics.abstract.predicates import NeverTrue
from muranopl.semantics.evaluation.errors import UninitializedError

_FROM_MODELS = frozenset({PropertyUsage.IN, PropertyUsage.CONST})
"""Usages of properties that object models set and methods do not."""
_ALSO_FROM_MODELS = _FROM_MODELS | {PropertyUsage.OUT, PropertyUsage.IN_OUT}


def report_failing(
    complete: CompleteType,
    declared: Iterable[DeclaredContract],
    values: ClassValues,
    findings: Findings,
    known: Collection[tree.Chain],
) -> set[tree.Chain]:
    """Report the contracts that a class declares and that take no value.

    Return the chains with unsatisfiable predicates. The chains in `known` have a predicate that
    fails, and are skipped.
    """
    result: set[tree.Chain] = set()
    for owner, contract in declared:
        for part in tree.walk(contract):
            if part.__class__ is not tree.Chain or part.reported or part in known:
                continue
            early = _early_owner(part)
            if early is not None:
                _report_early(owner, part, early, findings)
            for call, passed in _predicates(part) if part.narrows else ():
                path = ModelPath(owner.name_node)
                evaluated = functools.partial(_evaluated, complete, values, path)
                problem = NeverTrue(call.arguments, passed, evaluated).problem()
                if problem is not None:
                    findings.report(
                        rules.TAKES_NO_VALUE,
                        _place(part, call),
                        what=described(owner),
                        problem=problem,
                    )
                    result.add(part)
    return result


def _report_early(
    owner: Declared, chain: tree.Chain, first: ContractCall, findings: Findings
) -> None:
    """Report `$.owned().class(C)`.

    For an object model, only class() creates the object owned() requires (measured, also for
    notOwned() and for `$.owned()` alone). Methods pass objects as they are; one that is passed to
    `new()` is never owned by the new object.
    """
    usage = owner.usage if isinstance(owner, PropertyDeclaration) else None
    if usage not in _ALSO_FROM_MODELS:
        return
    name = first.function.name
    is_certain = usage in _FROM_MODELS and first.function is OWNED
    findings.report(
        rules.TAKES_NO_VALUE,
        _place(chain, first),
        what=described(owner),
        problem=f"{name}() accepts only objects, and values of an object model become objects only in class()",
        suggestion=f"call {name}() on the result of class()",
        severity=None if is_certain else Severity.WARNING,
    )


def _early_owner(chain: tree.Chain) -> ContractCall | None:
    """Return a call of owned() or notOwned() before that of the function that gives the type."""
    for call in chain.calls:
        if call.function.gives_type:
            return None  # as in most
        if isinstance(call.function, OwnedFunction):
            return call
    return None


def _place(chain: tree.Chain, call: ContractCall) -> Place:
    assert isinstance(chain.node, Yaql)  # noqa: S101 - else it has no calls
    return place_within(chain.node, call.call.start, call.call.end)


def _predicates(chain: tree.Chain) -> list[tuple[ContractCall, kinds.Kinds]]:
    """Return the calls of check() in a chain, each with the kinds of values passed to it."""
    result: list[tuple[ContractCall, kinds.Kinds]] = []
    passed = kinds.ANY
    for call in chain.calls:
        if isinstance(call.arguments, Predicate):
            result.append((call, passed))
        elif call.function.gives_type:
            passed = call.function.leaves
    return result


def _evaluated(
    complete: CompleteType, values: ClassValues, path: ModelPath, expression: Expression
) -> Any:
    """Return the value of an expression without variables in the file of a class.

    Raise as evaluation does.
    """
    scope = values.type(complete.id)
    if scope is None:
        raise UninitializedError(complete.id.name)
    context = values.context(complete.id.package)
    context.begin(path)
    return context.evaluator.predicate(expression, scope, scope, dollar=None)
