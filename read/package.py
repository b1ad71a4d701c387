"""The result of phase 1 for one package: its manifest, and a unit for each class file.

`one_package` creates it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from muranopl.ard.nodes import Scalar
from muranopl.ard.sources.file_names import TEMPLATE
from muranopl.ard.sources.source import Source
from muranopl.diagnostics.diagnostic import Diagnostic, Suppression
from muranopl.diagnostics.places import File, Place
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.formats import Format
from muranopl.language.grammar.manifest import ListedClass, Manifest

if TYPE_CHECKING:
    from muranopl.language.grammar.ui.definition import UIDefinition


class PackageId(NamedTuple):
    """The identity of a package: full name, complete version, and location.

    Names can clash by mistake.
    """

    name: str
    version: str
    location: str

    def __str__(self) -> str:
        return f"{self.name}/{self.version}"


class ClassUnit(msgspec.Struct, eq=False, weakref=True):
    """One class file: its classes in order, each with the namespaces that apply to it.

    `listed` are the manifest entries that name this file; without any it is dead: the engine never
    reads it. `complete` is False if the file could not be read to its end.
    """

    file: File
    listed: tuple[ListedClass, ...]
    classes: tuple[ClassDeclaration, ...] = ()
    complete: bool = True


class PackageHeader(msgspec.Struct, eq=False):
    """A package whose manifest alone was read: enough to decide if the rest is needed.

    `usable` is False if the package has no name or version, or the engine refuses the manifest.
    `as_written` is as in `Reading`.
    """

    id: PackageId
    source: Source
    file: File
    manifest: Manifest
    format: Format
    usable: bool
    diagnostics: list[Diagnostic]
    as_written: bool = False

    @property
    def place(self) -> Place:
        """The place of the package in messages.

        This is the value of FullName, or the top of the manifest.
        """
        node = self.manifest.node.get("FullName")
        return Place(self.file) if node is None else node.place

    @property
    def copied_resources(self) -> dict[str, str]:
        """The files that the engine copies to Resources when it makes a class, by the new path."""
        if not self.format.is_heat:
            return {}
        return {f"Resources/{self.id.name}": TEMPLATE}


class Package(msgspec.Struct, eq=False, weakref=True):
    """A package with all its files read. `diagnostics` are those of this phase.

    `suppressions` are the comments of its files that suppress diagnostics. `plan_placeholders` are
    the names that execution plans have for `bind()`, by the path of the plan; `template_versions`
    the versions of Heat templates in Resources, by path.
    """

    header: PackageHeader
    units: tuple[ClassUnit, ...]
    ui: UIDefinition | None
    diagnostics: list[Diagnostic]
    suppressions: tuple[Suppression, ...] = ()
    plan_placeholders: Mapping[str, frozenset[str]] = {}
    template_versions: Mapping[str, Scalar] = {}

    @property
    def id(self) -> PackageId:
        """The identity of the package."""
        return self.header.id

    @property
    def manifest(self) -> Manifest:
        """The manifest."""
        return self.header.manifest

    @property
    def is_extension(self) -> bool:
        """Whether the classes are written in Python, by an extension plugin of the engine."""
        return self.header.manifest.extension is not None
