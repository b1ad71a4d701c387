"""How the arguments of a call bind to those that a method declares."""

from __future__ import annotations

from typing import Any

import pytest

from muranopl.ard.nodes import Scalar
from muranopl.diagnostics.places import File
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage
from muranopl.semantics.binding import (
    OMITTED,
    Binding,
    BindingDefect,
    BindingProblem,
    bind,
    parameters,
)


def argument(name: str, usage: ArgumentUsage = ArgumentUsage.STANDARD) -> ArgumentDeclaration:
    node = Scalar(File("", "x.yaml"), 1, 1, 1, 1, name)
    return ArgumentDeclaration(name_node=node, node=node, name=name, usage=usage)


A, B = argument("a"), argument("b")
REST, NAMED = argument("rest", ArgumentUsage.VAR_ARGS), argument("named", ArgumentUsage.KW_ARGS)

BOUND: list[tuple[tuple[ArgumentDeclaration, ...], list[Any], tuple[str, ...], list[ArgumentDeclaration]]] = [
    ((), [], (), []),
    ((A, B), [1], (), [A]),
    ((A, B), [1, 2], (), [A, B]),
    ((A, B), [OMITTED, 2], (), [A, B]),
    ((A, B), [OMITTED, 2], ("a",), [A, B, A]),
    ((A, B), [1], ("b",), [A, B]),
    ((A, REST, NAMED), [1, 2, 3], ("c",), [A, REST, REST, NAMED]),
    ((A, REST, NAMED), [], ("a",), [A]),
]


@pytest.mark.parametrize(("declared", "positional", "names", "order"), BOUND)
def test_what_given_arguments_are_for(
    declared: tuple[ArgumentDeclaration, ...],
    positional: list[Any],
    names: tuple[str, ...],
    order: list[ArgumentDeclaration],
) -> None:
    binding = bind(parameters(declared), [value is OMITTED for value in positional], names)
    assert not binding.problems
    assert list(binding.order) == order


PROBLEMS: list[tuple[list[bool], tuple[str, ...], list[BindingProblem]]] = [
    ([False] * 3, (), [BindingProblem(BindingDefect.TOO_MANY)]),
    ([], ("c",), [BindingProblem(BindingDefect.UNKNOWN, ("c",))]),
    ([False], ("a",), [BindingProblem(BindingDefect.REPEATED, ("a",))]),
    (
        [False] * 3,
        ("b", "c"),
        [
            BindingProblem(BindingDefect.TOO_MANY),
            BindingProblem(BindingDefect.REPEATED, ("b",)),
            BindingProblem(BindingDefect.UNKNOWN, ("c",)),
        ],
    ),
]


@pytest.mark.parametrize(("omitted", "names", "expected"), PROBLEMS)
def test_all_problems_are_told(omitted: list[bool], names: tuple[str, ...], expected: list[BindingProblem]) -> None:
    assert list(bind(parameters((A, B)), omitted, names).problems) == expected


def test_a_call_without_arguments() -> None:
    assert bind(parameters(()), [], ()) == Binding()
