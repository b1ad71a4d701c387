"""YAML and YAQL → the contract tree (forms: language/muranopl.txt, Contract; functions: reference/functions.json)."""

from __future__ import annotations

import functools
from collections.abc import Iterator

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
    ListDisplay,
    Literal,
    Pair,
    Variable,
    word,
)
from muranopl.language.contracts import tree
from muranopl.language.contracts.type_names import type_name_in

SCALARS = {"int": tree.Int, "string": tree.String, "bool": tree.Bool}
MODIFIERS = ("notNull", "owned", "notOwned", "check")
_BARE_MODIFIERS = frozenset(MODIFIERS) - {"check"}
NEAR_NAMES = ("isString", "substring")  # functions of YAQL, no slips for one of ours
# Names of contract functions in other languages, which no function of YAQL has.
FOREIGN_NAMES = {
    "integer": "int",
    "number": "int",
    "text": "string",
    "boolean": "bool",
    "object": "class",
    "required": "notNull",
    "nonNull": "notNull",
    "notEmpty": "notNull",
}
FUNCTIONS = (*SCALARS, "class", "template", *MODIFIERS)


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
    return tree.Anything(node=node)  # a broken value, which was reported


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
    pattern: tuple[tree.Contract, tree.Contract] | None = None
    irregular = False
    for key, value in node.pairs:
        contract = parse_contract(value, findings, what)
        if not isinstance(key, Yaql):
            keys.append((key, contract))
        elif pattern is None:
            pattern = (parse_contract(key, findings, what), contract)
        else:
            irregular = True
            findings.report(rules.TWO_PATTERNS, key.place, what=what)
    return tree.DictOf(node=node, keys=tuple(keys), pattern=pattern, irregular=irregular)


@functools.lru_cache(4096)
def _plain(expression: Expression) -> tuple[type[tree.Contract], tuple[tree.Modifier, ...], int] | None:
    """What a chain like `$.string().notNull()` says: its type, modifiers, and how many of them lead; None for others.

    Nothing can be wrong with such a chain. Six contracts in seven are one, most of them equal, and equal texts share
    their tree: of 5,284 in a hundred packages 320 differ.
    """
    start, *calls = chain(expression)
    if not (isinstance(start, Variable) and start.name == "$"):
        return None
    kinds: list[type[tree.Contract]] = []
    modifiers: list[tree.Modifier] = []
    leading = 0
    for call in calls:
        if not isinstance(call, Call) or call.arguments:
            return None
        if call.name in SCALARS:
            kinds.append(SCALARS[call.name])
            leading = len(modifiers)
        elif call.name in _BARE_MODIFIERS:
            modifiers.append(tree.Modifier(name=call.name, call=call))
        else:
            return None
    return (kinds[0] if kinds else tree.Anything, tuple(modifiers), leading) if len(kinds) < 2 else None


def _expression(node: Yaql, findings: Findings, what: str) -> tree.Contract:
    plain = _plain(node.tree)
    if plain is not None:
        kind, plain_modifiers, leading = plain
        return kind(node=node, modifiers=plain_modifiers, leading=leading)
    links = list(chain(node.tree))
    if not (isinstance(links[0], Variable) and links[0].name == "$"):
        if isinstance(links[0], Call) and links[0].name in FUNCTIONS and not links[0].arguments:
            place = _place(node, links[0])
            findings.report(rules.NO_RECEIVER, place, what=what, name=links[0].name)
        return tree.Free(node=node, expression=node)
    calls = links[1:]
    for call in calls:
        _check_function(call, node, findings, what)
    modifiers = [link for link in calls if isinstance(link, Call) and link.name in MODIFIERS]
    types = [link for link in calls if link not in modifiers]
    if len(types) > 1 or not all(isinstance(link, Call) for link in types):
        return tree.Free(node=node, expression=node)
    contract = _type(types[0], node) if types else tree.Anything(node=node)
    contract.modifiers = tuple(_modifier(call) for call in modifiers)
    contract.leading = calls.index(types[0]) if types else 0
    contract.irregular = not all(isinstance(call, Call) and _is_regular(call, node) for call in calls)
    return contract


def chain(expression: Expression) -> Iterator[Expression]:
    """The links of `a.b().c()`, from the left: a, b(), c()."""
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


