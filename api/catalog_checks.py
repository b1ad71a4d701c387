"""Checks, fixes, upgrades and packs the packages of a catalog; the functions are methods of `Catalog`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec

import muranopl
from muranopl.api.catalog_packages import CatalogPackages
from muranopl.api.catalog_runs import render
from muranopl.api.report import PhaseRun, Report, checked_entries
from muranopl.diagnostics import arguments
from muranopl.diagnostics.arguments import Models, Progress, StrPath
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic, Phase, errors_of
from muranopl.diagnostics.shellcheck_codes import PREFIX
from muranopl.language.grammar.formats import LATEST as LATEST_FORMAT
from muranopl.language.grammar.formats import parse_format
from muranopl.phases.check import CheckResult
from muranopl.phases.check import check as run_check
from muranopl.phases.report import DraftReport, in_order, new_diagnostics
from muranopl.phases.reuse.one_run import run_all
from muranopl.phases.reuse.opening import PackagePaths
from muranopl.read.index import PackageIndex
from muranopl.read.shellcheck_program import shellcheck_program

if TYPE_CHECKING:
    from muranopl.ard.sources.source import Source
    from muranopl.phases.job import Job
    from muranopl.writing.fixing.rounds import FixResult
    from muranopl.writing.fixing.upgrading import UpgradeResult
    from muranopl.writing.packing.build import BuildResult


def check(
    packages: CatalogPackages,
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
    `against` is a package, a zip or a catalog with older versions: changes since then are
    reported once phase 4 has run, as an error where the version of a package is too low for it.
    """
    phase = Phase.RENDER if stop_after is None else arguments.phase(stop_after)
    all_models = arguments.models(models, packages.paths.streams)
    if all_models and phase is not Phase.RENDER:
        arguments.refuse("stop_after", "None where there are models", stop_after)
    configs = arguments.configs(class_configs)
    if progress is not None and not callable(progress):
        arguments.refuse("progress", "something that can be called", progress)
    # Before the work: it may be no baseline
    baseline = packages.rules.known_diagnostics()
    older = None if against is None else _older_versions(packages, against)
    job, unopened, checked = _checked(packages, phase, progress)
    packages.paths.require_core(checked.index)
    further: list[Diagnostic] = []
    if phase.number >= Phase.INHERIT.number:
        # Cached results and workers do without the classes that these need
        phase_run = _phase_run(packages, job, Phase.INHERIT, checked)
        further += _by_own_rules(packages, phase_run)
        further += _changes(packages, older, phase_run)
    if phase is Phase.RENDER:
        further += _about_scripts(packages, checked.index)
    rendered = [render(packages, model, class_configs=configs) for model in all_models]
    draft = DraftReport(
        job,
        checked,
        packages.rules,
        stop_after=phase,
        unopened=unopened,
        plugins=packages.paths.extensions,
        further=further,
        compares=older is not None,
        about_models=[item for model in rendered for item in model.diagnostics],
        baseline=baseline,
        paths=packages.paths.paths,
    ).filled()
    return Report(
        draft.diagnostics,
        checked.index,
        _phase_run(packages, job, phase, checked),
        rendered,
        muranopl.__version__,
        suppressed=draft.suppressed,
        known=draft.known,
        gone=draft.gone,
    )


def _checked(
    packages: CatalogPackages, phase: Phase, progress: Progress | None
) -> tuple[Job, tuple[Diagnostic, ...], CheckResult]:
    """Return the job of the packages, diagnostics about paths without one, and the results."""
    if packages.session is not None:
        return packages.session.check(packages.paths, packages.workers, phase, progress)
    job, unopened = packages.paths.open()
    result = run_check(
        job, packages.workers, packages.cache, phase, progress, answers=packages.answers
    )
    return job, unopened, result


def _phase_run(packages: CatalogPackages, job: Job, phase: Phase, checked: CheckResult) -> PhaseRun:
    """Return the results of the phases up to one, which may be computed when they are needed."""
    again = None if packages.session is None else packages.session.run_all
    return PhaseRun(job, phase, packages.cache, checked.results, again)


def _by_own_rules(packages: CatalogPackages, phases: PhaseRun) -> Iterable[Diagnostic]:
    """Return the diagnostics of rules of one's own about the packages of `paths`."""
    if not packages.own_rules:
        return []
    from muranopl.views.graph.rule_run import (
        apply_rules,  # few have rules of their own
    )

    targets = phases.results.read.targets
    return apply_rules(
        packages.own_rules,
        phases.results,
        {target.header.source.location for target in targets},
        packages.paths.quirks,
        packages.paths.max_per_code,
    )


