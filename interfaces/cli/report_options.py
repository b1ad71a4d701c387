"""Options of what a report shows, and of the exit status that follows from it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click
import msgspec

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.formats import DEFAULT
from muranopl.diagnostics.selection import UnknownRuleError, selection
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import completions
from muranopl.interfaces.cli.options import (
    Decorator,
    converted,
    flag,
    gathered,
    setting_option,
    was_given,
)
from muranopl.interfaces.cli.output import words, write
from muranopl.interfaces.cli.package_options import Common

if TYPE_CHECKING:
    from muranopl.api.report import Report
    from muranopl.diagnostics.suppressions.baseline import Gone

_LEVELS = [severity.value for severity in Severity]
_STATISTICS = "statistics"


class ReportOptions(msgspec.Struct, frozen=True):
    """The values of the options of reports that are no settings."""

    exit_zero: bool
    quiet: bool
    statistics: bool
    add_suppressions: bool
    write_baseline: bool
    prune_baseline: bool

    @property
    def writes(self) -> bool:
        """Whether the command writes comments or a baseline in place of a report."""
        return self.add_suppressions or self.write_baseline or self.prune_baseline

    def format(self, chosen: str) -> str:
        """Return the format of standard output, `chosen` without `--statistics`.

        Raise click.UsageError for another format beside statistics.
        """
        if not self.statistics:
            return chosen
        if chosen not in {DEFAULT, _STATISTICS}:
            raise click.UsageError(
                f"--statistics replaces --format {chosen}: write {chosen} to a file with -o {chosen}:FILE."
            )
        return _STATISTICS

    def require_valid(self, common: Common) -> None:
        """Raise click.UsageError for an unknown code, and for a baseline without a name."""
        settings = common.settings
        try:
            selection(settings.select, settings.ignore)
        except UnknownRuleError as error:
            raise click.UsageError(f"{error}.") from None
        if settings.baseline is None and (self.write_baseline or self.prune_baseline):
            raise click.UsageError(
                "The baseline file is missing: add --baseline FILE, or `baseline` in the configuration."
            )

    def require_baseline(self, common: Common) -> None:
        """Raise ConfigurationError if the baseline of the configuration does not exist."""
        if not was_given("baseline") and not self.write_baseline:
            remedy = "write it with --write-baseline"
            common.configuration.require_paths(["baseline"], remedy)

    def of_check(self, settings: Settings) -> Settings:
        """Return the settings of the check: what writes a baseline needs all that is reported."""
        if self.write_baseline or self.prune_baseline:
            return msgspec.structs.replace(settings, baseline=None)
        return settings

    def require_alone(self, others: object) -> None:
        """Raise click.UsageError if something is to be written that does not go with `others`."""
        if self.add_suppressions + self.write_baseline + self.prune_baseline > 1:
            raise click.UsageError(
                "--add-suppressions, --write-baseline and --prune-baseline cannot be combined."
            )
        if self.writes and others:
            raise click.UsageError(
                "--add-suppressions, --write-baseline and --prune-baseline cannot be combined with "
                "--stdin-filename, --stop-after, --dump-phase, -o or fixes."
            )

    def write(
        self,
        report: Report,
        diagnostics: Sequence[Diagnostic],
        settings: Settings,
        paths: Sequence[str],
    ) -> NoReturn:
        """Write comments for the diagnostics, or a baseline of the report, and exit."""
        from muranopl.interfaces.cli.suppressing import add_suppressions, update_baseline

        if self.add_suppressions:
            left = add_suppressions(diagnostics)
            leave(left, failed=self.fails(left, settings))
        left = update_baseline(report, settings, paths, prune=self.prune_baseline)
        leave(left, failed=self.fails(left, settings) and self.prune_baseline)

    def say_gone(self, gone: Sequence[Gone]) -> bool:
        """Write what a baseline has and is reported no more; return whether there is any."""
        if gone and not self.quiet:
            from muranopl.interfaces.cli.suppressing import gone_text

            write(sys.stderr, gone_text(gone))
        return bool(gone)

    def fails(self, diagnostics: Iterable[Diagnostic], settings: Settings) -> bool:
        """Return whether one of the diagnostics, shown or not, makes the check fail."""
        return not self.exit_zero and bool(at_least(settings.fail_level, diagnostics))


def at_least(level: Severity, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics of a severity or a worse one."""
    # Severities are declared in this order, the worst first.
    levels = list(Severity)[: list(Severity).index(level) + 1]
    return [item for item in diagnostics if item.severity in levels]


def complete_codes(
    ctx: click.Context,  # noqa: ARG001 - click passes it
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[Any]:
    """Return the completions of a list of codes: those of its last one, with names as help."""
    written, _, last = incomplete.rpartition(",")
    before = f"{written}," if written else ""
    all_rules = rules()
    words = {code: rule.name for code, rule in all_rules.items()}
    if last:  # nothing written yet lists every code once, without the names
        words |= {rule.name: code for code, rule in all_rules.items()}
    return completions(
        {
            f"{before}{word}": help_
            for word, help_ in words.items()
            if word.casefold().startswith(last.casefold())
        }
    )


def _codes(values: tuple[str, ...]) -> tuple[str, ...]:
    # An empty value stays one, which is wrong usage
    return tuple(word for value in values for word in words([value]) or [value])


def _code_option(field: str) -> Decorator:
    return setting_option(
        field,
        f"--{field}",
        metavar="CODES",
        callback=converted(_codes),
        shell_complete=complete_codes,
    )


def _level_option(field: str, name: str) -> Decorator:
    return setting_option(
        field, name, choices=_LEVELS, metavar="LEVEL", callback=converted(Severity)
    )


report_options = gathered(
    ReportOptions,
    "reporting",
    _code_option("select"),
    _code_option("ignore"),
    _level_option("severity", "--severity"),
    _level_option("fail_level", "--fail-level"),
    flag("--exit-zero", help="Exit with status 0 even if errors are reported."),
    setting_option(
        "suppressions",
        "--no-suppressions",
        flag_value=False,
        default=True,
        show_default=False,
        help="Ignore comments that suppress diagnostics (docs/configuration.md).",
    ),
    flag(
        "--add-suppressions",
        help="Suppress all reported diagnostics with comments in the files.",
    ),
    setting_option("baseline", "--baseline", metavar="FILE", type=click.Path()),
    flag("--write-baseline", help="Write all diagnostics to the baseline."),
    flag(
        "--prune-baseline",
        help="Remove diagnostics from the baseline that are no longer reported.",
    ),
    flag(
        "-q",
        "--quiet",
        help="Show diagnostics only, without progress and totals.",
    ),
    flag(
        "--statistics",
        help="Show the number of diagnostics per code and package instead of diagnostics.",
    ),
)
"""The options of `ReportOptions`, passed as `reporting`."""
