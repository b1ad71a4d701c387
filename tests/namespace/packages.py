"""Packages in memory, from the few facts that phases 2 and 3 look at."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import yaml

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.namespace.phase import resolve_names
from muranopl.namespace.result import Names, TypeId
from muranopl.read.index import PackageIndex
from muranopl.read.phase import read_packages
from muranopl.read.reader import PackageReader
from tests.memory_source import MemorySource

Class = dict[str, Any]


def class_(
    name: str, *extends: str, prefixes: Mapping[str, str] | None = None, **keys: Any
) -> Class:
    """A class of the namespace `example.app`; `keys` are other keys of its document in lower case."""
    document: Class = {
        "Namespaces": {"=": "example.app"} if prefixes is None else dict(prefixes),
        "Name": name,
    }
    if extends:
        document["Extends"] = list(extends)
    return document | {key.capitalize(): value for key, value in keys.items()}


def full_name(document: Class) -> str:
    """The name that the manifest lists a class by."""
    space = document["Namespaces"].get("=", "")
    return f"{space}.{document['Name']}" if space else document["Name"]


def package(
    name: str,
    *files: Class | list[Class],
    version: str = "1.0.0",
    requires: Mapping[str, str | None] | None = None,
    listed: Iterable[str] | None = None,
) -> MemorySource:
    """A package with a class or a list of classes in each file; the first class of each is `listed` by default."""
    documents = [file if isinstance(file, list) else [file] for file in files]
    classes = {full_name(file[0]): f"File{number}.yaml" for number, file in enumerate(documents)}
    if listed is not None:
        classes = {item: classes.get(item, "File0.yaml") for item in listed}
    manifest = {
        "Format": "1.4",
        "Type": "Library",
        "FullName": name,
        "Version": version,
        "Classes": classes,
    }
    manifest |= {"Require": dict(requires)} if requires else {}
    contents = {"manifest.yaml": yaml.safe_dump(manifest, sort_keys=False)}
    for number, file in enumerate(documents):
        contents[f"Classes/File{number}.yaml"] = yaml.safe_dump_all(file, sort_keys=False)
    return MemorySource(
        {path: text.encode() for path, text in contents.items()}, f"{name}-{version}"
    )


CORE = package("io.murano", class_("Object", prefixes={"=": "io.murano"}), version="0.1.0")
"""A core library that has the root class only."""


def names_of(*sources: MemorySource, closed: bool = False) -> Names:
    """The result of phase 2 over packages and the core library, all of them targets."""
    reader = PackageReader()
    index = PackageIndex(
        tuple(reader.entry(source, False) for source in (*sources, CORE)), (), None
    )
    return resolve_names(read_packages(index, reader), frozenset(), closed=closed)


def codes(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """The codes of all diagnostics, sorted."""
    return sorted(diagnostic.code for diagnostic in diagnostics)


def find(names: Names, name: str, version: str = "1.0.0") -> TypeId:
    """The one class of a full name and version."""
    (result,) = (
        item for item in names.classes if item.name == name and item.package.version == version
    )
    return result
