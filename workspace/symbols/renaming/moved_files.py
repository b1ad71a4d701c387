"""The edits of the names of files that are renamed or moved: in manifests, code and execution plans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.rewriting import with_last_pair
from muranopl.ard.yaml.writing import scalar_text
from muranopl.diagnostics.places import Place, lines_of
from muranopl.read.one_package import DEFAULT_UI, LOGO, SUPPLIER_LOGO, UI_FOLDER
from muranopl.read.package import PackageHeader
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.collecting.meaning import file_symbol
from muranopl.workspace.symbols.index import index_of
from muranopl.workspace.symbols.renaming.result import RenameEdit

_QUOTES = frozenset("'\"")
_FLOW_SIGNS = frozenset(",[]{}")


def moved_files(analysis: Analysis, moves: Mapping[str, str]) -> Iterator[RenameEdit]:
    """Yield the edits that name files by their new paths, which `moves` has by their old ones.

    Paths are those in the package. A file that leaves the folder that its name is relative to keeps its
    name: no other one would be found.
    """
    index = index_of(analysis)
    for old, new in moves.items():
        for item in index.of(file_symbol(old, index.meaning.id)):
            edit = _edit(item.place, old, new)
            if edit is not None:
                yield edit
        yield from _default_name(analysis.package.header, old, new)


def _default_name(header: PackageHeader, old: str, new: str) -> Iterator[RenameEdit]:
    """Yield the edit that names a file in the manifest which has a default name so far."""
    manifest = header.manifest.node
    supplier = manifest.get("Supplier")
    for node, key, folder, default in (
        (None if header.format.is_heat else manifest, "UI", f"{UI_FOLDER}/", DEFAULT_UI),
        (manifest, "Logo", "", LOGO),
        (supplier, "Logo", "", SUPPLIER_LOGO),
    ):
        if not isinstance(node, MappingNode) or not node.pairs or node.get(key) is not None:
            continue
        if old == folder + default and new.startswith(folder):
            edit = with_last_pair(node, f"{key}: {scalar_text(new.removeprefix(folder), None)}")
            if edit is not None:
                yield RenameEdit(edit.place, edit.text)


def _edit(place: Place, old: str, new: str) -> RenameEdit | None:
    """Return the edit of a name that ends the old path of its file, None if it cannot be edited."""
    lines = lines_of(place.file.text or "")
    if place.line != place.end_line or place.line > len(lines):
        return None
    line = lines[place.line - 1]
    text = line[place.column - 1 : place.end_column - 1]
    # Execution plans have some names in angle brackets
    written = text.strip("'\"<>")
    folder = old.removesuffix(written)
    if not written or folder == old or not new.startswith(folder):
        return None
    name = new.removeprefix(folder)
    if name == written or not (_QUOTES | {"\\"}).isdisjoint(name):
        return None
    if _QUOTES.isdisjoint(line[max(place.column - 2, 0) : place.column]):
        # Neither manifests nor execution plans have expressions
        name = scalar_text(name, None) if _FLOW_SIGNS.isdisjoint(name) else f"'{name}'"
    column = place.column + text.index(written)
    end = column + len(written)
    return RenameEdit(Place(place.file, place.line, column, place.line, end), name)
