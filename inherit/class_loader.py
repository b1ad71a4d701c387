"""Loading single classes, as one engine session does: what a class reaches, made complete, or why it is refused."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.quirks import Quirk
from muranopl.hierarchy.phase import Hierarchy, build
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.phase import Inheritance, inherit
from muranopl.inherit.refusals import refusals
from muranopl.namespace.result import Names, TypeId
from muranopl.namespace.session import NameSession


class LoadedClass(msgspec.Struct, eq=False):
    """A class with all that loading it loaded: the phases run on just that."""

    type: CompleteType
    names: Names
    hierarchy: Hierarchy
    inheritance: Inheritance


class ClassNotLoadedError(Exception):
    """A class cannot be loaded; `problems` are the diagnostics that say why (none where a class is missing)."""

    def __init__(self, id_: TypeId, problems: tuple[Diagnostic, ...]) -> None:
        super().__init__(f'class "{id_.name}" cannot be loaded')
        self.problems = problems


class ClassLoader:
    """Loads classes in one session over the packages of `names`.

    `known` are the diagnostics of the phases before; what of them keeps a class from being loaded is raised with it.
    """

    def __init__(
        self, names: Names, session: NameSession, quirks: frozenset[Quirk], known: Sequence[Diagnostic] = ()
    ) -> None:
        self._names = names
        self._session = session
        self._quirks = quirks
        self._known = known

    def load(self, id_: TypeId) -> LoadedClass:
        """Load one class and make it complete. Raises ClassNotLoadedError where the engine would refuse it."""
        reached = self._session.load_closure(id_)
        while True:
            names = msgspec.structs.replace(
                self._names, classes=reached.classes, resolved=reached.resolved, roots=reached.roots, wanted=None
            )
            hierarchy = build(names, self._quirks)
            if not hierarchy.wanted:
                break
            for further in hierarchy.wanted:
                self._session.load(further, reached)
        inheritance = inherit(names, hierarchy)
        problems = refusals(reached, (*self._known, *hierarchy.diagnostics, *inheritance.diagnostics))
        type_ = inheritance.types.get(id_)
        if problems or reached.missing or type_ is None or type_.incomplete:
            raise ClassNotLoadedError(id_, problems)
        return LoadedClass(type_, names, hierarchy, inheritance)
