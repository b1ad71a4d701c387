"""Lists the package formats, MuranoPL/1.0 to 1.4 and Heat.HOT/1.0, and parses `Format`.

Reference: packages-and-versions, Manifest keys.
"""

from __future__ import annotations

from typing import NamedTuple

from muranopl.diagnostics.nearest import nearest


class Format(NamedTuple):
    """The format of a package: a family and the version of its runtime."""

    family: str
    major: int
    minor: int

    @property
    def is_heat(self) -> bool:
        """Whether the package wraps a Heat template: it has no MuranoPL classes."""
        return self.family == HEAT

    def __str__(self) -> str:
        return f"{self.family}/{self.major}.{self.minor}"


MURANOPL = "MuranoPL"
HEAT = "Heat.HOT"
KNOWN = (
    Format(MURANOPL, 1, 0),
    Format(MURANOPL, 1, 1),
    Format(MURANOPL, 1, 2),
    Format(MURANOPL, 1, 3),
    Format(MURANOPL, 1, 4),
    Format(HEAT, 1, 0),
)
FIRST = KNOWN[0]
LATEST = KNOWN[4]


def is_foreign(value: object) -> bool:
    """Return whether a manifest's `Format` value names a family of packages other than Murano's."""
    family, slash, _ = str(value).partition("/")
    is_other = bool(slash) and family not in {MURANOPL, HEAT}
    return is_other and meant_format(value) is None


def meant_format(value: object) -> Format | None:
    """Return the known format that a value of another spelling most likely means, or None.

    A Heat package without a version, or under a similar name, means the only format of those.
    """
    family, _, version = str(value).partition("/")
    if "hot" in family.casefold().split(".") or family.casefold() == "heat":
        return KNOWN[-1]
    close = nearest(family, (MURANOPL,))
    return None if close is None else parse_format(f"{close}/{version}")


def parse_format(value: object) -> Format | None:
    """Return the known format that a manifest's `Format` value means, or None.

    Measured on the engine: a false value is MuranoPL/1.0, a leading digit gets the family put in
    front, missing components are zero (`1`, `1.3.0`), anything else is refused.
    """
    if not value:
        return FIRST
    text = str(value)
    family, _, version = (f"{MURANOPL}/{text}" if text[0].isdigit() else text).partition("/")
    # Other digits than ASCII ones count for `int`, but not for the engine.
    parts = version.split(".")
    if not all(part.isascii() and part.isdigit() for part in parts) or len(parts) > 3:
        return None
    numbers = [*map(int, parts), 0, 0][:3]
    result = Format(family, numbers[0], numbers[1])
    if numbers[2] == 0 and result in KNOWN:
        return result
    return None
