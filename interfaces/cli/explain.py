"""The command `muranopl explain`: show the pages of diagnostics and quirks."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator

import click

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.formats.paint import Paint
from muranopl.diagnostics.formats.visible import visible
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.quirks import EVERYTHING, QUIRKS
from muranopl.diagnostics.rules import Rule
from muranopl.diagnostics.site import page_address
from muranopl.interfaces.cli import quirks
from muranopl.interfaces.cli.examples import pair
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import color_option
from muranopl.interfaces.cli.output import page_width, wrapped, write
from muranopl.interfaces.cli.terminal import wants_color


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    return [word for word in _words(rules()) if word.startswith(incomplete)]


def _words(known: dict[str, Rule]) -> list[str]:
    """Return all words that have a page."""
    of_rules = (word for rule in known.values() for word in (rule.code, rule.name))
    return list(dict.fromkeys([*of_rules, quirks.GROUP, *QUIRKS]))


@click.command(cls=RichHelp)
@click.argument("words", metavar="[CODE|QUIRK]...", nargs=-1, shell_complete=_complete)
@color_option
def explain(words: tuple[str, ...], color: str) -> None:
    """Explain a diagnostic: what it means, why it matters, a bad and a good example. Or a quirk.

    CODE is a code, its beginning, or a name; QUIRK a name that --quirk takes, or `quirks` for the list of them. Without
    any, everything is listed.

    \b
    Examples:
      muranopl explain MPL120
      muranopl explain unknown-key
      muranopl explain MPL2                the list of those that begin so
      muranopl explain string-conversion   what --quirk string-conversion means
      muranopl explain quirks              the list of them
    """  # noqa: D301 - click wants the character
    known = rules()
    paint = Paint(wants_color(color, sys.stdout))
    result = [_lines(word, known, paint) for word in words] or [
        listing(known.values(), paint),
        quirks.listing(paint),
    ]
    write(sys.stdout, "\n\n".join("\n".join(lines) for lines in result) + "\n")


def _lines(word: str, known: dict[str, Rule], paint: Paint) -> Iterator[str]:
    """Yield the explanation of a word, ignoring case. Raise click.UsageError.

    A diagnostic and a quirk of the same name describe the same difference and are shown together.
    """
    name = word.casefold()
    if name in {quirks.GROUP, "quirk", EVERYTHING}:
        yield from quirks.listing(paint)
        return
    result = (
        [] if name in QUIRKS.keys() - {rule.name for rule in known.values()} else find(word, known)
    )
    if len(result) > 1:
        yield from listing(result, paint)
        return
    yield from page(result[0], paint) if result else ()
    quirk = QUIRKS.get(result[0].name if result else name)
    if quirk is not None:
        yield from [""] if result else ()
        yield from quirks.page(quirk, paint)


def find(word: str, known: dict[str, Rule]) -> list[Rule]:
    """Return the rules with a code, a name or a prefix of a code, ignoring case.

    Digits alone are the digits of a code. Raise click.UsageError for an unknown word.
    """
    for rule in known.values():
        if word.casefold() in {rule.code.casefold(), rule.name}:
            return [rule]
    begin = f"MPL{word}" if word.isdecimal() else word.upper()
    result = [rule for code, rule in known.items() if word and code.startswith(begin)]
    if result:
        return result

    near = nearest(word, _words(known))
    hint = f'Did you mean "{near}"?' if near else "`muranopl explain` lists all."
    raise click.UsageError(f'There is no diagnostic or quirk "{visible(word)}". {hint}')


def listing(rules: Collection[Rule], paint: Paint) -> Iterator[str]:
    """Yield a line for each rule, grouped by phase."""
    width = max(len(rule.name) for rule in rules)
    by_phase = {phase: [rule for rule in rules if rule.phase is phase] for phase in Phase}
    for position, (phase, result) in enumerate(
        (phase, value) for phase, value in by_phase.items() if value
    ):
        yield from [""] if position else ()
        yield paint("strong", f"Phase {phase.number}: {phase.value}")
        for rule in result:
            severity = paint(rule.severity.value, rule.severity.value)
            yield f"  {rule.code}  {rule.name:<{width}}  {severity}"


def page(rule: Rule, paint: Paint) -> Iterator[str]:
    """Yield the lines of a rule's page."""
    severity = rule.severity.value
    yield f"{paint(severity, f'{severity}[{rule.code}]')} {paint('strong', rule.name)}"
    yield f"Found in phase {rule.phase.number}, {rule.phase.value}."
    yield ""
    yield from wrapped(rule.page.explanation, "")
    examples = pair(rule.page.bad, rule.page.good, page_width(sys.stdout), paint)
    for title, lines in zip(("Wrong:", "Right:"), examples, strict=True) if rule.page.bad else ():
        yield ""
        yield paint("strong", title)
        yield from lines
    address = page_address(rule.code)
    yield from ["", f"More: {address}"] if address else ()
