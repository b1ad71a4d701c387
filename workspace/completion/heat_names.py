"""Names in Heat templates: of parameters, resources and conditions where they are referred to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.ard.sources.package_folder import TEMPLATE
from muranopl.heat.references import PSEUDO_PARAMETERS
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.symbols.collecting.heat_templates import parts_of, template_of
from muranopl.workspace.symbols.symbol import SymbolKind

_KINDS = {
    "get_param": SymbolKind.TEMPLATE_PARAMETER,
    "get_resource": SymbolKind.RESOURCE,
    "get_attr": SymbolKind.RESOURCE,
    "depends_on": SymbolKind.RESOURCE,
    "condition": SymbolKind.CONDITION,
}
_REFERENCE = re.compile(
    r"""\b(?P<key>get_param|get_resource|get_attr|depends_on|condition)["']?:\s+
    (?:\[\s*)?(?P<more>(?:[^\]]*,\s*)?)["']?(?P<text>[\w:.-]*)\Z""",
    re.VERBOSE,
)
_TEXT = re.compile(r"""["']?(?P<text>[\w:.-]*)\Z""")


def is_in_template(cursor: Cursor) -> bool:
    """Return whether the cursor is in the template of a Heat package."""
    is_heat = cursor.analysis.package.header.format.is_heat
    return is_heat and cursor.inside(cursor.path) == TEMPLATE


def names(cursor: Cursor) -> Iterator[Completion]:
    """Yield the names that may stand at the cursor."""
    template = template_of(cursor.analysis.package)
    key, text = _reference(cursor)
    if template is None or key is None:
        return
    start = cursor.column - len(text) + 1
    for kind, part in parts_of(template):
        if kind is _KINDS[key]:
            detail = getattr(part, "type", None) or kind.value
            yield Completion(
                part.name, CompletionKind.VARIABLE, part.name, start, detail=detail
            )
    if key == "get_param":
        for name in sorted(PSEUDO_PARAMETERS):
            yield Completion(name, CompletionKind.WORD, name, start, order=6)


def _reference(cursor: Cursor) -> tuple[str | None, str]:
    """Return the key whose value is a name at the cursor, None for others, and the written part."""
    match = _REFERENCE.search(cursor.before)
    # Further items of other lists are parts of the value
    if match and (match["key"] == "depends_on" or not match["more"]):
        return match["key"], match["text"]
    key, item = (None, None, *cursor.location.steps)[-2:]
    text = _TEXT.search(cursor.location.text)
    if item is None and key in _KINDS and text and cursor.location.text[:1] != "{":
        return key, text["text"]
    return None, ""
