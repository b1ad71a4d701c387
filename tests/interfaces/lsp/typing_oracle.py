"""Files that are typed, key by key: whatever is broken, answers are about the current text, or there are none.

Of each file, some places are edited as people do: a half-typed key, a quote or a bracket that is not
closed yet, a missing colon, wrong indentation, a line that is deleted and typed again. After each key,
what the language server says outside of the edited block is what it said of the whole file. Over
packages of one's own:

    python -m tests.interfaces.lsp.typing_oracle --places 30 FOLDER...
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.client import ClientFeatures
from muranopl.interfaces.lsp.documents import Document
from muranopl.interfaces.lsp.features import FEATURES
from muranopl.interfaces.lsp.positions import PositionEncoding
from muranopl.interfaces.lsp.server import load_features
from muranopl.interfaces.lsp.session import ClientSession
from muranopl.workspace.line_changes import moved_lines
from muranopl.workspace.structure.parsed import parsed
from muranopl.workspace.workspace import Workspace

NAMES = 5
"""The number of names in a file that are asked about."""
ENOUGH = 0.95
"""The share of the symbols outside of a broken block that stay at least."""
_WORD = re.compile(r"\$?[A-Za-z_]\w{2,}")
_KEY = re.compile(r"( *(?:- )?)([\w$.]+):( .*)?$")
Edit = Callable[[list[str], int], Iterator[list[str]]]


class Place(NamedTuple):
    """A place in a file: the name of the edit, the line, and the texts after each key."""

    edit: str
    line: int
    texts: list[str]


class Name(NamedTuple):
    """A name in the whole file: its place, from 0, and what is said about it there."""

    line: int
    column: int
    text: str
    hover: str
    targets: frozenset[tuple[str, int, str]]
    written: frozenset[str]
    """The texts at the places that name the same."""


class Symbol(NamedTuple):
    """A symbol of the outline: its name and kind, and the line of the name, from 0."""

    name: str
    kind: int
    line: int


class Token(NamedTuple):
    """A semantic token; all numbers are from 0."""

    line: int
    column: int
    length: int
    kind: int


Lined = Symbol | Token


class Whole(NamedTuple):
    """What is said about the whole text: symbols, tokens and some names."""

    symbols: Sequence[Symbol]
    tokens: Collection[Token]
    names: Sequence[Name]


class _Server:
    """As much of a server as renaming needs."""

    is_initialized = True

    def __init__(self, session: ClientSession) -> None:
        self.session, self.ready = session, self

    async def wait(self) -> None:
        """Do not wait."""

    async def run(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function returns."""
        return function(*arguments)

    def say(self, *_: object) -> None:
        """Do nothing."""


