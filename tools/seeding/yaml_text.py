"""Kinds of defects in the text of YAML files: indentation, colons, quotes, keys said twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, walk
from seeding.edits import Edit, Mutation
from seeding.files import SourceFile
from seeding.name_index import NameIndex

_WORDS = re.compile(r"[\w.]+")


def _block_pairs(file: SourceFile) -> Iterator[tuple[int, Scalar, Node]]:
    """The pairs whose plain key is the first of its line, with their indexes."""
    for document in file.documents:
        for node in walk(document):
            for number, (key, value) in enumerate(node.pairs if isinstance(node, Mapping) else ()):
                if (
                    isinstance(key, Scalar)
                    and key.plain
                    and not file.lines[key.line - 1][: key.column - 1].strip()
                ):
                    yield number, key, value


def duplicate_keys(file: SourceFile, _index: NameIndex) -> Iterator[Mutation]:
    """A pair on one line, twice."""
    for _, key, value in _block_pairs(file):
        line = file.lines[key.line - 1]
        if (
            value.end_line == key.line
            and not isinstance(value, (Mapping, Sequence))
            and value.column < value.end_column
        ):
            yield _repeated(key.line, line)


def _repeated(line: int, text: str) -> Mutation:
    return lambda _: Edit(line, 1, 1, f"{text}\n", reach=1)


def lost_colons(file: SourceFile, _index: NameIndex) -> Iterator[Mutation]:
    """A key without its colon."""
    for _, key, _value in _block_pairs(file):
        if file.lines[key.line - 1][key.end_column - 1 : key.end_column] == ":":
            yield _removed(key.line, key.end_column)


def _removed(line: int, column: int) -> Mutation:
    return lambda _: Edit(line, column, column + 1, "", reach=1)


def indented_less(file: SourceFile, _index: NameIndex) -> Iterator[Mutation]:
    """A key that begins a column before the others of its mapping."""
    for number, key, _value in _block_pairs(file):
        if number and key.column > 2:
            yield _removed(key.line, 1)


def indented_more(file: SourceFile, _index: NameIndex) -> Iterator[Mutation]:
    """A key that begins a column after the others of its mapping."""
    for number, key, _value in _block_pairs(file):
        if number:
            yield _inserted(key.line, 1, " ")


def _inserted(line: int, column: int, text: str) -> Mutation:
    return lambda _: Edit(line, column, column, text, reach=1)


def tabs(file: SourceFile, _index: NameIndex) -> Iterator[Mutation]:
    """A line that is indented by a tab."""
    for _, key, _value in _block_pairs(file):
        if key.column > 1:
            yield _tabbed(key.line, key.column)


def _tabbed(line: int, column: int) -> Mutation:
    return lambda _: Edit(line, 1, column, "\t", reach=1)


def lost_quotes(file: SourceFile, _index: NameIndex) -> Iterator[Mutation]:
    """A quoted text on one line without its first or last quote."""
    for document in file.documents:
        for node in walk(document):
            if isinstance(node, Scalar) and node.line == node.end_line:
                text = file.lines[node.line - 1][node.column - 1 : node.end_column - 1]
                if (
                    len(text) > 2
                    and text[0] in "'\""
                    and text[0] == text[-1]
                    and _WORDS.match(text, 1)
                ):
                    yield _removed(node.line, node.column)
                    yield _removed(node.line, node.end_column - 1)
