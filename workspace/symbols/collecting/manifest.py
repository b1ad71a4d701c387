"""Occurrences in a manifest: packages, classes and files."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Node, Scalar, text_of
from muranopl.ard.sources.source import join_inside
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.manifest import Requirement
from muranopl.read.classes import FOLDER
from muranopl.read.one_package import UI_FOLDER
from muranopl.workspace.symbols.collecting.class_names import written_at
from muranopl.workspace.symbols.collecting.keys import keys_of
from muranopl.workspace.symbols.collecting.meaning import Meaning, file_symbol, package_symbol
from muranopl.workspace.symbols.symbol import Occurrence, Role


def manifest(meaning: Meaning) -> Iterator[Occurrence]:
    """Yield the occurrences in the manifest of a package."""
    package = meaning.package
    content = package.manifest
    yield from keys_of(content)
    full_name = content.node.get("FullName")
    if isinstance(full_name, Scalar) and content.full_name is not None:
        symbol = package_symbol(package.id.name, package.id)
        yield Occurrence(full_name.place, symbol, Role.DECLARATION)
    for entry in content.classes or ():
        id_ = None if meaning.opened is None else meaning.opened.find(entry.name)
        yield from written_at(entry.name_node, {}, id_)
        if entry.path is not None:
            yield from _file(entry.node, FOLDER, meaning)
    for required in content.require:
        yield _requirement(required, meaning)
    for use in content.meta:
        yield from written_at(use.node, {}, meaning.names.resolved.get(use.type))
    yield from _file(content.node.get("UI"), UI_FOLDER, meaning)
    yield from _file(content.node.get("Logo"), "", meaning)


def _requirement(required: Requirement, meaning: Meaning) -> Occurrence:
    chosen = next(
        (
            item.chosen
            for item in meaning.names.requirements.get(meaning.id, ())
            if item.requirement.name_node is required.name_node
        ),
        None,
    )
    if chosen is None and required.name == CORE_LIBRARY:
        chosen = meaning.names.core.get(meaning.id)
    return Occurrence(required.name_node.place, package_symbol(required.name, chosen))


def _file(node: Node | None, folder: str, meaning: Meaning) -> Iterator[Occurrence]:
    path = join_inside(folder, text_of(node) or "")
    if node is not None and path is not None:
        yield Occurrence(node.place, file_symbol(path, meaning.id))
