"""Proposes instructions of method bodies, and the keys beside their leading keywords."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.language.grammar.instructions.constructs import CONSTRUCTS, leading
from muranopl.language.grammar.shapes import Instructions, Plain, Table, shape_of
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.keys import key, of_tag


def instructions(cursor: Cursor) -> Iterator[Completion]:
    """Yield the instructions that may begin at the cursor, or the further keys of one."""
    written = cursor.location.siblings
    leads = leading(list(written))
    if leads:
        kind = CONSTRUCTS[leads[0]]
        for tag in kind.TAGS.values():
            if tag.key not in written:
                yield of_tag(cursor, tag)
        return
    if written:
        return
    is_item = cursor.location.steps[-1:] == (None,)
    for name, kind in CONSTRUCTS.items():
        words = kind.TAGS[name].words
        snippet = _snippet(name)
        if not is_item:
            snippet = "- " + snippet.replace("\n", "\n  ")
        proposal = key(cursor, name, words, "", kind=CompletionKind.INSTRUCTION)
        text = snippet.replace("\n", "\n" + " " * cursor.location.start)
        yield msgspec.structs.replace(proposal, text=text, snippet=True, order=1)


def _snippet(name: str) -> str:
    """Return an instruction with its required keys and a place for each value."""
    kind = CONSTRUCTS[name]
    required = [tag for tag in kind.REQUIRED if tag.key != name]
    lines = []
    for number, tag in enumerate((kind.TAGS[name], *required), 1):
        shape = shape_of(tag.reader)
        if isinstance(shape, Instructions):
            lines.append(f"{tag.key}:\n  - ${number}")
        elif isinstance(shape, Table):
            lines.append(f"{tag.key}:\n  ${number}:\n    - ")
        elif isinstance(shape, Plain) and shape.types == ("null",):
            lines.append(f"{tag.key}:")
        else:
            lines.append(f"{tag.key}: ${number}")
    return "\n".join(lines)
