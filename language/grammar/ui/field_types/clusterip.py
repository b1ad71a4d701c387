"""`clusterip`: an IPv4 address."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_restrictions import Verdict
from muranopl.language.grammar.ui.field_types.declaration import AttributeValues, RefusedAnswerError
from muranopl.language.grammar.ui.field_types.typed_text import TypedText


class ClusterIpType(TypedText):
    """A text that must be an IPv4 address."""

    name = "clusterip"
    words = "An IPv4 address, as text."
    required_when_hidden = True
    is_restricted = True

    def empty_value(self, field: FieldAttributes) -> str:
        """Return the empty text: `emptyValue` has no effect."""
        return ""

    def judged(self, field: FieldAttributes, text: str) -> Verdict:
        if not _is_address(self.cleaned_text(field, text)):
            return Verdict("it is not an IPv4 address")
        return super().judged(field, text)

    def may_take_only_digits(self, field: FieldAttributes) -> bool:
        """Return False: no address has digits only."""
        return False

    def check_value(self, field: FieldAttributes, value: str, values: AttributeValues) -> None:
        if not _is_address(value):
            raise RefusedAnswerError("it takes an IPv4 address")
        super().check_value(field, value, values)


def _is_address(text: str) -> bool:
    import ipaddress  # few forms ask for an address

    try:
        ipaddress.IPv4Address(text)
    except ValueError:
        return False
    return True


CLUSTER_IP = ClusterIpType()
