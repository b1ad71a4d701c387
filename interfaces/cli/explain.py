"""The command `muranopl explain`: show the pages of diagnostics and quirks."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Collection, Iterator

import click

from muranopl.diagnostics import catalogue
from muranopl.diagnostics.configuration.configured import nearest_configuration
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.formats.snippet import Paint
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.pages import page_address
from muranopl.diagnostics.quirks import EVERYTHING, QUIRKS
from muranopl.diagnostics.rules import Rule, register_shellcheck
from muranopl.diagnostics.shellcheck_codes import is_code
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli import quirks
from muranopl.interfaces.cli.examples import pair
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import color_option, rules_option
from muranopl.interfaces.cli.output import page_width, separated, wrapped, write
from muranopl.interfaces.cli.terminal import wants_color


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    return [word for word in _words(catalogue.rules()) if word.startswith(incomplete)]


def _words(all_rules: dict[str, Rule]) -> list[str]:
    """Return all words that have a page."""
    of_rules = (word for rule in all_rules.values() for word in (rule.code, rule.name))
    return list(dict.fromkeys([*of_rules, quirks.GROUP, *QUIRKS]))


@click.command(cls=RichHelp)
@click.argument("words", metavar="[CODE|QUIRK]...", nargs=-1, shell_complete=_complete)
@rules_option
@color_option
def explain(
    words: tuple[str, ...],
    rules: tuple[str, ...],  # noqa: ARG001 - their codes are known by now
    color: str,
) -> None:
    """Explain a quirk, or a diagnostic with a bad and a good example.

    CODE is a code, a code prefix or a rule name. QUIRK is a name for --quirk, or `quirks` for a list of all quirks.
    Without an argument, all diagnostics and quirks are listed.

    \b
    Examples:
      muranopl explain MPL120
      muranopl explain unknown-key
      muranopl explain MPL2                all codes that begin with MPL2
      muranopl explain string-conversion   the meaning of --quirk string-conversion
      muranopl explain quirks              all quirks
    """  # noqa: D301 - click wants the character
    for word in words:
        if is_code(word.upper()):
            register_shellcheck(word.upper())
    all_rules = catalogue.rules()
    explained = {*map(str.casefold, _words(all_rules)), quirks.GROUP, EVERYTHING}
    if any(word.casefold() not in explained for word in words):
        # The rules of the configuration may have such a code
        with contextlib.suppress(UsageError):
            nearest_configuration(())
        all_rules = catalogue.rules()
    paint = Paint(wants_color(color, sys.stdout))
    pages = [_explanation(word, all_rules, paint) for word in words]
    everything = [listing(all_rules.values(), paint), quirks.listing(paint)]
    write(sys.stdout, "\n".join(separated(pages or everything)) + "\n")


def _explanation(word: str, all_rules: dict[str, Rule], paint: Paint) -> Iterator[str]:
    """Return the explanation of a word, ignoring case. Raise click.UsageError.

    A diagnostic and a quirk of the same name describe the same difference and are shown together.
    """
    name = word.casefold()
    if name in {quirks.GROUP, "quirk", EVERYTHING}:
        return quirks.listing(paint)
    result = find(word, all_rules)
    if len(result) > 1:
        return listing(result, paint)
    names = {name, *(rule.name for rule in result)}
    pages = [page(rule, paint) for rule in result]
    pages += [quirks.page(quirk, paint) for quirk in QUIRKS.values() if quirk.name in names]
    if not pages:
        near = nearest(word, _words(all_rules))
        hint = f'Did you mean "{near}"?' if near else "`muranopl explain` lists all."
        raise click.UsageError(f'Unknown diagnostic or quirk "{visible(word)}". {hint}')
    return separated(pages)


def find(word: str, all_rules: dict[str, Rule]) -> list[Rule]:
    """Return the rules with a code, a name or a prefix of a code, ignoring case.

    Digits alone are the digits of a code.
    """
    for rule in all_rules.values():
        if word.casefold() in {rule.code.casefold(), rule.name}:
            return [rule]
    begin = f"MPL{word}" if word.isdecimal() else word.upper()
    return [rule for code, rule in all_rules.items() if word and code.startswith(begin)]


def listing(rules: Collection[Rule], paint: Paint) -> Iterator[str]:
    """Return a line for each rule, grouped by phase."""
    width = max(len(rule.name) for rule in rules)
    blocks = []
    for phase in Phase:
        lines = []
        for rule in rules:
            if rule.phase is phase:
                severity = paint(rule.severity.value, rule.severity.value)
                lines.append(f"  {rule.code}  {rule.name:<{width}}  {severity}")
        if lines:
            heading = paint("strong", f"Phase {phase.number}: {phase.value}")
            blocks.append([heading, *lines])
    return separated(blocks)


def page(rule: Rule, paint: Paint) -> Iterator[str]:
    """Return the lines of a rule's page."""
    severity = rule.severity.value
    title = f"{paint(severity, f'{severity}[{rule.code}]')} {paint('strong', rule.name)}"
    phase = f"Found in phase {rule.phase.number}, {rule.phase.value}."
    blocks = [[title, phase], wrapped(rule.page.explanation, "")]
    if rule.page.bad:
        wrong, right = pair(rule.page.bad, rule.page.good, page_width(sys.stdout), paint)
        blocks.append([paint("strong", "Wrong:"), *wrong])
        blocks.append([paint("strong", "Right:"), *right])
    address = page_address(rule.code)
    if address:
        blocks.append([f"More: {address}"])
    return separated(blocks)