class File:
    """A file of a package that is open in an editor."""

    def __init__(self, folder: Path, path: Path) -> None:
        load_features()
        client = ClientFeatures(nested_symbols=True, links=True, versioned_edits=True)
        self.session = ClientSession(PositionEncoding(types.PositionEncodingKind.Utf16), client)
        self.session.workspace = Workspace([str(folder)])
        self.folder, self.path, self.uri = folder, str(path), uris.uri_of_path(str(path))
        self.whole = self.text = path.read_text("utf-8")
        self.number = 0
        self.put(self.whole)

    def put(self, text: str) -> None:
        """Set the text of the file."""
        self.number += 1
        self.text = text
        self.session.documents.put(self.path, Document(self.uri, self.number, text))
        self.session.workspace.change(self.path, text)

    def read(self) -> File:
        """Return the file in another editor, which has the text that is read while this is broken."""
        result = File(self.folder, Path(self.path))
        result.put(self.session.workspace.read_text(self.path) or self.text)
        return result

    @property
    def is_broken(self) -> bool:
        """Whether the YAML of the text is broken."""
        return parsed(self.path, self.text).is_broken

    def ask(self, method: str, **more: Any) -> Any:
        """Return the answer to a request about the file."""
        params = types.METHOD_TO_TYPES[method][2]
        document = types.TextDocumentIdentifier(self.uri)
        return FEATURES[method].function(self.session, params(text_document=document, **more))

    def symbols(self) -> list[Symbol]:
        """Return the symbols of the outline. Raise AssertionError if one is at a wrong place."""
        lines, result = self.text.split("\n"), []
        pending = list(self.ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL))
        while pending:
            item = pending.pop()
            pending += item.children
            start, end = item.selection_range.start, item.selection_range.end
            written = lines[start.line][start.character : end.character]
            assert item.name in {written, written.strip("'\""), '""'} or start.line < end.line, item
            result.append(Symbol(item.name, item.kind.value, start.line))
        return result

    def tokens(self) -> set[Token]:
        """Return the semantic tokens."""
        numbers = self.ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL).data
        line = column = 0
        result = set()
        for at in range(0, len(numbers), 5):
            below, right, length, kind, _ = numbers[at : at + 5]
            line, column = line + below, right + (0 if below else column)
            result.add(Token(line, column, length, kind))
        return result

    def hover(self, line: int, column: int) -> types.Hover | None:
        """Return the hover at a position."""
        position = types.Position(line, column)
        result: types.Hover | None = self.ask(types.TEXT_DOCUMENT_HOVER, position=position)
        return result

    def targets(self, line: int, column: int) -> frozenset[tuple[str, int, str]]:
        """Return the targets of a definition: file, line and the text there."""
        position = types.Position(line, column)
        links = self.ask(types.TEXT_DOCUMENT_DEFINITION, position=position)
        return frozenset(
            (link.target_uri, link.target_selection_range.start.line, self._at(link))
            for link in links
        )

    def _at(self, link: types.LocationLink) -> str:
        range_ = link.target_selection_range
        return self.written(link.target_uri, range_)

    def written(self, uri: str, range_: types.Range) -> str:
        """Return the text in a range of the first line."""
        text = self.session.text(uris.path_of(uri) or "")
        lines = text.split("\n")
        end = range_.end.character if range_.start.line == range_.end.line else None
        return lines[range_.start.line][range_.start.character : end]

    def uses(self, line: int, column: int) -> list[types.Location]:
        """Return the references and highlights of what is at a position."""
        position, context = types.Position(line, column), types.ReferenceContext(True)
        here = self.ask(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, position=position)
        return [
            *self.ask(types.TEXT_DOCUMENT_REFERENCES, position=position, context=context),
            *(types.Location(self.uri, item.range) for item in here),
        ]

    def renamed(self, line: int, column: int) -> types.WorkspaceEdit | None:
        """Return the edits that rename what is at a position; None if that is refused."""
        params = types.RenameParams(
            types.TextDocumentIdentifier(self.uri), types.Position(line, column), "renamed9"
        )
        function = FEATURES[types.TEXT_DOCUMENT_RENAME].function
        try:
            result: types.WorkspaceEdit | None = asyncio.run(
                function(_Server(self.session), params)
            )
        except JsonRpcException:
            return None
        return result

    def names(self, chance: random.Random) -> list[Name]:
        """Return some names with hovers and definitions."""
        words = [
            (number, match.start(), match[0])
            for number, line in enumerate(self.whole.split("\n"))
            for match in _WORD.finditer(line.partition("#")[0])
        ]
        chance.shuffle(words)
        result = []
        for line, column, text in words:
            hover, targets = self.hover(line, column + 1), self.targets(line, column + 1)
            if hover is not None and targets:
                written = {self.written(use.uri, use.range) for use in self.uses(line, column + 1)}
                words = hover.contents.value  # type: ignore[union-attr]
                result.append(Name(line, column + 1, text, words, targets, frozenset(written)))
            if len(result) == NAMES:
                break
        return result


def edit(function: Edit) -> Edit:
    EDITS.append(function)
    return function


EDITS: list[Edit] = []


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" "))]


def _typed(lines: list[str], at: int, before: str, keys: str) -> Iterator[list[str]]:
    """Yield the lines with a new one at an index, after each of some keys in it."""
    for end in range(1, len(keys) + 1):
        yield [*lines[:at], before + keys[:end], *lines[at:]]


@edit
def half_typed_key(lines: list[str], at: int) -> Iterator[list[str]]:
    yield from _typed(lines, at, _indent(lines[at]), "newKey: a")


@edit
def open_quote(lines: list[str], at: int) -> Iterator[list[str]]:
    for end in range(1, 5):
        yield [*lines[:at], lines[at] + ' "ab'[:end], *lines[at + 1 :]]


@edit
def open_quote_in_a_new_line(lines: list[str], at: int) -> Iterator[list[str]]:
    yield from _typed(lines, at, _indent(lines[at]), "- $x: 'a")


