"""Edits a document and keeps its notation: replaces parts of scalars, adds and removes entries.

The edits are those of fixes. Every function returns None where the notation at hand leaves no simple edit.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql
from muranopl.ard.positions import place_within, style_of
from muranopl.diagnostics.correcting import source_at
from muranopl.diagnostics.diagnostic import TextEdit
from muranopl.diagnostics.places import Place, lines_of

_INDENT = "  "
# What ends or changes a plain scalar
_NOT_PLAIN = re.compile(r": |:$| #|\n")
_INDICATOR = re.compile(r"[\[\]{}&*!|>%@`#,'\"]|[-?:](?:\s|$)")
_FLOW_SIGNS = frozenset(",[]{}")
_CLOSES_FLOW = re.compile(r"(?:\s|#.*)*[,\]}]")


def replaced_within(node: Yaql | Scalar, start: int, end: int, text: str) -> TextEdit | None:
    """Return the edit that writes `text` for the characters [start, end) of a scalar's text."""
    source = node.text if isinstance(node, Yaql) else node.value
    style = style_of(node)
    if style is None or not isinstance(source, str):
        return None
    if style == "'":
        written = text.replace("'", "''")
    elif style == '"':
        written = text.replace("\\", "\\\\").replace('"', '\\"')
    else:
        written = text
    if style == "" and not _is_plain(node, source[:start] + text + source[end:]):
        return None
    return TextEdit(place_within(node, start, end), written)


def _is_plain(node: Node, text: str) -> bool:
    """Return whether a plain scalar can have a text."""
    if _NOT_PLAIN.search(text) or _INDICATOR.match(text):
        return False
    # A plain scalar of a flow collection ends at these signs, one of a block does not
    return _FLOW_SIGNS.isdisjoint(text) or not _is_in_flow(node)


def _is_in_flow(node: Node) -> bool:
    lines = lines_of(node.file.text or "")
    rest = (lines[node.end_line - 1][node.end_column - 1 :], *lines[node.end_line :])
    for line in rest:
        if line.strip() and not line.lstrip().startswith("#"):
            return _CLOSES_FLOW.match(line) is not None
    return False


def rewritten(node: Node, text: str) -> TextEdit | None:
    """Return the edit that writes an expression for a scalar, which may be a text so far."""
    if isinstance(node, Yaql):
        return replaced_within(node, 0, len(node.text), text)
    is_empty = (node.line, node.column) == (node.end_line, node.end_column)
    # A text in quotes is none of an expression any more
    if not isinstance(node, Scalar) or is_empty or not _is_plain(node, text):
        return None
    return TextEdit(node.place, text)


def item_after(key: Node, value: Node, text: str) -> TextEdit | None:
    """Return the edit that adds an item to a list in blocks, after the item of one pair."""
    lines = lines_of(key.file.text or "")
    before = lines[key.line - 1][: key.column - 1] if key.line <= len(lines) else ""
    if before.strip() != "-":
        return None
    return _line_after(_last_line(value), key, f"{before.partition('-')[0]}- {text}")


def without_pair(pairs: Sequence[tuple[Node, Node]], key: Node) -> TextEdit | None:
    """Return the edit that removes the pair of a mapping with a key, with its lines."""
    position = next(number for number, pair in enumerate(pairs) if pair[0] is key)
    value, first = pairs[position][1], pairs[0][0]
    file = key.file
    lines = lines_of(file.text or "")
    if not lines:
        return None
    # Only a flow collection has something before its first key
    if lines[first.line - 1][: first.column - 1].strip():
        if len(pairs) == 1:
            return None
        if position + 1 < len(pairs):
            after = pairs[position + 1][0]
            return TextEdit(Place(file, key.line, key.column, after.line, after.column), "")
        before = pairs[position - 1][1]
        place = Place(file, before.end_line, before.end_column, value.end_line, value.end_column)
        return TextEdit(place, "")
    last = _last_line(value)
    if lines[key.line - 1][: key.column - 1].strip():
        return None
    if last < len(lines):
        return TextEdit(Place(file, key.line, 1, last + 1, 1), "")
    if key.line == 1:
        return None
    before_line, end = lines[key.line - 2], lines[last - 1]
    place = Place(file, key.line - 1, len(before_line) + 1, last, len(end) + 1)
    return TextEdit(place, "")


def with_pair(key: Node, value: Node, text: str) -> TextEdit | None:
    """Return the edit that writes `text` for a pair of a mapping."""
    between = source_at(Place(key.file, key.end_line, key.end_column, value.line, value.column))
    # Tags and anchors stand there, and belong to the value
    if between is None or between.strip() != ":":
        return None
    place = Place(key.file, key.line, key.column, value.end_line, value.end_column)
    return TextEdit(place, text)


def without_item(node: Node) -> TextEdit | None:
    """Return the edit that removes a list item in a line of its own; the only one leaves `[]`."""
    lines = lines_of(node.file.text or "")
    if node.line != node.end_line or node.line > len(lines):
        return None
    line = lines[node.line - 1]
    before, rest = line[: node.column - 1], line[node.end_column - 1 :].strip()
    if before.strip() != "-" or (rest and not rest.startswith("#")):
        return None
    margin = before.partition("-")[0]
    above, below = reversed(lines[: node.line - 1]), lines[node.line :]
    if _follows_item(above, margin) or _follows_item(below, margin):
        if node.line == len(lines):
            return None
        return TextEdit(Place(node.file, node.line, 1, node.line + 1, 1), "")
    place = Place(node.file, node.line, len(margin) + 1, node.end_line, node.end_column)
    # The dash may stand below the first letter of the key, which nothing else may
    return TextEdit(place, f"{_INDENT}[]")


