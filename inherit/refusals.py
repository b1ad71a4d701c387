"""The diagnostics that prevent the engine from loading a class, judging by their places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muranopl.diagnostics.diagnostic import Diagnostic, Refusal
from muranopl.diagnostics.first_of_each import may_be_within
from muranopl.namespace.session import LoadClosure


def refusals(reached: LoadClosure, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the given diagnostics that prevent loading one of the classes reached, sorted.

    One that stands for others refuses all classes of its file from its place on, as the places of
    those are unknown.
    """
    spans: dict[int, list[tuple[int, int]]] = {}
    for declared in reached.classes.values():
        node = declared.declaration.node
        spans.setdefault(id(node.file), []).append((node.line, node.end_line))
    result: dict[Any, Diagnostic] = {}
    for diagnostic in diagnostics:
        inside = spans.get(id(diagnostic.place.file), []) if diagnostic.refuses else []
        if inside and (
            diagnostic.refuses is Refusal.FILE
            or any(may_be_within(diagnostic, *lines) for lines in inside)
        ):
            result[diagnostic.sort_key()] = diagnostic
    return tuple(result[key] for key in sorted(result))
