"""The library API: a catalog of packages to check, resolve, render and run."""

from __future__ import annotations

import functools
import itertools
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

import muranopl
from muranopl import arguments
from muranopl.arguments import StrPath
from muranopl.configuration.reported import RulesByFile, reported, without_known
from muranopl.configuration.settings import Settings, valid
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.merging import merged
from muranopl.diagnostics.quirks import Quirk, chosen
from muranopl.diagnostics.shellcheck_codes import PREFIX
from muranopl.diagnostics.usage import UsageError
from muranopl.incremental.check import check, run_all
from muranopl.incremental.opening import Installed, PackagePaths
from muranopl.incremental.shellcheck_program import shellcheck_program
from muranopl.incremental.workers import Workers
from muranopl.language.grammar.formats import LATEST as LATEST_FORMAT
from muranopl.language.grammar.formats import parse_format
from muranopl.read.index import LibrariesOnce, PackageIndex
from muranopl.report import PhaseRun, Report
from muranopl.schema import DRAFTS, Draft

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.ard.sources.source import Source
    from muranopl.changes.comparison import PackageComparison
    from muranopl.contents import CatalogContents
    from muranopl.diagnostics.own_rules import OwnRule
    from muranopl.execution.budget import ExecutionLimits
    from muranopl.execution.session import Session
    from muranopl.fixing.rounds import FixResult
    from muranopl.fixing.upgrading import UpgradeResult
    from muranopl.graph.resolved import ResolvedClass, ResolvedMember, ResolvedPackage
    from muranopl.graph.resolver import Resolver
    from muranopl.incremental.cache import Cache
    from muranopl.namespace.class_query import ClassQuery
    from muranopl.packing.build import BuildResult, BuiltPackage
    from muranopl.phases.job import Job
    from muranopl.read.package import Package
    from muranopl.render.class_configs import ConfigFolder
    from muranopl.running.calling import CallResult
    from muranopl.running.deploying import DeployResult
    from muranopl.running.executing import Executing
    from muranopl.running.forms import FormPages
    from muranopl.running.rendering import RenderResult
    from muranopl.testing.report import TestReport

Progress = Callable[[int, int], None]
Model = StrPath | Mapping[str, Any]
"""An object model: the path of its file, or plain data."""
Models = Model | Iterable[Model]
"""One object model, or several."""


def validate(
    path: StrPath,
    libraries: StrPath | Iterable[StrPath] = (),
    *,
    models: Models = (),
    class_configs: StrPath | None = None,
    core_library: StrPath | None = None,
    quirks: str | Iterable[str] = (),
    streams: Mapping[str, bytes] | None = None,
    cache: Cache | StrPath | None = None,
    jobs: int | None = None,
    executor: Executor | None = None,
    max_per_code: int | None = PER_CODE.most,
    settings: Settings | None = None,
    rules: str | Iterable[str | OwnRule] = (),
    stop_after: str | int | Phase | None = None,
    progress: Progress | None = None,
    against: StrPath | None = None,
) -> Report:
    """Check the package, zip or catalog at `path`; required packages are looked for in `libraries`.

    The other arguments are those of `Catalog` and of `Catalog.check`. Never raises for bad input:
    the report has its problems. Raise UsageError for a path that does not exist, as for any
    argument without a plain meaning.
    """
    catalog = Catalog(
        arguments.path(path, "path"),
        libraries=libraries,
        core_library=core_library,
        quirks=quirks,
        streams=streams,
        cache=cache,
        jobs=jobs,
        executor=executor,
        max_per_code=max_per_code,
        settings=settings,
        rules=rules,
    )
    return catalog.check(
        stop_after=stop_after,
        progress=progress,
        models=models,
        class_configs=class_configs,
        against=against,
    )


def compare(
    old: StrPath,
    new: StrPath,
    libraries: StrPath | Iterable[StrPath] = (),
    *,
    core_library: StrPath | None = None,
    streams: Mapping[str, bytes] | None = None,
) -> PackageComparison:
    """Return what changed from one version of a package to another, for users of the package.

    `old` and `new` are a folder or a zip each, or names of zips in `streams`; requirements of both
    are looked for in `libraries`. Raise UsageError for a path with no package or with several, for
    a package that the engine does not take, and for two different packages.
    """
    from muranopl.changes.compare import compare_packages

    jobs = []
    for path in (old, new):
        # The other stream is no package of this catalog
        stream = None if streams is None else streams.get(str(path))
        catalog = Catalog(
            [path],
            libraries=libraries,
            core_library=core_library,
            streams=None if stream is None else {str(path): stream},
        )
        jobs.append(catalog._one_package())
    return compare_packages(*jobs)


