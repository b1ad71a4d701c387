"""Checks of the arguments of calls that apply to all callers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from muranopl.language.grammar.method import ArgumentDeclaration
from muranopl.semantics.binding import OMITTED, BindingDefect, bind, parameters
from muranopl.semantics.evaluation.errors import ArgumentsError


def check_arguments(
    method: str, declared: Sequence[ArgumentDeclaration], args: Sequence[Any], names: Iterable[str]
) -> None:
    """Raise ArgumentsError if a call passes undeclared arguments, or one of them twice."""
    takes = parameters(declared)
    for problem in bind(takes, [value is OMITTED for value in args], tuple(names)).problems:
        if problem.defect is BindingDefect.TOO_MANY:
            raise ArgumentsError(f'method "{method}" takes no more than {len(takes.single)} arguments')
        if problem.defect is BindingDefect.UNKNOWN:
            raise ArgumentsError(f'method "{method}" has no argument "{problem.names[0]}"')
        if problem.defect is BindingDefect.REPEATED:
            raise ArgumentsError(f'method "{method}" is given "{problem.names[0]}" by position and by name')
