"""Coverage of a class by forms, as a table: `muranopl schema CLASS --against-ui`."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.paint import Paint
from muranopl.diagnostics.visible import visible

_WORDS = {
    "set": "set by",
    "default": "Default",
    "null": "null",
    "missing": "MISSING",
    "unknown": "unknown",
    "unlisted": "besides",
}
_SUMS = {
    "set": "set by the form",
    "default": "left to the Default",
    "null": "left null",
    "missing": "missing",
    "unknown": "not known",
    "unlisted": "set besides",
}
_REMARKS = {
    "null": "nothing sets it, and it may be null",
    "missing": "it is required, and nothing sets it",
    "unknown": "a key that is an expression may set it",
}
_NOTES = {"unlisted": "no property of a generated form: "}
_STYLES = {
    "missing": "error",
    "unlisted": "warning",
    "unknown": "warning",
    "set": "good",
}
_LONGEST_NAME = 40


def missing(coverage: Mapping[str, Any]) -> bool:
    """Return whether an object lacks a required property."""
    return any(
        row["status"] == "missing"
        for item in coverage["objects"]
        for row in item["properties"]
    )


def table(coverage: Mapping[str, Any], width: int, *, color: bool) -> str:
    """Return the result of `Catalog.against_ui` as text, one paragraph per object."""
    paint = Paint(color)
    blocks = [
        [
            paint(
                "strong", f"{visible(coverage['class'])} against the forms that make it"
            )
        ]
    ]
    blocks += [list(_object(item, width, paint)) for item in coverage["objects"]]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _object(covered: Mapping[str, Any], width: int, paint: Paint) -> Iterator[str]:
    rows: Sequence[Mapping[str, Any]] = covered["properties"]
    place = paint("faint", visible(f"({covered['file']}:{covered['line']})"))
    yield f"{paint('strong', visible(covered['path']))} of {visible(covered['package'])} {place}"
    names = [visible(row["name"]) for row in rows]
    indent = min(max(map(len, names), default=0), _LONGEST_NAME)
    room = max(20, width - indent - 14)
    for name, row in zip(names, rows, strict=True):
        word = f"{_WORDS[row['status']]:8}"
        if row["status"] in _STYLES:
            word = paint(_STYLES[row["status"]], word)
        first, *further = _lines(row, room)
        yield f"  {name:{indent}}  {word}  {first}".rstrip()
        yield from (f"{'':{indent + 14}}{line}" for line in further)
    counts = Counter(row["status"] for row in rows)
    total = sum(number for status, number in counts.items() if status != "unlisted")
    parts = [
        f"{counts[status]} {words}" for status, words in _SUMS.items() if counts[status]
    ]
    noun = "property" if total == 1 else "properties"
    yield paint("faint", f"  {total} {noun}: {', '.join(parts)}")


def _lines(row: Mapping[str, Any], room: int) -> list[str]:
    """Return the fields, templates and parameters that set a property, or else its value."""
    if row["status"] in _REMARKS:
        return [_REMARKS[row["status"]]]
    parts = [", ".join(row.get("fields", ()))]
    for what, word in (("templates", "template"), ("parameters", "parameter")):
        if row.get(what):
            parts.append(f"{word} {', '.join(row[what])}")
    sources = "; ".join(filter(None, parts))
    value = row.get("value")
    header = value.get("?") if isinstance(value, dict) else None
    if isinstance(header, dict):
        object_ = f"object of {header.get('type')}"
        sources = f"{object_}: {sources}" if sources else object_
    note = _NOTES.get(row["status"], "")
    if sources:
        return textwrap.wrap(visible(f"{note}{sources}"), room) or [""]
    return [_cut(f"{note}{_value(value)}", room)]


def _value(value: Any) -> str:
    """Return a value on one line; expressions in source form."""
    if isinstance(value, dict) and list(value) == ["yaql"]:
        return str(value["yaql"])
    return to_json(value, 0).strip()


def _cut(text: str, room: int) -> str:
    text = visible(text)
    return text if len(text) <= room else f"{text[: room - 3]}..."
