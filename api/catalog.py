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
from muranopl.incremental.check import check, run_all
from muranopl.incremental.workers import Workers
from muranopl.language import library
from muranopl.phases.job import Job
from muranopl.report import Report, parse_phase

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.incremental.cache import Cache
    from muranopl.phases.results import PhaseResults
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


class _Opened(NamedTuple):
    """A job, and the diagnostics about paths that hold no package."""

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
        job, unopened = self._open_job(progress)
        checked = check(job, self._workers, self._cache, phase)
        diagnostics = tuple(sorted((*checked.diagnostics, *unopened), key=Diagnostic.sort_key))
        return Report(diagnostics, checked.index, lambda: checked.results or run_all(job, self._cache, phase))

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
        results, _ = self._installed
        packages = {package.id for package in results.read.targets} or set(results.names.core)
        classes = results.names.classes.values()
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
        from muranopl.rendering import render  # checking packages needs none of it

        configs = None if class_configs is None else os.fspath(class_configs)
        return render(*self._installed, self._quirks, model, class_, configs=configs, streams=self._streams)

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
        from muranopl.schemas import SchemaQuery, schemas  # checking packages needs none of it

        wanted = [methods] if isinstance(methods, str) and methods else methods
        spec = None if version is None or not str(version) else str(version)
        asked = SchemaQuery(name, wanted or None, spec, package, draft, untranslated)
        return schemas(self._installed[0], self._quirks, asked)

    @functools.cached_property
    def _installed(self) -> tuple[PhaseResults, tuple[Diagnostic, ...]]:
        """All packages, as an engine has them installed: libraries are no less than what is checked.

        The diagnostics say which paths hold no package.
        """
        job, unopened = self._open_job(installed=True)
        return run_all(job, self._cache, Phase.INHERIT), unopened

    @functools.cached_property
    def _resolver(self) -> Resolver:
        from muranopl.resolver import Resolver  # checking packages needs none of it

        return Resolver(run_all(self._open_job().job, self._cache, Phase.INHERIT), self._quirks)

    def _open_job(self, progress: Progress | None = None, *, installed: bool = False) -> _Opened:
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
            progress=progress,
        )
        return _Opened(job, tuple(findings.diagnostics))

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
    """The canonical path of a source, to recognise it by; `real` resolves links of the PATH: below none is followed."""
    return os.path.join(real(source.root), source.base)
