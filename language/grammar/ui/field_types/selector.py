"""A selector: a field whose type are classes, and which offers their applications.

Also `domain`, an old name of the selector of one class.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_types.declaration import (
    WIDGET,
    A,
    Alternatives,
    AnswerSchema,
    AttributeValues,
    FieldType,
    RefusedAnswerError,
)


class SelectorType(FieldType):
    """See `FieldType`. It has no name."""

    words = (
        "An application of the environment, of a class or a subclass of it; the value "
        "is its id, null for none."
    )
    attributes = ("addItemLink", "choices", "emptyValueMessage", *WIDGET)
    depends_on_cloud = True
    takes_objects = True

    def classes(self, field: FieldAttributes) -> tuple[str, ...]:
        """Return the full names of the classes."""
        return tuple(name.text for name in field.classes)

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        """Yield the id of an application; nothing where a name is not that of a class."""
        classes = self.classes(field)
        if classes and all("." in name for name in classes):
            yield make.object_id(classes)
            yield from make.empty()

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        """Return the schema of an object of its class, or of an id where it has several classes."""
        classes = self.classes(field)
        if not self.takes_objects or len(classes) != 1:
            return {"type": "string"}
        return {"type": "muranoObject", "muranoType": classes[0]}

    def sent(self, answer: Any) -> str:
        if not isinstance(answer, str):
            raise RefusedAnswerError("it accepts the id of an object")
        return answer


SELECTOR = SelectorType()


class DomainType(SelectorType):
    """A selector of one class, which as a type with a name takes no objects as answers."""

    name = "domain"
    words = "An Active Directory of the environment, under an old name; the value is its id."
    deprecated = "the name of a class, with emptyValueMessage"
    takes_objects = False

    def classes(self, field: FieldAttributes) -> tuple[str, ...]:
        """Return the one class whose applications it offers."""
        return ("io.murano.windows.ActiveDirectory",)

    def sent(self, answer: Any) -> Any:
        """Return what is sent as for a type with a name."""
        return FieldType.sent(self, answer)


DOMAIN = DomainType()
