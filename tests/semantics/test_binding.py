"""How the arguments of a call bind to those that a method declares."""

from __future__ import annotations

from typing import Any

import pytest

from muranopl.ard.nodes import Scalar
from muranopl.diagnostics.places import File
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage
from muranopl.semantics.binding import OMITTED, BindingDefect, BindingProblem, bind, parameters


def argument(name: str, usage: ArgumentUsage = ArgumentUsage.STANDARD) -> ArgumentDeclaration:
    node = Scalar(File("", "x.yaml"), 1, 1, 1, 1, name)
    return ArgumentDeclaration(name_node=node, node=node, name=name, usage=usage)


A, B = argument("a"), argument("b")
REST, NAMED = (argument("rest", ArgumentUsage.VAR_ARGS), argument("named", ArgumentUsage.KW_ARGS))

BOUND: list[
    tuple[tuple[ArgumentDeclaration, ...], list[Any], tuple[str, ...], list[ArgumentDeclaration]]
] = [
    ((), [], (), []),
    ((A, B), [1], (), [A]),
    ((A, B), [1, 2], (), [A, B]),
    ((A, B), [OMITTED, 2], (), [B]),
    ((A, B), [OMITTED, 2], ("a",), [B, A]),
    ((A, REST), [1, OMITTED, 3], (), [A, REST]),
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
    binding = bind(parameters(declared), positional, dict.fromkeys(names, 0))
    assert not binding.problems
    assert [argument for argument, _ in binding.pairs()] == order


PROBLEMS: list[tuple[list[int], tuple[str, ...], list[BindingProblem]]] = [
    ([0] * 3, (), [BindingProblem(BindingDefect.TOO_MANY)]),
    ([], ("c",), [BindingProblem(BindingDefect.UNKNOWN, ("c",))]),
    ([0], ("a",), [BindingProblem(BindingDefect.REPEATED, ("a",))]),
    (
        [0] * 3,
        ("b", "c"),
        [
            BindingProblem(BindingDefect.TOO_MANY),
            BindingProblem(BindingDefect.REPEATED, ("b",)),
            BindingProblem(BindingDefect.UNKNOWN, ("c",)),
        ],
    ),
]


@pytest.mark.parametrize(("positional", "names", "expected"), PROBLEMS)
def test_all_problems_are_told(
    positional: list[int], names: tuple[str, ...], expected: list[BindingProblem]
) -> None:
    assert list(bind(parameters((A, B)), positional, dict.fromkeys(names, 0)).problems) == expected


def test_a_call_without_arguments() -> None:
    binding = bind(parameters(()), [], {})
    assert not list(binding.pairs())
    assert not binding.problems
