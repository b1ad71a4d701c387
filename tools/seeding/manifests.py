"""Kinds of defects in manifests, and class files that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.ard.nodes import Node, text_of
from muranopl.language.grammar.manifest import Manifest
from seeding.declarations import pairs, removed_line
from seeding.edits import Edit, Mutation, misspelling_scalar, replacing
from seeding.files import ManifestFile
from seeding.name_index import NameIndex, expanded

_NAMED = re.compile(r"(?<![\w:])(\w*):(\w+)")
REQUIRED = ("Type", "FullName", "Classes")


def misspelt_keys(file: ManifestFile, _index: NameIndex) -> Iterator[Mutation]:
    """`FulName`."""
    for key, _ in pairs(file.manifest.node):
        yield from misspelling_scalar(key, Manifest.TAGS, reach=None)


def removed_keys(file: ManifestFile, _index: NameIndex) -> Iterator[Mutation]:
    """A required key less."""
    for key in REQUIRED:
        pair = file.manifest.node.find(key)
        if pair is not None:
            yield from removed_line(file.lines, *pair)


def wrong_types(file: ManifestFile, _index: NameIndex) -> Iterator[Mutation]:
    """`Type: Aplication`."""
    value = file.manifest.node.get("Type")
    if value is not None:
        yield from misspelling_scalar(value, ())


def wrong_formats(file: ManifestFile, _index: NameIndex) -> Iterator[Mutation]:
    """`Format: MuranoPL/x`."""
    value = file.manifest.node.get("Format")
    if value is not None:
        yield from replacing(value, "MuranoPL-1.0")
        yield from replacing(value, "one")


def misspelt_classes(file: ManifestFile, index: NameIndex) -> Iterator[Mutation]:
    """The name of a listed class."""
    for class_ in file.manifest.classes or ():
        yield from misspelling_scalar(class_.name_node, index.full_names, reach=None)


def misspelt_files(file: ManifestFile, _index: NameIndex) -> Iterator[Mutation]:
    """The file of a listed class."""
    known = {class_.path for class_ in file.manifest.classes or () if class_.path}
    for class_ in file.manifest.classes or ():
        if class_.path and file.has(f"Classes/{class_.path}"):
            yield from misspelling_scalar(class_.node, known, reach=None)


def unlisted_classes(file: ManifestFile, _index: NameIndex) -> Iterator[Mutation]:
    """A class that is no longer listed."""
    classes = file.manifest.classes or ()
    for class_ in classes if len(classes) > 1 else ():
        if sum(class_.path == other.path for other in classes) == 1:
            yield from removed_line(file.lines, class_.name_node, class_.node)


def misspelt_ui(file: ManifestFile, _index: NameIndex) -> Iterator[Mutation]:
    """The file of the UI definition, or of the logo."""
    for key, folder in (("UI", "UI/"), ("Logo", "")):
        value = file.manifest.node.get(key)
        if value is not None and file.has(folder + (text_of(value) or "?")):
            yield from misspelling_scalar(value, ())


def _used_classes(file: ManifestFile) -> set[str]:
    """The full names that the class files have after colons."""
    used: set[str] = set()
    for item in file.class_files:
        for _, prefixes in item.declarations:
            for line in item.lines:
                used.update(
                    expanded(f"{item[1]}:{item[2]}", prefixes) for item in _NAMED.finditer(line)
                )
    return used


def _used_requirements(file: ManifestFile, index: NameIndex) -> Iterator[tuple[Node, Node]]:
    used = _used_classes(file)
    for item in file.manifest.require:
        if used & index.packages.get(item.name, set()):
            yield item.name_node, item.node


def removed_requirements(file: ManifestFile, index: NameIndex) -> Iterator[Mutation]:
    """A package that is used is required no more."""
    for key, value in _used_requirements(file, index):
        yield from removed_line(file.lines, key, value)


def misspelt_requirements(file: ManifestFile, index: NameIndex) -> Iterator[Mutation]:
    """The name of a required package that is used."""
    for key, _ in _used_requirements(file, index):
        yield from misspelling_scalar(key, index.packages, reach=None)


def bad_specs(file: ManifestFile, index: NameIndex) -> Iterator[Mutation]:
    """The version of a required package that is used."""
    for _, value in _used_requirements(file, index):
        yield from replacing(value, "latest", reach=None)
        yield from replacing(value, "'>=x'", reach=None)


def missing_files(file: ManifestFile, _index: NameIndex) -> Iterator[Mutation]:
    """A class file that is listed and not there."""
    for item in file.class_files:
        yield _gone(item.path)


def _gone(path: str) -> Mutation:
    return lambda _: Edit(1, 1, 1, None, reach=None, path=path)
