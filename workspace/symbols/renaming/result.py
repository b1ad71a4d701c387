"""The edits of a renaming, as a preview shows them, and the file that is renamed with its class."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

import msgspec

from muranopl.ard.nodes import Scalar
from muranopl.ard.rewriting import replaced_within
from muranopl.ard.sources.source import path_inside
from muranopl.diagnostics.places import File, Place
from muranopl.language.grammar.manifest import ListedClass
from muranopl.read.package import ClassUnit
from muranopl.workspace.symbols.index import SymbolIndex
from muranopl.workspace.symbols.symbol import Symbol


class RenameRefusedError(Exception):
    """Raised for what cannot be renamed; `args[0]` is the reason, a sentence for the user."""


class RenameEdit(msgspec.Struct, frozen=True):
    """A text in place of a name.

    `certain` is false for a name that need not be meant, such as the member of an unknown value: it
    is to be confirmed.
    """

    place: Place
    text: str
    certain: bool = True


class FileRename(msgspec.Struct, frozen=True):
    """A file that is called after a renamed class, and its new path, below the same root."""

    file: File
    path: str


class Renaming(msgspec.Struct, frozen=True):
    """The edits and renamed files of a renaming.

    `left` are places that have the same name and are not changed: members of unknown values, which
    may be those of other classes.
    """

    edits: tuple[RenameEdit, ...]
    files: tuple[FileRename, ...] = ()
    left: tuple[Place, ...] = ()


class RenamedFiles(msgspec.Struct, frozen=True):
    """Files with other names, and the edits of manifests that name them."""

    edits: tuple[RenameEdit, ...] = ()
    files: tuple[FileRename, ...] = ()


def class_files(symbol: Symbol, short: str, indexes: Sequence[SymbolIndex]) -> RenamedFiles:
    """Return the renaming of the file of a class, if it has the name of the class.

    A file with several classes keeps its name, and so does one whose new name is taken.
    """
    for index in indexes:
        # That of a file in no package has a manifest that is not written anywhere
        if index.meaning.id == symbol.package and not index.package.header.source.is_alone:
            for unit in index.package.units:
                entries = [item for item in unit.listed if item.name == symbol.name]
                if len(unit.classes) == len(unit.listed) == len(entries) == 1:
                    return _renamed(symbol, short, unit, entries[0], index)
    return RenamedFiles()


def _renamed(
    symbol: Symbol, short: str, unit: ClassUnit, entry: ListedClass, index: SymbolIndex
) -> RenamedFiles:
    source = index.package.header.source
    old = symbol.name.rpartition(".")[2]
    folder, _, file_name = unit.file.path.rpartition("/")
    stem, suffix = posixpath.splitext(file_name)
    written = entry.path or ""
    start = written.rfind(old + suffix)
    if stem != old or start < 0 or not isinstance(entry.node, Scalar):
        return RenamedFiles()
    path = f"{folder}/{short}{suffix}"
    inside = path_inside(source, unit.file).rpartition("/")[0]
    if f"{inside}/{short}{suffix}" in source.paths():
        return RenamedFiles()
    edit = replaced_within(entry.node, start, start + len(old), short)
    if edit is None:
        return RenamedFiles()
    return RenamedFiles((RenameEdit(edit.place, edit.text),), (FileRename(unit.file, path),))