def _check_function(link: Expression, node: Yaql, findings: Findings, what: str) -> None:
    """Report a function of a contract that is misspelt, or has arguments it does not take."""
    if isinstance(link, Keyword) and link.name in FUNCTIONS:
        findings.report(rules.NOT_CALLED, _place(node, link), what=what, name=link.name)
    if not isinstance(link, Call):
        return
    if link.name not in FUNCTIONS:
        close = FOREIGN_NAMES.get(link.name) or nearest(link.name, FUNCTIONS)
        if close and link.name not in NEAR_NAMES:
            findings.report(
                rules.UNKNOWN_FUNCTION,
                _place(node, link, len(link.name)),
                what=what,
                name=link.name,
                suggestion=f'did you mean "{close}"?',
            )
        return
    low, high = {"check": (1, 2), "class": (1, 3), "template": (1, 4)}.get(link.name, (0, 0))
    if not low <= len(link.arguments) <= high:
        wants = "no arguments" if high == 0 else f"{low} to {high} arguments"
        findings.report(
            rules.BAD_ARGUMENTS, _place(node, link), what=what, name=link.name, wants=wants, found=len(link.arguments)
        )


def _type(link: Expression, node: Yaql) -> tree.Contract:
    if not isinstance(link, Call) or link.name not in FUNCTIONS:
        return tree.Free(node=node, expression=node)
    if link.name in SCALARS:
        return SCALARS[link.name](node=node)
    given = arguments(link)
    names = list(given.values())
    first, second = given.get("name", given.get("type")), given.get("defaultName", given.get("defaultType"))
    version = given.get("versionSpec")
    spec = version.value if isinstance(version, Literal) and isinstance(version.value, str) else None
    if not names or first is None:
        return tree.Free(node=node, expression=node)
    type_, default = type_name_in(first, node), None if second is None else type_name_in(second, node)
    if link.name == "class":
        return tree.ObjectOf(node=node, type=type_, default=default, version=spec)
    exclude = given.get("excludeProperties")
    words = exclude.arguments if isinstance(exclude, ListDisplay) else ()
    excluded = tuple(each for each in map(word, words) if each is not None)
    return tree.Template(node=node, type=type_, default=default, version=spec, exclude=excluded)


_TEMPLATE = ("type", "defaultType", "versionSpec", "excludeProperties")


PARAMETERS: dict[str, tuple[str, ...]] = {
    "check": ("predicate", "msg"),
    "class": ("name", "defaultName", "versionSpec"),
    "template": _TEMPLATE,
}


def arguments(call: Call) -> dict[str, Expression]:
    """The arguments of a contract function by the names of its parameters, in whichever way they are given."""
    names = PARAMETERS.get(call.name, ())
    given: dict[str, Expression] = {}
    for position, argument in enumerate(call.arguments):
        if isinstance(argument, Pair):
            name = word(argument.key)
            if name is not None:
                given[name] = argument.value
        elif position < len(names):
            given[names[position]] = argument
    return given


def _is_regular(call: Call, node: Yaql) -> bool:
    """Whether the arguments of a contract function are of the forms its parameters take, none missing or too many."""
    parameters = PARAMETERS.get(call.name, ())
    given = arguments(call)
    if len(given) != len(call.arguments) or not set(parameters[:1]) <= given.keys() <= set(parameters):
        return False
    return all(_fits(name, argument, node) for name, argument in given.items())


def _fits(parameter: str, argument: Expression, node: Yaql) -> bool:
    if parameter == "predicate":
        return True
    if parameter == "excludeProperties":
        return isinstance(argument, ListDisplay) and all(word(item) is not None for item in argument.arguments)
    if isinstance(argument, Literal) and argument.value is None:
        return parameter not in {"name", "type"}
    return (word(argument) if parameter in {"msg", "versionSpec"} else type_name_in(argument, node)) is not None


def _modifier(call: Call) -> tree.Modifier:
    given = arguments(call)
    message = given.get("msg")
    text = word(message) if message is not None else None
    return tree.Modifier(name=call.name, call=call, predicate=given.get("predicate"), message=text)


def _place(node: Yaql, expression: Expression, length: int | None = None) -> Place:
    return place_within(node, expression.start, expression.end if length is None else expression.start + length)