class Catalog:
    """Packages seen together.

    `paths` are package folders, package zips, or directories of them; all are checked. `libraries`
    are more of the same, read only as far as other packages require them. `core_library` is a path
    to use in place of the embedded core library. `quirks` are names of engine behaviours to follow
    instead of the documents. `streams` maps paths that are not files ("-" for standard input), or
    files of packages that have another content than on the disk, to their bytes. `cache`, or the
    path of its folder, keeps results of earlier checks. `jobs` is the number of processes that
    share a check (None: as many as it is worth); `executor` runs their tasks instead of copies of
    this process, which a process with several threads should not make.
    `max_per_code` is the number of diagnostics of one code in a file that are reported, after which
    one counts the rest (None: all). `rules` are rules of one's own, or the folders and names of
    installed packages that have some. `settings` choose what is reported, and are the defaults of
    `libraries`, `core_library`, `quirks` and `jobs`.

    A single path or name counts as a list of one. Every method raises UsageError for an argument
    without a plain meaning, for a path that does not exist or cannot be read, for a library without
    a package, and for a core library without `io.murano`. One of `paths` without a package is
    reported; `classes` and `contents` raise UsageError for it.
    """

    def __init__(
        self,
        paths: StrPath | Iterable[StrPath],
        *,
        libraries: StrPath | Iterable[StrPath] = (),
        core_library: StrPath | None = None,
        quirks: str | Iterable[str] = (),
        streams: Mapping[str, bytes] | None = None,
        cache: Cache | StrPath | None = None,
        jobs: int | None = None,
        executor: Executor | None = None,
        max_per_code: int | None = PER_CODE.most,
        settings: Settings | None = None,
        rules: str | Iterable[str | OwnRule] = (),
    ) -> None:
        own_rules = _own_rules(rules, settings)
        # Settings may name the codes of these rules
        chosen_settings = Settings() if settings is None else valid(settings)
        self._own_rules = own_rules
        self._rules = RulesByFile(chosen_settings)
        # Arguments beat settings; () and None are their defaults, other empty values are mistakes
        libraries = chosen_settings.libraries if libraries == () else libraries
        quirks = chosen_settings.quirks if quirks == () else quirks
        if core_library is None:
            core_library = chosen_settings.core_library
        jobs = chosen_settings.jobs if jobs is None else jobs
        self._cache = None if cache is None else _cache(cache)
        self._workers = Workers(
            None
            if jobs is None
            else arguments.positive(
                jobs, "jobs", ", or None for as many as it is worth"
            ),
            None if executor is None else _executor(executor),
        )
        self._given = PackagePaths(
            paths=arguments.paths(paths, "paths"),
            libraries=arguments.paths(libraries, "libraries"),
            core=None
            if core_library is None
            else arguments.path(core_library, "core_library"),
            streams=arguments.streams(streams),
            quirks=chosen(arguments.names(quirks, "quirks")),
            max_per_code=None
            if max_per_code is None
            else arguments.positive(max_per_code, "max_per_code", ", or None for all"),
        )
        self._given.require_readable()
        self._once = LibrariesOnce()

    def known_as(self, names: Mapping[str, str]) -> Catalog:
        """Return the same catalog, in which diagnostics call paths by other names."""
        result = Catalog.__new__(Catalog)
        vars(result).update(vars(self))
        result._given = msgspec.structs.replace(self._given, known_as=names)
        return result

    def with_uploads(
        self, packages: Mapping[str, bytes], others: Mapping[str, bytes]
    ) -> Catalog:
        """Return a catalog of packages in memory, by name, with all packages here as libraries.

        They replace packages of the same name and version.
        `others` are further texts that can be read by name. The libraries are searched and read
        once, for the first such catalog: later ones do not see changes of their files.
        """
        given, once = self._as_libraries
        # The options were checked by the first catalog, and uploads are no paths to look for
        result = Catalog.__new__(Catalog)
        result._cache, result._workers, result._once = self._cache, self._workers, once
        result._rules, result._own_rules = self._rules, self._own_rules
        result._given = msgspec.structs.replace(
            given, paths=tuple(packages), streams={**packages, **others}
        )
        return result

    @functools.cached_property
    def _as_libraries(self) -> tuple[PackagePaths, LibrariesOnce]:
        libraries = self._given.as_libraries()
        sources = itertools.chain.from_iterable(libraries.searched.values())
        return libraries, LibrariesOnce(sources, keeps_results=True)

    def _one_package(self) -> Job:
        """Return the job of the only package. Raise UsageError if there is another number."""
        job, unopened = self._given.open()
        if len(job.targets) != 1:
            number = f"it has {len(job.targets)}"
            reason = unopened[0].message if unopened else number
            path = self._given.paths[0]
            raise UsageError(f'"{path}" is not one package: {reason}')
        return job

    @property
    def package_paths(self) -> PackagePaths:
        """The locations of the packages, and the options of reading them."""
        return self._given

    def __repr__(self) -> str:
        others = [f"libraries={self._given.libraries}"] if self._given.libraries else []
        return f"<muranopl.Catalog {', '.join([str(self._given.paths), *others])}>"

    def check(
        self,
        *,
        stop_after: str | int | Phase | None = None,
        progress: Progress | None = None,
        models: Models = (),
        class_configs: StrPath | None = None,
        against: StrPath | None = None,
    ) -> Report:
        """Run the phases up to `stop_after` (a phase's name or number) and return the report.

        `progress` is called with (done, total) in thousandths of the expected time; the numbers
        grow from call to call until all is done. `models` are rendered with the packages once these
        are checked, as by `render`, which has `class_configs` as well; they need all phases.
        `against` is a package, a zip or a catalog with older versions: what changed since is
        reported once phase 4 has run, as an error where the version of a package is too low for it.
        """
        phase = Phase.RENDER if stop_after is None else arguments.phase(stop_after)
        wanted = arguments.models(models, self._given.streams)
        if wanted and phase is not Phase.RENDER:
            arguments.refuse("stop_after", "None where there are models", stop_after)
        configs = arguments.configs(class_configs)
        if progress is not None and not callable(progress):
            arguments.refuse("progress", "something that can be called", progress)
        # Before the work: it may be no baseline
        baseline = self._rules.known_diagnostics()
        older = None if against is None else self._older_versions(against)
        job, unopened = self._given.open()
        checked = check(
            job, self._workers, self._cache, phase, progress, once=self._once
        )
        self._given.require_core(checked.index)
        diagnostics = _in_order((*checked.diagnostics, *unopened))
        phases = PhaseRun(job, phase, self._cache, checked.results)
        if phase.number >= Phase.INHERIT.number:
            # Cached results and workers do without the classes that these need
            phase_run = PhaseRun(job, Phase.INHERIT, self._cache, checked.results)
            more = [*self._of_own_rules(phase_run), *self._changes(older, phase_run)]
            diagnostics = tuple(sorted((*diagnostics, *more), key=Diagnostic.sort_key))
        if phase is Phase.RENDER:
            scripts = self._about_scripts(checked.index)
            diagnostics = tuple(
                sorted((*diagnostics, *scripts), key=Diagnostic.sort_key)
            )
        rendered = [self.render(model, class_configs=configs) for model in wanted]
        about_models = (item for model in rendered for item in model.diagnostics)
        shown = reported(
            diagnostics,
            self._rules,
            checked.suppressions,
            is_whole=phase is Phase.RENDER,
            compares=older is not None,
        )
        shown_models = reported(about_models, self._rules)
        left = without_known(
            (*shown.diagnostics, *shown_models.diagnostics),
            self._rules,
            baseline,
            self._given.paths,
            is_whole=phase is Phase.RENDER,
            compares=older is not None,
        )
        return Report(
            left.diagnostics,
            checked.index,
            phases,
            rendered,
            muranopl.__version__,
            suppressed=shown.suppressed,
            known=left.known,
            gone=left.gone,
        )

    def _of_own_rules(self, phases: PhaseRun) -> list[Diagnostic]:
        """Return what rules of one's own report about the packages of `paths`."""
        if not self._own_rules:
            return []
        from muranopl.graph.rule_run import apply_rules  # few have rules of their own

        targets = phases.results.read.targets
        return apply_rules(
            self._own_rules,
            phases.results,
            {target.header.source.location for target in targets},
            self._given.quirks,
            self._given.max_per_code,
        )

    def _older_versions(self, path: StrPath) -> PackagePaths:
        """Return the location of older versions. Raise UsageError."""
        older = msgspec.structs.replace(
            self._given, paths=(arguments.path(path, "against"),)
        )
        older.require_readable()
        return older

    def _changes(
        self, older: PackagePaths | None, phases: PhaseRun
    ) -> Iterable[Diagnostic]:
        """Return what changed since older versions. Raise UsageError if there is no package."""
        if older is None:
            return []
        from muranopl.changes.reporting import report_changes  # few checks compare

        job, unopened = older.open()
        arguments.require_packages(unopened)
        before = run_all(job, self._cache, Phase.INHERIT)
        max_per_code = self._given.max_per_code
        return report_changes(before, phases.results, older.paths[0], max_per_code)

    def _about_scripts(self, index: PackageIndex) -> list[Diagnostic]:
        """Return what shellcheck reports about the scripts of the packages, if it is installed."""
        if shellcheck_program() is None or not self._rules.may_report(PREFIX):
            return []
        from muranopl.incremental.scripts import check_scripts  # an extra of few

        targets = ((entry.name, entry.source) for entry in index.targets)
        return check_scripts(targets, self._cache, self._given.max_per_code)

    def fix(
        self,
        *,
        unsafe: bool = False,
        write: bool = True,
        only: Callable[[Diagnostic], object] | None = None,
    ) -> FixResult:
        """Make the fixes of the packages, in rounds of checks, and return what changes.

        Fixes that may change what was meant are made with `unsafe` only, and without `write` no
        file is written. `only` returns whether a diagnostic is to be mended. Files in zips are
        never written, and none outside of a package. Raise OSError for a file that cannot be
        written.
        """
        from muranopl.fixing.rounds import fix_all  # checks need none of it

        job, _ = self._given.open()

        def wanted(targets: Sequence[Source]) -> list[Diagnostic]:
            # Without the cache, whose keys are those of files on disk
            changed = msgspec.structs.replace(job, targets=list(targets))
            checked = check(changed, self._workers, None, once=self._once)
            self._given.require_core(checked.index)
            in_order = _in_order(checked.diagnostics)
            shown = reported(in_order, self._rules, checked.suppressions)
            return [item for item in shown.diagnostics if only is None or only(item)]

        result = fix_all(job.targets, wanted, unsafe=bool(unsafe))
        if write:
            result.write()
        return result

    def upgrade(
        self, to: str | float = str(LATEST_FORMAT), *, write: bool = True
    ) -> UpgradeResult:
        """Rewrite the packages for a later format, in spans, and return what changes.

        `to` is a format, such as "1.4". Without `write` no file is written. Files in zips are never
        written, and packages of other families, such as Heat, stay as they are. Raise UsageError
        for a format that is not known, and OSError for a file that cannot be written.
        """
        from muranopl.fixing.upgrading import upgrade_all  # checks need none of it

        target = parse_format(to)
        if target is None or target.is_heat or not to:
            arguments.refuse("to", "a format of packages, MuranoPL/1.0 to 1.4", to)
        job, _ = self._given.open()

        def diagnostics_of(targets: Sequence[Source]) -> Sequence[Diagnostic]:
            changed = msgspec.structs.replace(job, targets=list(targets))
            checked = check(changed, self._workers, None, once=self._once)
            self._given.require_core(checked.index)
            return _in_order(checked.diagnostics)

        result = upgrade_all(job.targets, diagnostics_of, target)
        if write:
            result.write()
        return result

    def build(self, *, compress: bool = False) -> BuildResult:
        """Return the packages as zips for upload, after checks of the packages and of the zips.

        The same files give the same bytes on every machine, unless `compress` makes them smaller.
        What `.muranoignore` says is left out. Of the diagnostics of the zips, only those are
        returned that the packages do not have. Raise UsageError for an unreadable `.muranoignore`.
        """
        from muranopl.packing.build import (
            BuildResult,
            build_all,
            has_errors,
            only_in_zips,
        )
        from muranopl.read.reader import PackageReader

        diagnostics = self.check().diagnostics
        packages: Sequence[BuiltPackage] = ()
        if not has_errors(diagnostics):
            job, _ = self._given.open()
            index = job.packages(PackageReader().entry)
            packages, unreadable = build_all(index.targets, compress=bool(compress))
            zips = {package.file: package.data for package in packages}
            of_zips = self.with_uploads(zips, {}).check().diagnostics
            more = only_in_zips(diagnostics, of_zips)
            diagnostics = _in_order((*diagnostics, *unreadable, *more))
        return BuildResult(
            () if has_errors(diagnostics) else tuple(packages), diagnostics
        )

    def resolve(
        self, name: str, version: str | None = None, package: str | None = None
    ) -> ResolvedClass:
        """Return the class of a full name as the engine would load it.

        `version` is a specification (None is "0"), or "latest". The name may also be an object model's type
        string, "full.Name/version@package".

        With `package` the version is chosen among that package's versions, without it among those
        of all packages that list the class. Answers depend on earlier ones, as in an engine: a
        version of a package that was picked before is preferred (see `muranopl.namespace.session`).
        Raise ResolutionError.
        """
        return self._resolver.resolve(_class(name, version, package))

    def static_methods(
        self, class_: str, version: str | None = None, package: str | None = None
    ) -> dict[str, ResolvedMember]:
        """Return the public static methods of a class by name, which callers may call on it.

        They may be inherited. The class is chosen as in `resolve`, but independently of earlier
        answers. Raise ResolutionError.
        """
        # Checking packages needs none of it
        from muranopl.graph.resolver import Resolver

        return Resolver(self._installed.results, self._given.quirks).static_methods(
            _class(class_, version, package)
        )

    def resolve_package(self, name: str, version: str | None = None) -> ResolvedPackage:
        """Return the package of a full name as the engine would pick it.

        `version` is as in `resolve`, and is remembered. Raise ResolutionError.
        """
        return self._resolver.resolve_package(
            arguments.name(name, "the name of a package"), arguments.version(version)
        )

    def classes(self) -> list[str]:
        """Return the names of all classes, sorted, as "full.Name/version@package".

        They include unreadable classes and those of `libraries`. A catalog without packages has the
        classes of its core library.
        """
        results = self._installed.results
        arguments.require_packages(self._installed.empty)
        names = results.names
        packages = [
            names.packages[package.id] for package in results.read.targets
        ] or names.packages.values()
        readable = {
            (name, package.id)
            for package in packages
            for name, class_ in package.classes.items()
            if class_.listed
        }
        murano = (
            package for package in packages if not package.package.header.format.is_heat
        )
        others = {(name, item.id) for item in murano for name in item.opaque}
        return [
            f"{name}/{id_.version}@{id_.name}"
            for name, id_ in sorted(readable | others)
        ]

    @functools.cached_property
    def contents(self) -> CatalogContents:
        """The packages and classes of the catalog, including libraries."""
        # Checking packages needs none of it
        from muranopl.contents import CatalogContents

        arguments.require_packages(self._installed.empty)
        return CatalogContents(
            self._installed.results, self._given.quirks, self._given.own()
        )

    def look_up(
        self,
        written: str,
        within: str,
        version: str | None = None,
        package: str | None = None,
    ) -> str:
        """Return the class that a name means inside a class, as "full.Name/version@package".

        `written` is spelt as in the file of the class `within` (with its prefixes); `version` and
        `package` choose that class as in `resolve`. Raise ResolutionError.
        """
        return self._resolver.look_up(
            arguments.text(written, "written"), _class(within, version, package)
        )

    def render(
        self,
        model: Model,
        class_: str | None = None,
        *,
        class_configs: StrPath | None = None,
    ) -> RenderResult:
        """Apply the classes of the catalog to an object model, as loading it in the engine does.

        All problems are reported at once.

        `model` is the path of a JSON or YAML file ("-" and others among `streams` are read from
        there), or plain data; it is the root object, or {Objects, Attributes} as a call saves it.
        `class_` is the class of the root, "full.Name/version@package", if
        its header does not name it; `class_configs` is the folder with class configs. Libraries
        count as installed packages here. Never raises for a bad model.
        """
        from muranopl.running.inputs import Inputs  # checking packages needs none of it
        from muranopl.running.rendering import render

        data, root = self._data(model), arguments.optional_text(class_, "class_")
        return render(Inputs(*self._settings(class_configs)), data, root)

    def render_form(
        self,
        package: str | None,
        answers: StrPath | Mapping[str, Any],
        *,
        name: str | None = None,
        parameters: StrPath | Mapping[str, Any] | None = None,
        unrendered: bool = False,
        class_configs: StrPath | None = None,
    ) -> RenderResult:
        """Fill in the forms of a UI definition, and render the object model they make.

        `package` is a full name, or name/version; None for the one of `paths` that has forms.
        `answers` are {form: {field: value}}, a path or data as in `render`; a field without an
        answer is sent as if the user left it alone. The model is an environment with the
        application, or with `unrendered` the application as the dashboard sends it. `name` is the
        name of the application, `parameters` the result of ParametersSource, which is not run.
        Never raises for bad answers.
        """
        from muranopl.running.forms import FormAnswers, render_form
        from muranopl.running.inputs import Inputs

        form = FormAnswers(
            self._data(answers),
            self._data(parameters),
            arguments.application_name(name),
            bool(unrendered),
        )
        settings = self._settings(class_configs)
        return render_form(Inputs(*settings), self._with_form(package), form)

    def form_pages(
        self,
        package: str | None,
        answers: StrPath | Mapping[str, Any] | None = None,
        *,
        parameters: StrPath | Mapping[str, Any] | None = None,
    ) -> FormPages:
        """Return the pages of the forms of a UI definition, to draw them and to check answers.

        The arguments are those of `render_form`. The pages are as the user meets them who gave the
        `answers` so far: later pages may depend on earlier ones. Never raises for bad answers.
        """
        from muranopl.running.forms import FormAnswers, form_pages
        from muranopl.running.inputs import Inputs

        given = {} if answers is None else answers
        form = FormAnswers(self._data(given), self._data(parameters))
        inputs = Inputs(*self._settings(None))
        return form_pages(inputs, self._with_form(package), form)

    def _with_form(self, package: str | None) -> Package:
        """Return the package whose form is filled in; raise UsageError."""
        from muranopl.running.forms import with_form

        wanted = arguments.optional_text(package, "package")
        arguments.require_packages(self._installed.empty)
        return with_form(self._installed.results, self._given.own, wanted)

    def session(
        self,
        *,
        class_configs: StrPath | None = None,
        cloud: StrPath | Mapping[str, Any] | None = None,
        limits: ExecutionLimits | None = None,
        schedule: int | None = None,
    ) -> Session:
        """Return an execution that loads models and calls methods, like one task of the engine.

        It is a context manager, which closes it.

        `class_configs` is as in `render`; `cloud` is a cloud file or its data, with the answers of
        the simulated classes of the engine (docs/cloud-file.md). `limits` bound the execution, None
        are the usual limits. `schedule` is the seed for the order of the branches of Parallel,
        pselect and psuper; None is the order in which they began to wait. Libraries count as
        installed packages here. Raise ResolutionError for an invalid cloud file; its diagnostics
        have the details.
        """
        return self._executing(class_configs, cloud, limits, schedule).opened()

    def call(
        self,
        class_: str,
        method: str,
        given: StrPath | Mapping[str, Any] | None = None,
        *,
        more: Mapping[str, Any] | None = None,
        version: str | None = None,
        package: str | None = None,
        model: StrPath | Mapping[str, Any] | None = None,
        object_id: str | None = None,
        any_method: bool = False,
        class_configs: StrPath | None = None,
        cloud: StrPath | Mapping[str, Any] | None = None,
        limits: ExecutionLimits | None = None,
        schedule: int | None = None,
    ) -> CallResult:
        """Call a method, as a call of the API does, in an execution of its own.

        `class_` is a full name, or "full.Name/version@package"; `version` and `package` choose it
        as in `resolve`. `given` are the arguments by name, a path or data; `more` are further ones,
        which override those. Methods of objects need a `model` that is loaded first: `object_id`
        chooses the object, unless the model has only one of the class. Methods that are neither
        public nor actions are refused, unless `any_method` is true. `class_configs`, `cloud`,
        `limits` and `schedule` are as in `session`. The model that a model builder makes is
        rendered. Never raises for what methods do: uncaught exceptions are diagnostics with the
        stack, and the `reason` of the result classifies why there is no value.
        """
        # Checking packages needs none of it
        from muranopl.running.call_targets import Called
        from muranopl.running.calling import call

        called = Called(
            _class(class_, version, package),
            arguments.name(method, "method"),
            arguments.optional_text(object_id, "object_id"),
            bool(any_method),
        )
        executing = self._executing(class_configs, cloud, limits, schedule)
        return call(executing, called, (self._data(given), more), self._data(model))

    def test(
        self,
        names: str | Iterable[str] = (),
        *,
        stop: bool = False,
        coverage: bool = False,
        class_configs: StrPath | None = None,
        cloud: StrPath | Mapping[str, Any] | None = None,
        limits: ExecutionLimits | None = None,
        schedule: int | None = None,
    ) -> TestReport:
        """Run the tests of the packages of `paths`.

        These are methods `test...` of descendants of io.murano.test.TestFixture. `names` are those
        of methods, classes ("full.Name") or both ("full.Name.testIt"), patterns or parts of these;
        without any all tests run, each in an execution of its own. With `stop` the first test that
        does not pass is the last. With `coverage` the report has the instructions that ran.
        `class_configs`, `cloud`, `limits` and `schedule` are as in `session`, for each test. Never
        raises for what tests do.
        """
        from muranopl.testing.package_tests import (  # checking packages needs none of it
            TestQuery,
            run_tests,
        )

        words = [
            arguments.name(name, "each of names")
            for name in arguments.names(names, "names")
        ]
        query = TestQuery(words, bool(stop), self._workers.jobs, bool(coverage))
        return run_tests(
            self._executing(class_configs, cloud, limits, schedule),
            self._given.own(),
            query,
        )

    def deploy(
        self,
        model: StrPath | Mapping[str, Any],
        *,
        method: str = "deploy",
        class_configs: StrPath | None = None,
        cloud: StrPath | Mapping[str, Any] | None = None,
        limits: ExecutionLimits | None = None,
        schedule: int | None = None,
    ) -> DeployResult:
        """Return the effects of deploying an object model.

        These are stacks, execution plans, reports and log lines, in order. Nothing is deployed: the
        classes that the engine writes in Python are simulated, and `cloud` is a cloud file or its
        data, with the answers of a cloud (docs/deploying.md). The `method` of the root object is
        called. `core_library` must be one with bodies, as the engine's own. `class_configs`,
        `limits` and `schedule` are as in `session`. Never raises for a bad model or cloud file.
        """
        # Checking packages needs none of it
        from muranopl.running.deploying import deploy

        name = arguments.name(method, "method")
        executing = self._executing(class_configs, cloud, limits, schedule)
        return deploy(executing, self._data(model), name)

    def schema(
        self,
        name: str,
        methods: str | Iterable[str] | None = None,
        version: str | None = None,
        package: str | None = None,
        *,
        draft: Draft = "04",
        untranslated: bool = False,
    ) -> dict[str, Any]:
        """Return the JSON schemas of a class and its methods by name; "" is the class itself.

        `methods` are the names to include, `[""]` the class alone, None or "" the class and its
        model builders; actions have to be named. Names that are not methods of the class are
        ignored if there are several. `version` and `package` choose the class as in `resolve`, but
        independently of earlier answers. `draft` is "04", as the documents have it, or "2020-12"
        for current validators; with `untranslated` a schema lists under "x-untranslated" the parts
        of contracts that it does not express. Raise ResolutionError.
        """
        from muranopl.schema.of_classes import (  # checking packages needs none of it
            SchemaQuery,
            schemas,
        )

        if methods is None or methods == "":
            wanted = []
        else:
            wanted = arguments.names(methods, "methods")
        chosen_draft = arguments.one_of(draft, DRAFTS, "draft")
        asked = SchemaQuery(
            _class(name, version, package),
            wanted or None,
            chosen_draft,
            bool(untranslated),
        )
        return schemas(self._installed.results, self._given.quirks, asked)

    def against_ui(
        self, name: str, version: str | None = None, package: str | None = None
    ) -> dict[str, Any]:
        """Return what UI definitions set for a class, compared with what its schema asks for.

        The class is chosen as in `schema`. "objects" has each object of it that a definition makes:
        "path", "file", "line", and "properties", each with its "name" and "status": "set" (by
        "value", with the "fields", "templates" and "parameters" it depends on), left to its
        "default" (the "value") or "null", "missing" though it is required, "unknown" because of a
        key that is an expression, "unlisted" where a generated form would not ask for it. An
        expression is {"yaql": text}. Raise ResolutionError, also if no definition makes an object
        of the class.
        """
        from muranopl.schema.of_classes import (  # checking packages needs none of it
            SchemaQuery,
            against_ui,
        )

        asked = SchemaQuery(_class(name, version, package), draft=DRAFTS[-1])
        return against_ui(self._installed.results, self._given.quirks, asked)

    @functools.cached_property
    def _installed(self) -> Installed:
        return self._given.install(self._cache, self._once)

    @functools.cached_property
    def _resolver(self) -> Resolver:
        # Checking packages needs none of it
        from muranopl.graph.resolver import Resolver

        return Resolver(self._installed.results, self._given.quirks)

    def _data(self, value: Any) -> Any:
        """Return data as it is, or the path of a readable file or stream. Raise UsageError."""
        return arguments.given(value, self._given.streams)

    def _settings(
        self, class_configs: StrPath | None
    ) -> tuple[
        Installed, Findings, frozenset[Quirk], ConfigFolder | None, Mapping[str, bytes]
    ]:
        """Return the arguments of `Inputs`, with the problems of paths reported."""
        folder, findings = arguments.configs(class_configs), self._given.findings()
        findings.take(self._installed.empty)
        configs = None
        if folder is not None:
            from muranopl.render.class_configs import ConfigFolder  # noqa: PLC0415 - not for checks

            known_as = self._given.known_as.get(folder, folder)
            configs = ConfigFolder(folder, known_as)
        return (
            self._installed,
            findings,
            self._given.quirks,
            configs,
            self._given.streams,
        )

    def _executing(
        self,
        class_configs: StrPath | None,
        cloud: StrPath | Mapping[str, Any] | None,
        limits: ExecutionLimits | None,
        schedule: int | None,
    ) -> Executing:
        from muranopl.running.executing import Executing, checked  # not for checks

        seed = arguments.optional_integer(schedule, "schedule")
        settings = self._settings(class_configs)
        return Executing(*settings, self._data(cloud), checked(limits), seed)


