"""The command `muranopl graph`: write the graph of the classes, or of the objects of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import click

from muranopl.diagnostics.arguments import require_packages
from muranopl.diagnostics.diagnostic import errors_of
from muranopl.diagnostics.formats.encode import to_json
from muranopl.interfaces.cli import dumping
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import (
    all_option,
    configs_option,
    flag,
    format_option,
    input_option,
    output_option,
)
from muranopl.interfaces.cli.output import show_diagnostics, show_errors, write_result
from muranopl.interfaces.cli.package_options import Common, optional_paths_options
from muranopl.interfaces.cli.terminal import fetch, progress_bar

if TYPE_CHECKING:
    from muranopl.api.report import Report
    from muranopl.views.graph.model_graph import ModelGraph


@click.command(
    cls=RichHelp,
    epilog="""Errors that keep classes from being resolved, or a model from loading, go to standard error, and the exit
status is 1 then. The graph of a model that does not load is not written.""",
)
@optional_paths_options
@input_option(
    "--model",
    help_="Write the objects of this object model, which is rendered; - for standard input.",
)
@flag(
    "--packages",
    "of_packages",
    help="Write the packages, which of them requires which, and what is missing.",
)
@format_option(("json", "dot", "graphml", "mermaid"), "How it is written.")
@dumping.shown_options("Show")
@all_option("all that was read, not only the packages of PATH and what they inherit from")
@configs_option
@output_option
def graph(
    common: Common,
    *,
    model: str | None,
    of_packages: bool,
    format_: str,
    classes: tuple[str, ...],
    packages: tuple[str, ...],
    everything: bool,
    class_configs: str | None,
    output: str | None,
) -> None:
    """Write the resolved class graph: all classes, what they inherit from, and what they have.

    JSON (its schema is graph.schema.json in muranopl.views.graph) and GraphML have all that is known of them; dot and
    mermaid draw who inherits from whom.

    With --model it is the graph of an object model, as `muranopl render` makes it complete: its objects, with their
    classes, owners and references (model.schema.json). Classes come from PATH and from -L.

    With --packages it is the graph of packages: the versions that they require, those that were chosen, and what is
    missing, which is not written as GraphML.

    \b
    Examples:
      muranopl graph apps/ -o classes.json
      muranopl graph my.package/ --format dot | dot -Tsvg -o classes.svg
      muranopl graph apps/ --class my.package.App --format mermaid
      muranopl graph apps/ --all --format graphml -o classes.graphml
      muranopl graph apps/ --model environment.json --format dot
      muranopl graph apps/ -L murano/meta --packages --format mermaid
    """  # noqa: D301 - click wants the character
    common.require_files([model], [output], class_configs)
    if (model is not None or of_packages) and (classes or packages or everything):
        raise click.UsageError(
            "--class, --package and --all are for the graph of classes: leave them out, or --model and --packages."
        )
    if model is not None:
        if of_packages:
            raise click.UsageError("--model and --packages are two graphs: choose one.")
        _of_model(common, model, class_configs, format_, output)
    if class_configs is not None:
        raise click.UsageError("--class-configs is for object models: give one with --model.")
    if not common.paths:
        raise click.UsageError("Missing argument 'PATH...', or --model.")
    with common.logging():
        catalog = common.catalog()
        fetch(catalog, shows_progress=not common.verbosity)
        with progress_bar(not common.verbosity) as progress:
            report = catalog.check(stop_after="inherit", progress=progress)
    require_packages(report.diagnostics)
    if of_packages:
        write_result(_of_packages(report, format_), output)
        leave(report.diagnostics, failed=False)
    shown = dumping.ShownParts(classes, packages, everything)
    try:
        match format_:
            case "json":
                text = to_json(report.graph_data(**shown._asdict()))
            case "graphml":
                text = report.graphml(**shown._asdict())
            case _:
                text = dumping.drawn(report, format_, shown)
        write_result(text, output)
    finally:  # they may explain a missing class
        errors = errors_of(report.diagnostics)
        if errors:
            show_errors(errors, common.color, report.packages)
    leave(report.diagnostics, failed=not report.ok)


def _of_packages(report: Report, format_: str) -> str:
    match format_:
        case "dot":
            return report.package_graph.dot()
        case "mermaid":
            return report.package_graph.mermaid()
        case "graphml":
            raise click.UsageError("--packages is written as json, dot or mermaid.")
        case _:
            return to_json(report.package_graph.to_data())


def _of_model(
    common: Common, model: str, configs: str | None, format_: str, output: str | None
) -> NoReturn:
    """Write the graph of the objects of a model, show diagnostics, and exit."""
    with common.logging():
        result = common.catalog([model]).render(model, class_configs=configs)
    require_packages(result.diagnostics)
    if result.graph is not None:
        write_result(_written(result.graph, format_), output)
    show_diagnostics(result.diagnostics, "text", common.color, 1)
    leave(result.diagnostics, failed=not result.ok)


def _written(model: ModelGraph, format_: str) -> str:
    match format_:
        case "dot":
            return model.dot()
        case "graphml":
            return model.graphml()
        case "mermaid":
            return model.mermaid()
        case _:
            return to_json(model.to_data())
