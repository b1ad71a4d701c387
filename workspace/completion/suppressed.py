"""Proposes codes of diagnostics in comments that suppress them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import MARKER
from muranopl.workspace.completion.completion import Completion, CompletionKind, named
from muranopl.workspace.completion.cursor import Cursor

_LIST = re.compile(rf"#[ \t]*{MARKER}[ \t]*ignore[ \t]*\[(?P<written>[^\]]*)\Z")
_COMMENT = re.compile(rf"#[ \t]*{MARKER}[ \t]*(?P<word>\w*)\Z")


def is_comment(cursor: Cursor) -> bool:
    """Return whether the cursor is in a comment for muranopl."""
    return MARKER in cursor.before and "#" in cursor.before


def codes(cursor: Cursor) -> Iterator[Completion]:
    """Yield the codes, or the word `ignore`, that such a comment may have at the cursor."""
    before = cursor.before
    in_list = _LIST.search(before)
    if in_list is None:
        comment = _COMMENT.search(before)
        if comment is not None:
            yield Completion(
                "ignore",
                CompletionKind.WORD,
                "ignore[$1]",
                comment.start("word") + 1,
                snippet=True,
                words="Suppresses diagnostics of the given codes in this line.",
            )
        return
    written = in_list["written"]
    word = re.split(r"[\s,]+", written)[-1]
    start = cursor.column - len(word)
    for rule in rules().values():
        if rule.code in written.replace(word, "", 1) and rule.code != word:
            continue
        words = f"{rule.name}, {rule.severity.value}."
        yield named(rule.code, CompletionKind.CODE, start, detail=rule.name, words=words)
