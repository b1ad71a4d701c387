"""Quirks on the command line: their pages in `explain`, and completion of `--quirk`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from muranopl.diagnostics.catalogue.objects import ENGINE_DIFFERS
from muranopl.diagnostics.quirks import EVERYTHING, QUIRKS, chosen
from muranopl.interfaces.cli.help import completions
from muranopl.interfaces.cli.output import separated, wrapped

if TYPE_CHECKING:
    from muranopl.diagnostics.formats.snippet import Paint
    from muranopl.diagnostics.quirks import Quirk

GROUP = "quirks"
"""The word for all quirks in `muranopl explain`."""
NO_WARNING = "None: the error that is reported there mentions the difference."


def complete_quirks(
    ctx: click.Context,  # noqa: ARG001
    param: click.Parameter,  # noqa: ARG001
    incomplete: str,
) -> list[Any]:
    """Return the completions of `--quirk`, with the behaviour of the engine as help."""
    named = {
        EVERYTHING: "all quirks",
        **{name: quirk.engine for name, quirk in QUIRKS.items()},
    }
    return completions(
        {name: help_ for name, help_ in named.items() if name.startswith(incomplete)}
    )


def known_quirks(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names. Raise UsageError for an unknown quirk, before any work begins."""
    chosen(names)
    return names


def page(quirk: Quirk, paint: Paint) -> Iterator[str]:
    """Return the lines of a quirk's page."""
    warning = NO_WARNING
    if quirk.warning:
        warning = f"{ENGINE_DIFFERS.code}: the value {quirk.warning}."
    parts = {
        "Documents (the default):": quirk.document,
        "Engine:": quirk.engine,
        "Warning about a difference:": warning,
        "To follow the engine:": f"use --quirk {quirk.name}, or --quirk {EVERYTHING} for all quirks.",
    }
    blocks = [[f"{paint('info', 'quirk')} {paint('strong', quirk.name)}"]]
    blocks += [[paint("strong", title), *wrapped(text, "    ")] for title, text in parts.items()]
    return separated(blocks)


def listing(paint: Paint) -> Iterator[str]:
    """Yield the lines of the list of all quirks."""
    yield paint("strong", "Quirks: behaviours of the engine that differ from the documentation")
    for quirk in QUIRKS.values():
        yield f"  {quirk.name}"
        yield from wrapped(quirk.engine, "      ")
