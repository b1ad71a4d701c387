"""Refusal of calls whose arguments a method does not declare."""

from __future__ import annotations

from typing import Any

from muranopl.diagnostics.quirks import KEYWORD_NAMES
from muranopl.diagnostics.visible import visible
from muranopl.semantics.binding import Binding, BindingDefect
from muranopl.semantics.evaluation.errors import ArgumentsError


def refuse(method: str, binding: Binding[Any, Any], *defects: BindingDefect) -> None:
    """Raise ArgumentsError if the call of a method has one of these defects."""
    for problem in binding.problems:
        if problem.defect in defects:
            raise ArgumentsError(
                f'method "{method}" {_words(problem.names, problem.defect, binding)}'
            )


def _words(names: tuple[str, ...], defect: BindingDefect, binding: Binding[Any, Any]) -> str:
    if defect is BindingDefect.TOO_MANY:
        return f"takes no more than {len(binding.takes.single)} arguments"
    if defect is BindingDefect.NO_KEYWORD:
        hint = f"the engine takes it (--quirk {KEYWORD_NAMES.name})"
        return f'is given "{visible(names[0])}", which is not a keyword; {hint}'
    if defect is BindingDefect.REPEATED:
        return f'is given "{names[0]}" by position and by name'
    return f'has no argument "{names[0]}"'
