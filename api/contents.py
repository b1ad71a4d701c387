"""Lists the packages of a catalog, its classes and their inheritance: `muranopl.Catalog.contents`."""

from __future__ import annotations

import functools
import io
import os
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.plain_data import plain
from muranopl.ard.sources.source import Source, SourceError, join_inside
from muranopl.ard.yaml.writing import yaml_text
from muranopl.diagnostics import arguments
from muranopl.diagnostics.nearest import nearest_full_name
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.reasons import Reason, ResolutionError
from muranopl.execution.running.model_builders import builders_of
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.manifest import Manifest
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.versions import choose
from muranopl.namespace.class_query import class_query, specification
from muranopl.namespace.result import TypeId
from muranopl.namespace.session import NameSession
from muranopl.phases.results import PhaseResults
from muranopl.read.one_package import ui_file
from muranopl.read.package import Package, PackageId
from muranopl.views.classes import InstalledClass, ResolvedClass
from muranopl.views.graph.describer import ClassDescriber
from muranopl.views.graph.formats import graph_data
from muranopl.views.graph.neighbourhood import neighbourhood_data
from muranopl.views.graph.resolver import Resolver
from muranopl.views.graph.shown_classes import Wanted, select
from muranopl.views.schema.definition_hints import (
    DefinitionHints,
    created_classes,
    definition_hints,
)
from muranopl.views.schema.property_fields import secret_properties

_ZIP_TIME = (1980, 1, 1, 0, 0, 0)
"""The time of all entries of a zip that is written, so that equal files give equal zips."""


class InstalledPackage:
    """A package of a catalog, readable or not, as its manifest describes it.

    `checked` is true for packages in the catalog's `paths`; others are libraries, or `embedded` in
    this program. Its files are read on demand.
    """

    def __init__(self, package: Package, *, checked: bool, embedded: bool) -> None:
        self.checked = checked
        self.embedded = embedded
        self._package = package
        self._header = package.header

    def __repr__(self) -> str:
        return f"<muranopl.InstalledPackage {self._header.id}>"

    @property
    def name(self) -> str:
        """The full name."""
        return self._header.id.name

    @property
    def version(self) -> str:
        """The version, normalised as in the engine."""
        return self._header.id.version

    @property
    def format(self) -> str:
        """The format, such as "MuranoPL/1.4"."""
        return str(self._header.format)

    @property
    def type(self) -> str:
        """The type: "Application" or "Library"."""
        return str(self._manifest.type.value)

    @property
    def title(self) -> str | None:
        """The name for users."""
        return self._manifest.name

    @property
    def description(self) -> str | None:
        """The description for users."""
        return self._manifest.description

    @property
    def author(self) -> str | None:
        """The author."""
        return self._manifest.author

    @property
    def tags(self) -> tuple[str, ...]:
        """Its tags."""
        return tuple(tag for tag in self._manifest.tags if tag is not None)

    @property
    def classes(self) -> tuple[str, ...]:
        """The full names of the classes it lists, sorted."""
        return tuple(sorted({class_.name for class_ in self._manifest.classes or ()}))

    @property
    def requires(self) -> dict[str, str]:
        """The packages it requires, each with the specification of its version."""
        return {item.name: item.spec for item in self._manifest.require}

    @property
    def manifest(self) -> Any:
        """The manifest as plain data."""
        return plain(self._manifest.node)

    @property
    def supplier(self) -> dict[str, Any]:
        """The key `Supplier` of the manifest, as plain data."""
        written = self._manifest.node.get("Supplier")
        return plain(written) if isinstance(written, MappingNode) else {}

    @property
    def path(self) -> str:
        """The folder or zip, relative to the working directory where it is below that."""
        return self._header.source.file("").location

    @property
    def location(self) -> str:
        """The absolute path of the folder or zip."""
        return self._header.source.location

    @property
    def usable(self) -> bool:
        """Whether an engine accepts it.

        The manifest has a name and a version, and is not refused.
        """
        return self._header.usable

    @functools.cached_property
    def files(self) -> tuple[str, ...]:
        """The names of its files, sorted, with forward slashes."""
        return self._header.source.paths()

    @property
    def ui(self) -> str | None:
        """The file with its UI definition, or None."""
        return self._there(ui_file(self._header))

    def ui_text(self) -> str | None:
        """Return the text of its UI definition, or None if it has none.

        That of a Heat package is the form that the engine makes of its template. Raise OSError if
        the file cannot be read, and UnicodeDecodeError if it is not text.
        """
        if self.ui is None:
            return None
        if not self._header.format.is_heat:
            return self.read(self.ui).decode()
        if self._package.ui is None:
            return None
        return yaml_text(self._package.ui.node)

    @property
    def logo(self) -> str | None:
        """The file with its logo, or None."""
        return self._there(join_inside("", self._manifest.logo or "logo.png"))

    @property
    def supplier_logo(self) -> str | None:
        """The file with the logo of its supplier, or None."""
        supplier = self._manifest.supplier
        if supplier is None:
            return None
        return self._there(join_inside("", supplier.logo or "supplier_logo.png"))

    def read(self, file: str) -> bytes:
        """Return the content of a file. Raise OSError if it cannot be read."""
        try:
            return self._header.source.read(arguments.text(file, "file"))
        except SourceError as error:
            raise OSError(f"{file} {error.message}") from None

    def zipped(self) -> bytes:
        """Return the package as a zip, unchanged if it is one.

        Raise OSError if files cannot be read.
        """
        if os.path.isfile(self.location):
            with open(self.location, "rb") as file:
                return file.read()
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in self.files:
                archive.writestr(
                    zipfile.ZipInfo(name, _ZIP_TIME), self.read(name), zipfile.ZIP_DEFLATED
                )
        return written.getvalue()

    @property
    def _manifest(self) -> Manifest:
        return self._header.manifest

    def _there(self, file: str | None) -> str | None:
        return file if file in self.files else None


