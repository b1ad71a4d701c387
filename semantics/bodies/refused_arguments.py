"""Binds the arguments of calls to the declared ones, and reports values that contracts refuse.

Arguments that a method does not have, or lacks: `wrong_arguments`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from muranopl.ard.yaql.tree import Literal
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.catalogue.objects import ENGINE_DIFFERS
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.quirks import NULL_ARGUMENT, Quirk
from muranopl.inherit.complete import MethodMember
from muranopl.language.contracts import kinds
from muranopl.language.contracts.literals import differences
from muranopl.language.contracts.tree import Contract, ListOf
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.namespace.result import TypeId
from muranopl.semantics import binding
from muranopl.semantics.abstract.contracts import (
    contract_notes,
    refuses,
    refuses_unconverted,
    surely_fits,
)
from muranopl.semantics.abstract.overloads import OMITTED_ARGUMENT, CallArgument, CallArguments
from muranopl.semantics.abstract.value_contents import has_items, item_of, null_notes
from muranopl.semantics.abstract.values import UNKNOWN, Value, without_null
from muranopl.semantics.binding import BindingProblem
from muranopl.semantics.bodies.bare_words import did_you_mean_variable, literal_node
from muranopl.semantics.bodies.classes import ClassIndex, declared_here
from muranopl.semantics.bodies.contract_problems import problem_of, taken_for_id, version_conflict
from muranopl.semantics.bodies.scope import ExpressionScope

_TAKEN_NULL = f"the engine accepts a literal null (--quirk {NULL_ARGUMENT.name})"
UNSET = "a variable that nothing sets"
"""Replaces the problem if the value is such a variable."""


class CallBinding(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The arguments of a call with the declared ones that take them, and the defects."""

    pairs: Sequence[tuple[ArgumentDeclaration, CallArgument]]
    problems: Sequence[BindingProblem] = ()


def bind(
    declaration: MethodDeclaration, arguments: CallArguments, classes: ClassIndex
) -> CallBinding:
    """Bind the arguments of a call."""
    positional = arguments.positional
    # As most calls: all arguments by position, and as many as are taken.
    if not arguments.named and OMITTED_ARGUMENT not in positional:
        taking = classes.in_order(declaration, len(positional))
        if taking is not None:
            return CallBinding(list(zip(taking, positional)))  # noqa: B905 - see `binding.bind`
    parameters = classes.parameters(declaration)
    bound = binding.bind(parameters, positional, arguments.named, OMITTED_ARGUMENT)
    return CallBinding(bound.pairs(), bound.problems)


class RefusedValue(msgspec.Struct, frozen=True):
    """A value that a contract refuses, which the class `owner` declares.

    `problem` is the reason or UNSET; if `severity` is None, it is that of the rule. With a `quirk`
    the documents and the engine differ, and `problem` is how. `remedy` is what to do about it.
    """

    contract: Contract
    owner: TypeId
    argument: CallArgument
    problem: str
    severity: Severity | None = None
    quirk: Quirk | None = None
    remedy: str | None = None


RefusedArgument = tuple[ArgumentDeclaration, RefusedValue]


def _refused(
    contract: Contract, owner: TypeId, argument: CallArgument, scope: ExpressionScope
) -> list[RefusedValue]:
    """Return why a contract certainly refuses an argument, [] if it may take it."""
    value = argument.value
    refused = functools.partial(RefusedValue, contract, owner, argument)
    if problem := _problem(contract, owner, argument, scope):
        return [refused(problem)]
    if problem := (
        taken_for_id(contract, owner, value, scope.node, scope.method)
        or _problem_but_null(contract, owner, value, scope)
    ):
        return [refused(problem, Severity.WARNING)]
    if problem := _items_problem(contract, value, scope):
        # A list without items is taken
        return [refused(problem, None if has_items(value) else Severity.WARNING)]
    conflict = version_conflict(contract, owner, value, scope.method)
    if conflict is not None:
        severity = None if conflict.certain else Severity.WARNING
        return [refused(conflict.problem, severity, remedy=conflict.remedy)]
    differing = _differences(contract, owner, argument, scope)
    return [refused(difference, quirk=quirk) for difference, quirk in differing]


def _problem_but_null(
    contract: Contract, owner: TypeId, value: Value, scope: ExpressionScope
) -> str | None:
    """Return why a contract that takes null refuses whatever else a value may be, None if it may take it."""
    # Of null alone, and of what is never null, all is known
    if not value.known or not value.kinds & kinds.NULL or value.is_null:
        return None
    return problem_of(contract, owner, without_null(value), scope.node, scope.method)


def _items_problem(contract: Contract, value: Value, scope: ExpressionScope) -> str | None:
    """Return why a contract refuses every item that a list may have, None if it may take one."""
    if not isinstance(contract, ListOf) or not contract.items:
        return None
    item = item_of(value) if value.known else UNKNOWN
    if not item.alternatives or not scope.certain:
        return None
    facts = scope.method.classes.facts
    problems = [refuses(inner, item, facts) for inner in contract.items]
    if None in problems:
        return None
    return f"as an item, {problems[0]}"


