"""Splits a contract expression, `$.string().notNull()`, into contract functions and their problems.

`parse` gives the problems places and reports them. Equal texts share their tree, so the result for each is cached.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Group,
    Keyword,
    Pair,
    Variable,
    bare,
    walk,
)
from muranopl.ard.yaql.written_lambdas import as_code, written_lambda
from muranopl.diagnostics.catalogue import classes as rules
from muranopl.diagnostics.diagnostic import Applicability, write_instead
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import (
    ContractCall,
    ContractFunction,
    ContractParameter,
    dotted_name,
)
from muranopl.language.contracts.kinds import ANY, NULL, described

# Operators that combine contracts, or call functions on other values; the result may be a contract.
_CHOICES = frozenset({"and", "or", "."})
NEAR_NAMES = ("isString", "substring")  # functions of YAQL, no slips for one of ours


class Problem(msgspec.Struct, frozen=True, eq=False):
    """A problem to be reported of an expression.

    `span` is a part of its text; None is the whole text.
    """

    rule: Rule
    span: tuple[int, int] | None
    facts: dict[str, Any]


class Link(msgspec.Struct, frozen=True, eq=False):
    """The call of a contract function in a chain; `given` are its arguments with their parameters.

    `is_regular` is true where all required arguments are there, and no unknown ones.
    """

    function: ContractFunction
    given: tuple[tuple[ContractParameter, Expression], ...]
    is_regular: bool
    call: Call

    def at(self, node: Yaql) -> tuple[ContractCall, bool]:
        """Return the call as written in `node`, and whether its arguments have the right forms."""
        values = {
            parameter.name: parameter.read(argument, node) for parameter, argument in self.given
        }
        is_regular = self.is_regular and all(
            parameter.fits(argument, values[parameter.name]) for parameter, argument in self.given
        )
        return ContractCall(self.function, self.function.arguments(values), self.call), is_regular


class Form(msgspec.Struct, frozen=True, eq=False):
    """An expression as a contract.

    `reported` is true where a problem is that it cannot be a contract. `links` is None where
    nothing is known of the expression: it is not a chain of contract functions, or several of them
    give a type. `typed` is the position of the link that gives the type, `narrows` is true where
    one is a predicate. `calls` is None where a link has parameters, as arguments have places, so
    that calls differ from one file to the next.
    """

    problems: tuple[Problem, ...]
    reported: bool
    links: tuple[Link, ...] | None = None
    typed: int | None = None
    narrows: bool = False
    calls: tuple[ContractCall, ...] | None = None


@functools.lru_cache(4096)
def form_of(expression: Expression, text: str) -> Form:
    """Return the contract that an expression is; `text` is its text."""
    start, *written = chain(expression)
    if not (isinstance(start, Variable) and start.name == "$"):
        return _other_start(start, expression, text)
    # Problems are collected for all links, as one text may have several.
    by_link = [list(_problems_of(link, text)) for link in written]
    problems = [problem for item in by_link for problem in item]
    reported = bool(problems)
    contradiction = refusing(written)
    if contradiction is not None:
        link, facts = contradiction
        # Not a reason to call the contract invalid: it still takes null.
        problems.append(Problem(rules.NOTHING_TAKEN, (link.start, link.end), facts))
    links = [_link(item) for item in written]
    calls = tuple(link for link in links if link is not None)
    typed = [position for position, link in enumerate(calls) if link.function.gives_type]
    if len(calls) < len(links) or len(typed) > 1:
        return Form(tuple(problems), reported)
    plain_calls = None
    if not any(link.function.parameters or not link.is_regular for link in calls):
        plain_calls = tuple(ContractCall(link.function, None, link.call) for link in calls)
    return Form(
        tuple(problems),
        reported,
        calls,
        typed[0] if typed else None,
        any(link.function.narrows for link in calls),
        plain_calls,
    )


def _other_start(start: Expression, expression: Expression, text: str) -> Form:
    """Return the contract of an expression that does not begin with `$`."""
    problems: list[Problem] = []
    no_receiver = isinstance(start, Call) and start.name in FUNCTIONS and not start.arguments
    if isinstance(start, Call) and no_receiver:
        problems.append(Problem(rules.NO_RECEIVER, (start.start, start.end), {"name": start.name}))
        return Form(tuple(problems), reported=True)
    inner = bare(expression)
    variables = {part.name for part in walk(inner) if isinstance(part, Variable)}
    unused = not variables & {"$", "$1"}
    if unused or not (isinstance(inner, Binary) and inner.operator in _CHOICES):
        rule = rules.VALUE_UNUSED if unused else rules.NO_CONTRACT
        facts: dict[str, Any] = {"text": text}
        is_contract = isinstance(start, Call) and start.name in FUNCTIONS
        if is_contract and not list(_problems_of(start, text)):
            facts["suggestion"] = write_instead(f"$.{text}", Applicability.UNSAFE)
        problems.append(Problem(rule, None, facts))
    return Form(tuple(problems), reported=unused)


def _link(link: Expression) -> Link | None:
    """Return the call of a contract function in a link of a chain.

    Return None where it calls no contract function, or lacks an argument that the type depends on.
    """
    function = function_of(link)
    if function is None or not isinstance(link, Call):
        return None
    by_name = arguments_of(link, function)
    declared = {parameter.name: parameter for parameter in function.parameters}
    is_complete = all(
        parameter.name in by_name for parameter in function.parameters if parameter.required
    )
    if function.gives_type and not is_complete:
        return None
    is_regular = (
        is_complete and len(by_name) == len(link.arguments) and by_name.keys() <= declared.keys()
    )
    arguments = tuple(
        (declared[name], argument) for name, argument in by_name.items() if name in declared
    )
    return Link(function, arguments, is_regular, link)


def chain(expression: Expression) -> Iterator[Expression]:
    """Yield the links of `a.b().c()`, from the left: a, b(), c()."""
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
    if isinstance(link, Call):
        return FUNCTIONS.get(link.name)
    return None


def arguments_of(call: Call, function: ContractFunction) -> dict[str, Expression]:
    """Return the arguments of a call by parameter, whether passed by position or by name."""
    by_name: dict[str, Expression] = {}
    for position, argument in enumerate(call.arguments):
        if isinstance(argument, Pair):
            if isinstance(argument.key, Keyword):
                by_name[argument.key.name] = argument.value
        elif position < len(function.parameters):
            by_name[function.parameters[position].name] = argument
    return by_name


def refusing(links: list[Expression]) -> tuple[Expression, dict[str, Any]] | None:
    """Return the first function that refuses every value it gets but null, and message facts."""
    possible, before = ANY, ""
    for link in links:
        function = function_of(link)
        if function is None:
            return None
        # What comes out of the functions so far, and is accepted by this one.
        taken = possible & function.gives
        if function.gives_type:
            taken |= possible & function.may_convert
        if not taken & ~NULL:
            return link, {
                "first": before,
                "given": described(possible & ~NULL),
                "name": function.name,
            }
        left = function.leaves if function.gives_type else taken
        # A refusal is blamed on the last function that changed which values come out
        if left & ~NULL != possible & ~NULL:
            possible, before = left, function.name
    return None


def _problems_of(link: Expression, text: str) -> Iterator[Problem]:
    """Yield the problems of one function of a contract: a misspelt name, or wrong arguments."""
    span = (link.start, link.end)
    if isinstance(link, Keyword) and link.name in FUNCTIONS:
        yield Problem(rules.NOT_CALLED, span, {"name": link.name})
    elif isinstance(link, Call) and link.name in FUNCTIONS:
        parameters, result = FUNCTIONS[link.name].parameters, len(link.arguments)
        low, high = sum(parameter.required for parameter in parameters), len(parameters)
        if low <= result <= high:
            yield from _wrong_arguments(link, text)
        else:
            wants = "no arguments"
            if high != 0:
                wants = f"{low} to {high} arguments"
            yield Problem(
                rules.BAD_ARGUMENTS, span, {"name": link.name, "wants": wants, "found": result}
            )
    elif isinstance(link, Call) and link.name not in NEAR_NAMES:
        close = nearest_function(link.name)
        if close:
            facts = {"name": link.name, "suggestion": _instead_of(link, close)}
            yield Problem(rules.UNKNOWN_FUNCTION, (link.start, link.start + len(link.name)), facts)


def _instead_of(call: Call, close: str) -> str | None:
    """Return the suggestion to call another function, which may take other arguments."""
    parameters, number = FUNCTIONS[close].parameters, len(call.arguments)
    required = [item.name for item in parameters if item.required]
    if len(required) <= number <= len(parameters):
        return did_you_mean(close)
    return f"did you mean {close}({', '.join(required)})?"


def nearest_function(name: str) -> str | None:
    """Return the contract function that a name of another language means, or misspells."""
    meant = (key for key, item in FUNCTIONS.items() if name in item.suggested_for)
    return next(meant, None) or nearest(name, FUNCTIONS)


def _wrong_arguments(call: Call, text: str) -> Iterator[Problem]:
    """Yield the arguments of a contract function that are refused whatever the value is."""
    function = FUNCTIONS[call.name]
    names = [parameter.name for parameter in function.parameters]
    for argument in call.arguments:
        if isinstance(argument, Pair):
            yield from _wrong_name(argument, call.name, names, text)
    by_name = arguments_of(call, function)
    for parameter in function.parameters:
        value = by_name.get(parameter.name)
        if value is not None and parameter.refuses(value):
            name = dotted_name(bare(value))
            facts = {
                "name": call.name,
                "wants": f"{parameter.form.value} as {parameter.name}",
                "found": text[value.start : value.end],
                "suggestion": None if name is None else f"quote it: `'{name}'`",
            }
            yield Problem(rules.BAD_ARGUMENTS, (value.start, value.end), facts)


def _of_lambda(pair: Pair, text: str) -> str | None:
    """Return what to write for a lambda of other languages, None if the pair is none."""
    written = written_lambda(pair)
    if written is None:
        return None
    code = written.code
    return as_code(written.name, code, text[code.start : code.end])


def _wrong_name(pair: Pair, function: str, names: list[str], text: str) -> Iterator[Problem]:
    """Yield an argument whose name is none of `names`, or not a name at all."""
    suggestion: str | None
    if not isinstance(pair.key, Keyword):
        wants = "the name of an argument before `=>`"
        actual = text[pair.key.start : pair.key.end]
        suggestion = _of_lambda(pair, text) or (
            '`=>` names an argument; for "a implies b" write `not a or b`'
        )
    elif pair.key.name not in names:
        wants = " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
        actual = f"one named {pair.key.name}"
        close = nearest(pair.key.name, names)
        suggestion = _of_lambda(pair, text)
        if close is not None:
            suggestion = f"did you mean `{close} => ...`?"
    else:
        return
    facts = {"name": function, "wants": wants, "found": actual, "suggestion": suggestion}
    yield Problem(rules.BAD_ARGUMENTS, (pair.start, pair.end), facts)
