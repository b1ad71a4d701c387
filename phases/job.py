"""The input of the phases, and the progress of a check: each stage has a share, and reports its own progress."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable, Mapping, Sequence

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.quirks import Quirk
from muranopl.read.index import MakeEntry, PackageEntry, PackageIndex, index_packages

TOTAL = 1000
"""The number of units in which progress is reported: thousandths."""

Tell = Callable[[int, int], None]
"""Takes the amount done, and the total."""

TellThousandths = Callable[[int], None]
"""Takes the amount done, in thousandths."""

Advance = Callable[[int], None]
"""Takes the number of units of a stage done since the last call."""


class Stage(enum.Enum):
    """A part of a check, in order."""

    INDEX = enum.auto()
    """Reading of manifests."""
    READ = enum.auto()
    NAMESPACE = enum.auto()
    HIERARCHY = enum.auto()
    INHERIT = enum.auto()
    RENDER = enum.auto()
    KEEP = enum.auto()
    """Recording of results."""


class Progress:
    """Reports the progress of a check, never decreasing, until all is done.

    Without `tell` it does nothing. `shares` maps the stages of the check to their shares of the
    time.
    """

    def __init__(
        self, tell: Tell | None = None, shares: Mapping[Stage, float] | None = None
    ) -> None:
        self._tell = tell
        self._shares = dict(shares or {})
        self._total = math.fsum(self._shares.values())
        self._reported = 0

    def begin(self, stage: Stage, units: int) -> Advance | None:
        """Begin a stage of `units` units, which ends the one before.

        Return the function to call as they are done.
        """
        if self._tell is None:
            return None
        before = math.fsum(share for key, share in self._shares.items() if key.value < stage.value)
        share = self._shares.get(stage, 0.0)
        done = 0

        def advance(more: int) -> None:
            nonlocal done
            done += more
            # Located packages are read besides the counted files: more may be done than units
            self._reach(before + share * min(done / max(units, 1), 1.0))

        self._reach(before)
        return advance

    def finish(self) -> None:
        """Report that all is done."""
        self._reach(self._total)

    def _reach(self, done: float) -> None:
        """Report the total progress, if it has grown since the last report."""
        # Without shares the total is 0, by which nothing can be divided
        part = done / self._total if done < self._total else 1.0
        thousandths = int(TOTAL * part)
        if self._tell is not None and thousandths > self._reported:
            self._reported = thousandths
            self._tell(thousandths, TOTAL)


SHARES = {
    Stage.INDEX: 3.0,
    Stage.READ: 47.0,
    Stage.NAMESPACE: 8.0,
    Stage.HIERARCHY: 1.0,
    Stage.INHERIT: 3.0,
    Stage.RENDER: 36.0,
    Stage.KEEP: 2.0,
}
"""Percent of the time of one process, measured with 100 and with 1,000 packages of 8 classes."""

_LAST = {
    Phase.READ: Stage.READ,
    Phase.NAMESPACE: Stage.NAMESPACE,
    Phase.HIERARCHY: Stage.HIERARCHY,
    Phase.INHERIT: Stage.INHERIT,
    Phase.RENDER: Stage.KEEP,
}


PHASES = {
    stage: share
    for stage, share in SHARES.items()
    if Stage.READ.value < stage.value < Stage.KEEP.value
}
"""The stages after reading, which a worker runs in the second round."""


def shares(stop_after: Phase, workers: int, *, kept: bool) -> dict[Stage, float]:
    """Return the share of the time of each stage of a check by `workers` processes.

    `kept` is whether results are recorded. With several workers the stages after reading are one.
    """
    result = {
        stage: share for stage, share in SHARES.items() if stage.value <= _LAST[stop_after].value
    }
    if not kept:
        result.pop(Stage.KEEP, None)
    if workers > 1:
        result = {stage: share for stage, share in result.items() if stage not in PHASES}
        result |= {
            Stage.READ: SHARES[Stage.READ] / workers,
            Stage.RENDER: sum(PHASES.values()) / workers,
        }
    return result


class Job(msgspec.Struct, frozen=True):
    """The input of the phases; see `index_packages` for the three kinds of sources and `replaced`.

    `engine_classes` are the full names of classes the engine writes in Python. `closed` is true if
    no other packages will be installed. `quirks` are followed. `max_per_code` is the number of
    diagnostics of one code in a file that are kept (None: all). `progress` is notified of completed
    work. With `as_written` packages are read as the engine reads them; else misspelt keys are
    corrected, so that they have no further consequences.
    """

    targets: Sequence[Source]
    libraries: Sequence[Source] = ()
    embedded: Sequence[Source] = ()
    replaced: bool = False
    engine_classes: frozenset[str] = frozenset()
    closed: bool = False
    quirks: frozenset[Quirk] = frozenset()
    max_per_code: int | None = PER_CODE.most
    progress: Progress = Progress()
    as_written: bool = False

    def packages(self, entry: MakeEntry) -> PackageIndex:
        """Return the index of the packages that are needed; `entry` makes their entries."""
        advance = self.progress.begin(Stage.INDEX, len(self.targets) + len(self.libraries))

        def counted(source: Source, embedded: bool) -> PackageEntry:
            result = entry(source, embedded)
            if advance is not None:
                advance(1)
            return result

        return index_packages(
            self.targets, self.libraries, self.embedded, counted, replaced=self.replaced
        )
