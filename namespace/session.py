"""Looks up classes as a session of an engine does: lazily, in its order, keeping chosen versions.

The check of a catalog takes the highest version for every requirement. The engine does so only at first: once a
package was looked up by name (a requirement, or a query that names the package), later look-ups of
that package prefer the versions picked already ("fixation", reference: packages-and-versions,
Versions). So the answer about one class depends on earlier ones; a session answers as the engine
would.
"""

from __future__ import annotations

import sys

import msgspec

from muranopl.diagnostics.quirks import DOCUMENT_NAMES
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.known_names import CORE_LIBRARY, ROOT_CLASS
from muranopl.language.grammar.versions import DEFAULT_SPEC, DEFAULT_VERSION, LATEST
from muranopl.language.library import ENGINE_CLASSES
from muranopl.namespace.package_scope import ALIASES, EXTENSIONS
from muranopl.namespace.prefixes import full_name
from muranopl.namespace.references import load_time_names
from muranopl.namespace.result import DeclaredClass, DeclaredPackage, Names, TypeId
from muranopl.read.package import PackageId


class LoadClosure(msgspec.Struct, eq=False):
    """The classes that are loaded together with one class, in order, with their names.

    `missing` are the unknown names, each with the class that contains it. `roots` are the bases of
    classes without `Extends`, by package.
    """

    classes: dict[TypeId, DeclaredClass]
    resolved: dict[TypeName, TypeId | None]
    missing: list[tuple[TypeId, str]]
    roots: dict[PackageId, TypeId | None]


class NameSession:
    """Look-ups over the packages of `names` that remember the versions chosen.

    `choices` counts these versions: as long as it stays the same, so do the answers.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self.choices = 0
        self._fixed: dict[str, list[str]] = {}
        self._opened_files: dict[int, int] = {}
        self._installed = names.installed

    def package(self, name: str, spec: str) -> DeclaredPackage | None:
        """Return a version of a package, preferably one chosen before, or None.

        The choice is remembered.
        """
        versions = self._installed.get(name, {})
        fixed = self._fixed.setdefault(name, [])
        chosen = {version: versions[version] for version in fixed}
        version = self._names.choose(name, chosen, spec) or self._names.choose(name, versions, spec)
        if version is None:
            return None
        if version not in fixed:
            fixed.append(version)
            self.choices += 1
        return versions[version]

    def provider(
        self, class_: str, spec: str, package: str | None = None
    ) -> DeclaredPackage | None:
        """Return a package that lists a class, chosen by version; the choice is not remembered.

        `spec` may be `LATEST`. `package` restricts the choice to one name. As measured for classes
        without the name of a package.
        """
        named = list(self._installed.values())
        if package is not None:
            named = [self._installed.get(package, {})]
        providers = {
            version: opened
            for versions in named
            for version, opened in versions.items()
            if opened.find(class_)
        }
        # `choose_version` needs the name only for a core library without a version
        unversioned = providers.get(DEFAULT_VERSION)
        version = self._names.choose(
            "" if unversioned is None else unversioned.id.name, providers, spec
        )
        return None if version is None else providers[version]

    def find(self, opened: DeclaredPackage, name: str) -> TypeId | None:
        """Return the class of a full name inside a package.

        The search begins with the package itself, then the core library, then `Require` in order.
        Return None if the class is unknown, or if the search reaches a package that is not
        installed. The classes that the engine adds use the core library that replaces the embedded
        one.
        """
        if opened.package.id == self._names.shadowed:
            core = self.package(CORE_LIBRARY, DEFAULT_SPEC)
            replacing = None if core is None else self.find_own(core, name)
            return replacing or self.find_own(opened, name)
        own = self.find_own(opened, name)
        if own is not None:
            return own
        for required, spec in self._names.specifications(opened.id).items():
            # The engine never looks for a class in another version of the own package
            if required == opened.package.id.name:
                continue
            package = self.package(required, spec)
            if package is None:
                return None
            result = self.find_own(package, name)
            # Renamed once, see `PackageScope.find`
            if result is None and name.startswith(EXTENSIONS):
                result = self.find_own(package, name.removeprefix(EXTENSIONS))
            if result is not None:
                return result
        if name in ALIASES and DOCUMENT_NAMES not in self._names.quirks:
            return self.find(opened, ALIASES[name])
        return self.engine_class(name)

    def engine_class(self, name: str, spec: str = LATEST) -> TypeId | None:
        """Return a class that the engine adds to any core library, as the embedded one describes it.

        Return None for other names, and if no core library has a version that fits.
        """
        core = self._names.engine_core
        if core is None or name not in ENGINE_CLASSES:
            return None
        described = {core.version: self._names.packages[core]}
        versions = described | self._installed.get(CORE_LIBRARY, {})
        fits = self._names.choose(CORE_LIBRARY, versions, spec) is not None
        return TypeId(name, core) if fits else None

    def find_own(self, opened: DeclaredPackage, name: str) -> TypeId | None:
        """Return a class of the package itself.

        The class is listed, or was read together with another one before.
        """
        declared = opened.classes.get(name)
        node = None if declared is None else declared.declaration.node
        # Once a file was read, its classes wait in the queue of the package, listed or not
        was_read = node is not None and node.line <= self._opened_files.get(id(node.file), 0)
        return opened.find(name, unlisted=was_read)

    def load_closure(self, root: TypeId) -> LoadClosure:
        """Return what loading a class loads.

        These are parents, then meta classes and imports, depth first.
        """
        reached = LoadClosure({}, {}, [], {})
        self.load(root, reached)
        return reached

    def load(self, id_: TypeId, reached: LoadClosure) -> None:
        """Load a further class, with all classes that this loads.

        Its file is read up to its document, and the names it needs at load time come next.
        """
        declared = self._names.classes.get(id_)
        if declared is None:
            return
        # Entered first, as the names that it needs may lead back to it
        reached.classes[id_] = declared
        node = declared.declaration.node
        read = self._opened_files.get(id(node.file), 0)
        # Documents before this one are read already; those after it follow once it is built.
        self._opened_files[id(node.file)] = max(read, node.line - 1)
        if not declared.declaration.extends and id_.name != ROOT_CLASS:
            root = self.find(self._names.packages[id_.package], ROOT_CLASS)
            reached.roots[id_.package] = root
            self._reach(root, ROOT_CLASS, id_, reached)
        # In the order of the engine, as the first look-up of a package fixes its version
        for written in load_time_names(declared.declaration):
            result = reached.resolved[written] = self._meaning(written, declared)
            self._reach(result, written.text, id_, reached)
        # The engine continues with the rest of the file once the class is built
        self._opened_files[id(node.file)] = sys.maxsize

    def _reach(self, id_: TypeId | None, name: str, owner: TypeId, reached: LoadClosure) -> None:
        """Load the class of a name that is written in another one, unless that is done."""
        if id_ is None or self._is_lost(id_):
            reached.missing.append((owner, name))
        elif id_ not in reached.classes:
            self.load(id_, reached)

    def _is_lost(self, id_: TypeId) -> bool:
        """Return whether a listed class is not in its file, or that cannot be read.

        The class of a Heat package is generated, and those of extensions are in Python.
        """
        package = self._names.packages[id_.package].package
        return not (
            id_ in self._names.classes or package.header.format.is_heat or package.is_extension
        )

    def _meaning(self, written: TypeName, owner: DeclaredClass) -> TypeId | None:
        name = full_name(written.text, owner.namespaces)
        if name is None:
            return None
        return self.find(self._names.packages[owner.id.package], name)
