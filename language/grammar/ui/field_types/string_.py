"""`string`: a line of text."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.typed_text import TypedText


class StringType(TypedText):
    """A line of text."""

    name = "string"
    suggested_for = ("str",)
    words = "One line of text."
    required_when_hidden = True
    may_name_flavor = True


STRING = StringType()