@edit
def open_bracket(lines: list[str], at: int) -> Iterator[list[str]]:
    yield from _typed(lines, at, _indent(lines[at]), "key: {a: [1,")


@edit
def missing_colon(lines: list[str], at: int) -> Iterator[list[str]]:
    match = next(filter(None, map(_KEY.match, lines[at:])), None)
    if match is not None:
        number = lines.index(match[0], at)
        before, key, value = match[1], match[2], match[3] or ""
        for text in (f"{key}{value}", key, key[:-1], f"{key[:-1]}:{value}"):
            yield [*lines[:number], before + text, *lines[number + 1 :]]


@edit
def wrong_indentation(lines: list[str], at: int) -> Iterator[list[str]]:
    for spaces in (" ", "  ", "   "):
        yield [*lines[:at], spaces + lines[at], *lines[at + 1 :]]
    yield [*lines[:at], lines[at].removeprefix(" "), *lines[at + 1 :]]


@edit
def deleted_line(lines: list[str], at: int) -> Iterator[list[str]]:
    left = [*lines[:at], *lines[at + 1 :]]
    yield left
    yield from _typed(left, at, _indent(lines[at]), lines[at].strip()[:8])


def places(text: str, count: int, chance: random.Random) -> Iterator[Place]:
    """Yield some places of a file, with all edits in turn."""
    lines = text.split("\n")
    written = [number for number, line in enumerate(lines) if line.strip()]
    for number in range(count):
        make, at = EDITS[number % len(EDITS)], chance.choice(written)
        yield Place(make.__name__, at, ["\n".join(item) for item in make(lines, at)])


class Mapping(NamedTuple):
    """The lines of the whole text, from 0, in the current one: those that are not in the block."""

    lines: dict[int, int]
    outside: set[int]

    @classmethod
    def of(cls, whole: str, text: str) -> Mapping:
        """Return the mapping between two texts that differ in one place."""
        before, after = whole.split("\n"), text.split("\n")
        shortest = min(len(before), len(after))
        first = next((at for at in range(shortest) if before[at] != after[at]), shortest)
        last = 0
        while last < shortest - first and before[-1 - last] == after[-1 - last]:
            last += 1
        changed = [*before[first : len(before) - last], *after[first : len(after) - last]]
        indents = [len(_indent(line)) for line in changed if line.strip()] or [0]
        end = len(after) - last
        while end < len(after) and (
            not after[end].strip() or len(_indent(after[end])) > min(indents)
        ):
            end += 1
        # The items of a list may be indented as their key
        while end < len(after) and after[end].startswith(f"{' ' * min(indents)}- "):
            end += 1
            while end < len(after) and len(_indent(after[end] or " " * 99)) > min(indents):
                end += 1
        moved = len(after) - len(before)
        lines = {at: at for at in range(first)}
        lines.update((at, at + moved) for at in range(len(before) - last, len(before)))
        outside = {at for at, now in lines.items() if now < first or now >= end}
        return cls(lines, outside)

    @property
    def now(self) -> set[int]:
        """The lines of the current text that are outside of the block."""
        return {self.lines[at] for at in self.outside}

    def moved(self, items: Iterable[Lined]) -> set[Lined]:
        """Return the items outside of the block, at their current lines."""
        return {
            item._replace(line=self.lines[item.line]) for item in items if item.line in self.outside
        }


class Counts(Counter[str]):
    """The numbers of keys, and of answers by kind."""


def type_file(folder: Path, path: Path, count: int, *, seed: int = 0) -> Counts:
    """Type a file from some places. Raise AssertionError for a wrong answer."""
    counts, chance = Counts(), random.Random(f"{seed} {path.name}")
    file = File(folder, path)
    whole = Whole(file.symbols(), file.tokens(), file.names(chance))
    for place in places(file.whole, count, chance):
        for number, text in enumerate(place.texts):
            file.put(text)
            try:
                _check(file, whole, counts, number)
            except AssertionError as error:
                where = f"{path}:{place.line + 1}: {place.edit}, key {number + 1}"
                raise AssertionError(f"{where}: {error}") from error
        file.put(file.whole)
    return counts


