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
from muranopl.interfaces.cli.options import Command, choice_option, gathering, was_given
from muranopl.interfaces.cli.output import words, write

if TYPE_CHECKING:
    from muranopl.api.report import Report
    from muranopl.diagnostics.configuration.configured import Configuration
    from muranopl.diagnostics.suppressions.baseline import Gone

_LEVELS = [severity.value for severity in Severity]
_STATISTICS = "statistics"


class ReportOptions(msgspec.Struct, frozen=True):
    """The values of the options of reports."""

    select: Sequence[str]
    ignore: Sequence[str]
    severity: str
    fail_level: str
    exit_zero: bool
    quiet: bool
    statistics: bool
    no_suppressions: bool
    add_suppressions: bool
    baseline: str | None
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
                f"--statistics is a format of its own: write {chosen} to a file, with -o {chosen}:FILE."
            )
        return _STATISTICS

    def over(self, settings: Settings, rules: Sequence[str] = ()) -> Settings:
        """Return the settings with the options that were given in place of theirs.

        `rules` are those of the option `--rules`.

        Raise click.UsageError for an unknown code.
        """
        options: dict[str, Any] = {"rules": tuple(rules)} if rules else {}
        for name, values in (("select", self.select), ("ignore", self.ignore)):
            if values:
                options[name] = tuple(words(values))
        try:
            selection(options.get("select", ()), options.get("ignore", ()))
        except UnknownRuleError as error:
            raise click.UsageError(f"{error}.") from None
        for name, level in (("severity", self.severity), ("fail_level", self.fail_level)):
            if was_given(name):
                options[name] = Severity(level)
        baseline = self.baseline or settings.baseline
        if baseline is None and (self.write_baseline or self.prune_baseline):
            raise click.UsageError(
                "Name the file of the baseline with --baseline, or in the configuration."
            )
        options["baseline"] = baseline
        if self.no_suppressions:
            options["suppressions"] = False
        return msgspec.structs.replace(settings, **options)

    def require_baseline(self, configuration: Configuration) -> None:
        """Raise ConfigurationError if the baseline of a configuration does not exist."""
        path = configuration.settings.baseline
        if path is not None and self.baseline is None and not self.write_baseline:
            remedy = "write it with --write-baseline"
            configuration.require_paths("baseline", [path], remedy)

    def of_check(self, settings: Settings) -> Settings:
        """Return the settings of the check: what writes a baseline needs all that is reported."""
        if self.write_baseline or self.prune_baseline:
            return msgspec.structs.replace(settings, baseline=None)
        return settings

    def require_alone(self, others: object) -> None:
        """Raise click.UsageError if something is to be written that does not go with `others`."""
        if self.add_suppressions + self.write_baseline + self.prune_baseline > 1:
            raise click.UsageError(
                "--add-suppressions, --write-baseline and --prune-baseline exclude one another."
            )
        if self.writes and others:
            raise click.UsageError(
                "--stdin-filename, --stop-after, --dump-phase, -o and fixes go neither with "
                "--add-suppressions, nor with --write-baseline and --prune-baseline."
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


_OPTIONS = (
    click.option(
        "--select",
        metavar="CODES",
        multiple=True,
        shell_complete=complete_codes,
        help="Report only these: codes, beginnings of codes, or names.",
    ),
    click.option(
        "--ignore",
        metavar="CODES",
        multiple=True,
        shell_complete=complete_codes,
        help="Do not report these. If both options match a code, the longer match counts.",
    ),
    choice_option(
        ("--severity",),
        "LEVEL",
        _LEVELS,
        "Show only diagnostics of this severity or a worse one.",
        default=_LEVELS[-1],
    ),
    choice_option(
        ("--fail-level",),
        "LEVEL",
        _LEVELS,
        "Exit with status 1 for diagnostics of this severity or a worse one.",
    ),
    click.option("--exit-zero", is_flag=True, help="Exit with status 0 whatever is reported."),
    click.option(
        "--no-suppressions",
        is_flag=True,
        help="Report also what comments suppress (docs/configuration.md).",
    ),
    click.option(
        "--add-suppressions",
        is_flag=True,
        help="Write comments into the files that suppress what would be shown.",
    ),
    click.option(
        "--baseline",
        metavar="FILE",
        type=click.Path(),
        help="Leave out the diagnostics that this file has, by file and code.",
    ),
    click.option(
        "--write-baseline", is_flag=True, help="Write all that is reported into the baseline."
    ),
    click.option(
        "--prune-baseline", is_flag=True, help="Remove from the baseline what is reported no more."
    ),
    click.option(
        "-q",
        "--quiet",
        is_flag=True,
        help="Show diagnostics only: neither progress nor the line with the totals.",
    ),
    click.option(
        "--statistics",
        is_flag=True,
        help="Show the numbers of diagnostics by code and package in place of them.",
    ),
)


def report_options(command: Command) -> Command:
    """Add the options of `ReportOptions`, passed as one `reporting`."""
    return gathering(command, ReportOptions, "reporting", _OPTIONS)