def _follows_item(lines: Iterable[str], margin: str) -> bool:
    """Return whether the next lines are of another item of a list, with a margin."""
    for line in lines:
        text = line.lstrip()
        if text and not text.startswith("#"):
            indent = len(line) - len(text)
            if indent <= len(margin):
                return indent == len(margin) and text.startswith("-")
    return False


def with_entry(document: Mapping, section: str, entry: str) -> TextEdit | None:
    """Return the edit that adds an entry, `key: value`, to a section of a document."""
    if not document.pairs or _is_flow(document):
        return None
    indent = " " * (document.pairs[0][0].column - 1)
    pair = document.find(section)
    if pair is None:
        _, last = document.pairs[-1]
        return _line_after(
            _last_line(last), document, f"{indent}{section}:\n{indent}{_INDENT}{entry}"
        )
    key, value = pair
    if isinstance(value, Mapping) and value.pairs:
        return with_last_pair(value, entry)
    is_empty = (value.line, value.column) == (value.end_line, value.end_column)
    if isinstance(value, Scalar) and value.value is None and is_empty:
        return _line_after(key.end_line, document, f"{indent}{_INDENT}{entry}")
    return None


def with_last_pair(mapping: Mapping, entry: str) -> TextEdit | None:
    """Return the edit that adds an entry, `key: value`, to a mapping that has others."""
    key, last = mapping.pairs[-1]
    if _is_flow(mapping):
        end = last.end_line, last.end_column
        return TextEdit(Place(last.file, *end, *end), f", {entry}")
    margin = " " * (key.column - 1)
    return _line_after(_last_line(mapping), mapping, f"{margin}{entry}")


def with_value(document: Mapping, key: str, value: str) -> TextEdit | None:
    """Return the edit that gives a key of a document another value, a scalar, or adds the key."""
    pair = document.find(key)
    if pair is None:
        if not document.pairs or _is_flow(document):
            return None
        first = document.pairs[0][0]
        place = Place(first.file, first.line, first.column, first.line, first.column)
        return TextEdit(place, f"{key}: {value}\n{' ' * (first.column - 1)}")
    if type(pair[1]) is not Scalar or pair[1].value is None:
        return None
    return TextEdit(pair[1].place, value)


def as_list_items(mapping: Mapping) -> tuple[TextEdit, ...]:
    """Return the edits that make a mapping a list with an item for each pair; empty if not simple.

    A mapping that is an item of a list becomes several items of it.
    """
    file, lines = mapping.file, lines_of(mapping.file.text or "")
    keys = [key for key, _ in mapping.pairs]
    margin = lines[mapping.line - 1][: mapping.column - 1]
    if _is_flow(mapping):
        # One in a list would become a list in a list
        is_value = margin.rstrip().endswith(":") or not margin.strip()
        return _as_flow_items(mapping) if is_value else ()
    is_item = margin.strip() == "-" and margin.endswith("- ")
    if (margin.strip() and not is_item) or any(key.column != mapping.column for key in keys):
        return ()
    if is_item:
        places = [Place(file, key.line, key.column - 2, key.line, key.column) for key in keys[1:]]
        return tuple(TextEdit(place, "- ") for place in places)
    firsts = {key.line for key in keys}
    edits = []
    for line in range(mapping.line, _last_line(mapping) + 1):
        if lines[line - 1].strip():
            at = mapping.column if line in firsts else 1
            text = "- " if line in firsts else _INDENT
            edits.append(TextEdit(Place(file, line, at, line, at), text))
    return tuple(edits)


def _as_flow_items(mapping: Mapping) -> tuple[TextEdit, ...]:
    file = mapping.file
    start = Place(file, mapping.line, mapping.column, mapping.line, mapping.column)
    last = mapping.end_line, mapping.end_column
    edits = [TextEdit(start, "[")]
    for (_, value), (key, _) in itertools.pairwise(mapping.pairs):
        between = Place(file, value.end_line, value.end_column, key.line, key.column)
        if (source_at(between) or "").strip() != ",":
            return ()
        edits.append(TextEdit(between, "}, {"))
    return (*edits, TextEdit(Place(file, *last, *last), "]"))


def _line_after(line: int, document: Node, text: str) -> TextEdit | None:
    lines = lines_of(document.file.text or "")
    if line > len(lines):
        return None
    end = len(lines[line - 1]) + 1
    return TextEdit(Place(document.file, line, end, line, end), f"\n{text}")


def _last_line(node: Node) -> int:
    """Return the last line of a value; a block scalar ends at the beginning of the next one."""
    if node.end_column == 1 and node.end_line > node.line:
        return node.end_line - 1
    return node.end_line


def _is_flow(node: Node) -> bool:
    lines = lines_of(node.file.text or "")
    if node.line > len(lines):
        return True
    # An anchor or a tag before it leaves no simple edit either
    return lines[node.line - 1][node.column - 1 : node.column] in {"{", "[", "&", "!"}
