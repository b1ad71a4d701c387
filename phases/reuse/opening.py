"""Paths of a catalog → its packages, and the job of the phases for them."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import msgspec

from muranopl.ard.remote.fetching import Remote
from muranopl.ard.remote.repository_address import is_repository
from muranopl.ard.sources.discovery import discover, open_stream
from muranopl.ard.sources.source import Source
from muranopl.diagnostics import arguments
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.catalogue.objects import UNKNOWN_MODEL_TYPE
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic, Phase, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.diagnostics.quirks import Quirk, chosen
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import is_address, listed, visible
from muranopl.language import library
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.phases.job import Job
from muranopl.phases.reuse.answers import Answers, remembered_entries
from muranopl.phases.reuse.one_run import run_all
from muranopl.read.index import PackageIndex

if TYPE_CHECKING:
    from muranopl.namespace.required.lock_file import Lock
    from muranopl.namespace.required.required import Required, Searched
    from muranopl.phases.results import PhaseResults
    from muranopl.phases.reuse.cache import Cache
    from muranopl.read.reader import PackageReader


MOST_HELD = 256 * 2**20
"""Maximum number of bytes of the files of libraries in memory, and those of one package more."""


class Opened(NamedTuple):
    """A job, and the diagnostics about paths without a package."""

    job: Job
    unopened: tuple[Diagnostic, ...]


class Installed(msgspec.Struct, frozen=True):
    """All packages, as an engine has them installed, and the problems of their paths.

    `empty` are the diagnostics about paths without a package: nothing is loaded then. `unopened`
    are other problems of paths, which affect only what could not be opened. Problems inside
    packages count when a class is loaded that the engine refuses because of them
    (`Diagnostic.refuses`).
    """

    results: PhaseResults
    empty: tuple[Diagnostic, ...] = ()
    unopened: tuple[Diagnostic, ...] = ()

    def explain(self, findings: Findings) -> None:
        """Add the problems of paths to findings with a missing class, as they may be the cause."""
        if any(diagnostic.code == UNKNOWN_MODEL_TYPE.code for diagnostic in findings.diagnostics):
            findings.take(self.unopened)


class PackagePaths(msgspec.Struct, frozen=True):
    """The locations of the packages of a catalog, and the options of reading them.

    See `muranopl.Catalog`. `searched` are the packages found below paths by an earlier search,
    `known_as` the names in diagnostics of paths that are not to be called as they are written.
    `held` is true if the files of searched packages are in memory. `remote` fetches the addresses
    among the paths. `lock` is the path of a lock file: packages that differ from it are reported.
    """

    paths: Sequence[str]
    libraries: Sequence[str]
    core: str | None
    quirks: frozenset[Quirk]
    extensions: Sequence[str] = ()
    streams: Mapping[str, bytes] = {}
    max_per_code: int | None = PER_CODE.most
    searched: Mapping[str, Sequence[Source]] = {}
    known_as: Mapping[str, str] = {}
    held: bool = False
    remote: Remote = msgspec.field(default_factory=Remote)
    lock: str | None = None

    @classmethod
    def of(cls, paths: Sequence[str], settings: Settings, remote: Remote, **others: Any) -> Self:
        """Return the locations of packages that are read with some settings. Raise UsageError."""
        return cls(
            paths=paths,
            libraries=settings.libraries,
            core=settings.core_library,
            extensions=settings.extensions,
            quirks=chosen(settings.quirks),
            remote=remote,
            **others,
        )

    def require_readable(self) -> None:
        """Raise UsageError if one of the paths does not exist or cannot be read.

        Addresses need only be of a known kind: nothing is fetched.
        """
        paths = [path for path in self._all if path not in self.streams]
        arguments.require_readable(path for path in paths if not is_address(path))
        self.remote.require_known((*paths, *self.extensions))
        if self.extensions:
            from muranopl.read.extensions.opening import require_known

            require_known(self.extensions)

    @property
    def _all(self) -> tuple[str, ...]:
        return (*self.paths, *self.libraries, *self._core)

    @property
    def _core(self) -> tuple[str, ...]:
        return () if self.core is None else (self.core,)

    def as_libraries(self) -> PackagePaths:
        """Return the same with all packages as libraries.

        Paths are searched and files read here, once for all uses; beyond `MOST_HELD` bytes files
        are read when they are needed.
        """
        from muranopl.ard.sources.held import Holding  # few use packages again and again

        self.fetch()
        holding = Holding(MOST_HELD)
        searched = {
            path: list(map(holding.held, self._sources([path], Findings()))) for path in self._all
        }
        libraries = [path for path in (*self.paths, *self.libraries) if searched[path]]
        further = self._of_extensions(Findings())
        if self.repositories:
            further += map(holding.held, self.required(Findings()).fetched)
        for source in further:
            searched[source.location] = [source]
            libraries.append(source.location)
        return msgspec.structs.replace(
            self,
            paths=(),
            libraries=libraries,
            extensions=(),
            searched=searched,
            held=not holding.is_full,
        )

    def findings(self) -> Findings:
        """Return an empty collection of diagnostics, with the bound of this catalog."""
        return Findings(max_per_code=self.max_per_code)

    def fetch(self) -> None:
        """Fetch the addresses among the paths, several at a time, unless that was done."""
        self.remote.fetch(self._fetched_paths)

    @property
    def _fetched_paths(self) -> list[str]:
        """The paths that are neither streams nor searched already, nor asked on demand."""
        not_fetched = {*self.streams, *self.searched, *self.repositories}
        return [path for path in self._all if path not in not_fetched]

    @property
    def repositories(self) -> tuple[str, ...]:
        """The package repositories that are asked for what is required, and for nothing else.

        A repository that is the only path stands for all of its packages.
        """
        is_whole = all(map(is_repository, self.paths))
        paths = self.libraries if is_whole else (*self.paths, *self.libraries)
        return tuple(filter(is_repository, paths))

    def required(self, findings: Findings, *, compares_lock: bool = True) -> Required:
        """Return what the packages of `paths` require; what is not at hand is fetched.

        What cannot be fetched, and what differs from the lock if it `compares_lock`, is reported at
        the requirement. Raise UsageError for a lock that cannot be read.
        """
        # Most catalogs have all that they require, and no lock
        from muranopl.namespace.required.lock_file import read_lock
        from muranopl.namespace.required.on_demand import OnDemand

        lock = None if self.lock is None else read_lock(self.lock)
        core = self._sources(self._core, Findings())
        plugins = self._of_extensions(Findings())
        libraries = self._sources(self.libraries, Findings())
        targets = self._sources(self.paths, Findings())
        searched = self._searched(targets, (*libraries, *core, *plugins), core)
        on_demand = OnDemand(self.repositories, self.remote.here, lock, findings)
        result = searched.required(on_demand.supply)
        if compares_lock and lock is not None and self.lock is not None:
            result.report_unlocked(lock, self.lock, findings)
        return result

    def report_unlocked(self, job: Job, lock: Lock, findings: Findings) -> None:
        """Report packages of a job that are not those of the lock."""
        locations = {source.location for source in self._sources(self._core, Findings())}
        core = [source for source in job.libraries if source.location in locations]
        searched = self._searched(job.targets, job.libraries, core)
        searched.required(None).report_unlocked(lock, self.lock or "", findings)

    def _searched(
        self, targets: Sequence[Source], others: Sequence[Source], core: Sequence[Source]
    ) -> Searched:
        """Return the packages among which required ones are looked for."""
        from muranopl.namespace.required.required import Searched

        return Searched(targets=targets, others=others, core=core, quirks=self.quirks)

    def own(self) -> set[str]:
        """Return the locations of the packages of `paths`."""
        return {source.location for source in self._sources(self.paths, Findings())}

    def open(self, *, installed: bool = False, compares_lock: bool = True) -> Opened:
        """Return the job for the packages.

        With `installed` libraries are targets like all others; `compares_lock` is as in `required`.
        """
        self.fetch()
        findings = self.findings()
        paths = (*self.paths, *self.libraries) if installed else self.paths
        targets = self._sources(paths, findings)
        plugins = self._of_extensions(findings)
        if installed:
            targets += plugins
        taken = {source.location for source in targets}
        others = self._sources(self.libraries, Findings(), "libraries")
        core = self._sources(self._core, Findings(), "core_library")
        is_complete = self.remote.report_failures(self._fetched_paths, findings)
        is_complete = is_complete and self._has_all_plugins
        if self.repositories or self.lock is not None:
            required = self.required(findings, compares_lock=compares_lock)
            fetched = required.fetched
            (targets if installed else others).extend(fetched)
        by_location = {source.location: source for source in (*others, *core, *plugins)}
        libraries = [source for where, source in by_location.items() if where not in taken]
        job = Job(
            targets=targets,
            libraries=libraries,
            embedded=embedded_library(),
            replaced=bool(core),
            engine_classes=library.ENGINE_CLASSES,
            # With libraries, or in a folder of packages, what is here is all there is
            closed=is_complete
            and (len(libraries) > len(plugins) or any(source.base for source in targets)),
            quirks=self.quirks,
            max_per_code=self.max_per_code,
        )
        return Opened(job, tuple(findings.diagnostics))

    def files(self) -> list[File]:
        """Return the files of the packages of `paths`.

        Raise UsageError for a path without a package.
        """
        job, unopened = self.open()
        arguments.require_packages(unopened)
        return [source.file(path) for source in job.targets for path in source.paths()]

    def install(self, cache: Cache | None, answers: Answers) -> Installed:
        """Return the results of the phases for all packages, including libraries.

        `answers` are about packages whose files do not change.
        """
        job, unopened = self.open(installed=True)
        # An engine does not correct misspelt keys, so facts are read as written.
        job = msgspec.structs.replace(
            job, as_written=True, targets=self._not_replaced(job.targets, answers)
        )
        results = run_all(job, cache, Phase.INHERIT)
        self.require_core(results.read.index)
        empty = tuple(item for item in unopened if arguments.is_empty_path(item))
        return Installed(results, empty, tuple(item for item in unopened if item not in empty))

    def _not_replaced(self, sources: Sequence[Source], answers: Answers) -> Sequence[Source]:
        """Return the sources without packages of the name and version of one in memory."""
        if not self.searched:
            return sources
        entry = remembered_entries(answers, _reader().entry)
        summaries = {source: entry(source, False).summary for source in sources}
        versions = {
            source: (summary.name, summary.version) for source, summary in summaries.items()
        }
        own = self.own()
        taken = {id_ for source, id_ in versions.items() if source.location in own}
        return [
            source for source, id_ in versions.items() if source.location in own or id_ not in taken
        ]

    def require_core(self, index: PackageIndex) -> None:
        """Raise UsageError if `core_library` was passed and has no core library."""
        if self.core is None or any(
            item.name == CORE_LIBRARY and not item.embedded for item in index
        ):
            return
        reader = _reader()
        sources = self._sources([self.core], Findings())
        if not sources:  # it is an address, whose failure is reported
            return
        entries = [reader.entry(source, False) for source in sources]
        names = sorted({entry.name for entry in entries})
        problem = f'"{visible(self.core)}" holds no package {CORE_LIBRARY}, only {listed(names, 3)}'
        raise UsageError(f"{problem}: pass the folder that has it", "core_library")

    def _of_extensions(self, findings: Findings) -> list[Source]:
        """Return the packages of extension plugins; mistakes in these are reported."""
        if not self.extensions:
            return []
        from muranopl.read.extensions.opening import open_extensions

        here, quirks = self.remote.here, self.quirks
        return list(open_extensions(self.extensions, findings, here, quirks))

    @property
    def _has_all_plugins(self) -> bool:
        """Whether all addresses of extension plugins were fetched."""
        addresses = filter(is_address, self.extensions)
        return all(self.remote.here.fetched(item) is not None for item in addresses)

    def _sources(
        self, paths: Iterable[str], findings: Findings, argument: str = ""
    ) -> list[Source]:
        """Return the sources below some paths, each once.

        Raise UsageError, naming `argument`, if a path has none.
        """
        result: dict[str, Source] = {}
        for path in paths:
            about_path = findings.apart()
            if path in self.repositories:  # see `required`
                continue
            if path in self.searched:
                sources = list(self.searched[path])
            elif path in self.streams:
                stream = open_stream(self.streams[path], about_path, path)
                sources = [] if stream is None else [stream]
            elif is_address(path):
                known_as = self.known_as.get(path)
                fetched = self.remote.packages(path, about_path, known_as)
                if fetched is None:  # `open` reports it
                    continue
                sources = fetched
            else:
                sources = discover(path, about_path, self.known_as.get(path))
                if self.streams:
                    from muranopl.ard.sources.held import edited  # few are

                    sources = [edited(source, self.streams) for source in sources]
            if argument and not sources:
                worst = min(
                    about_path.diagnostics, key=lambda item: list(Severity).index(item.severity)
                )
                raise UsageError(arguments.problem_of(worst), argument)
            findings.take(about_path.diagnostics)
            for source in sources:
                result.setdefault(source.location, source)
        return list(result.values())


@functools.cache
def embedded_library() -> tuple[Source, ...]:
    """Return the core library that is a part of this program.

    All catalogs get the same sources, so that it is read once.
    """
    return tuple(discover(library.path(), Findings(), library.NAME))


def _reader() -> PackageReader:
    # Few catalogs have packages that replace one another, or a core library that is none
    from muranopl.read.reader import PackageReader

    return PackageReader()
