"""`muranopl explain`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from muranopl.cli.help import RichHelpCommand
from muranopl.cli.options import color_option
from muranopl.cli.output import wants_color, write
from muranopl.diagnostics.formats.paint import Paint
from muranopl.diagnostics.rules import Rule

MAX_COLUMNS = 100
"""Longest line of an example that is shown whole."""


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:  # noqa: ARG001
    from muranopl.diagnostics.catalogue import rules  # noqa: PLC0415

    return [word for rule in rules().values() for word in (rule.code, rule.name) if word.startswith(incomplete)]


@click.command(cls=RichHelpCommand)
@click.argument("codes", metavar="[CODE]...", nargs=-1, shell_complete=_complete)
@color_option
def explain(codes: tuple[str, ...], color: str) -> None:
    """Explain a diagnostic: what it means, why it matters, a bad and a good example.

    CODE is a code, its beginning, or a name; without one, all are listed.

    \b
    Examples:
      muranopl explain MPL120
      muranopl explain unknown-key
      muranopl explain MPL2          the list of those that begin so
    """  # noqa: D301 - click wants the character
    from muranopl.diagnostics.catalogue import rules  # noqa: PLC0415 - loads every family

    known = rules()
    paint = Paint(wants_color(color, sys.stdout))
    found = [find(code, known) for code in codes] or [list(known.values())]
    texts = ["\n".join(page(each[0], paint) if len(each) == 1 else listing(each, paint)) for each in found]
    write(sys.stdout, "\n\n".join(texts) + "\n")


def find(word: str, known: dict[str, Rule]) -> list[Rule]:
    """Return the rule of a code or name, or those of a beginning of codes, in any case. Raises click.UsageError."""
    for rule in known.values():
        if word.casefold() in {rule.code.casefold(), rule.name.casefold()}:
            return [rule]
    found = [rule for code, rule in known.items() if word and code.startswith(word.upper())]
    if found:
        return found
    from muranopl.diagnostics.formats.visible import visible  # noqa: PLC0415 - only on a typo
    from muranopl.diagnostics.nearest import nearest  # noqa: PLC0415

    near = nearest(word, [*known, *(rule.name for rule in known.values())])
    hint = f'Did you mean "{near}"?' if near else "`muranopl explain` lists all."
    raise click.UsageError(f'There is no diagnostic "{visible(word)}". {hint}')


def listing(rules: Sequence[Rule], paint: Paint) -> Iterator[str]:
    """Yield a line for each rule, below its phase."""
    width = max(len(rule.name) for rule in rules)
    phase: Any = None
    for rule in rules:
        if rule.phase is not phase:
            if phase is not None:
                yield ""
            phase = rule.phase
            yield paint("strong", f"Phase {phase.number}: {phase.value}")
        severity = paint(rule.severity.value, rule.severity.value)
        yield f"  {rule.code}  {rule.name:<{width}}  {severity}"


def page(rule: Rule, paint: Paint) -> Iterator[str]:
    """Yield the lines of one rule's page."""
    from muranopl.diagnostics.model import DOCS_URL  # noqa: PLC0415

    severity = rule.severity.value
    yield f"{paint(severity, f'{severity}[{rule.code}]')} {paint('strong', rule.name)}"
    yield f"Found in phase {rule.phase.number}, {rule.phase.value}."
    yield ""
    yield from rule.explanation.strip().splitlines()
    for title, example in (("Wrong:", rule.bad), ("Right:", rule.good)):
        yield ""
        yield paint("strong", title)
        yield from (f"    {line}".rstrip() for line in example_lines(example))
    yield ""
    yield f"More: {DOCS_URL}#{rule.code.lower()}"


def example_lines(example: str) -> Iterator[str]:
    """Yield the lines of an example for reading: bytes are left out, and very long lines cut."""
    from muranopl.diagnostics.examples import Entry, entry, sections  # noqa: PLC0415
    from muranopl.diagnostics.formats.columns import marked  # noqa: PLC0415

    head, found = sections(example)
    texts = [("", head)]
    for section in found:
        form = f" [{section.form}{' ' * bool(section.target)}{section.target}]" if section.form else ""
        text = section.text
        if section.form == "base64":
            content: Entry = entry(section)
            form, text = "", f"({len(content.content)} bytes, not shown)\n"
        texts.append((f"=== {section.path}{form}", text))
    for heading, text in texts:
        if heading:
            yield heading
        yield from (marked(line, 0, 0, MAX_COLUMNS).text for line in text.splitlines())
