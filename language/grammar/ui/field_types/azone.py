"""`azone`: the name of an availability zone."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.cloud_text import CloudText
from muranopl.language.grammar.ui.field_types.declaration import WIDGET


class AvailabilityZoneType(CloudText):
    """The name of an availability zone."""

    name = "azone"
    words = "An availability zone; the value is its name."
    attributes = ("choices", *WIDGET)
    things = "availability zones"


AVAILABILITY_ZONE = AvailabilityZoneType()