def installed_source(package: InstalledPackage) -> Source:
    """Return the source of a package. Not part of the public library."""
    return package._header.source


class OfferedClasses(NamedTuple):
    """The classes that a form offers, and the number of those that it left out."""

    classes: tuple[InstalledClass, ...]
    left_out: int


def _is_one(id_: TypeId, name: str, spec: str | None) -> bool:
    """Return whether a type is a class, in a version that satisfies `spec` if that is not None."""
    return id_.name == name and (spec is None or choose((id_.package.version,), spec) is not None)


def _leaves_bodies(type_: CompleteType) -> bool:
    """Return whether a class declares methods without bodies, and is none that the engine writes."""
    return type_.id.package.name != CORE_LIBRARY and any(
        method.body is None for method in type_.declared.declaration.methods
    )


class CatalogContents:
    """The packages and classes of a catalog; see `muranopl.Catalog.contents`."""

    def __init__(
        self,
        results: PhaseResults,
        quirks: frozenset[Quirk],
        checked: Collection[str],
        form_implementations: int,
    ) -> None:
        self._results = results
        self._quirks = quirks
        self._checked = checked
        self._form_implementations = form_implementations
        self._described: dict[TypeId, InstalledClass] = {}

    @functools.cached_property
    def packages(self) -> tuple[InstalledPackage, ...]:
        """All packages, including unreadable ones, sorted by name and version."""
        read = self._results.read
        embedded = {entry.source.location for entry in read.index if entry.embedded}

        def installed(package: Package) -> InstalledPackage:
            where = package.header.source.location
            return InstalledPackage(
                package, checked=where in self._checked, embedded=where in embedded
            )

        result = sorted((*read.targets, *read.libraries), key=lambda package: package.id)
        return tuple(map(installed, result))

    def package(self, name: str, version: str | None = None) -> InstalledPackage:
        """Return the package of a full name, in a version if one is given.

        By default, return the newest version that an engine accepts, or else the newest one. Raise
        ResolutionError for an unknown package.
        """
        name = arguments.name(name, "the name of a package")
        version = arguments.optional_text(version, "version")
        named = [package for package in self.packages if package.name == name]
        matches = [package for package in named if version in {None, package.version}]
        if not matches:
            raise self._missing(name, version, named)
        # An engine ignores packages whose manifests it refuses.
        picked = NameSession(self._results.names).package(name, "*")
        version = None if picked is None else picked.id.version
        return next((package for package in matches if package.version == version), matches[-1])

    def _missing(
        self, name: str, version: str | None, named: Collection[InstalledPackage]
    ) -> ResolutionError:
        """Return the exception for a package that is not there; `named` are its other versions."""
        problem = f'package "{name}" is not found'
        if named:
            versions = ", ".join(package.version for package in named)
            problem = f"{problem} in version {version}, only in {versions}"
            return ResolutionError(problem, (), Reason.UNKNOWN_VERSION)
        near = nearest_full_name(name, {package.name for package in self.packages})
        if near is not None:
            problem = f'{problem} (did you mean "{near}"?)'
        return ResolutionError(problem, (), Reason.UNKNOWN_PACKAGE)

    def classes(
        self, extends: str | None = None, package: str | None = None, version: str | None = None
    ) -> Iterator[InstalledClass]:
        """Yield the classes that the packages list, sorted.

        They may be limited to one package, or to those that extend a class. `version` is a
        specification for the version of the extended class. Raise UsageError for an invalid one.
        """
        extends = arguments.optional_text(extends, "extends")
        package = arguments.optional_text(package, "package")
        spec = arguments.version(version)
        if spec is not None:
            specification(spec)
        types, names = self._results.inheritance.types, self._results.names
        packages, session = names.packages, NameSession(names)
        for id_ in sorted(types):
            type_ = types[id_]
            # Of an embedded core library that is replaced, only what an engine adds itself counts.
            if id_.package == names.shadowed and session.engine_class(id_.name) != id_:
                continue
            if package and id_.package.name != package:
                continue
            if extends and not any(
                _is_one(ancestor, extends, spec) for ancestor in (id_, *type_.ancestors)
            ):
                continue
            if id_.package in packages and packages[id_.package].find(id_.name) is not None:
                yield self._class(type_)

    def offered(
        self,
        extends: str | None = None,
        package: str | None = None,
        version: str | None = None,
        *,
        asking: str | None = None,
    ) -> OfferedClasses:
        """Return those of the same classes that a form offers, where it asks for an object.

        They are at most as many as the setting `form_implementations` of the catalog. The first ones
        are those that the UI definition of the package `asking` creates, and those of this package;
        then come those that most UI definitions create. Classes that seem to be there for others to
        extend come last.
        """
        classes = list(self.classes(extends, package, version))
        own = {name for id_, name in self._created if id_.name == asking}
        uses = Counter(name for _, name in self._created)
        classes.sort(
            key=lambda class_: (
                class_.name not in own,
                class_.is_base,
                class_.package != asking,
                -uses[class_.name],
            )
        )
        offered = tuple(classes[: self._form_implementations])
        return OfferedClasses(offered, len(classes) - len(offered))

    def resolve(
        self, name: str, version: str | None = None, package: str | None = None
    ) -> ResolvedClass:
        """Return a class as `Catalog.resolve` does, but independently of earlier answers."""
        return Resolver(self._results, self._quirks).resolve(class_query(name, version, package))

    def secrets(self, class_: ResolvedClass) -> frozenset[str]:
        """Return the names of the properties of a class whose values are secrets, such as passwords.

        A meta object marks them, of a class with the name `Password` or `Secret` in any namespace;
        or the UI definition of the package has fields of type `password` for them.
        """
        return secret_properties(class_, self._definition(class_))

    def form_hints(self, class_: ResolvedClass) -> DefinitionHints | None:
        """Return what the UI definition of the package of a class says of properties, if it has one."""
        definition = self._definition(class_)
        return None if definition is None else definition_hints(definition)

    def _definition(self, class_: ResolvedClass) -> UIDefinition | None:
        """Return the UI definition of the package of a class."""
        definitions = (
            package.ui
            for package in self._results.read.targets
            if (package.id.name, package.id.version) == (class_.package, class_.version)
        )
        return next(definitions, None)

    def graph_data(
        self, *, classes: Iterable[str] = (), packages: Iterable[str] = (), everything: bool = False
    ) -> dict[str, Any]:
        """Return the class graph as `Report.graph_data` does.

        It covers the packages of the catalog's `paths`. Raise UsageError for a name that no class or
        package has.
        """
        own = sorted({package.name for package in self.packages if package.checked})
        choice = Wanted(tuple(classes), tuple(packages), everything)
        if not any(choice):
            choice = Wanted(packages=own)
        if not any(choice):
            # `select` takes an empty choice for all targets, which include libraries here
            return graph_data(self._results, select(self._results, Wanted())._replace(packages={}))
        return graph_data(self._results, select(self._results, choice))

    def neighbourhood(
        self,
        name: str,
        version: str | None = None,
        package: str | None = None,
        *,
        most: int = 100,
    ) -> dict[str, Any]:
        """Return the part of the class graph around a class.

        `middle` is the class as in `graph_data`, `relatives` are its ancestors and at most `most` of
        the classes that extend it directly, `left_out` is the number of others. Raise
        ResolutionError.
        """
        resolver = Resolver(self._results, self._quirks)
        id_ = resolver.find(class_query(name, version, package))
        if id_ not in self._results.inheritance.types:
            problem = f"class {id_} cannot be loaded"
            raise ResolutionError(problem, resolver.about(id_.name), Reason.CLASS_NOT_LOADED)
        return neighbourhood_data(self._results, id_, most)

    def _class(self, type_: CompleteType) -> InstalledClass:
        """Return the description of a class; its model builders take a while to find."""
        if type_.id not in self._described:
            self._described[type_.id] = self._describe(type_)
        return self._described[type_.id]

    def _describe(self, type_: CompleteType) -> InstalledClass:
        return InstalledClass(
            name=type_.id.name,
            version=type_.id.package.version,
            package=type_.id.package.name,
            usage=type_.usage.value,
            meta=self._describer.meta(type_.id),
            ancestors=tuple(map(str, type_.ancestors)),
            builders=tuple(builders_of(self._results, self._quirks, type_, type_.methods)),
            is_base=type_.id in self._bases,
        )

    @functools.cached_property
    def _created(self) -> frozenset[tuple[PackageId, str]]:
        """The classes of objects that UI definitions create, each with the package."""
        packages = (*self._results.read.targets, *self._results.read.libraries)
        return frozenset(
            (package.id, name)
            for package in packages
            if package.ui is not None
            for name in created_classes(package.ui)
        )

    @functools.cached_property
    def _describer(self) -> ClassDescriber:
        return ClassDescriber(self._results)

    @functools.cached_property
    def _bases(self) -> frozenset[TypeId]:
        """The classes that seem to be there for others to extend, as the language marks none."""
        types = self._results.inheritance.types
        children: dict[TypeId, list[TypeId]] = {}
        for type_ in types.values():
            for parent in type_.parents:
                children.setdefault(parent, []).append(type_.id)
        return frozenset(
            id_
            for id_, extending in children.items()
            if sum(child.package == id_.package for child in extending) > 1
            or (id_ in types and _leaves_bodies(types[id_]))
        )
