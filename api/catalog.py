"""The library API: a catalog of packages that can be checked and asked for classes."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from muranopl.ard.sources.discovery import discover, open_stream
from muranopl.ard.sources.source import Source
from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import chosen
from muranopl.incremental.workers import Workers
from muranopl.language import library
from muranopl.phases.job import Job
from muranopl.report import Report, parse_phase

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.ard.yaml.loader import YamlLoader
    from muranopl.incremental.cache import Cache
    from muranopl.phases.driver import Outcome
    from muranopl.rendering import RenderResult
    from muranopl.resolved import ResolvedClass
    from muranopl.resolver import Resolver

StrPath = str | os.PathLike[str]
Progress = Callable[[int, int], None]


def validate(path: StrPath, libraries: Iterable[StrPath] = ()) -> Report:
    """Check the package, zip or catalog at `path`; `libraries` are where required packages are looked for.

    Never raises for bad input: what is wrong with it is in the report.
    """
    return Catalog([path], libraries=libraries).check()


class Opened(NamedTuple):
    """What is to be done, and which of the paths hold no package."""

    job: Job
    unopened: tuple[Diagnostic, ...]


class Catalog:
    """Packages seen together.

    `paths` are package folders, package zips, or directories of them; all are checked. `libraries` are more of the
    same, read only as far as something requires them. `core_library` is a path to use in place of the embedded core
    library. `quirks` are names of engine behaviours to follow instead of the documents. `streams` gives the bytes of
    paths that are no files ("-" for standard input). `cache` knows what earlier checks found out.
    `jobs` is how many processes share the work of a check (None: as many as it is worth), and `executor` who does it
    if not copies of this process, which a process with several threads should not make.
    """

    def __init__(
        self,
        paths: Sequence[StrPath],
        *,
        libraries: Iterable[StrPath] = (),
        core_library: StrPath | None = None,
        quirks: Iterable[str] = (),
        streams: Mapping[str, bytes] | None = None,
        cache: Cache | None = None,
        jobs: int | None = 1,
        executor: Executor | None = None,
    ) -> None:
        self._paths = [os.fspath(path) for path in paths]
        self._libraries = [os.fspath(path) for path in libraries]
        self._core = None if core_library is None else os.fspath(core_library)
        self._streams = dict(streams or {})
        self._cache = cache
        self._workers = Workers(jobs, executor)
        self._quirks = chosen(quirks)

    def check(self, *, stop_after: str | None = None, progress: Progress | None = None) -> Report:
        """Run the phases, up to `stop_after` (a phase's name or number), and report.

        `progress` is called with (packages read, packages in all). Raises ValueError for an unknown phase.
        """
        phase = Phase.RENDER if stop_after is None else parse_phase(stop_after)
        opened = self._job(progress)
        workers = self._workers.count(sum(len(source.paths()) for source in opened.job.targets))
        if phase is Phase.RENDER and (self._cache is not None or workers > 1):
            return self._check(opened)
        outcome = self._run(phase, opened)
        return Report(outcome.diagnostics, outcome.index, lambda: outcome)

    def resolve(self, name: str, version: str | None = None, package: str | None = None) -> ResolvedClass:
        """Return the class of a full name as the engine would load it; `version` is a specification (None is "0").

        The name may also be an object model's type string, "full.Name/version@package".
        With `package` the version is chosen among that package's versions, without it among those of all packages that
        list the class. Answers have a memory, as an engine has: a version of a package that was picked for an earlier
        answer is preferred in later ones (see `muranopl.namespace.session`). Raises ResolutionError.
        """
        return self._resolver.resolve(name, version, package)

    def classes(self) -> list[str]:
        """Return the names of all classes, sorted, each as "full.Name/version@package", which `schema` takes.

        Those of `libraries` are among them; a catalog of no packages has the classes of its core library.
        """
        outcome = self._installed
        packages = {package.id for package in outcome.read.targets} or set(outcome.names.core)
        classes = outcome.names.classes.values()
        listed = [each.id for each in classes if each.listed is not None and each.id.package in packages]
        return [f"{id_}@{id_.package.name}" for id_ in sorted(listed)]

    def look_up(self, written: str, within: str, version: str | None = None, package: str | None = None) -> str:
        """Return what a class name means inside a class, as "full.Name/version@package".

        `written` is spelt as in the file of the class `within` (with its prefixes); `version` and `package` choose
        that class as in `resolve`. Raises ResolutionError.
        """
        return self._resolver.look_up(written, within, version, package)

    def render(
        self,
        model: StrPath | Mapping[str, Any],
        class_: str | None = None,
        *,
        class_configs: StrPath | None = None,
    ) -> RenderResult:
        """Apply the classes of the catalog to an object model, as loading it in the engine does.

        Every problem is reported at once.

        `model` is the path of a JSON or YAML file ("-" and others among `streams` are read from there), or plain data.
        `class_` is the class of the root, "full.Name/version@package", where its header does not say; `class_configs`
        the folder with class configs. Libraries count as installed packages here. Never raises for a bad model.
        """
        from muranopl.rendering import render  # noqa: PLC0415 - checking packages needs none of it

        configs = None if class_configs is None else os.fspath(class_configs)
        return render(self._installed, self._quirks, model, class_, configs=configs, streams=self._streams)

    def schema(
        self,
        name: str,
        methods: str | Sequence[str] | None = None,
        version: str | None = None,
        package: str | None = None,
        *,
        draft: str = "04",
        untranslated: bool = False,
    ) -> dict[str, Any]:
        """Return the JSON schemas of a class and its methods by name; "" is the class itself.

        `methods` are the names wanted, none all: the class and its model builders; actions have to be named. `version`
        and `package` choose the class as in `resolve`, but answers have no memory. `draft` is "04", as the documents
        have it, or "2020-12" for today's validators; with `untranslated` a schema lists under "x-untranslated" what of
        the contracts it does not say. Raises ResolutionError, and ValueError for a version or draft that is none.
        """
        from muranopl.schemas import Asked, schemas  # noqa: PLC0415 - checking packages needs none of it

        wanted = [methods] if isinstance(methods, str) and methods else methods
        spec = None if version is None or not str(version) else str(version)
        asked = Asked(name, wanted or None, spec, package, draft, untranslated)
        return schemas(self._installed, self._quirks, asked)

    @functools.cached_property
    def _installed(self) -> Outcome:
        """All packages, as an engine has them installed: libraries are no less than what is checked."""
        return self._run(Phase.INHERIT, self._job(installed=True))

    @functools.cached_property
    def _resolver(self) -> Resolver:
        from muranopl.resolver import Resolver  # noqa: PLC0415 - checking packages needs none of it

        return Resolver(self._run(Phase.INHERIT, self._job()), self._quirks)

    def _run(self, stop_after: Phase, opened: Opened) -> Outcome:
        """Run the phases."""
        from muranopl.phases.driver import run  # noqa: PLC0415 - a check that is on record runs no phase

        outcome = run(opened.job, stop_after, load=self._load)
        if self._cache is not None:
            self._cache.store.close()
        outcome.unopened = opened.unopened
        outcome.diagnostics = _sorted((*outcome.diagnostics, *opened.unopened))
        return outcome

    def _check(self, opened: Opened) -> Report:
        """Run all phases, as far as the cache does not know already what they say."""
        from muranopl.incremental.cache import Cache  # noqa: PLC0415
        from muranopl.incremental.check import check  # noqa: PLC0415 - as above

        checked = check(opened.job, self._cache or Cache.in_memory())
        diagnostics = _sorted((*checked.diagnostics, *opened.unopened))
        outcome = checked.outcome
        return Report(diagnostics, checked.index, lambda: outcome or self._run(Phase.RENDER, opened))

    @functools.cached_property
    def _load(self) -> YamlLoader:
        """What reads YAML."""
        if self._cache is None:
            from muranopl.ard.yaml.loader import load  # noqa: PLC0415 - as above

            return load
        from muranopl.ard.units import Units  # noqa: PLC0415

        return Units(self._cache.store, self._cache.program)

    def _job(self, progress: Progress | None = None, *, installed: bool = False) -> Opened:
        """Look for the packages; `installed` takes libraries for packages like all others."""
        findings, unseen = Findings(), Findings()
        targets = self._open([*self._paths, *(self._libraries if installed else ())], findings)
        real = functools.cache(os.path.realpath)
        taken = {location(source, real) for source in targets}
        others = [*self._libraries, *([self._core] if self._core is not None else [])]
        libraries = [source for source in self._open(others, unseen) if location(source, real) not in taken]
        job = Job(
            targets=targets,
            libraries=libraries,
            embedded=_embedded(),
            replaced=self._core is not None,
            engine_classes=library.ENGINE_CLASSES,
            closed=bool(libraries) or any(source.base for source in targets),
            quirks=self._quirks,
            workers=self._workers,
            progress=progress,
        )
        return Opened(job, tuple(findings.diagnostics))

    def _open(self, paths: Iterable[str], findings: Findings) -> list[Source]:
        """The sources below some paths, each package once."""
        found: dict[str, Source] = {}
        real = functools.cache(os.path.realpath)
        for path in paths:
            if path in self._streams:
                stream = open_stream(self._streams[path], findings, path)
                sources = [] if stream is None else [stream]
            else:
                sources = discover(path, findings)
            for source in sources:
                found.setdefault(location(source, real), source)
        return list(found.values())


@functools.cache
def _embedded() -> tuple[Source, ...]:
    """The embedded core library: the same sources for all catalogs, so that it is read once."""
    return tuple(discover(library.path(), Findings(), library.NAME))


def location(source: Source, real: Callable[[str], str] = os.path.realpath) -> str:
    """Where a source really is, whatever path led to it; `real` resolves links of the PATH: below none is followed."""
    return os.path.join(real(source.root), source.base)


def _sorted(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(diagnostics, key=Diagnostic.sort_key))