def _check(file: File, whole: Whole, counts: Counts, number: int) -> None:
    mapping, broken = Mapping.of(file.whole, file.text), file.is_broken
    counts["keys"] += 1
    counts["broken"] += broken
    symbols, tokens = set(file.symbols()), file.tokens()
    expected = mapping.moved(whole.symbols)
    counts["symbols"] += len(expected)
    counts["symbols that stay"] += len(expected & symbols)
    if broken:
        _check_broken(file, mapping, symbols, expected)
        _check_broken(file, mapping, tokens, mapping.moved(whole.tokens))
    outside = [name for name in whole.names if name.line in mapping.outside]
    for name in outside:
        _check_name(file, name, mapping, counts)
    if outside:
        _check_uses(file, outside[number % len(outside)], mapping, counts)


def _check_broken(
    file: File, mapping: Mapping, said: Collection[Lined], expected: Collection[Lined]
) -> None:
    """Raise AssertionError unless what is said outside of the block was said of the whole text, and nearly all.

    After a text that was whole and meant something else, it is what was said of that.
    """
    now, expected = {item for item in said if item.line in mapping.now}, {*expected}
    if now <= expected and len(now) >= ENOUGH * len(expected):
        return
    read = file.read()
    there = moved_lines(read.text, file.text)
    kinds = {type(item) for item in (*now, *expected)}
    before = {
        item._replace(line=there.get(item.line + 1, 0) - 1)
        for item in (*read.symbols(), *read.tokens())
        if type(item) in kinds
    }
    before = {item for item in before if item.line in mapping.now}
    assert now == before, f"missing: {before - now}, wrong: {now - before}"


def _check_name(file: File, name: Name, mapping: Mapping, counts: Counts) -> None:
    line = mapping.lines[name.line]
    hover, targets = file.hover(line, name.column), file.targets(line, name.column)
    counts["hovers"] += 1
    counts["empty hovers"] += hover is None
    counts["definitions"] += 1
    counts["empty definitions"] += not targets
    if hover is not None:
        assert hover.range is not None
        assert hover.range.start.line == line, f"hover on {name.text}: {hover.range}"
    here = {
        (uri, mapping.lines.get(at, -1) if uri == file.uri else at, text)
        for uri, at, text in name.targets
    }
    words = None if hover is None else hover.contents.value  # type: ignore[union-attr]
    if (words in {None, name.hover}) and targets <= here:
        return
    # The edit may change the meaning: what is read says the same
    read = file.read()
    there = moved_lines(file.text, read.text).get(line + 1)
    assert there is not None, f"{name.text}: {words}, {targets}"
    said = read.hover(there - 1, name.column)
    assert words in {None, said and said.contents.value}, f"hover on {name.text}: {words}"  # type: ignore[union-attr]
    back = moved_lines(read.text, file.text)
    meant = {
        (uri, back.get(at + 1, 0) - 1 if uri == file.uri else at, text)
        for uri, at, text in read.targets(there - 1, name.column)
    }
    assert targets <= meant, f"definition of {name.text}: {targets}, not {meant}"


def _check_uses(file: File, name: Name, mapping: Mapping, counts: Counts) -> None:
    line = mapping.lines[name.line]
    for use in file.uses(line, name.column):
        written = file.written(use.uri, use.range)
        assert written in name.written, f"use of {name.text}: {written}"
    edits = file.renamed(line, name.column)
    counts["renames"] += 1
    counts["refused renames"] += edits is None
    for change in (edits and edits.document_changes) or ():
        assert isinstance(change, types.TextDocumentEdit)
        if change.text_document.uri == file.uri:
            assert not file.is_broken, f"renaming of {name.text} in a broken file"
        for item in change.edits:
            written = file.written(change.text_document.uri, item.range)
            assert any(written in text for text in name.written), f"{name.text}: {written}"


def files(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the class files and UI definitions in a folder, with those of their packages."""
    for manifest in sorted(folder.resolve().rglob("manifest.yaml")):
        package = manifest.parent
        for path in sorted([*package.glob("Classes/**/*.yaml"), *package.glob("UI/*.yaml")]):
            yield package, path


def main() -> int:
    """Type the files in some folders; return the number of files with a wrong answer."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--places", type=int, default=30, help="the number of places of a file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    total, failed = Counts(), 0
    for folder in options.folders:
        for package, path in files(folder):
            try:
                total += type_file(package, path, options.places, seed=options.seed)
            except AssertionError as error:
                failed += 1
                sys.stdout.write(f"{error}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{dict(total)}, {failed} files failed\n")
    return failed


if __name__ == "__main__":
    sys.exit(min(main(), 1))
