"""Results → YAML, JSON, or a picture of the class hierarchy; declares `--dump-phase`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.visible import visible_lines

if TYPE_CHECKING:
    from muranopl.api.report import Report

Command = Callable[..., Any]

ALL = "all"
FORMATS = ("yaml", "json", "dot", "mermaid")
PICTURES = {"dot", "mermaid"}


class ShownParts(msgspec.Struct, frozen=True):
    """The values of the options that choose what of a report is shown, as its methods take them."""

    classes: Sequence[str]
    packages: Sequence[str]
    everything: bool


def shown_options(verb: str) -> Callable[[Command], Command]:
    """Return a decorator that adds `--class` and `--package` (parameters `classes`, `packages`)."""

    def decorated(command: Command) -> Command:
        for name, field, noun in (
            ("--package", "packages", "package"),
            ("--class", "classes", "class"),
        ):
            help_ = f"{verb} only this {noun}, by its full name or the end of the name; libraries included. Repeatable."
            command = click.option(name, field, metavar="NAME", multiple=True, help=help_)(command)
        return command

    return decorated


class PhaseName(click.Choice[str]):
    """A parameter type: a phase by name or number, optionally `all`; converted to the name."""

    name = "phase"

    def __init__(self, *, with_all: bool) -> None:
        super().__init__([*(phase.value for phase in Phase), *([ALL] if with_all else [])])

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name of the phase. Raise click.BadParameter for an unknown one."""
        numbers = {str(phase.number): phase.value for phase in Phase}
        name = numbers.get(value, value)
        if name not in self.choices:
            phases = ", ".join(self.choices)
            self.fail(f'"{value}" is not a phase; phases are {phases}, or 1 to 5.', param, ctx)
        return str(name)


def phases_to_dump(names: Sequence[str], format_: str, stop_after: str | None) -> list[Phase]:
    """Return the phases to dump, in execution order and without duplicates.

    Raise click.UsageError if a phase cannot be dumped.
    """
    last = Phase(stop_after) if stop_after else Phase.RENDER
    phases = [
        phase
        for phase in Phase
        if phase.value in names or (ALL in names and phase.number <= last.number)
    ]
    if phases and phases[-1].number > last.number:
        raise click.UsageError(
            f"--dump-phase {phases[-1].value} needs a phase after --stop-after {last.value}: leave out --stop-after."
        )
    if format_ in PICTURES and phases not in ([], [Phase.HIERARCHY]):
        raise click.UsageError(
            f"--dump-format {format_} needs --dump-phase hierarchy, and no other phase."
        )
    return phases


def dumped(report: Report, phases: Sequence[Phase], format_: str, shown: ShownParts) -> str:
    """Return the dump of one or more phases.

    Several phases are a list in JSON, and several documents in YAML.
    """
    if format_ in PICTURES:
        return drawn(report, format_, shown)
    results = [report.dump(phase, **msgspec.structs.asdict(shown)) for phase in phases]
    if format_ == "json":
        return structured(results[0] if len(results) == 1 else results, format_)
    return "".join(structured(result, format_, explicit_start=True) for result in results)


def structured(data: Any, format_: str, *, explicit_start: bool = False) -> str:
    """Return data as text in a format, `json` or `yaml`; a document of YAML may begin with `---`."""
    # Few checks dump, and --help writes no results
    from muranopl.diagnostics.formats.encode import to_json
    from muranopl.interfaces.cli.yaml_text import to_yaml

    return to_json(data) if format_ == "json" else to_yaml(data, explicit_start=explicit_start)


def drawn(report: Report, format_: str, shown: ShownParts) -> str:
    """Return the class hierarchy as a diagram in the language `format_`."""
    draw = report.dot if format_ == "dot" else report.mermaid
    return "\n".join(visible_lines(draw(**msgspec.structs.asdict(shown))))