def _older_versions(packages: CatalogPackages, path: StrPath) -> PackagePaths:
    """Return the location of older versions. Raise UsageError."""
    older = msgspec.structs.replace(packages.paths, paths=(arguments.path(path, "against"),))
    older.require_readable()
    return older


def _changes(
    packages: CatalogPackages, older: PackagePaths | None, phases: PhaseRun
) -> Iterable[Diagnostic]:
    """Return the changes since older versions. Raise UsageError if there is no package."""
    if older is None:
        return []
    from muranopl.views.changes.reporting import (
        report_changes,  # few checks compare
    )

    job, unopened = older.open()
    arguments.require_packages(unopened)
    before = run_all(job, packages.cache, Phase.INHERIT)
    max_per_code = packages.paths.max_per_code
    return report_changes(before, phases.results, older.paths[0], max_per_code)


def _about_scripts(packages: CatalogPackages, index: PackageIndex) -> list[Diagnostic]:
    """Return what shellcheck reports about the scripts of the packages, if it is installed."""
    if shellcheck_program() is None or not packages.rules.may_report(PREFIX):
        return []
    from muranopl.phases.reuse.scripts import check_scripts  # an extra of few

    targets = ((entry.name, entry.source) for entry in index.targets)
    return check_scripts(targets, packages.cache, packages.paths.max_per_code)


def fix(
    packages: CatalogPackages,
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
    from muranopl.writing.fixing.rounds import fix_all  # checks need none of it

    job, _ = packages.paths.open()

    def fixable(targets: Sequence[Source]) -> list[Diagnostic]:
        diagnostics = _check_edited(packages, job, targets, packages.rules)
        return [item for item in diagnostics if only is None or only(item)]

    result = fix_all(job.targets, fixable, unsafe=bool(unsafe))
    if write:
        result.write()
    return result


def upgrade(
    packages: CatalogPackages, to: str | float = str(LATEST_FORMAT), *, write: bool = True
) -> UpgradeResult:
    """Rewrite the packages for a later format, in spans, and return what changes.

    `to` is a format, such as "1.4". Without `write` no file is written. Files in zips are never
    written, and packages of other families, such as Heat, stay as they are. Raise UsageError
    for a format that is not known, and OSError for a file that cannot be written.
    """
    from muranopl.writing.fixing.upgrading import (
        upgrade_all,  # checks need none of it
    )

    target = parse_format(to)
    if target is None or target.is_heat or not to:
        arguments.refuse("to", "a format of packages, MuranoPL/1.0 to 1.4", to)
    job, _ = packages.paths.open()

    everything = RulesByFile(Settings(suppressions=False))

    def diagnostics_of(targets: Sequence[Source]) -> Sequence[Diagnostic]:
        return _check_edited(packages, job, targets, everything)

    result = upgrade_all(job.targets, diagnostics_of, target)
    if write:
        result.write()
    return result


def _check_edited(
    packages: CatalogPackages, job: Job, targets: Sequence[Source], rules: RulesByFile
) -> Sequence[Diagnostic]:
    """Return the diagnostics of a check of a job with other contents of its targets."""
    edited = msgspec.structs.replace(job, targets=list(targets))
    # Without the cache, whose keys are those of files on disk
    checked = run_check(edited, packages.workers, None, answers=packages.answers)
    packages.paths.require_core(checked.index)
    return DraftReport(edited, checked, rules).filled().diagnostics


def build(packages: CatalogPackages, *, compress: bool = False) -> BuildResult:
    """Return the packages as zips for upload, after checks of the packages and of the zips.

    The same files give the same bytes on every machine, unless `compress` makes them smaller.
    What `.muranoignore` says is left out. Of the diagnostics of the zips, only those are
    returned that the packages do not have. Raise UsageError for an unreadable `.muranoignore`.
    """
    from muranopl.writing.packing.build import BuildResult, build_all

    report = check(packages)
    if not report.ok:
        return BuildResult((), report.diagnostics)
    built, unreadable = build_all(checked_entries(report), compress=bool(compress))
    zips = {package.file: package.data for package in built}
    of_zips = check(packages.with_uploads(zips, {})).diagnostics
    # Paths of zips do not count
    more = new_diagnostics(
        report.diagnostics, of_zips, lambda item: (item.code, item.package, item.message)
    )
    diagnostics = in_order((*report.diagnostics, *unreadable, *more))
    if errors_of(diagnostics):
        return BuildResult((), diagnostics)
    return BuildResult(tuple(built), diagnostics)
