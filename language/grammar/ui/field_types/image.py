"""`image`: the id of an image."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.cloud_text import CloudText


class ImageType(CloudText):
    """The id of an image; it takes no attributes of its widget."""

    name = "image"
    words = "An image of the cloud that is marked for Murano; the value is its id."
    attributes = ("choices", "imageType")
    things = "images"


IMAGE = ImageType()
