"""The reasons for which calls of methods fail."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from muranopl.diagnostics.rules import Rule


class CallFailure(msgspec.Struct, frozen=True):
    """The reason why a call on one kind of receiver certainly fails.

    `rule` is None if the cause is reported otherwise: the receiver is null, or a name undefined.
    """

    rule: Rule | None
    facts: Mapping[str, Any] = MappingProxyType({})
