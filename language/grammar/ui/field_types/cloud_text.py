"""The base of types whose value is the name or id of something in the cloud."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_types.declaration import A, Alternatives, FieldType


class CloudText(FieldType):
    """A text from the cloud."""

    depends_on_cloud = True

    def empty_value(self, field: FieldAttributes) -> str:
        return ""

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        yield make.text(typed=False, samples=self.samples(field))
