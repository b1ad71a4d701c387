"""`zone`: the id of a DNS zone."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.cloud_text import CloudText
from muranopl.language.grammar.ui.field_types.declaration import WIDGET


class ZoneType(CloudText):
    """The id of a DNS zone."""

    name = "zone"
    words = "A DNS zone; the value is its id."
    attributes = ("choices", *WIDGET)
    things = "DNS zones"


ZONE = ZoneType()
