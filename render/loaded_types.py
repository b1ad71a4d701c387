"""Loads classes one after the other, as an engine does: for rendering outside of checks."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.quirks import Quirk
from muranopl.inherit.class_loader import ClassLoader, ClassNotLoadedError, LoadedClass
from muranopl.namespace.result import Names, TypeId
from muranopl.namespace.session import NameSession
from muranopl.render.class_lookup import UnloadableError
from muranopl.semantics.evaluation.errors import UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoType, build_type


class InstalledPackages(msgspec.Struct, frozen=True):
    """The packages of an engine.

    It has their names, the diagnostics of earlier phases, and the quirks to follow.
    """

    names: Names
    known: Sequence[Diagnostic]
    quirks: frozenset[Quirk]


class SessionTypeSource:
    """Loads classes one after the other, as an engine does.

    `loader` loads them, for callers that need more than the type of a class.
    """

    def __init__(self, installed: InstalledPackages, session: NameSession) -> None:
        self._names = installed.names
        self._known = installed.known
        self.loader = ClassLoader(installed.names, session, installed.quirks, installed.known)
        self._loaded: dict[TypeId, MuranoType] = {}
        self._refused: dict[TypeId, UnknownTypeError] = {}

    def load(self, id_: TypeId) -> MuranoType:
        """Return a class by its id; raise UnknownTypeError, for a class that is refused always the same."""
        # Asked again, the engine gives another, misleading reason: the first one is kept
        if id_ in self._refused:
            raise self._refused[id_]
        if id_ not in self._loaded:
            try:
                return self._load(id_)
            except UnknownTypeError as error:
                self._refused[id_] = error
                raise
        return self._loaded[id_]

    def _load(self, id_: TypeId) -> MuranoType:
        if id_ not in self._names.classes:
            raise UnloadableError(f'class "{id_.name}" cannot be read', self._errors(id_))
        try:
            return self.take(self.loader.load(id_))
        except ClassNotLoadedError as error:
            reasons = [item.message for item in error.problems]
            reason = (reasons or ["a class that it names is missing"])[0]
            raise UnloadableError(f"{error}: {reason}", error.problems) from None

    def take(self, loaded: LoadedClass) -> MuranoType:
        """Store a class that was loaded."""
        type_ = self._loaded[loaded.type.id] = self._build(loaded)
        return type_

    def _errors(self, id_: TypeId) -> tuple[Diagnostic, ...]:
        """Return the errors of a package; one of them prevents reading the class."""
        result = (
            item
            for item in self._known
            if item.severity is Severity.ERROR and item.package == id_.package.name
        )
        return tuple(sorted(result, key=Diagnostic.sort_key))

    def _build(self, loaded: LoadedClass) -> MuranoType:
        built: dict[TypeId, MuranoType] = {}
        for id_ in loaded.hierarchy.sequence:  # parents come first
            complete = loaded.inheritance.types.get(id_)
            if complete is None:
                continue
            earlier = self._loaded.get(id_)
            type_ = build_type(complete, built.__getitem__, self._names)
            # Reused, so that one class has one type.
            if earlier is not None and earlier.parents == type_.parents:
                type_ = earlier
            built[id_] = type_
        return built[loaded.type.id]
