"""`keypair`: the name of a key pair."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.cloud_text import CloudText
from muranopl.language.grammar.ui.field_types.declaration import WIDGET


class KeypairType(CloudText):
    """The name of a key pair."""

    name = "keypair"
    words = "A key pair of the user; the value is its name, empty for none."
    attributes = ("addItemLink", "choices", *WIDGET)
    things = "key pairs"


KEYPAIR = KeypairType()
