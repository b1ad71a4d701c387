"""`floatingip`: a box to tick, under an old name."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.boolean import BooleanType


class FloatingIpType(BooleanType):
    """True or false, as `boolean`."""

    name = "floatingip"
    words = "A box to tick, under an old name."
    deprecated = "type boolean"


FLOATING_IP = FloatingIpType()
