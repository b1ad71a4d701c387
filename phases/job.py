"""What a run of the phases is asked for: packages, quirks, and whether other packages may be installed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.quirks import Quirk
from muranopl.phases.progress import Progress, Stage
from muranopl.read.index import MakeEntry, PackageEntry, PackageIndex, index_packages


class Job(msgspec.Struct, frozen=True):
    """What to run the phases on: see `index_packages` for the three kinds of sources and `replaced`.

    `engine_classes` are the full names of classes the engine writes in Python. `closed` says that no other packages
    will be installed. `quirks` are followed. `max_per_code` is how many diagnostics of one code in a file are kept
    (None: all). `progress` is told how far the work is. `as_written` says that packages are read as the engine reads
    them; else a misspelt key is read as what it is a slip for, so that nothing follows from it.
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
        """Return the index of the packages that are needed, whose entries are made by `entry`."""
        advance = self.progress.begin(Stage.INDEX, len(self.targets) + len(self.libraries))

        def counted(source: Source, embedded: bool) -> PackageEntry:
            found = entry(source, embedded)
            if advance is not None:
                advance(1)
            return found

        return index_packages(self.targets, self.libraries, self.embedded, counted, replaced=self.replaced)
