"""A change of a package, and its level."""

from __future__ import annotations

import enum

import msgspec

from muranopl.diagnostics.places import Place


class Level(enum.Enum):
    """The part of the version that a change increments (language/versioning.txt, item 1)."""

    PATCH = 1
    """What users of the package rely on stays as it is."""
    MINOR = 2
    """Something is new, or takes more than before."""
    MAJOR = 3
    """What worked before fails, or is something else."""

    @property
    def word(self) -> str:
        """The name in lower case, as reports write it."""
        return self.name.lower()


class VersionChange(msgspec.Struct, frozen=True):
    """A change: its subject, its description, and its place in both versions.

    `old` is None for an addition, `new` for a removal. If it is not `known` what changed, the level
    is the lowest that there can be.
    """

    level: Level
    subject: str
    text: str
    old: Place | None = None
    new: Place | None = None
    known: bool = True
