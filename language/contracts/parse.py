"""YAML and YAQL → the contract tree (forms: language/muranopl.txt, Contract; functions: reference/functions.json)."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.positions import place_within
from muranopl.diagnostics.catalogue import contracts as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.places import Place
from muranopl.expression.tree import (
    Binary,
    Call,
    Expression,
    Group,
    Keyword,
    Pair,
    Variable,
    word,
)
from muranopl.language.contracts import tree
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import ContractCall, ContractFunction
from muranopl.language.contracts.kinds import NULL

NEAR_NAMES = ("isString", "substring")  # functions of YAQL, no slips for one of ours


def parse_contract(node: Node, findings: Findings, what: str) -> tree.Contract:
    """Return the tree of a contract; what is surely wrong is reported, what is merely unusual becomes `Free`."""
    if isinstance(node, Yaql):
        return _expression(node, findings, what)
    if isinstance(node, Sequence):
        return _list(node, findings, what)
    if isinstance(node, Mapping):
        return _mapping(node, findings, what)
    if isinstance(node, Scalar):
        return tree.Constant(node=node, value=node.value)
    return tree.Chain(node=node)  # a broken value, which was reported


def report_constant(contract: tree.Contract, findings: Findings, what: str) -> None:
    """Report constants where a type was surely meant: whole contracts, items of lists, and text with a `$` in it.

    The engine takes them as literals to compare with (syntax.json, property-contract-word, -quoted, -unparseable).
    Inside mappings a constant is a documented form (`A: StringMap`).
    """
    pending = [contract]
    while pending:
        part = pending.pop()
        if isinstance(part, tree.Constant):
            if part is contract:
                _report_whole(part, findings, what)
            elif isinstance(part.value, str) and "$" in part.value:
                findings.report(rules.TEXT_CONTRACT, part.node.place, what=what, text=part.value)
            continue
        if isinstance(part, tree.ListOf):
            _report_items(part, findings, what)
        pending.extend(tree.parts(part))


def _report_items(contract: tree.ListOf, findings: Findings, what: str) -> None:
    for item in contract.items:
        if isinstance(item, tree.Constant) and not (isinstance(item.value, str) and "$" in item.value):
            value = "null" if item.value is None else item.value
            findings.report(rules.CONSTANT_CONTRACT, item.node.place, what=f"an item of {what}", value=value)


def _report_whole(contract: tree.Constant, findings: Findings, what: str) -> None:
    if isinstance(contract.value, str):
        findings.report(rules.TEXT_CONTRACT, contract.node.place, what=what, text=contract.value)
    elif contract.value is None:
        findings.report(rules.NULL_CONTRACT, contract.node.place, what=what)
    else:
        findings.report(rules.CONSTANT_CONTRACT, contract.node.place, what=what, value=contract.value)


def _list(node: Sequence, findings: Findings, what: str) -> tree.Contract:
    items, bounds = trailing_bounds(node)
    for bound, place in bounds:
        if isinstance(place, Scalar) and isinstance(place.value, bool):
            problem = f"a bound is a number, not {str(place.value).lower()}"
            findings.report(rules.BAD_BOUNDS, place.place, what=what, problem=problem)
        if bound < 0:
            findings.report(rules.BAD_BOUNDS, place.place, what=what, problem=f"the bound {bound} is negative")
    minimum = bounds[0][0] if bounds else 0
    maximum = bounds[1][0] if len(bounds) == 2 else None
    if not bounds and len(items) > 1 and (early := bound_of(items[-2])) is not None:
        minimum, maximum = early, 0  # so the engine reads it (contracts.json, list-bounds.number-first)
        bounds = [(early, items.pop(-2))]
    if maximum is not None and 0 <= maximum < minimum:
        problem = f"the lower bound {minimum} is above the upper bound {maximum}"
        findings.report(rules.BAD_BOUNDS, bounds[0][1].place, what=what, problem=problem)
    contracts = tuple(parse_contract(item, findings, what) for item in items)
    return tree.ListOf(node=node, items=contracts, minimum=minimum, maximum=maximum)


def trailing_bounds(node: Sequence) -> tuple[list[Node], list[tuple[int, Node]]]:
    """The items of a list contract without the bounds behind them, and these: the minimum, and perhaps the maximum."""
    items = list(node.items)
    bounds: list[tuple[int, Node]] = []
    while items and len(bounds) < 2 and (bound := bound_of(items[-1])) is not None:
        bounds.insert(0, (bound, items.pop()))
    return items, bounds


def bound_of(node: Node) -> int | None:
    """The bound a node is; true and false are 1 and 0 to the engine (contracts.json, list-bounds.bool-min)."""
    value = node.value if isinstance(node, Scalar) else None
    return int(value) if isinstance(value, int) else None


def _mapping(node: Mapping, findings: Findings, what: str) -> tree.Contract:
    keys: list[tuple[Node, tree.Contract]] = []
    patterns: list[tuple[tree.Contract, tree.Contract]] = []
    for key, value in node.pairs:
        contract = parse_contract(value, findings, what)
        if not isinstance(key, Yaql):
            keys.append((key, contract))
            continue
        if patterns:
            findings.report(rules.TWO_PATTERNS, key.place, what=what)
        patterns.append((parse_contract(key, Findings() if patterns else findings, what), contract))
    return tree.DictOf(node=node, keys=tuple(keys), patterns=tuple(patterns), irregular=len(patterns) > 1)


@functools.lru_cache(4096)
def _plain(expression: Expression) -> tuple[tuple[ContractCall, ...], ContractCall | None, bool] | None:
    """Return the calls of a chain like `$.string().notNull()`, that of the type, and whether null is refused.

    None for other expressions. Nothing can be wrong with such a chain. Six contracts in seven are one, most of them
    equal, and equal texts share their tree: of 5,284 in a hundred packages 320 differ.
    """
    start, *links = chain(expression)
    if not (isinstance(start, Variable) and start.name == "$"):
        return None
    calls: list[ContractCall] = []
    for link in links:
        function = function_of(link)
        if function is None or function.parameters or link.arguments:  # type: ignore[attr-defined]
            return None
        calls.append(ContractCall(function, None, link))  # type: ignore[arg-type]
    typed = [call for call in calls if call.function.gives_type]
    return None if len(typed) > 1 else (tuple(calls), typed[0] if typed else None, _refuses_null(calls))


def _refuses_null(calls: Iterable[ContractCall]) -> bool:
    return any(not call.function.validates & NULL for call in calls)


def _expression(node: Yaql, findings: Findings, what: str) -> tree.Contract:
    plain = _plain(node.tree)
    if plain is not None:
        calls, typed, refuses_null = plain
        return tree.Chain(node=node, calls=calls, typed=typed, refuses_null=refuses_null)
    start, *links = chain(node.tree)
    if not (isinstance(start, Variable) and start.name == "$"):
        if function_of(start) is not None and not start.arguments:  # type: ignore[attr-defined]
            findings.report(rules.NO_RECEIVER, _place(node, start), what=what, name=start.name)  # type: ignore[attr-defined]
        return tree.Free(node=node, expression=node)
    for link in links:
        _check_function(link, node, findings, what)
    return _chain(node, links) or tree.Free(node=node, expression=node)


def _chain(node: Yaql, links: list[Expression]) -> tree.Chain | None:
    """Return the links as a chain of contract functions; None where they are none, or give more than one type."""
    calls: list[ContractCall] = []
    irregular = False
    for link in links:
        function = function_of(link)
        if function is None or not isinstance(link, Call):
            return None
        given = arguments_of(link, function)
        if function.gives_type and any(each.required and each.name not in given for each in function.parameters):
            return None
        calls.append(ContractCall(function, function.arguments(given, node), link))
        irregular = irregular or not _is_regular(function, given, link, node)
    typed = [call for call in calls if call.function.gives_type]
    if len(typed) > 1:
        return None
    return tree.Chain(
        node=node,
        calls=tuple(calls),
        typed=typed[0] if typed else None,
        refuses_null=_refuses_null(calls),
        irregular=irregular,
    )


def chain(expression: Expression) -> Iterator[Expression]:
    """Return the links of `a.b().c()`, from the left: a, b(), c()."""
    links: list[Expression] = []
    while True:
        if isinstance(expression, Binary) and expression.operator == ".":
            links.append(expression.right)
            expression = expression.left
        elif isinstance(expression, Group):
            expression = expression.inner
        else:
            break
    yield expression
    yield from reversed(links)


def function_of(link: Expression) -> ContractFunction | None:
    """Return the contract function that a link of a chain calls."""
    return FUNCTIONS.get(link.name) if isinstance(link, Call) else None


def _check_function(link: Expression, node: Yaql, findings: Findings, what: str) -> None:
    """Report a function of a contract that is misspelt, or has arguments it does not take."""
    if isinstance(link, Keyword) and link.name in FUNCTIONS:
        findings.report(rules.NOT_CALLED, _place(node, link), what=what, name=link.name)
    if not isinstance(link, Call):
        return
    function = function_of(link)
    if function is None:
        _report_unknown(link, node, findings, what)
        return
    low, high = sum(each.required for each in function.parameters), len(function.parameters)
    if not low <= len(link.arguments) <= high:
        wants = "no arguments" if high == 0 else f"{low} to {high} arguments"
        findings.report(
            rules.BAD_ARGUMENTS, _place(node, link), what=what, name=link.name, wants=wants, found=len(link.arguments)
        )


def _report_unknown(call: Call, node: Yaql, findings: Findings, what: str) -> None:
    """Report a function that looks like one of contracts, and is none."""
    foreign = (name for name, function in FUNCTIONS.items() if call.name in function.foreign_names)
    close = next(foreign, None) or nearest(call.name, FUNCTIONS)
    if close and call.name not in NEAR_NAMES:
        place = _place(node, call, len(call.name))
        suggestion = f'did you mean "{close}"?'
        findings.report(rules.UNKNOWN_FUNCTION, place, what=what, name=call.name, suggestion=suggestion)


def arguments_of(call: Call, function: ContractFunction) -> dict[str, Expression]:
    """Return the arguments of a contract function by the names of its parameters, in whichever way they are given."""
    given: dict[str, Expression] = {}
    for position, argument in enumerate(call.arguments):
        if isinstance(argument, Pair):
            name = word(argument.key)
            if name is not None:
                given[name] = argument.value
        elif position < len(function.parameters):
            given[function.parameters[position].name] = argument
    return given


def _is_regular(function: ContractFunction, given: dict[str, Expression], call: Call, node: Yaql) -> bool:
    """Whether the arguments of a contract function are of the forms its parameters take, none missing or too many."""
    known = {parameter.name: parameter for parameter in function.parameters}
    if len(given) != len(call.arguments) or not given.keys() <= known.keys():
        return False
    if any(parameter.required and parameter.name not in given for parameter in function.parameters):
        return False
    return all(known[name].fits(argument, node) for name, argument in given.items())


def _place(node: Yaql, expression: Expression, length: int | None = None) -> Place:
    return place_within(node, expression.start, expression.end if length is None else expression.start + length)
