"""Proposes instructions of method bodies, and the keys beside their leading keywords."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator

import msgspec

from muranopl.language.grammar.entity import Tag
from muranopl.language.grammar.instructions.constructs import CONSTRUCTS, leading
from muranopl.language.grammar.shapes import Instructions, Many, Of, Plain, Table, shape_of
from muranopl.views.words.markdown import block, bullets, code, paragraphs
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.keys import indented, key, of_tag
from muranopl.workspace.completion.snippets import plain_text


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
    for form in _forms():
        snippet = form.snippet if is_item else "- " + indented(form.snippet, 2)
        proposal = key(cursor, form.label, form.words, "", kind=CompletionKind.INSTRUCTION)
        text = indented(snippet, cursor.location.start)
        yield msgspec.structs.replace(proposal, text=text, snippet=True, order=1)


class _InstructionForm(msgspec.Struct, frozen=True):
    """An instruction to fill in."""

    label: str
    snippet: str
    words: str


@functools.cache
def _forms() -> tuple[_InstructionForm, ...]:
    """Return each instruction with its required parts, and with each of the others in addition."""
    return tuple(
        _form(name, more)
        for name, kind in CONSTRUCTS.items()
        for more in ((), *((tag,) for tag in kind.TAGS.values() if not tag.required))
        # It would catch nothing
        if name != "Try" or more
    )


def _form(name: str, more: tuple[Tag, ...]) -> _InstructionForm:
    kind = CONSTRUCTS[name]
    first = kind.TAGS[name]
    # The leading keyword comes first, and blocks come behind what they are run for
    parts = sorted(
        (tag for tag in kind.REQUIRED if tag is not first),
        key=lambda tag: isinstance(shape_of(tag.reader), Instructions),
    )
    snippet = _snippet((first, *parts, *more), itertools.count(1))
    return _InstructionForm(
        " ... ".join([name, *(tag.key for tag in more)]),
        snippet,
        paragraphs(
            first.words,
            bullets(f"{code(tag.key)}: {tag.words}" for tag in (*parts, *more)),
            block(plain_text(snippet, "...")),
        ),
    )


def _snippet(tags: Iterable[Tag], numbers: Iterator[int]) -> str:
    """Return keys with a place to fill in for each value."""
    return "\n".join(_line(tag, numbers) for tag in tags)


def _line(tag: Tag, numbers: Iterator[int]) -> str:
    shape = shape_of(tag.reader)
    if isinstance(shape, Many) and isinstance(shape.item, Of):
        entry = _snippet(shape.item.kind.TAGS.values(), numbers)
        return f"{tag.key}:\n  - {indented(entry, 4)}"
    if isinstance(shape, Instructions):
        return f"{tag.key}:\n  - ${next(numbers)}"
    if isinstance(shape, Table):
        return f"{tag.key}:\n  ${next(numbers)}:\n    - ${next(numbers)}"
    if isinstance(shape, Plain) and shape.types == ("null",):
        return f"{tag.key}:"
    return f"{tag.key}: ${next(numbers)}"
