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
    arguments_by_name,
    bind,
    parameters,
)


def argument(name: str, usage: ArgumentUsage = ArgumentUsage.STANDARD) -> ArgumentDeclaration:
    node = Scalar(File("", "x.yaml"), 1, 1, 1, 1, name)
    return ArgumentDeclaration(name_node=node, node=node, name=name, usage=usage)


A, B = argument("a"), argument("b")
REST, NAMED = argument("rest", ArgumentUsage.VAR_ARGS), argument("named", ArgumentUsage.KW_ARGS)

BOUND: list[tuple[tuple[ArgumentDeclaration, ...], list[Any], dict[str, Any], dict[str, Any]]] = [
    ((), [], {}, {}),
    ((A, B), [1], {}, {"a": 1}),
    ((A, B), [1, 2], {}, {"a": 1, "b": 2}),
    ((A, B), [OMITTED, 2], {}, {"b": 2}),
    ((A, B), [OMITTED, 2], {"a": 1}, {"a": 1, "b": 2}),
    ((A, B), [1], {"b": 2}, {"a": 1, "b": 2}),
    ((A, REST, NAMED), [1, 2, 3], {"c": 4}, {"a": 1, "rest": [2, 3], "named": {"c": 4}}),
    ((A, REST, NAMED), [], {"a": 1}, {"a": 1, "rest": [], "named": {}}),
]


@pytest.mark.parametrize(("declared", "positional", "keywords", "expected"), BOUND)
def test_values_by_name(
    declared: tuple[ArgumentDeclaration, ...], positional: list[Any], keywords: dict[str, Any], expected: dict[str, Any]
) -> None:
    binding = bind(parameters(declared), [value is OMITTED for value in positional], tuple(keywords))
    assert not binding.problems
    assert arguments_by_name(declared, binding, positional, keywords) == expected


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
