"""Suggestions, followed literally: what a reader would write of them into the files of an example.

A text in backquotes (or in quotes after "did you mean") is to be written if such words as "write" or "add" lead to
it; any other one names what is written already. What is to be written goes where the diagnostic marks, or one of its
related places: in place of what is marked, or of an expression, a value or an entry around it; as an entry of a
mapping around it, as an argument of a call, or as an instruction before it. `...`, and the value of a key that is
written without one, are what only the author knows.
"""

from __future__ import annotations

import enum
import itertools
import json
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import yaml

from muranopl import Diagnostic
from muranopl.ard.yaql.lexer import ExpressionError
from muranopl.ard.yaql.parser import parse
from muranopl.ard.yaql.tree import Call, walk
from muranopl.diagnostics.diagnostic import Fix
from muranopl.diagnostics.examples import MANIFEST, Entry, EntryKind
from muranopl.diagnostics.places import Place

Files = Mapping[str, Entry]
Span = tuple[int, int]


class Act(enum.Enum):
    """What is to be done with a text of a suggestion."""

    WRITE = "write"
    REMOVE = "remove"
    REPLACE = "in place of"
    NAME = "name"


class Step(NamedTuple):
    """A text of a suggestion; a name is in quotes."""

    act: Act
    text: str
    is_name: bool


class Edit(NamedTuple):
    """A text in place of a part of a file."""

    path: str
    start: int
    end: int
    text: str


_QUOTED = re.compile(r"`(?P<code>[^`]+)`|(?<=did you mean )\"(?P<name>[^\"]+)\"")
# The last of these words before a text says what is to be done with it
_ACTS = re.compile(
    r"\b(?:(?P<WRITE>write(?! out)|add|did you mean|quote it|declare|such as"
    r"|set it before|put it in parentheses|remove the quotes)"
    r"|(?P<REMOVE>remove)(?= *$)"
    r"|(?P<REPLACE>in place of)"
    r"|(?P<NAME>like|after|before|below|remove|explain|stands for))\b"
)
_SAME_ACT = re.compile(r"(?:,|(?:[^;:`]*,)? *(?:or|and)) *(?:to [a-z ]+ )?|,? (?:and|with) ")
_SAME_STEPS = re.compile(r",? (?:and|with)(?: remove| add)? | in place of ")
_CONDITION = re.compile(r"\b(?:to|if|where) ")
_VALUES = ("", " []", " $", " {}", " 1", " a")
"""What may follow a key that is written without a value."""
_UNKNOWN = ("1", "a", "$", "true", "null", "[]", "{}", "$this")
"""What `...` may stand for."""


class Alternative(NamedTuple):
    """Steps that belong together.

    Only a reader knows whether a condition holds, such as "to return the value".
    """

    steps: list[Step]
    condition: bool

    @property
    def is_to_follow(self) -> bool:
        """Whether there is anything to write or to remove."""
        return any(step.act is not Act.NAME for step in self.steps)

    @property
    def shown(self) -> str:
        """The steps in words."""
        return " and ".join(f"{step.act.value} `{step.text}`" for step in self.steps)


def alternatives(suggestion: str) -> list[Alternative]:
    """Return what a suggestion asks for: each of its alternatives."""
    result: list[Alternative] = []
    end, act = 0, Act.NAME
    for match in _QUOTED.finditer(suggestion):
        lead = suggestion[end : match.start()]
        if not _SAME_ACT.fullmatch(lead) or not result:
            act = _act(lead)
        step = Step(act, match["code"] or match["name"], match["name"] is not None)
        if result and _SAME_STEPS.fullmatch(lead):
            result[-1].steps.append(step)
        else:
            result.append(Alternative([step], bool(_CONDITION.search(lead))))
        end = match.end()
    return result


def _act(lead: str) -> Act:
    found = [match.lastgroup for match in _ACTS.finditer(lead.rpartition(";")[2])]
    return Act[found[-1] or "NAME"] if found else Act.NAME


def with_fix(files: Files, fix: Fix) -> Files | None:
    """Return the files with the edits of a fix, None if it edits others."""
    edits = []
    for edit in fix.edits:
        at = _at(edit.place, files)
        if at is None:
            return None
        edits.append(Edit(*at, edit.text))
    return _with_edits(files, edits)


