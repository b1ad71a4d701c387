"""Lookup of classes by type strings of object models and by names in contracts.

In a check the classes are those of phase 4.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

from muranopl.diagnostics.bounds import SUGGESTIONS
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.diagnostics.quirks import DOCUMENT_NAMES, Quirk
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.versions import DEFAULT_SPEC, LATEST, newest_first
from muranopl.namespace.prefixes import OWN_NAMESPACE, full_name, unknown_prefix
from muranopl.namespace.result import DeclaredPackage, Names, TypeId
from muranopl.namespace.session import NameSession
from muranopl.namespace.versions import NamedBy, unversioned
from muranopl.read.package import PackageId
from muranopl.semantics.evaluation.errors import (
    MissingPackageError,
    UnknownPrefixError,
    UnknownTypeError,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, build_type

AskedClass = tuple[str, str | None, str | None]
"""The full name of a class, a specification of its version, and the name of its package."""


LoadType = Callable[[TypeId], MuranoType]
"""Returns the complete class after lookup; raises UnknownTypeError."""


class ClassLookup:
    """Lookup of the classes of a catalog in one session of the engine; `load` returns one by its id."""

    def __init__(
        self, names: Names, session: NameSession, load: LoadType, quirks: frozenset[Quirk]
    ) -> None:
        self.names = names
        self.quirks = quirks
        self._session = session
        self.load = load
        self._answers: dict[object, tuple[int, MuranoType]] = {}
        self._others: dict[AskedClass, list[PackageId]] = {}
        self._suggested: dict[str, str | None] = {}
        self._accepted: dict[tuple[TypeId, str | None, PackageId], bool] = {}

    def of_model(self, name: str, spec: str | None, package: str | None) -> MuranoType:
        """Return the class that the header of an object names; raise UnknownTypeError.

        The specification may be `LATEST`. Reference: packages-and-versions.
        """
        return self._cached(self._find_of_model, name, spec, package)

    def _cached(self, find: Callable[..., MuranoType], *asked: Any) -> MuranoType:
        # An answer is valid until the session chooses another version of a package
        cached = self._answers.get(asked)
        if cached is None or cached[0] != self._session.choices:
            type_ = find(*asked)
            cached = self._answers[asked] = self._session.choices, type_
        return cached[1]

    def _find_of_model(self, name: str, spec: str | None, package: str | None) -> MuranoType:
        spec_text = spec or unversioned(NamedBy.MODEL, self.quirks)
        # Only a look-up by the name of a package fixes the version of later ones
        if spec_text == LATEST:
            opened = self._session.provider(name, LATEST, package)
            if opened is None and package and self._session.provider(name, LATEST):
                raise UnknownTypeError(f'no package "{package}" has a class "{name}"')
        elif package:
            opened = self._session.package(package, spec_text)
            if opened is None:
                raise UnknownTypeError(self._missing_package(package, spec_text))
        else:
            opened = self._session.provider(name, spec_text)
        return self._found(name, spec, opened)

    def is_version_zero(self, name: str, package: str | None) -> bool:
        """Return whether the engine and the documents choose the same package without a version."""
        engine, documents = (
            self._session.provider(name, spec, package) for spec in (DEFAULT_SPEC, LATEST)
        )
        return engine is documents

    def other_package(self, asked: AskedClass, chosen: str) -> PackageId | None:
        """Return a package of another name than the chosen one that has the class as well.

        Return None if there is no such package, or its name is asked for.
        """
        name, spec, package = asked
        if package is not None:
            return None
        if asked not in self._others:
            spec = spec or unversioned(NamedBy.MODEL, self.quirks)
            providers = (self._session.provider(name, spec, item) for item in self.names.installed)
            self._others[asked] = [opened.package.id for opened in providers if opened]
        packages = (id_ for id_ in self._others[asked] if id_.name != chosen)
        return min(packages, default=None)

    def _found(self, name: str, spec: str | None, opened: DeclaredPackage | None) -> MuranoType:
        result = None if opened is None else self._session.find_own(opened, name)
        if result is None:
            raise UnknownTypeError(self._missing(name, spec, opened))
        return self.load(result)

    def type_named(self, written: TypeName | str, scope: MuranoType) -> MuranoType:
        """Return the class that a name in the file of a class refers to; raise UnknownTypeError."""
        text = written if isinstance(written, str) else written.text
        return self._cached(self._find, text, scope)

    def _find(self, text: str, scope: MuranoType) -> MuranoType:
        name = full_name(text, scope.declared.namespaces)
        if name is None or (text.startswith(OWN_NAMESPACE) and DOCUMENT_NAMES in self.quirks):
            prefix = unknown_prefix(text)
            if prefix is None:
                raise UnknownTypeError(f'"{text}" is not a class name')
            raise UnknownPrefixError(f'"{text}" uses the prefix "{prefix}", which is not declared')
        result = self._session.find(scope.opened, name)
        if result is None:
            raise self._not_found(name, scope.opened)
        return self.load(result)

    def _not_found(self, name: str, opened: DeclaredPackage) -> UnknownTypeError:
        """Return the error for a class that a package does not find, or a missing requirement."""
        words = f'class "{name}" is not found by package {opened.package.id}'
        for required, spec in self.names.specifications(opened.id).items():
            # A missing requirement is the likely cause.
            if required != opened.package.id.name and self._session.package(required, spec) is None:
                return MissingPackageError(
                    f"{words}, as a requirement is not satisfied: {self._missing_package(required, spec)}"
                )
        return UnknownTypeError(words)

    def ancestor(
        self, object_: MuranoObject, name: str, spec: str | None, scope: MuranoType
    ) -> MuranoType:
        """Return the one class of a name that an object has and that `scope`'s package accepts.

        If given, a specification of versions is used instead of the package's requirements. Raise
        UnknownTypeError.
        """
        result = [
            type_
            for type_ in object_.type.linearization
            if type_.name == name and self._accepts(type_, spec, scope)
        ]
        if len(result) == 1:
            return result[0]
        problem = "several of its classes match" if result else "none of its classes matches"
        raise UnknownTypeError(f"{object_.type} is not a {name}: {problem}")

    def _accepts(self, type_: MuranoType, spec: str | None, scope: MuranoType) -> bool:
        key = type_.id, spec, scope.id.package
        if key not in self._accepted:
            package = type_.id.package
            if spec is None:
                spec = self.names.specification(scope.id.package, package.name)
            self._accepted[key] = self.names.fits(package, spec)
        return self._accepted[key]

    def _missing(self, name: str, spec: str | None, opened: DeclaredPackage | None) -> str:
        if opened is not None:
            return f'package {opened.package.id} has no class "{name}"'
        versions = self._versions(name)
        if not versions:
            for id_, package in self.names.packages.items():
                if name in package.classes:
                    usable = package.package.header.usable
                    why = "does not list it" if usable else "the engine rejects"
                    return f'class "{name}" is in package {id_}, whose manifest {why}'
            return f'class "{name}" is not in any of these packages'
        # Several packages may have it in the same version.
        there = ", ".join(dict.fromkeys(versions))
        if spec is None:
            return f'class "{name}" is available in version {there}, but a type without a version means version 0'
        return f'no version of class "{name}" satisfies {spec}; available: {there}'

    def _missing_package(self, name: str, spec: str) -> str:
        versions = self.names.installed.get(name)
        if versions:
            there = ", ".join(newest_first(list(versions)))
            return f'no version of package "{name}" satisfies {spec}; available: {there}'
        if any(id_.name == name for id_ in self.names.packages):
            return f'the engine rejects the manifest of package "{name}"'
        return f'package "{name}" is missing'

    def _versions(self, name: str) -> list[str]:
        """Return the versions of the packages that have a class, the most recent first."""
        installed = itertools.chain.from_iterable(
            versions.values() for versions in self.names.installed.values()
        )
        return newest_first(
            [package.id.version for package in installed if package.find(name) is not None]
        )

    def suggestion(self, name: str) -> str | None:
        """Return a suggestion for an unknown class: the name with a version, or a similar name.

        The search is slow, so it is done for the first names only; None for others.
        """
        if name not in self._suggested and len(self._suggested) < SUGGESTIONS.most:
            self._suggested[name] = self._suggestion(name)
        return self._suggested.get(name)

    def _suggestion(self, name: str) -> str | None:
        versions = self._versions(name)
        if versions:
            return f'write "{name}/{versions[0]}"'
        unlisted = any(
            name in package.classes and package.package.header.usable
            for package in self.names.packages.values()
        )
        if unlisted:
            return "list it in that manifest"
        from muranopl.namespace.class_query import nearest_class

        return did_you_mean(nearest_class(self.names, name))


class UnloadableError(UnknownTypeError):
    """A class exists, but the engine refuses to load it; `problems` are the reasons."""

    def __init__(self, message: str, problems: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.problems = problems


def checked_types(names: Names, types: Mapping[TypeId, CompleteType]) -> LoadType:
    """Return the function that loads the classes of phase 4; incomplete ones count as unknown."""
    built: dict[TypeId, MuranoType] = {}

    def load(id_: TypeId) -> MuranoType:
        if id_ not in built:
            complete = types.get(id_)
            if complete is None or complete.incomplete:
                raise UnknownTypeError(f'class "{id_.name}" is not known completely')
            built[id_] = build_type(complete, load, names)
        return built[id_]

    return load
