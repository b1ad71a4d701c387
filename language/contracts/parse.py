"""YAML and YAQL → the contract tree (forms: language/muranopl.txt, Contract; functions: reference/functions.json)."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.positions import place_within
from muranopl.diagnostics.catalogue import contracts as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.recursion import Recursive, result_of, results_of
from muranopl.expression.tree import Binary, Call, Expression, Group, Keyword, Pair, Variable, bare, walk, word
from muranopl.language.contracts import tree
from muranopl.language.contracts.compatible.values import takes_null
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import ContractCall, ContractFunction, dotted_name
from muranopl.language.contracts.kinds import ANY, NULL, described

_CHOICES = frozenset({"and", "or", "."})
"""Operators that combine contracts, or call functions of other values, which may give one."""
NEAR_NAMES = ("isString", "substring")  # functions of YAQL, no slips for one of ours


def parse_contract(node: Node, findings: Findings, what: str) -> tree.Contract:
    """Return the tree of a contract; what is surely wrong is reported, what is merely unusual becomes `Free`."""
    return result_of(_contract(node, findings, what))


def _contract(node: Node, findings: Findings, what: str) -> tree.Contract | Recursive[tree.Contract]:
    if isinstance(node, Yaql):
        return _expression(node, findings, what)
    if node.__class__ is Scalar:
        return tree.Constant(node=node, value=node.value)
    if isinstance(node, Sequence):
        return _list(node, findings, what)
    if isinstance(node, Mapping):
        return _mapping(node, findings, what)
    return tree.Chain(node=node)  # a broken value, which was reported


def report_constant(contract: tree.Contract, findings: Findings, what: str) -> None:
    """Report constants where a type was surely meant: whole contracts, items of lists, and text with a `$` in it.

    The engine takes them as literals to compare with (syntax.json, property-contract-word, -quoted, -unparseable).
    Inside mappings a constant is a documented form (`A: StringMap`).
    """
    pending: list[tuple[tree.Contract, str | None]] = [(contract, what)]
    """With each contract, how to name it where a constant is surely a mistake."""
    while pending:
        part, name = pending.pop()
        if isinstance(part, tree.Constant):
            value, place = part.value, part.node.place
            if isinstance(value, str) and ("$" in value or part is contract):
                findings.report(rules.TEXT_CONTRACT, place, what=what, text=value)
            elif value is None and part is contract:
                findings.report(rules.NULL_CONTRACT, place, what=what)
            elif name is not None:
                findings.report(rules.CONSTANT_CONTRACT, place, what=name, value="null" if value is None else value)
            else:
                continue
            part.reported = True
        elif inside := tree.parts(part):
            item = f"an item of {what}" if isinstance(part, tree.ListOf) else None
            pending.extend([(each, item) for each in reversed(inside)])


def _list(node: Sequence, findings: Findings, what: str) -> Recursive[tree.Contract]:
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
    if node.items and not items:
        problem = "there is no contract for the items, so no list with an item is taken"
        severity = Severity.WARNING if minimum == 0 else None  # an empty list is taken
        findings.report(rules.BAD_BOUNDS, node.place, what=what, problem=problem, severity=severity)
    contracts = yield results_of(_contract(item, findings, what) for item in items)
    return tree.ListOf(node=node, items=tuple(contracts), minimum=minimum, maximum=maximum)


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


def _mapping(node: Mapping, findings: Findings, what: str) -> Recursive[tree.Contract]:
    keys: list[tuple[Node, tree.Contract]] = []
    patterns: list[tuple[tree.Contract, tree.Contract]] = []
    for key, value in node.pairs:
        contract = yield _contract(value, findings, what)
        if not isinstance(key, Yaql):
            keys.append((key, contract))
            continue
        if patterns:
            findings.report(rules.TWO_PATTERNS, key.place, what=what)
        patterns.append((_expression(key, Findings() if patterns else findings, what), contract))
    answers = {takes_null(contract) for _, contract in keys}
    return tree.DictOf(
        node=node,
        keys=tuple(keys),
        patterns=tuple(patterns),
        irregular=len(patterns) > 1,
        takes_null=False if False in answers else None if None in answers else True,
    )


ChainCalls = tuple[tuple[ContractCall, ...], ContractCall | None, bool]
"""The calls of a chain, that of the type, and whether null is refused."""


@functools.lru_cache(4096)
def _plain(expression: Expression) -> ChainCalls | None:
    """Return the calls of a chain like `$.string().notNull()`; None for other expressions.

    Nothing is wrong with such a chain. Most contracts are one, many of them are equal, and equal texts share their
    tree: hence the cache.
    """
    start, *links = chain(expression)
    if not (isinstance(start, Variable) and start.name == "$"):
        return None
    calls: list[ContractCall] = []
    for link in links:
        function = function_of(link)
        if function is None or function.parameters or not isinstance(link, Call) or link.arguments:
            return None
        calls.append(ContractCall(function, None, link))
    return None if refusing(links) is not None else _with_one_type(calls)


def _with_one_type(calls: list[ContractCall]) -> ChainCalls | None:
    typed = [call for call in calls if call.function.gives_type]
    if len(typed) > 1:
        return None
    return tuple(calls), typed[0] if typed else None, any(not call.function.gives & NULL for call in calls)


def _expression(node: Yaql, findings: Findings, what: str) -> tree.Contract:
    known, irregular, reported = _plain(node.tree), False, False
    if known is None:
        start, *links = chain(node.tree)
        if not (isinstance(start, Variable) and start.name == "$"):
            no_receiver = isinstance(start, Call) and start.name in FUNCTIONS and not start.arguments
            if isinstance(start, Call) and no_receiver:
                findings.report(rules.NO_RECEIVER, _place(node, start), what=what, name=start.name)
            reported = no_receiver or _check_start(node, findings, what)
            return tree.Free(node=node, reported=reported)
        reported = sum(_check_function(link, node, findings, what) for link in links) > 0
        contradiction = refusing(links)
        if contradiction is not None:
            findings.report(rules.NOTHING_TAKEN, _place(node, contradiction[0]), what=what, **contradiction[1])
        found = [_call(link, node) for link in links]
        read = [each for each in found if each is not None]
        known = _with_one_type([call for call, _ in read]) if len(read) == len(found) else None
        if known is None:
            return tree.Free(node=node, reported=reported)
        irregular = not all(is_regular for _, is_regular in read)
    calls, typed, refuses_null = known
    return tree.Chain(
        node=node, calls=calls, typed=typed, refuses_null=refuses_null, irregular=irregular, reported=reported
    )


def _call(link: Expression, node: Yaql) -> tuple[ContractCall, bool] | None:
    """Return the call that a link of a chain is, and whether its arguments are of the forms its parameters take.

    None where it calls no contract function, or where an argument is missing that makes the type.
    """
    function = function_of(link)
    if function is None or not isinstance(link, Call):
        return None
    given = arguments_of(link, function)
    known = {parameter.name: parameter for parameter in function.parameters}
    is_complete = all(parameter.name in given for parameter in function.parameters if parameter.required)
    if function.gives_type and not is_complete:
        return None
    is_regular = (
        is_complete
        and len(given) == len(link.arguments)
        and given.keys() <= known.keys()
        and all(known[name].fits(argument, node) for name, argument in given.items())
    )
    values = {name: known[name].read(argument, node) for name, argument in given.items() if name in known}
    return ContractCall(function, function.arguments(values), link), is_regular


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


def _check_function(link: Expression, node: Yaql, findings: Findings, what: str) -> bool:
    """Report a function of a contract that is misspelt, or has arguments it does not take; return whether it is."""
    if isinstance(link, Keyword) and link.name in FUNCTIONS:
        findings.report(rules.NOT_CALLED, _place(node, link), what=what, name=link.name)
        return True
    if isinstance(link, Call) and link.name in FUNCTIONS:
        parameters, found = FUNCTIONS[link.name].parameters, len(link.arguments)
        low, high = sum(each.required for each in parameters), len(parameters)
        if not low <= found <= high:
            wants = "no arguments" if high == 0 else f"{low} to {high} arguments"
            findings.report(
                rules.BAD_ARGUMENTS, _place(node, link), what=what, name=link.name, wants=wants, found=found
            )
            return True
        return _check_arguments(link, node, findings, what)
    if isinstance(link, Call) and link.name not in NEAR_NAMES:
        foreign = (name for name, function in FUNCTIONS.items() if link.name in function.suggested_for)
        close = next(foreign, None) or nearest(link.name, FUNCTIONS)
        if close:
            place, suggestion = _place(node, link, len(link.name)), f'did you mean "{close}"?'
            findings.report(rules.UNKNOWN_FUNCTION, place, what=what, name=link.name, suggestion=suggestion)
            return True
    return False


def refusing(links: list[Expression]) -> tuple[Expression, dict[str, Any]] | None:
    """Return the function that refuses all but null of what the one before it gives, with what is said of it."""
    given, before = ANY, ""
    for link in links:
        function = function_of(link)
        if function is None:
            return None
        taken = given & (function.gives | function.converts if function.gives_type else function.gives)
        if not taken & ~NULL:
            return link, {"first": before, "given": described(given & ~NULL), "name": function.name}
        left = function.leaves if function.gives_type else taken
        if left & ~NULL != given & ~NULL:
            given, before = left, function.name
    return None


def _check_arguments(call: Call, node: Yaql, findings: Findings, what: str) -> bool:
    """Report arguments of a contract function that it never takes; whether there are any."""
    reported = False
    function = FUNCTIONS[call.name]
    given = arguments_of(call, function)
    known = [parameter.name for parameter in function.parameters]
    for pair in call.arguments:
        name = word(pair.key) if isinstance(pair, Pair) else None
        if name is not None and name not in known:
            reported = True
            close = nearest(name, known)
            findings.report(
                rules.BAD_ARGUMENTS,
                _place(node, pair),
                what=what,
                name=call.name,
                wants=" and ".join(filter(None, (", ".join(known[:-1]), *known[-1:]))),
                found=f"one named {name}",
                suggestion=close and f"did you mean `{close} => ...`?",
            )
    for parameter in function.parameters:
        argument = given.get(parameter.name)
        if argument is not None and parameter.refuses(argument):
            reported = True
            name, text = dotted_name(bare(argument)), node.text[argument.start : argument.end]
            findings.report(
                rules.BAD_ARGUMENTS,
                _place(node, argument),
                what=what,
                name=call.name,
                wants=f"{parameter.form.value} as {parameter.name}",
                found=text,
                suggestion=None if name is None else f"quote it: `'{name}'`",
            )
    return reported


def _check_start(node: Yaql, findings: Findings, what: str) -> bool:
    """Report an expression that does not begin with the value and chooses no contract; return whether it is wrong."""
    expression = bare(node.tree)
    variables = {part.name for part in walk(expression) if isinstance(part, Variable)}
    if not variables & {"$", "$1"}:
        findings.report(rules.VALUE_UNUSED, node.place, what=what, text=node.text)
        return True
    if not (isinstance(expression, Binary) and expression.operator in _CHOICES):
        findings.report(rules.NO_CONTRACT, node.place, what=what, text=node.text)
    return False


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


def _place(node: Yaql, expression: Expression, length: int | None = None) -> Place:
    return place_within(node, expression.start, expression.end if length is None else expression.start + length)
