"""The command `muranopl check`: validate packages and report diagnostics."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NoReturn

import click
import msgspec

from muranopl import __version__
from muranopl.diagnostics.arguments import require_packages
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.formats import FORMATS, render
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli import dumping
from muranopl.interfaces.cli.command_line import command_line, run_again
from muranopl.interfaces.cli.exits import leave, status_of
from muranopl.interfaces.cli.fixing import FixOptions, fix_options
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.inputs import (
    committed_folder,
    is_committed,
    only_in,
    package_of,
    packages_of,
    with_stdin_filename,
)
from muranopl.interfaces.cli.options import (
    ALL_DIAGNOSTICS,
    Common,
    all_option,
    choice_option,
    common_options,
    configs_option,
    format_option,
    input_option,
    rules_option,
    was_given,
)
from muranopl.interfaces.cli.output import format_of, targets, write, write_file
from muranopl.interfaces.cli.report_options import ReportOptions, at_least, report_options
from muranopl.interfaces.cli.signals import end_after
from muranopl.interfaces.cli.terminal import fetch, progress_bar, text_width, wants_color
from muranopl.interfaces.cli.watching import Watch, repeat, require_watchable

if TYPE_CHECKING:
    from muranopl.api.catalog import Catalog
    from muranopl.diagnostics.configuration.settings import Settings
    from muranopl.workspace.repeated_checks import RepeatedChecks


def _limit(ctx: click.Context, _param: click.Parameter, seconds: float | None) -> None:
    """End the process after some seconds. Raise click.UsageError if the system cannot."""
    if seconds is not None and not end_after(seconds):
        raise click.UsageError("--timeout needs timers, which this system has not.", ctx)


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 no error was found, 1 at least one, 2 wrong usage or nothing to check, 3 a bug in muranopl.

Diagnostics go to standard output; with --dump-phase the dump goes there, and diagnostics go to standard error.""",
)
@common_options
@format_option(FORMATS, "How diagnostics are written.")
@click.option(
    "-o",
    "--output",
    "outputs",
    metavar="[FORMAT:]FILE",
    multiple=True,
    type=click.Path(),
    help="Write diagnostics to a file. FILE alone takes --format, and the terminal gets text; else its suffix, such as "
    ".sarif, tells the format. Repeatable.",
)
@report_options
@fix_options
@rules_option
@all_option(f"{ALL_DIAGNOSTICS}, and dumps of all that was read, the core library too")
@click.option(
    "--stop-after",
    metavar="PHASE",
    type=dumping.PhaseName(with_all=False),
    help="Stop after a phase: read, namespace, hierarchy, inherit, render, or 1 to 5.",
)
@click.option(
    "--dump-phase",
    "dump_phases",
    metavar="PHASE",
    multiple=True,
    type=dumping.PhaseName(with_all=True),
    help="Write the result of a phase, or of all, for the packages of PATH. Repeatable.",
)
@dumping.shown_options("Dump")
@choice_option(
    ("--dump-format",),
    "FORMAT",
    dumping.FORMATS,
    "How results are written.",
    "dot and mermaid draw the hierarchy.",
    default="yaml",
)
@input_option(
    "--model",
    "models",
    multiple=True,
    help_="An object model to render against the packages once they are checked; - for standard input. Repeatable.",
)
@click.option(
    "--executor",
    metavar="URL",
    help="Share the work with a cluster: dask://HOST:PORT (the extra `dask`).",
)
@configs_option
@click.option(
    "--stdin-filename",
    metavar="FILE",
    type=click.Path(),
    help="Standard input is the text of this file: check its package with it, and report what is in the file.",
)
@click.option(
    "--of-files",
    is_flag=True,
    help="PATH is a file, as a commit has it: check the package that it is part of. Files of no package are left out.",
)
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=click.FloatRange(0, min_open=True),
    callback=_limit,
    expose_value=False,
    help="End the check if it takes longer; the exit status is 2 then.",
)
@click.option(
    "--against",
    metavar="OLD",
    type=click.Path(),
    help="Report what changed since OLD, a package, a catalog or REF:PATH in git, and versions too low for it.",
)
@click.option(
    "--locked",
    is_flag=True,
    help="Fail if a requirement comes to another package than muranopl.lock has (`muranopl lock` writes it).",
)
@click.option(
    "--show-files", is_flag=True, help="List the files that would be checked, and check nothing."
)
@click.option(
    "--watch",
    "watched",
    is_flag=True,
    help="Check again whenever a file changes, until Ctrl-C (the extra `watch`).",
)
def check(
    common: Common,
    reporting: ReportOptions,
    fixing: FixOptions,
    *,
    own: tuple[str, ...],
    executor: str | None,
    format_: str,
    outputs: tuple[str, ...],
    everything: bool,
    stop_after: str | None,
    dump_phases: tuple[str, ...],
    classes: tuple[str, ...],
    packages: tuple[str, ...],
    dump_format: str,
    models: tuple[str, ...],
    class_configs: str | None,
    stdin_filename: str | None,
    against: str | None,
    locked: bool,
    of_files: bool,
    show_files: bool,
    watched: bool,
) -> None:
    """Check packages: everything that is wrong with them, with the place and a remedy.

    PATH is a package's folder, a package's zip, a folder that holds packages, or - for a zip from standard input;
    with --stdin-filename standard input is one file of a package, as an editor has it.

    \b
    Examples:
      muranopl check my.package/
      muranopl check apps/ -L murano/meta --select MPL2,MPL3
      muranopl check apps/ -o sarif:report.sarif -o junit:report.xml
      muranopl check my.package/ --dump-phase hierarchy --dump-format mermaid
      muranopl check my.package/ --dump-phase inherit --class my.package.App
      muranopl check my.package/ --model environment.json
      muranopl check my.package/ --diff
      muranopl check my.package/ --against origin/main:my.package
      muranopl check my.package/ -L murano+https://murano.example.org --locked
      muranopl check --of-files $(git diff --name-only main)
      muranopl check - --stdin-filename my.package/Classes/App.yaml < edited.yaml
      git archive HEAD:my.package --format zip | muranopl check -
    """  # noqa: D301 - click wants the character
    _require_all_phases(models, stop_after, class_configs)
    _require_dump(dump_phases, (*classes, *packages))
    reporting.require_alone(
        stdin_filename or fixing.is_asked_for or stop_after or outputs or dump_phases
    )
    common = _with_packages(common, stdin_filename, of_files=of_files)
    if show_files:
        _list_files(common)
        return
    settings = _settings(common, reporting, own)
    chosen = format_ if was_given("format_") else settings.format
    shown_format = reporting.format(
        "text" if any(format_of(output) is None for output in outputs) else chosen or format_
    )
    files = targets(outputs, chosen)
    dumps = dumping.phases_to_dump(dump_phases, dump_format, stop_after)
    common.require_files(models, [target.file for target in files], class_configs)
    changes = fixing.is_asked_for or reporting.writes
    checks = _earlier_checks(
        common,
        _inputs(common, settings, (*models, class_configs, against), locked=locked),
        begins=watched,
        writes=outputs or stdin_filename or changes,
    )
    # Only one text on standard output is kept, and its signature is that of packages alone;
    # a fix changes the files that it would be about
    other_options = files or dumps or models or stop_after or executor or stdin_filename or own
    no_question = other_options or changes or against or locked or watched
    question = None if no_question else common.question(settings.baseline)
    with common.logging():
        catalog = common.catalog(
            models,
            # Comments are added for all, those that one would stand for included
            everything=everything or reporting.add_suppressions,
            executor=executor,
            settings=reporting.of_check(settings),
            edited=stdin_filename,
            locked=locked,
            checks=checks,
        )
        catalog, older = _with_older(catalog, against)
        if fixing.is_asked_for:
            fixing.run(catalog, stdin_filename, quiet=reporting.quiet)
        shows_progress = not (common.verbosity or reporting.quiet)
        fetch(catalog, shows_progress=shows_progress)
        with progress_bar(shows_progress) as progress:
            report = catalog.check(
                stop_after=stop_after,
                progress=progress,
                models=models,
                class_configs=class_configs,
                against=older,
            )
        require_packages(with_stdin_filename(report.diagnostics, common.paths))
        reported = only_in(stdin_filename, report.diagnostics)
        diagnostics = at_least(settings.severity, reported)
        if reporting.writes:
            reporting.write(report, diagnostics, settings, common.paths)
        plain = ReportContext(
            report.packages,
            version=__version__,
            models=len(models),
            sum_up=not everything,
            hidden=len(reported) - len(diagnostics),
            suppressed=report.suppressed,
            known=report.known,
        )
        stream = sys.stderr if dumps else sys.stdout
        context = msgspec.structs.replace(
            plain,
            color=wants_color(common.color, stream),
            width=text_width(stream),
            quiet=reporting.quiet,
        )
        try:
            for target in files:  # first: the reader of standard output may be gone
                write_file(target.file, render(target.format, diagnostics, plain))
            if dumps:
                shown = dumping.ShownParts(classes, packages, everything)
                write(sys.stdout, dumping.dumped(report, dumps, dump_format, shown))
        # Errors may explain a missing class: show them even if a file cannot be written.
        finally:
            text = render(shown_format, diagnostics, context)
            write(stream, text)
    failed = reporting.fails(reported, settings)
    # What is gone is said on standard error, which is not kept
    gone = reporting.say_gone(() if stdin_filename else report.gone)
    if question and not (gone or any(item.is_internal for item in reported)):
        question.keep(status_of(reported, failed=failed), text, common.cache_dir)
    leave(reported, failed=failed)