def followed(files: Files, diagnostic: Diagnostic, steps: Sequence[Step]) -> Iterator[Files]:
    """Yield the files after an alternative of a suggestion, in all ways that its reader may choose."""
    places = (diagnostic.place, *(item.place for item in diagnostic.related))
    at = [found for place in places if (found := _at(place, files)) is not None]
    if [step.act for step in steps] == [Act.WRITE, Act.REPLACE]:
        for path, start in _occurrences(files, steps[1].text):
            edit = Edit(path, start, start + len(steps[1].text), steps[0].text)
            yield _with_edits(files, [edit])
        return
    if all(_key(step.text) is not None and step.act is Act.WRITE for step in steps):
        for path, start, end in at:
            column = start - _text(files, path).rfind("\n", 0, start) - 1
            indent = "\n" + " " * column
            lines = [next(iter(_completed(step.text))) for step in steps]
            yield _with_edits(files, [Edit(path, start, end, indent.join(lines))])
    ways = [list(_edits(files, at, step)) for step in steps if step.act is not Act.NAME]
    # What is alike for all steps comes first
    numbers = itertools.product(*(range(len(edits)) for edits in ways))
    for chosen in sorted(numbers, key=lambda item: max(item) - min(item)):
        edits = [edits[number] for edits, number in zip(ways, chosen, strict=True)]
        changed = _with_edits(files, edits)
        if changed is not None:
            yield changed


def _at(place: Place, files: Files) -> tuple[str, int, int] | None:
    """Return the path and the span that a place has in the files of an example, None if in no text of them."""
    path = posixpath.normpath(place.file.display)
    if path not in files or place.file.text is None:
        return None
    lines = _text(files, path).splitlines(keepends=True)
    starts = [0, *itertools.accumulate(map(len, lines))]
    starts += starts[-1:] * 2
    start = starts[place.line - 1] + place.column - 1
    return path, start, starts[place.end_line - 1] + place.end_column - 1


def _with_edits(files: Files, edits: Iterable[Edit]) -> Files | None:
    """Return the files with edits, None if two are about the same text."""
    result, texts = dict(files), {}
    before: Edit | None = None
    for edit in sorted(edits, reverse=True):
        if before and edit.path == before.path and edit.end > before.start:
            return None
        text = texts.get(edit.path) or _text(files, edit.path)
        texts[edit.path] = text[: edit.start] + edit.text + text[edit.end :]
        before = edit
    for path, text in texts.items():
        result[path] = Entry(EntryKind.FILE, text.encode())
    return result


def _completed(text: str) -> Iterator[str]:
    """Yield a text with values in place of what only the author knows."""
    if text.endswith(":") and text != "...:":
        yield from (f"{text}{value}" for value in _VALUES)
    elif "..." in text:
        yield from (text.replace("...", value) for value in _UNKNOWN)
    else:
        yield text


def _edits(files: Files, places: Iterable[tuple[str, int, int]], step: Step) -> Iterator[Edit]:
    """Yield the edits that a step may mean."""
    if step.act is Act.REMOVE:
        for path, start, end in places:
            for entry in _removing(_text(files, path), (start, end), step.text):
                yield Edit(path, *entry)
        return
    for text in _completed(step.text):
        for path, start, end in places:
            source = _text(files, path)
            ways = _in_place if step.is_name else _writing
            for first, last, new in ways(source, (start, end), text):
                if source[first:last] != new:
                    yield Edit(path, first, last, new)
        if MANIFEST in files and _key(text) is not None:
            for entry in _entries(_text(files, MANIFEST), (0, 0), text):
                yield Edit(MANIFEST, *entry)


