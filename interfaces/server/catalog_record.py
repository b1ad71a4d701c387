"""Reads and writes what clients of Murano's API say of packages: a record in the first folder.

Packages without an entry are as their manifests say, public and enabled.
"""

from __future__ import annotations

import contextlib
import os
import time
from typing import Annotated

import msgspec

from muranopl.ard.sources.named_files import read_named
from muranopl.ard.sources.source import SourceError
from muranopl.interfaces.temporary_file import temporary_file
from muranopl.language.grammar.names import LONGEST_NAME

FILE = "muranopl-catalog.json"

Text = Annotated[str, msgspec.Meta(max_length=100_000)]
Texts = Annotated[list[Text], msgspec.Meta(max_length=1_000)]


class PackageRecord(msgspec.Struct, omit_defaults=True):
    """What was said of a package; None leaves it as in the manifest."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] | None = None
    description: Text | None = None
    tags: Texts | None = None
    categories: Texts = []
    is_public: bool = True
    enabled: bool = True


class CategoryRecord(msgspec.Struct):
    """A category, and when it was made."""

    name: str
    created: str


class CatalogRecord(msgspec.Struct):
    """Packages and categories by their ids."""

    packages: dict[str, PackageRecord] = {}
    categories: dict[str, CategoryRecord] = {}

    def package(self, id_: str) -> PackageRecord:
        """Return what was said of a package."""
        return self.packages.get(id_, PackageRecord())

    def using(self, category: str) -> list[str]:
        """Return the ids of the packages in a category."""
        return [id_ for id_, item in self.packages.items() if category in item.categories]

    @property
    def category_names(self) -> set[str]:
        """The names of all categories."""
        return {category.name for category in self.categories.values()}


class RecordError(Exception):
    """The record cannot be read."""


def read_record(folder: str) -> CatalogRecord:
    """Return the record in a folder, empty if there is none. Raise RecordError."""
    try:
        data = read_named(os.path.join(folder, FILE))
        return msgspec.json.decode(data, type=CatalogRecord)
    except SourceError as error:
        if error.kind == "missing":
            return CatalogRecord()
        why = error.message
    except (ValueError, RecursionError) as error:
        why = str(error)
    raise RecordError(f"the catalog file {FILE} cannot be read: {why}")


def write_record(folder: str, record: CatalogRecord) -> None:
    """Replace the record in a folder; an empty one leaves no file. Raise OSError."""
    path = os.path.join(folder, FILE)
    if not record.packages and not record.categories:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        return
    text = msgspec.json.format(msgspec.json.encode(record)) + b"\n"
    with temporary_file(folder, text, durable=True) as hidden:
        os.replace(hidden, path)


def now() -> str:
    """Return the present time as Murano's API writes times."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
