"""The options that only `muranopl check` has."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
import msgspec

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.formats import DEFAULT, FORMATS
from muranopl.interfaces.cli import dumping
from muranopl.interfaces.cli.exit_status import end_after
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.inputs import committed_folder, is_committed, package_of, packages_of
from muranopl.interfaces.cli.options import (
    ALL_DIAGNOSTICS,
    all_option,
    choice_option,
    configs_option,
    flag,
    gathered,
    input_option,
    path_option,
    rules_option,
    setting_option,
)
from muranopl.interfaces.cli.output import format_of, write
from muranopl.interfaces.cli.package_options import Common

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.api.catalog import Catalog
    from muranopl.api.report import Report
    from muranopl.diagnostics.configuration.settings import Settings


class CheckOptions(msgspec.Struct, frozen=True):
    """The values of the options that only `check` has."""

    models: tuple[str, ...]
    class_configs: str | None
    stdin_filename: str | None
    of_files: bool
    against: str | None
    outputs: tuple[str, ...]
    everything: bool
    stop_after: str | None
    dump_phases: tuple[str, ...]
    dump_format: str
    classes: tuple[str, ...]
    packages: tuple[str, ...]
    executor: str | None
    show_files: bool
    watched: bool

    def require_consistent(self) -> None:
        """Raise click.UsageError for options that contradict one another."""
        if self.models and self.stop_after not in {None, Phase.RENDER.value}:
            raise click.UsageError(
                f"--model needs all phases: leave out --stop-after {self.stop_after}."
            )
        if self.class_configs and not self.models:
            raise click.UsageError("--class-configs needs --model.")
        if (self.classes or self.packages) and not self.dump_phases:
            raise click.UsageError(
                "--class and --package choose the contents of a dump: add --dump-phase."
            )

    @property
    def has_more_results(self) -> bool:
        """Whether the result is more than one text on standard output, about packages alone."""
        result = self.outputs or self.dump_phases or self.stop_after or self.models
        return bool(result or self.stdin_filename or self.against or self.executor or self.watched)

    def pool(self) -> Executor | None:
        """Return the executor of a cluster, closed when the command ends. Raise UsageError."""
        if self.executor is None:
            return None
        from muranopl.phases.workers.workers import executor_at  # few have a cluster

        return click.get_current_context().with_resource(executor_at(self.executor))

    def with_packages(self, common: Common) -> Common:
        """Return the options with packages in place of files; end the program if there are none."""
        if self.of_files:
            folders = packages_of(common.paths)
            if not folders:
                leave([], failed=False)
            return msgspec.structs.replace(common, paths=folders)
        if self.stdin_filename is None:
            return common
        folder = package_of(self.stdin_filename, common.paths)
        return msgspec.structs.replace(common, paths=(folder,))

    def with_older(self, catalog: Catalog) -> tuple[Catalog, str | None]:
        """Return the path of older versions, and a catalog whose diagnostics call it `against`."""
        if self.against is None or not is_committed(self.against):
            return catalog, self.against
        folder = click.get_current_context().with_resource(committed_folder(self.against))
        return catalog.known_as({folder: self.against}), folder

    def inputs(self, common: Common) -> list[str | None]:
        """Return the files and folders that a check reads besides packages."""
        settings = common.settings
        result = [
            *self.models,
            self.class_configs,
            self.against,
            settings.baseline,
            *settings.rules,
        ]
        if settings.locked:
            from muranopl.namespace.required.lock_file import nearest_lock  # few have one

            result.append(nearest_lock(common.paths))
        return result

    def shown_format(self, settings: Settings) -> str:
        """Return the format of standard output, which is text if a file gets that of `--format`."""
        takes_format = any(format_of(output) is None for output in self.outputs)
        return DEFAULT if takes_format or settings.format is None else settings.format

    def dumped(self) -> list[Phase]:
        """Return the phases of which results are written. Raise click.UsageError."""
        return dumping.phases_to_dump(self.dump_phases, self.dump_format, self.stop_after)

    def dump(self, report: Report) -> None:
        """Write the results of phases to standard output, if any are asked for."""
        if self.dump_phases:
            shown = dumping.ShownParts(self.classes, self.packages, self.everything)
            write(sys.stdout, dumping.dumped(report, self.dumped(), self.dump_format, shown))


def _limit(ctx: click.Context, _param: click.Parameter, seconds: float | None) -> None:
    """End the process after some seconds. Raise click.UsageError if the system cannot."""
    if seconds is not None and not end_after(seconds):
        raise click.UsageError("--timeout needs timers, which this system does not have.", ctx)


check_options = gathered(
    CheckOptions,
    "options",
    input_option(
        "--model",
        "models",
        multiple=True,
        help_="Object model to render with the packages after the check; - for standard input. Repeatable.",
    ),
    configs_option,
    path_option(
        "--stdin-filename",
        help="Read the text of this file from standard input, check its package, and report diagnostics of this file.",
    ),
    flag(
        "--of-files",
        help="Treat each PATH as a changed file and check its package; files outside packages are ignored.",
    ),
    path_option(
        "--against",
        metavar="OLD",
        help="Report changes since OLD (a package, a folder of packages, or REF:PATH in git), and versions that are "
        "too low for them.",
    ),
    setting_option("locked", "--locked", is_flag=True),
    rules_option,
    setting_option("format", "--format", choices=FORMATS),
    path_option(
        "-o",
        "--output",
        "outputs",
        metavar="[FORMAT:]FILE",
        multiple=True,
        help="Write diagnostics to a file. The format is FORMAT, or else the value of --format (standard output is "
        "then text), or else the format of the suffix, such as .sarif. Repeatable.",
    ),
    all_option(f"{ALL_DIAGNOSTICS}; dumps include libraries and the core library"),
    click.option(
        "--stop-after",
        metavar="PHASE",
        type=dumping.PhaseName(with_all=False),
        help="Last phase to run: read, namespace, hierarchy, inherit, render, or 1 to 5.",
    ),
    click.option(
        "--dump-phase",
        "dump_phases",
        metavar="PHASE",
        multiple=True,
        type=dumping.PhaseName(with_all=True),
        help="Write the result of a phase, or of `all`, for the packages of PATH. Repeatable.",
    ),
    dumping.shown_options("Dump"),
    choice_option(
        ("--dump-format",),
        "Format of dumps.",
        dumping.FORMATS,
        "dot and mermaid draw the hierarchy.",
    ),
    click.option(
        "--executor",
        metavar="URL",
        help="Cluster that shares the work: dask://HOST:PORT. Needs `pip install distributed` (the extra `dask`).",
    ),
    click.option(
        "--timeout",
        metavar="SECONDS",
        type=click.FloatRange(0, min_open=True),
        callback=_limit,
        expose_value=False,
        help="Maximum duration of the check; a longer one ends with exit status 2.",
    ),
    flag("--show-files", help="List the files that would be checked, and check nothing."),
    flag(
        "--watch",
        "watched",
        help="Check again whenever a file changes, until Ctrl-C. "
        "Needs `pip install watchfiles` (the extra `watch`).",
    ),
)
"""The options of `CheckOptions`, passed as `options`."""
