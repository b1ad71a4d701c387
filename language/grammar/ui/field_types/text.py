"""`text`: several lines of text."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.typed_text import TypedText


class TextType(TypedText):
    """A text of several lines; `hidden` has no effect on it."""

    name = "text"
    words = "Several lines of text."
    may_be_hidden = False
    may_name_flavor = True


TEXT_AREA = TextType()
