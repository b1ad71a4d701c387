"""Proposes names in Heat templates: parameters, resources and conditions that can be referred to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.diagnostics.places import File
from muranopl.read.heat.generated import FILES
from muranopl.read.heat.references import PSEUDO_PARAMETERS
from muranopl.read.heat.template import HeatTemplate
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.symbols.collecting.heat_templates import (
    parts_of,
    read_template,
    template_of,
)
from muranopl.workspace.symbols.symbol import SymbolKind

_KINDS = {
    "get_param": SymbolKind.TEMPLATE_PARAMETER,
    "parameters": SymbolKind.TEMPLATE_PARAMETER,
    "get_resource": SymbolKind.RESOURCE,
    "get_attr": SymbolKind.RESOURCE,
    "depends_on": SymbolKind.RESOURCE,
    "condition": SymbolKind.CONDITION,
    "if": SymbolKind.CONDITION,
    "not": SymbolKind.CONDITION,
    "and": SymbolKind.CONDITION,
    "or": SymbolKind.CONDITION,
    "get_file": SymbolKind.FILE,
}
_LISTING = frozenset({"parameters", "depends_on", "and", "or"})
"""The keys whose value is a list of names; for others the first item is one at most."""
_REFERENCE = re.compile(
    rf"""\b(?P<key>{"|".join(_KINDS)})["']?:\s+
    (?:\[\s*)?(?P<more>(?:[^\]]*,\s*)?)["']?(?P<text>[\w:./-]*)\Z""",
    re.VERBOSE,
)
_TEXT = re.compile(r"""["']?(?P<text>[\w:./-]*)\Z""")


def names(cursor: Cursor) -> Iterator[Completion]:
    """Yield the names that may stand at the cursor."""
    key, text = _reference(cursor)
    in_groups = cursor.location.steps[:1] == ("parameter_groups",)
    if key is None or (key == "parameters") != in_groups:
        return
    start = cursor.column - len(text) + 1
    if key == "get_file":
        yield from _files(cursor, start)
    template = _template(cursor)
    for kind, part in () if template is None else parts_of(template):
        if kind is _KINDS[key]:
            detail = getattr(part, "type", None) or kind.value
            yield Completion(part.name, CompletionKind.VARIABLE, part.name, start, detail=detail)
    if key == "get_param":
        for name in sorted(PSEUDO_PARAMETERS):
            yield Completion(name, CompletionKind.WORD, name, start, order=6)


def _files(cursor: Cursor, start: int) -> Iterator[Completion]:
    for path in cursor.analysis.package.header.source.paths():
        if path.startswith(FILES):
            name = path.removeprefix(FILES)
            yield Completion(name, CompletionKind.FILE, name, start)


def _template(cursor: Cursor) -> HeatTemplate | None:
    """Return the template without the line of the cursor, else as it was read last."""
    lines = [*cursor.lines[: cursor.line], "", *cursor.lines[cursor.line + 1 :]]
    file = File("", cursor.path)
    template = read_template("\n".join(lines).encode("utf-8", "replace"), file)
    return template or template_of(cursor.path, cursor.analysis.package)


def _reference(cursor: Cursor) -> tuple[str | None, str]:
    """Return the key whose value is a name at the cursor, None for others, and the written part."""
    match = _REFERENCE.search(cursor.before)
    # Further items of other lists are parts of the value
    if match and (match["key"] in _LISTING or not match["more"]):
        return match["key"], match["text"]
    key, item = (None, None, *cursor.location.steps)[-2:]
    text = _TEXT.search(cursor.location.text)
    if item is None and key in _KINDS and text and cursor.location.text[:1] != "{":
        return key, text["text"]
    return None, ""
