"""`securitygroup`: the name of a security group."""

from __future__ import annotations

from muranopl.language.grammar.ui.field_types.cloud_text import CloudText
from muranopl.language.grammar.ui.field_types.declaration import WIDGET


class SecurityGroupType(CloudText):
    """The name of a security group."""

    name = "securitygroup"
    words = "A security group; the value is its name."
    attributes = ("addItemLink", "choices", *WIDGET)
    things = "security groups"


SECURITY_GROUP = SecurityGroupType()