def _settings(common: Common, reporting: ReportOptions, own: Sequence[str]) -> Settings:
    """Return the settings of a check. Raise click.UsageError, UsageError."""
    result = reporting.over(common.configuration.settings, own)
    reporting.require_baseline(common.configuration)
    return result


def _with_older(catalog: Catalog, against: str | None) -> tuple[Catalog, str | None]:
    """Return the path of older versions, and a catalog whose diagnostics call it `against`."""
    if against is None or not is_committed(against):
        return catalog, against
    folder = click.get_current_context().with_resource(committed_folder(against))
    return catalog.known_as({folder: against}), folder


def _with_packages(common: Common, stdin_filename: str | None, *, of_files: bool) -> Common:
    """Return the options with packages in place of files; end the program if there are none."""
    if of_files:
        folders = packages_of(common.paths)
        if not folders:
            leave([], failed=False)
        return msgspec.structs.replace(common, paths=folders)
    if stdin_filename is None:
        return common
    folder = package_of(stdin_filename, common.paths)
    return msgspec.structs.replace(common, paths=(folder,))


def _earlier_checks(
    common: Common, inputs: Sequence[str | None], *, begins: bool, writes: object
) -> RepeatedChecks | None:
    """Return what the checks under `--watch` know; check until Ctrl-C if it `begins` only now.

    `inputs` are the files and folders that a check reads besides packages. Raise click.UsageError
    where a check changes what is watched.
    """
    watch = command_line().watch
    if watch is None:
        if begins:
            require_watchable(common.paths, inputs, writes=writes)
            _watch(common)
        return None
    packages = (*common.paths, *common.libraries, common.core_library)
    looked_for = common.configuration.looked_for
    watch.cover((*packages, *common.plugin_paths, *looked_for, *inputs))
    return watch.checks


