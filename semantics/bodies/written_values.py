"""Infers values that instructions write in YAML, with expressions nested at any depth."""

from __future__ import annotations

from datetime import date

import msgspec

from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql, text_of, walk
from muranopl.ard.yaql.tree import Call, Keyword, Variable
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.catalogue.calls import TEXT_AS_EXPRESSION
from muranopl.diagnostics.catalogue.objects import ENGINE_DIFFERS
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.reporter import DefectReports
from muranopl.language.contracts import kinds
from muranopl.language.contracts.literals import differences
from muranopl.language.contracts.tree import Contract
from muranopl.language.unparsed import is_none, parse_error, stray_closing, variables_in
from muranopl.namespace.result import TypeId
from muranopl.read.suspicious_scalars import says_nothing
from muranopl.semantics.abstract.overloads import CallArgument
from muranopl.semantics.abstract.values import (
    DICT,
    LIST,
    UNKNOWN,
    Dictionary,
    Items,
    Value,
    WrittenDate,
    constant,
    one,
)
from muranopl.semantics.bodies.contract_problems import problem_of, reason
from muranopl.semantics.bodies.expressions import evaluate
from muranopl.semantics.bodies.refused_arguments import check_value, refusal_facts
from muranopl.semantics.bodies.scope import MethodContext


class WrittenValue(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A value in an instruction: its node and its type.

    `inside` are the keys and indexes (0) that lead to it from the property of which it is a part; None
    stands for a step that is neither.
    """

    node: Node
    value: Value
    inside: tuple[str | int | None, ...] = ()


def type_of_value(node: Node, method: MethodContext) -> Value:
    """Infer every expression of a value once, and return its type."""
    if node.__class__ in _LEAVES:
        return _leaf(node, method)
    types = {id(part): _inner(part, method) for part in walk(node)}
    return _structure(node, types)


def go_through(node: Node, method: MethodContext) -> None:
    """Infer every expression of a value once, when the type of the value is not needed."""
    for part in walk(node):
        if part.__class__ in _LEAVES:
            _leaf(part, method)
        elif part.__class__ is Mapping:
            _report_words(part, method)


_LEAVES = frozenset({Scalar, Yaql, Broken})


def _inner(node: Node, method: MethodContext) -> Value:
    """Return the type of a part of a structure; structures inside it are not described further."""
    if node.__class__ in _LEAVES:
        return _leaf(node, method)
    if node.__class__ is not Mapping:
        return LIST
    _report_words(node, method)
    return DICT


def _report_words(node: Mapping, method: MethodContext) -> None:
    """Report entries `name: name` where the method has a variable of that name, which was likely meant."""
    for key, value in node.pairs:
        word = _bare_word(value)
        if word is not None and word == text_of(key) and method.variables.value(word) is not None:
            # Else the variable would be reported as unused, too
            method.variables.used.add(word)
            method.report(
                rules.WORD_FOR_VARIABLE,
                value.place,
                severity=Severity.INFO,
                name=word,
                meant=f"${word}",
            )


def _bare_word(node: Node) -> str | None:
    """Return a text that is written as a word without quotes, None for any other value."""
    if isinstance(node, Yaql):
        return node.tree.name if isinstance(node.tree, Keyword) else None
    return text_of(node) if isinstance(node, Scalar) and node.plain else None


def _leaf(node: Node, method: MethodContext) -> Value:
    """Return the type of a scalar or expression, UNKNOWN for text reported as misplaced."""
    if node.__class__ is Yaql:
        if not node.text.startswith("$") and _may_be_text(node, method):
            return _evaluate_text(node, method)
        return evaluate(node, method)
    if node.__class__ is not Scalar:
        return UNKNOWN
    value = node.value
    if not isinstance(value, str):
        if isinstance(value, date):
            return WrittenDate(None, kinds.UNKNOWN, str(value))
        return constant(value)
    if not node.plain:
        if value.startswith("$"):
            method.quoted.append(node)
        return constant(value)
    if value.isalnum():  # as most: a word
        return UNKNOWN if is_none(node) else constant(value)
    if stray_closing(node) is not None:
        return UNKNOWN
    if parse_error(node) is None:
        return constant(value)
    # The text was meant as an expression, so its variables count as used.
    method.variables.used.update(variables_in(value))
    return UNKNOWN


def _may_be_text(node: Yaql, method: MethodContext) -> bool:
    """Return whether an expression is only operators, numbers, and words that name no value."""
    if node.tree.__class__ in _MEANT or not says_nothing(node, numbers=False):
        return False  # as nearly always
    words = [part for part in parts_of(node.tree) if isinstance(part, (Variable, Keyword))]
    return not any(isinstance(part, Variable) or method.named(part.name) for part in words)


_MEANT = frozenset({Call, Variable})


def _evaluate_text(node: Yaql, method: MethodContext) -> Value:
    """Infer what may be unquoted text; if that fails, report only the missing quotes."""
    findings, missing = method.findings, method.missing
    # Evaluated on trial: the findings are replaced if there are errors.
    method.findings, method.missing = tried, lacking = findings.apart(), DefectReports()
    result = evaluate(node, method)
    method.findings, method.missing = findings, missing
    lacking.flush(tried)
    if not tried.errors:
        findings.take(tried.diagnostics)
        return result
    method.report(TEXT_AS_EXPRESSION, node.place, what="this value", text=node.text)
    return UNKNOWN


def _structure(node: Node, types: dict[int, Value]) -> Value:
    """Return the type of a structure.

    Its outermost level, and the types of scalars directly inside.
    """
    if isinstance(node, Sequence):
        return one(Items(kind=kinds.LIST, items=tuple([types[id(entry)] for entry in node.items])))
    assert isinstance(node, Mapping)  # noqa: S101 - there is nothing else
    entries: dict[str, Value] = {}
    others: Value | None = None
    for key, value in node.pairs:
        name = text_of(key)
        if name is None:
            others = UNKNOWN
        else:
            entries[name] = types[id(value)]
    return one(Dictionary(entries=entries, others=others))


def check(
    contract: Contract,
    value: WrittenValue,
    what: str,
    declared: Related,
    method: MethodContext,
    *,
    owner: TypeId,
) -> None:
    """Report a value that a contract, which the class `owner` declares, certainly refuses."""
    node = value.node
    if isinstance(node, Yaql):
        scope = method.scope(node)
        check_value(
            contract, CallArgument(node.tree, value.value), what, declared, scope, owner=owner
        )
        return
    if not (contract.is_known and value.value.known):
        return
    verdicts = method.judge_of(owner).verdicts(contract, node)
    problems = [
        (verdict.path.node, verdict.reason if verdict.path.has_own_source() else reason(verdict))
        for verdict in verdicts
        if verdict.refused
    ]
    if not problems and not isinstance(node, Scalar):
        problem = problem_of(contract, owner, value.value, node, method)
        problems = [] if problem is None else [(node, problem)]
    facts = refusal_facts(contract, what, declared)
    for part, problem in problems:
        method.report(rules.VALUE_REFUSED, part.place, problem=problem, **facts)
    if problems:
        return
    for verdict in verdicts:
        if verdict.names_id:
            place, problem = verdict.path.node.place, verdict.problem
            method.report(
                rules.VALUE_REFUSED, place, severity=Severity.WARNING, problem=problem, **facts
            )
    for problem, quirk in differences(verdicts):
        method.report(ENGINE_DIFFERS, node.place, path=what, problem=problem, quirk=quirk.name)
