"""Binding of the arguments of a call to those that a method declares (reference: workflow, Methods and arguments).

One set of rules for calls that are evaluated and calls that are only checked. Contracts play no part: whether a value
is taken is another question.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage

OMITTED: Any = object()
"""In place of an argument that is left out between commas."""

LITERAL_NULL: Any = object()
"""In place of an argument of a method that is written as `null`: it meets no contract (workflow.md, Methods)."""

NAMED_MISSING = 20
"""Of so many arguments that are missing the names are told."""


class BindingDefect(enum.Enum):
    """What can be wrong with the arguments of a call."""

    TOO_MANY = "more arguments by position than are declared"
    UNKNOWN = "a name that is not declared"
    REPEATED = "given by position and by name"
    MISSING = "left out, though it is required"


class BindingProblem(msgspec.Struct, frozen=True):
    """One thing that is wrong; `names` are the arguments that it is about, none for TOO_MANY, and so many `more`."""

    defect: BindingDefect
    names: tuple[str, ...] = ()
    more: int = 0


class Binding(msgspec.Struct, frozen=True):
    """The declared argument that each given one is for: those by position first, then those by name.

    `order` is complete only if there are no `problems`.
    """

    order: tuple[ArgumentDeclaration, ...] = ()
    problems: tuple[BindingProblem, ...] = ()


def has_no_default(argument: ArgumentDeclaration) -> bool:
    """Return whether an argument of a method in Python may not be left out, though it may take null."""
    return argument.usage is ArgumentUsage.STANDARD and argument.default is None


class Parameters(msgspec.Struct, frozen=True):
    """The declared arguments of a method as calls are bound to them; `required` are in order, for their keys."""

    single: tuple[ArgumentDeclaration, ...]
    by_name: Mapping[str, ArgumentDeclaration]
    required: Mapping[str, ArgumentDeclaration]
    var_args: ArgumentDeclaration | None
    kw_args: ArgumentDeclaration | None


def parameters(
    declared: Sequence[ArgumentDeclaration], required: Callable[[ArgumentDeclaration], bool] = lambda _: False
) -> Parameters:
    """Return what binding has to know of the declared arguments of a method; `required` says which must be given."""
    single = tuple(each for each in declared if each.usage is ArgumentUsage.STANDARD)
    rest = {each.usage: each for each in declared if each.usage is not ArgumentUsage.STANDARD}
    return Parameters(
        single=single,
        by_name={each.name: each for each in single},
        required={each.name: each for each in single if required(each)},
        var_args=rest.get(ArgumentUsage.VAR_ARGS),
        kw_args=rest.get(ArgumentUsage.KW_ARGS),
    )


def bind(declared: Parameters, omitted: Sequence[bool], names: Sequence[str]) -> Binding:
    """Bind the arguments of a call, of which only names and number count; the work is that of what is given.

    `omitted` says for each argument by position whether it is left out between commas; `names` are those of the
    arguments given as `name => value`, each once.
    """
    problems: list[BindingProblem] = []
    order = list(declared.single[: len(omitted)])
    surplus = len(omitted) - len(order)
    if surplus and declared.var_args is not None:
        order += [declared.var_args] * surplus
    elif surplus:
        problems.append(BindingProblem(BindingDefect.TOO_MANY))
    bound = {each.name for each, left_out in zip(order, omitted, strict=False) if not left_out}
    for name in names:
        found = declared.by_name.get(name) or declared.kw_args
        if found is None:
            problems.append(BindingProblem(BindingDefect.UNKNOWN, (name,)))
            continue
        if name in declared.by_name and name in bound:
            problems.append(BindingProblem(BindingDefect.REPEATED, (name,)))
        bound.add(name)
        order.append(found)
    missing = tuple(itertools.islice((name for name in declared.required if name not in bound), NAMED_MISSING))
    if missing:
        given = sum(name in declared.required for name in bound)
        more = len(declared.required) - given - len(missing)
        problems.append(BindingProblem(BindingDefect.MISSING, missing, more))
    return Binding(tuple(order), tuple(problems))
