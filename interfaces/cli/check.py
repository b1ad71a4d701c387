"""The command `muranopl check`: check packages and write a report."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Collection
from typing import TYPE_CHECKING, NoReturn

import click
import msgspec

from muranopl import __version__
from muranopl.diagnostics.arguments import require_packages
from muranopl.diagnostics.formats import render
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.check_options import CheckOptions, check_options
from muranopl.interfaces.cli.command_line import command_line, run_again
from muranopl.interfaces.cli.exits import leave, status_of
from muranopl.interfaces.cli.fixing import FixOptions, fix_options
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.inputs import only_in, with_stdin_filename
from muranopl.interfaces.cli.output import targets, write, write_file
from muranopl.interfaces.cli.package_options import Common, common_options
from muranopl.interfaces.cli.report_options import ReportOptions, at_least, report_options
from muranopl.interfaces.cli.terminal import fetch, progress_bar, text_width, wants_color

if TYPE_CHECKING:
    from muranopl.api.report import Report
    from muranopl.workspace.check_session import CheckSession


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 no error was found, 1 at least one, 2 wrong usage or nothing to check, 3 a bug in muranopl.

Diagnostics go to standard output; with --dump-phase the dump does, and diagnostics go to standard error.""",
)
@common_options
@report_options
@fix_options
@check_options
def check(
    common: Common, reporting: ReportOptions, fixing: FixOptions, options: CheckOptions
) -> None:
    """Check packages, and report each problem with its location and a suggestion.

    PATH is the folder or zip of a package, a folder of packages, or - for a zip from standard input. With
    --stdin-filename, standard input is the text of one file of a package, for editors.

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
    options.require_consistent()
    options.dumped()
    reporting.require_alone(
        options.stdin_filename
        or fixing.is_asked_for
        or options.stop_after
        or options.outputs
        or options.dump_phases
    )
    common = options.with_packages(common)
    if options.show_files:
        _list_files(common)
        return
    reporting.require_valid(common)
    reporting.require_baseline(common)
    settings = common.settings
    format_ = reporting.format(options.shown_format(settings))
    files = targets(options.outputs, settings.format)
    common.require_files(options.models, [item.file for item in files], options.class_configs)
    changes_files = fixing.is_asked_for or reporting.writes
    checks = _earlier_checks(common, options, changes_files=changes_files)
    if checks is None:
        gc.disable()  # its results stay to the end: collections would search them in vain
    is_cached = not (changes_files or options.has_more_results)
    question = common.question() if is_cached else None
    with common.logging():
        report = _report(common, reporting, fixing, options, checks)
        require_packages(with_stdin_filename(report.diagnostics, common.paths))
        reported = only_in(options.stdin_filename, report.diagnostics)
        shown = at_least(settings.severity, reported)
        if reporting.writes:
            reporting.write(report, shown, settings, common.paths)
        context = ReportContext(
            report.packages,
            version=__version__,
            models=len(options.models),
            sum_up=not options.everything,
            hidden=len(reported) - len(shown),
            suppressed=report.suppressed,
            known=report.known,
        )
        stream = sys.stderr if options.dump_phases else sys.stdout
        terminal = msgspec.structs.replace(
            context,
            color=wants_color(common.color, stream),
            width=text_width(stream),
            quiet=reporting.quiet,
        )
        try:
            for item in files:  # first: the reader of standard output may be gone
                write_file(item.file, render(item.format, shown, context))
            options.dump(report)
        # Errors may explain a missing class: show them even if a file cannot be written.
        finally:
            text = render(format_, shown, terminal)
            write(stream, text)
    failed = reporting.fails(reported, settings)
    # Standard error, which is not cached, has what a baseline lists in vain
    gone = reporting.say_gone(() if options.stdin_filename else report.gone)
    if question and not (gone or any(item.is_internal for item in reported)):
        question.keep(status_of(reported, failed=failed), text, common.cache_dir)
    leave(reported, failed=failed)


def _report(
    common: Common,
    reporting: ReportOptions,
    fixing: FixOptions,
    options: CheckOptions,
    checks: CheckSession | None,
) -> Report:
    """Return the report, after the fixes that are asked for."""
    catalog, older = options.with_older(
        common.catalog(
            options.models,
            # Comments are added for all, those that one would stand for included
            everything=options.everything or reporting.add_suppressions,
            executor=options.pool(),
            settings=reporting.of_check(common.settings),
            edited=options.stdin_filename,
            checks=checks,
        )
    )
    if fixing.is_asked_for:
        fixing.run(catalog, options.stdin_filename, quiet=reporting.quiet)
    shows_progress = not (common.verbosity or reporting.quiet)
    fetch(catalog, shows_progress=shows_progress)
    with progress_bar(shows_progress) as progress:
        return catalog.check(
            stop_after=options.stop_after,
            progress=progress,
            models=options.models,
            class_configs=options.class_configs,
            against=older,
        )


def _list_files(common: Common) -> None:
    """Write the paths of the files that would be checked."""
    common.require_files()
    files = common.catalog().package_paths.files()
    write(sys.stdout, "".join(f"{visible(file.address)}\n" for file in files))


def _earlier_checks(
    common: Common, options: CheckOptions, *, changes_files: bool
) -> CheckSession | None:
    """Return the checks before this one under `--watch`; without any, check until Ctrl-C.

    Raise click.UsageError where a check changes files that are watched.
    """
    watch, inputs = command_line().watch, options.inputs(common)
    if watch is None:
        if options.watched:
            from muranopl.interfaces.cli.watching import require_watchable  # few are

            writes = options.outputs or options.stdin_filename or changes_files
            require_watchable(common.paths, inputs, writes=writes)
            _watch(common)
        return None
    # Other plugins are names of distributions
    plugins = filter(os.path.lexists, common.settings.extensions)
    watch.cover((*common.packages, *plugins, *common.configuration.looked_for, *inputs))
    return watch.checks


def _watch(common: Common) -> NoReturn:
    """Check now and after each change."""
    # Few checks are repeated
    from muranopl.interfaces.cli.watching import Watch, repeat
    from muranopl.workspace.check_session import CheckSession

    watch, checks = Watch(), CheckSession(common.cache)
    watch.checks = checks

    def check_again(changed: Collection[str]) -> int:
        checks.files_changed(changed)
        return run_again(watch)

    repeat(watch, check_again)
