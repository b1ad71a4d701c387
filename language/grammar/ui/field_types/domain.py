"""`domain`: an existing Active Directory, under an old name."""

from __future__ import annotations

from typing import Any

from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_types.declaration import FieldType
from muranopl.language.grammar.ui.field_types.selector import SelectorType


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
