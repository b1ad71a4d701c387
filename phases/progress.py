"""How far a check is: each stage tells how far it is, and has the share of the whole that it was measured to take."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping

TOTAL = 1000
"""A check is told in thousandths."""

Tell = Callable[[int, int], None]
"""Takes how much is done, and how much there is to do."""

Advance = Callable[[int], None]
"""Takes how many units of a stage were done since it was called before."""


class Stage(enum.Enum):
    """A part of a check, in the order in which they come."""

    INDEX = enum.auto()
    """Manifests are read."""
    READ = enum.auto()
    NAMESPACE = enum.auto()
    HIERARCHY = enum.auto()
    INHERIT = enum.auto()
    RENDER = enum.auto()
    KEEP = enum.auto()
    """Results are recorded."""


class Progress:
    """Tells how far a check is: never less than before, in the end all. Without `tell` it does nothing.

    `shares` says which stages there will be, each with its share of the time.
    """

    def __init__(self, tell: Tell | None = None, shares: Mapping[Stage, float] | None = None) -> None:
        self._tell = tell
        self._shares = dict(shares or {})
        self._whole = math.fsum(self._shares.values())
        self._told = 0
        self._part, self._parts = 0, 1

    def begin_part(self, number: int, count: int) -> None:
        """Begin one of so many parts of equal size, each of which has all the stages that are begun after this."""
        self._part, self._parts = number, count

    def begin(self, stage: Stage, units: int) -> Advance | None:
        """Begin a stage of so many units, which ends all before it; return what is called while they are done."""
        if self._tell is None:
            return None
        before = math.fsum(share for each, share in self._shares.items() if each.value < stage.value)
        share = self._shares.get(stage, 0.0)
        done = 0

        def advance(more: int) -> None:
            nonlocal done
            done += more
            self._reach(before + share * min(done / max(units, 1), 1.0))

        self._reach(before)
        return advance

    def finish(self) -> None:
        """Tell that all is done."""
        self._part = self._parts - 1
        self._reach(self._whole)

    def _reach(self, done: float) -> None:
        """Tell how much of the whole is done, if that is more than was told."""
        part = done / self._whole if done < self._whole else 1.0
        thousandths = int(TOTAL * (self._part + part) / self._parts)
        if self._tell is not None and thousandths > self._told:
            self._told = thousandths
            self._tell(thousandths, TOTAL)