def _watch(common: Common) -> NoReturn:
    """Check now and after each change."""
    from muranopl.workspace.repeated_checks import (  # few checks are repeated
        RepeatedChecks,
    )

    watch, checks = Watch(), RepeatedChecks(common.cache)
    watch.checks = checks

    def check_again(changed: Collection[str]) -> int:
        checks.files_changed(changed)
        return run_again(watch)

    repeat(watch, check_again)


def _inputs(
    common: Common, settings: Settings, inputs: Sequence[str | None], *, locked: bool
) -> list[str | None]:
    """Return files and folders that a check reads, with those of its settings."""
    result = [*inputs, settings.baseline, *settings.rules]
    if locked or settings.locked:
        from muranopl.namespace.required.lock_file import nearest_lock  # few have one

        result.append(nearest_lock(common.paths))
    return result


def _require_all_phases(
    models: Sequence[str], stop_after: str | None, class_configs: str | None
) -> None:
    """Raise click.UsageError for object models, or what is for them, without what they need."""
    if models and stop_after not in {None, Phase.RENDER.value}:
        raise click.UsageError(
            f"--model needs all phases, but --stop-after {stop_after} leaves some out."
        )
    if class_configs and not models:
        raise click.UsageError("--class-configs is for object models: give one with --model.")


def _list_files(common: Common) -> None:
    """Write the paths of the files that would be checked."""
    common.require_files()
    files = common.catalog().package_paths.files()
    write(sys.stdout, "".join(f"{visible(file.address)}\n" for file in files))


def _require_dump(dump_phases: Sequence[str], parts: Sequence[str]) -> None:
    """Raise click.UsageError for parts of dumps where there is no dump."""
    if parts and not dump_phases:
        raise click.UsageError(
            "--class and --package choose what --dump-phase shows: give a phase with it."
        )
