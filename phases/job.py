"""The input of the phases: packages, quirks, and whether other packages may be installed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.quirks import Quirk
from muranopl.phases.progress import Progress, Stage
from muranopl.read.index import MakeEntry, PackageEntry, PackageIndex, index_packages


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