def _in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics in the order of reports, one for each cause."""
    return merged(sorted(diagnostics, key=Diagnostic.sort_key))


def _cache(given: object) -> Cache:
    if isinstance(given, (str, os.PathLike)):
        return muranopl.Cache(given)
    return arguments.instance(
        given, muranopl.Cache, "cache", "a muranopl.Cache, or the path of its folder"
    )


def _executor(given: object) -> Executor:
    from concurrent.futures import Executor  # most callers have none

    return arguments.instance(
        given, Executor, "executor", "a concurrent.futures.Executor"
    )


def _own_rules(rules: object, settings: Settings | None) -> tuple[OwnRule, ...]:
    """Return the rules of one's own of arguments and settings, by code. Raise UsageError."""
    own_rules = () if rules == () else _several(rules)
    words = settings.rules if isinstance(settings, Settings) else ()
    if not own_rules and not words:
        return ()
    from muranopl.diagnostics.own_rules import gathered  # few have rules of their own

    return gathered((*own_rules, *words))


def _several(rules: object) -> tuple[object, ...]:
    if isinstance(rules, Iterable) and not isinstance(rules, (str, bytes)):
        return tuple(rules)
    return (rules,)


def _class(name: object, version: object, package: object) -> ClassQuery:
    """Return the query for a class: its name, and what chooses among several of the name."""
    # Checking packages needs none of it
    from muranopl.namespace.class_query import class_query

    return class_query(name, version, package)
