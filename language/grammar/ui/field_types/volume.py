"""`volume`: the id of a volume or of a snapshot."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.cloud_text import CloudText
from muranopl.language.grammar.ui.field_types.declaration import WIDGET


class VolumeType(CloudText):
    """The id of a volume or of a snapshot."""

    name = "volume"
    words = "A volume or snapshot; the value is its id."
    attributes = ("choices", "includeSnapshots", "includeVolumes", *WIDGET)
    things = "volumes"


VOLUME = VolumeType()
