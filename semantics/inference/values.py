"""Values as they are written in YAML, with expressions at any depth of them."""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql, expressions
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts import kinds
from muranopl.language.contracts.literals import mismatches
from muranopl.language.contracts.tree import Constant, Contract
from muranopl.semantics.inference.contracts import refuses
from muranopl.semantics.inference.expressions import evaluate
from muranopl.semantics.inference.overloads import CallArgument
from muranopl.semantics.inference.refused import check_value, refusal_facts
from muranopl.semantics.inference.scope import ExpressionScope, MethodContext
from muranopl.semantics.inference.types import ANY, CONSTANTS, Type, union


class WrittenValue(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A value of an instruction: where it is written, and its type."""

    node: Node
    type: Type


def value_of(node: Node, method: MethodContext) -> WrittenValue:
    """Look at every expression of a value once."""
    if isinstance(node, Yaql):
        return WrittenValue(node, evaluate(node, method))
    if isinstance(node, Scalar):
        return WrittenValue(node, CONSTANTS.get(type(node.value), ANY))
    if isinstance(node, Broken):
        return WrittenValue(node, ANY)
    types = {id(part): evaluate(part, method) for part in expressions(node)}
    return WrittenValue(node, _structure(node, types))


def _structure(node: Node, types: dict[int, Type]) -> Type:
    """The type of a structure: its outermost level is told, and the types of scalars directly inside."""
    if isinstance(node, Sequence):
        return Type(kinds.LIST, item=union(_inner(each, types) for each in node.items) if node.items else None)
    assert isinstance(node, Mapping)  # noqa: S101 - there is nothing else
    fields = {
        key.value: _inner(each, types)
        for key, each in node.pairs
        if isinstance(key, Scalar) and isinstance(key.value, str)
    }
    return Type(
        kinds.DICT, item=union(_inner(each, types) for _, each in node.pairs) if node.pairs else None, fields=fields
    )


def _inner(node: Node, types: dict[int, Type]) -> Type:
    if isinstance(node, Yaql):
        return types[id(node)]
    if isinstance(node, Scalar):
        return CONSTANTS.get(type(node.value), ANY)
    return Type(kinds.LIST) if isinstance(node, Sequence) else Type(kinds.DICT) if isinstance(node, Mapping) else ANY


def check(contract: Contract, value: WrittenValue, what: str, declared: Related, method: MethodContext) -> None:
    """Report a value that a contract surely refuses."""
    node = value.node
    if isinstance(node, Yaql):
        scope = ExpressionScope(method, node, method.this)
        check_value(contract, CallArgument(node.tree, value.type), what, declared, scope)
        return
    if isinstance(contract, Constant) or contract.irregular:
        return
    problems = [(each.node, each.problem) for each in mismatches(contract, node) if each.refused]
    if not problems and not isinstance(node, Scalar):
        problem = refuses(contract, value.type)
        problems = [] if problem is None else [(node, problem)]
    if problems:
        facts = refusal_facts(contract, what, declared)
        for part, problem in problems:
            method.report(rules.VALUE_REFUSED, part.place, problem=problem, **facts)
