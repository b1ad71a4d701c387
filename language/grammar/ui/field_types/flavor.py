"""`flavor`: the name of a flavor."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.cloud_text import CloudText
from muranopl.language.grammar.ui.field_types.declaration import WIDGET


class FlavorType(CloudText):
    """The name of a flavor; in a required field an empty answer does."""

    name = "flavor"
    words = "A flavor of the cloud; the value is its name."
    attributes = ("choices", "requirements", *WIDGET)
    things = "flavors"
    takes_empty = True


FLAVOR = FlavorType()
