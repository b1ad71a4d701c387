"""`text`: several lines of text."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_types.declaration import AnswerSchema, AttributeValues
from muranopl.language.grammar.ui.field_types.typed_text import TypedText


class TextType(TypedText):
    """A text of several lines; `hidden` has no effect on it."""

    name = "text"
    words = "Several lines of text."
    may_be_hidden = False
    may_name_flavor = True

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        return {**super().schema(field, values), "format": "textarea"}


TEXT_AREA = TextType()
