"""Snippets without what they have to fill in."""

from __future__ import annotations

import pytest

from muranopl.workspace.completion.snippets import escaped, plain_text


@pytest.mark.parametrize(
    ("snippet", "text"),
    [
        ("plain", "plain"),
        ("${2:b}: ${1:a}$0", "b: a"),
        ("Usage: ${1|In,Out|}", "Usage: In"),
        ("\\$.string()$1", "$.string()"),
        ("{${1:name}: \\$.${2:int()}}", "{name: $.int()}"),
        ("a \\} \\\\ ${1}x", "a } \\ x"),
    ],
)
def test_plain_texts(snippet: str, text: str) -> None:
    assert plain_text(snippet) == text
    assert plain_text(escaped(text)) == text


def test_gaps() -> None:
    assert plain_text("If: $1\nThen: ${2:x}", "...") == "If: ...\nThen: x"
