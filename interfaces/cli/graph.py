"""The command `muranopl graph`: write the resolved class graph."""

from __future__ import annotations

import click

from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.formats.encode import to_json
from muranopl.interfaces.cli.dumping import drawn
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.logs import logging_to
from muranopl.interfaces.cli.options import Common, common_options, output_option
from muranopl.interfaces.cli.output import require_writable, show_errors, write_result
from muranopl.interfaces.cli.progress import progress_bar

FORMATS = ("json", "dot", "mermaid")


@click.command(
    cls=RichHelp,
    epilog="Errors that keep classes from being resolved go to standard error, and the exit status is 1 then.",
)
@common_options
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default="json", show_default=True, help="How it is written."
)
@output_option
def graph(common: Common, *, format_: str, output: str | None) -> None:
    """Write the resolved class graph: all classes, what they inherit from, and what they have.

    The JSON has a schema, graph.schema.json in muranopl.phases; dot and mermaid draw who inherits from whom.

    \b
    Examples:
      muranopl graph apps/ -o classes.json
      muranopl graph my.package/ --format dot | dot -Tsvg -o classes.svg
    """  # noqa: D301 - click wants the character
    common.require_readable()
    require_writable([output] if output else [])
    with logging_to(common.log_file, common.verbosity), progress_bar(not common.verbosity) as progress:
        report = common.catalog().check(stop_after="inherit", progress=progress)
    write_result(to_json(report.graph_data()) if format_ == "json" else drawn(report, format_), output)
    if not report.ok:
        errors = [diagnostic for diagnostic in report.diagnostics if diagnostic.severity is Severity.ERROR]
        show_errors(errors, common.color, report.packages)
    leave(report.diagnostics, failed=not report.ok)
