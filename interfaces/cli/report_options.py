"""Options of what a report shows, and of the exit status that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

import click
import msgspec

from muranopl.configuration.settings import Settings
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.formats import DEFAULT
from muranopl.diagnostics.selection import UnknownRuleError, selection
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.options import (
    Command,
    choice_option,
    gathering,
    was_given,
)
from muranopl.interfaces.cli.output import words

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
        given: dict[str, Any] = {"rules": tuple(rules)} if rules else {}
        for name, values in (("select", self.select), ("ignore", self.ignore)):
            if values:
                given[name] = tuple(words(values))
        try:
            selection(given.get("select", ()), given.get("ignore", ()))
        except UnknownRuleError as error:
            raise click.UsageError(f"{error}.") from None
        for name, level in (
            ("severity", self.severity),
            ("fail_level", self.fail_level),
        ):
            if was_given(name):
                given[name] = Severity(level)
        if self.no_suppressions:
            given["suppressions"] = False
        return msgspec.structs.replace(settings, **given)

    def require_alone(self, others: bool) -> None:
        """Raise click.UsageError if comments are to be added, and `others` want files changed."""
        if self.add_suppressions and others:
            raise click.UsageError(
                "--add-suppressions writes into files: --stdin-filename and fixes do not go with it."
            )

    def suppress(
        self, diagnostics: Sequence[Diagnostic], settings: Settings
    ) -> NoReturn:
        """Write comments that suppress diagnostics into their files, and exit."""
        from muranopl.interfaces.cli.suppressing import add_suppressions

        left = add_suppressions(diagnostics)
        leave(left, failed=self.fails(left, settings))

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
    from click.shell_completion import CompletionItem

    written, _, last = incomplete.rpartition(",")
    before = f"{written}," if written else ""
    known = rules()
    words = {code: rule.name for code, rule in known.items()}
    if last:  # nothing written yet lists every code once, without the names
        words |= {rule.name: code for code, rule in known.items()}
    return [
        CompletionItem(f"{before}{word}", help=help_)
        for word, help_ in words.items()
        if word.casefold().startswith(last.casefold())
    ]


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
    click.option(
        "--exit-zero",
        is_flag=True,
        help="Exit with status 0 whatever is reported.",
    ),
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
