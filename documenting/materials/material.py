"""The things that a package fetches, and a bill of them."""

from __future__ import annotations

import enum
import re

import msgspec

from muranopl.diagnostics.places import Place


class MaterialKind(enum.Enum):
    """The kinds of things that a package fetches."""

    PACKAGE = "package"
    """A package of Murano that it requires."""
    SOFTWARE = "software"
    """Software that a script installs with a package manager."""
    IMAGE = "image"
    """An image of a virtual machine."""
    CONTAINER = "container"
    """An image of a container."""
    URL = "url"
    """A file or a repository at an address."""


class Material(msgspec.Struct, frozen=True):
    """A thing that a package fetches, with the places where it says so.

    `manager` is the program that installs software, `version` is empty where none is named.
    `is_available` is False for a required package that is not at hand.
    """

    kind: MaterialKind
    name: str
    version: str = ""
    manager: str = ""
    places: tuple[Place, ...] = ()
    is_available: bool = True


class UnknownMaterial(msgspec.Struct, frozen=True):
    """Something that is known only when the package is deployed: a computed name, a choice."""

    text: str
    place: Place


Fetched = Material | UnknownMaterial

COMPUTED = re.compile(r"[$%{}]|\*$")
"""Variables of shells, placeholders of templates and of `format`, patterns of file names."""


class PackageBill(msgspec.Struct, frozen=True):
    """The bill of materials of a package.

    `requires` are pairs of packages, "full.Name/version"; the first one requires the second.
    `licenses` are SPDX identifiers that files of the package name.
    """

    name: str
    version: str
    title: str
    author: str
    licenses: tuple[str, ...]
    materials: tuple[Material, ...]
    unknown: tuple[UnknownMaterial, ...]
    requires: tuple[tuple[str, str], ...]

    @property
    def is_complete(self) -> bool:
        """Whether the package says all that it fetches."""
        return not self.unknown and all(item.is_available for item in self.materials)
