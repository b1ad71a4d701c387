"""A change of a package, and its level."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import msgspec

from muranopl.diagnostics.places import Place

T = TypeVar("T")


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


def changes_by_name(
    old: Mapping[str, T],
    new: Mapping[str, T],
    subject: str,
    place: Callable[[T], Place],
    compare: Callable[[str, T, T], Iterator[VersionChange]],
    *,
    removed: Level = Level.PATCH,
    added: Level = Level.PATCH,
) -> Iterator[VersionChange]:
    """Yield the changes of named parts; `subject` has braces for the name.

    `compare` yields those of a part that both versions have, with its subject.
    """
    for name in {**old, **new}:
        words = subject.format(name)
        if name not in new:
            yield VersionChange(removed, words, "was removed", place(old[name]), None)
        elif name not in old:
            yield VersionChange(added, words, "is new", None, place(new[name]))
        else:
            yield from compare(words, old[name], new[name])