def _removing(source: str, span: Span, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the edits that remove a text, or an entry written so, around what is marked."""
    for match in re.finditer(re.escape(text), source):
        if match.start() <= span[1] and span[0] <= match.end():
            yield *match.span(), ""
    for node in _around(source, span):
        for start, end, _ in _entries_of(source, node):
            if source[start:end] == text:
                yield start, _line_end(source, end), ""


def _in_place(source: str, span: Span, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield a text in place of what is marked, or of what is in its quotes."""
    start, end = span
    blank = " " if start == end and source[start - 1 : start] in {":", "-"} else ""
    yield start, end, blank + text
    if source[start : start + 1] in {"'", '"'} and end - start > 1:
        yield start + 1, end - 1, text


def _writing(source: str, span: Span, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the edits that write a text where something is marked."""
    if _key(text) is not None:
        yield *span, text
        yield from _entries(source, span, text)
        yield from _items(source, span, text)
        return
    yield from _in_place(source, span, text)
    scalar = next(
        (node for node in _around(source, span) if isinstance(node, yaml.ScalarNode)), None
    )
    if scalar is not None:
        yield from _in_expression(source, scalar, span, text)
        first, last = scalar.start_mark.index, scalar.end_mark.index
        yield first, last, text
        yield first, last, json.dumps(text)
    yield from _items(source, span, text)


def _in_expression(
    source: str, scalar: yaml.ScalarNode, span: Span, text: str
) -> Iterator[tuple[int, int, str]]:
    """Yield a text in place of an expression around what is marked, and as the last argument of a call."""
    offset, end = scalar.start_mark.index, scalar.end_mark.index
    if scalar.style in {"'", '"'}:
        offset, end = source.index(scalar.style, offset) + 1, end - 1
    try:
        tree = parse(source[offset:end])
    except ExpressionError:
        return
    around = [
        node
        for node in walk(tree)
        if offset + node.start <= span[0] and span[1] <= offset + node.end
    ]
    for node in sorted(around, key=lambda item: item.end - item.start):
        yield offset + node.start, offset + node.end, text
        if isinstance(node, Call) and " => " in text:
            last = offset + node.end - 1
            yield last, last, f", {text}" if node.arguments else text


def _entries(source: str, span: Span, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield a text in place of an entry around what is marked, and as a new entry there.

    It may also replace the only entry of the file with that key.
    """
    mappings = [node for node in _around(source, span) if isinstance(node, yaml.MappingNode)]
    marked = [
        value
        for node in mappings
        for key, value in node.value
        if (key.start_mark.index, key.end_mark.index) == span
    ]
    mappings = [node for node in marked if isinstance(node, yaml.MappingNode)] + mappings
    for node in mappings:
        for start, end, key in _entries_of(source, node):
            if key == _key(text) or (start <= span[0] and span[1] <= end):
                yield start, end, text
    for node in mappings:
        if node.flow_style:
            last = node.end_mark.index - 1
            yield last, last, f", {text}" if node.value else text
        else:
            first = node.start_mark.index
            yield first, first, f"{text}\n{' ' * node.start_mark.column}"
    same = [
        (start, end, text)
        for node in _around(source, None)
        for start, end, key in _entries_of(source, node)
        if key == _key(text)
    ]
    if len(same) == 1:
        yield from same


def _entries_of(source: str, node: yaml.Node) -> Iterator[tuple[int, int, str]]:
    """Yield the span and the key of each entry of a mapping."""
    for key, value in node.value if isinstance(node, yaml.MappingNode) else ():
        start = key.start_mark.index
        written = source[start : value.end_mark.index].rstrip()
        yield start, start + len(written), str(key.value)


def _items(source: str, span: Span, text: str) -> Iterator[tuple[int, int, str]]:
    """Yield a text as an item before that around what is marked, and in place of it."""
    bare = text.removeprefix("- ")
    for node in _around(source, span):
        if not isinstance(node, yaml.SequenceNode) or node.flow_style:
            continue
        indent = " " * node.start_mark.column
        for item in node.value:
            start, end = item.start_mark.index, item.end_mark.index
            if start <= span[0] and span[1] <= end:
                yield start, start, f"{bare}\n{indent}- "
                yield start, start + len(source[start:end].rstrip()), bare
                colon = source.find(":", span[1]) + 1
                if text != bare and colon:  # a dash of its own
                    line = source.rindex("\n", 0, span[0]) + 1
                    yield line, colon, indent + text


def _key(text: str) -> str | None:
    """Return the key of a text that is an entry of a mapping, None if it is none."""
    if text.startswith("{"):
        return None
    try:
        node = yaml.compose(text, yaml.SafeLoader)
    except yaml.YAMLError:
        return None
    if isinstance(node, yaml.MappingNode) and len(node.value) == 1:
        return str(node.value[0][0].value)
    return None


def _around(source: str, span: Span | None) -> list[yaml.Node]:
    """Return the nodes of a file that a span is in, or all; the innermost first."""
    try:
        stack = list(yaml.compose_all(source, yaml.SafeLoader))
    except yaml.YAMLError:
        return []
    result: list[yaml.Node] = []
    while stack:
        node = stack.pop()
        start, end = node.start_mark.index, node.end_mark.index
        is_around = span is None or start <= span[0] <= span[1] <= end
        if not is_around or node in result:  # an alias
            continue
        result.insert(0, node)
        if isinstance(node, yaml.MappingNode):
            stack += [item for pair in node.value for item in pair]
        elif isinstance(node, yaml.SequenceNode):
            stack += node.value
    return result


def _line_end(source: str, end: int) -> int:
    rest = source[end:]
    return end + len(rest) - len(rest.lstrip(" \n,"))


def _text(files: Files, path: str) -> str:
    return files[path].content.decode(errors="replace")


def _occurrences(files: Files, text: str) -> Iterator[tuple[str, int]]:
    for path in files:
        found = re.finditer(rf"(?<!\w){re.escape(text)}(?!\w)", _text(files, path))
        yield from ((path, match.start()) for match in found)