def refusals(bound: CallBinding, owner: TypeId, scope: ExpressionScope) -> list[RefusedArgument]:
    """Return the arguments that their contracts certainly refuse, without reporting them.

    `owner` is the class that declares the method.
    """
    passes_null = NULL_ARGUMENT in scope.method.classes.facts.quirks
    refused_arguments: list[RefusedArgument] = []
    for declaration, argument in bound.pairs:
        contract = declaration.contract
        if contract is None or surely_fits(contract, argument.value):
            continue
        if passes_null and _is_literal_null(declaration, argument, scope):
            continue
        refused = _refused(contract, owner, argument, scope)
        refused_arguments += [(declaration, item) for item in refused]
    return refused_arguments


def report_refusals(
    found: Iterable[RefusedArgument], member: MethodMember, scope: ExpressionScope
) -> None:
    """Report refused arguments of a method; two that were swapped are reported once."""
    what = f'method "{member.name}" of {member.declaring.name}'
    # Pairs of swapped arguments are removed together.
    left = list(found)
    while left:
        first = declaration, refused = left.pop(0)
        subject = f'argument "{declaration.name}"'
        declared = declared_here(subject, declaration)
        facts = refusal_facts(refused.contract, f"{subject} of {what}", declared)
        if _is_literal_null(declaration, refused.argument, scope):
            facts["notes"] += (_TAKEN_NULL,)
        other = next((item for item in left if _swapped(first, item, scope)), None)
        if other is not None:
            left.remove(other)
            # Both are certain if one of them is.
            if other[1].severity is None:
                refused = msgspec.structs.replace(refused, severity=None)
            facts["suggestion"] = f'did you mean it for "{other[0].name}"? The two are swapped'
        _report(refused, facts, scope)


def _swapped(first: RefusedArgument, second: RefusedArgument, scope: ExpressionScope) -> bool:
    """Return whether two arguments would each be accepted in place of the other."""
    if UNSET in {first[1].problem, second[1].problem} or first[1].quirk is not None:
        return False
    crosswise = (
        *_refused(first[1].contract, first[1].owner, second[1].argument, scope),
        *_refused(second[1].contract, second[1].owner, first[1].argument, scope),
    )
    # What the engine alone refuses is accepted by the documents.
    return all(refused.quirk is not None for refused in crosswise)


def check_value(
    contract: Contract,
    argument: CallArgument,
    what: str,
    declared: Related,
    scope: ExpressionScope,
    *,
    owner: TypeId,
) -> None:
    """Report a value that a contract certainly refuses, or the variable in it that is never set.

    `owner` is the class that declares the contract.
    """
    for refused in _refused(contract, owner, argument, scope):
        _report(refused, refusal_facts(contract, what, declared), scope)


def refusal_facts(contract: Contract, what: str, declared: Related) -> dict[str, Any]:
    """Return the facts that diagnostics about refused values share."""
    return {"what": what, "related": (declared,), "notes": contract_notes(contract)}


def _report(refused: RefusedValue, facts: dict[str, Any], scope: ExpressionScope) -> None:
    argument, problem, quirk = refused.argument, refused.problem, refused.quirk
    assert argument.expression is not None  # noqa: S101 - omitted arguments have no problem
    if quirk is not None:
        words = {"path": facts["what"], "problem": problem, "quirk": quirk.name}
        scope.report(ENGINE_DIFFERS, argument.expression, **words)
        return
    if problem is UNSET:
        scope.blame([argument.value])
        return
    facts["suggestion"] = (
        facts.get("suggestion")
        or refused.remedy
        or did_you_mean_variable(argument.expression, scope)
    )
    if argument.value.is_null:
        facts["notes"] += null_notes(argument.value.nulls)
        facts["related"] += argument.value.null_origin
    severity = refused.severity or scope.severity
    scope.report(
        rules.VALUE_REFUSED, argument.expression, severity=severity, problem=problem, **facts
    )


def _problem(
    contract: Contract, owner: TypeId, argument: CallArgument, scope: ExpressionScope
) -> str | None:
    """Return why a contract certainly refuses an argument, None if it may take it.

    Return UNSET for a variable that is never set.
    """
    expression, type_ = argument.expression, argument.value
    if expression is None:
        return None
    # The use of the variable is reported, with the contract as a reason to be an error.
    if type_.blamed is not None:
        refuses_null = scope.method.classes.facts.refuses_null(contract)
        return UNSET if refuses_null and scope.certain else None
    if scope.method.classes.native.is_of_plugin(owner):
        problem = refuses_unconverted(contract, type_)
        if problem is not None and contract.is_known:
            return problem
    written = literal_node(expression, scope.node)
    return problem_of(contract, owner, type_, scope.node, scope.method, written=written)


def _differences(
    contract: Contract, owner: TypeId, argument: CallArgument, scope: ExpressionScope
) -> Iterable[tuple[str, Quirk]]:
    """Return how the engine takes an argument otherwise than the documents, by which quirk."""
    facts = scope.method.classes.facts
    if argument.expression is None or not contract.is_known:
        return ()
    literal = literal_node(argument.expression, scope.node)
    if literal is not None:
        return differences(scope.method.judge_of(owner).verdicts(contract, literal))
    quirk = facts.refused_by_quirk(contract, argument.value.kinds)
    # One without a warning has a diagnostic of its own
    if quirk is None or not quirk.warning:
        return ()
    return ((quirk.warning, quirk),)


def _is_literal_null(
    declaration: ArgumentDeclaration, argument: CallArgument, scope: ExpressionScope
) -> bool:
    """Return whether an argument is a null that passes every contract in the engine."""
    expression = argument.expression
    return (
        expression.__class__ is Literal
        and expression.value is None
        and scope.method.classes.native.passes_literal_null(declaration)
    )
