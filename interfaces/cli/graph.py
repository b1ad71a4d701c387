"""The command `muranopl graph`: write the resolved class graph."""

from __future__ import annotations

import click

from muranopl.arguments import require_packages
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.formats.encode import to_json
from muranopl.interfaces.cli import dumping
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import (
    Common,
    all_option,
    common_options,
    format_option,
    output_option,
)
from muranopl.interfaces.cli.output import show_errors, write_result
from muranopl.interfaces.cli.progress import progress_bar


@click.command(
    cls=RichHelp,
    epilog="Errors that keep classes from being resolved go to standard error, and the exit status is 1 then.",
)
@common_options
@format_option(("json", *sorted(dumping.PICTURES)), "How it is written.")
@dumping.shown_options("Show")
@all_option(
    "all that was read, not only the packages of PATH and what they inherit from"
)
@output_option
def graph(
    common: Common,
    *,
    format_: str,
    classes: tuple[str, ...],
    packages: tuple[str, ...],
    everything: bool,
    output: str | None,
) -> None:
    """Write the resolved class graph: all classes, what they inherit from, and what they have.

    The JSON has a schema, graph.schema.json in muranopl.graph; dot and mermaid draw who inherits from whom.

    \b
    Examples:
      muranopl graph apps/ -o classes.json
      muranopl graph my.package/ --format dot | dot -Tsvg -o classes.svg
      muranopl graph apps/ --class my.package.App --format mermaid
    """  # noqa: D301 - click wants the character
    common.require_files(outputs=[output])
    with common.logging(), progress_bar(not common.verbosity) as progress:
        report = common.catalog().check(stop_after="inherit", progress=progress)
    require_packages(report.diagnostics)
    from muranopl.graph.shown_classes import Wanted

    shown = Wanted(classes, packages, everything)
    try:
        if format_ == "json":
            write_result(to_json(report.graph_data(**shown._asdict())), output)
        else:
            write_result(dumping.drawn(report, format_, shown), output)
    finally:  # they may explain a missing class
        errors = [
            diagnostic
            for diagnostic in report.diagnostics
            if diagnostic.severity is Severity.ERROR
        ]
        if errors:
            show_errors(errors, common.color, report.packages)
    leave(report.diagnostics, failed=not report.ok)
