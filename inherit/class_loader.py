"""Loads single classes, as in a session of an engine.

The result is the complete class, or why it is refused: the diagnostics that prevent the engine from
loading it, judging by their places.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Refusal
from muranopl.diagnostics.findings import may_be_within
from muranopl.diagnostics.quirks import Quirk
from muranopl.hierarchy.phase import Hierarchy, build
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.phase import Inheritance, inherit
from muranopl.namespace.result import Names, TypeId
from muranopl.namespace.session import LoadClosure, NameSession


class LoadedClass(msgspec.Struct, eq=False):
    """A class with the results of the phases for all that was loaded with it."""

    type: CompleteType
    names: Names
    hierarchy: Hierarchy
    inheritance: Inheritance


class ClassNotLoadedError(Exception):
    """Raised for a class that cannot be loaded.

    `problems` are the reasons (none if a class is missing).
    """

    def __init__(self, id_: TypeId, problems: tuple[Diagnostic, ...]) -> None:
        super().__init__(f'class "{id_.name}" cannot be loaded')
        self.problems = problems


class ClassLoader:
    """Loads classes in one session over the packages of `names`.

    `known` are the diagnostics of earlier phases; those that prevent loading a class are raised
    with it.
    """

    def __init__(
        self,
        names: Names,
        session: NameSession,
        quirks: frozenset[Quirk],
        known: Sequence[Diagnostic] = (),
    ) -> None:
        self._names = names
        self._session = session
        self._quirks = quirks
        self._known = known

    def load(self, id_: TypeId) -> LoadedClass:
        """Return one class, complete. Raise ClassNotLoadedError if the engine refuses it."""
        reached = self._session.load_closure(id_)
        # Merging versions may need further classes, which may need others in turn.
        while True:
            names = msgspec.structs.replace(
                self._names,
                classes=reached.classes,
                resolved=reached.resolved,
                roots=reached.roots,
                wanted=None,
            )
            hierarchy = build(names, self._quirks)
            if not hierarchy.wanted:
                break
            for further in hierarchy.wanted:
                self._session.load(further, reached)
        inheritance = inherit(names, hierarchy)
        problems = _refusals(
            reached, (*self._known, *hierarchy.diagnostics, *inheritance.diagnostics)
        )
        type_ = inheritance.types.get(id_)
        if problems or reached.missing or type_ is None or type_.incomplete:
            raise ClassNotLoadedError(id_, problems)
        return LoadedClass(type_, names, hierarchy, inheritance)


def _refusals(reached: LoadClosure, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
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
