"""The command `muranopl graph`: write the graph of the classes, or of the objects of a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import click
import msgspec

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
    from muranopl.views.graph.model_graph import ModelGraph
    from muranopl.views.graph.package_graph import PackageGraph


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the graph is complete, 1 a class cannot be resolved, or the model does not load, 2 wrong
usage, 3 a bug in muranopl.

The graph goes to standard output; errors go to standard error. The graph of a model that does not load is not
written.""",
)
@optional_paths_options
@input_option(
    "--model",
    help_="Write the graph of this object model, after rendering it; - for standard input.",
)
@flag(
    "--packages",
    "of_packages",
    help="Write the graph of packages and their requirements.",
)
@format_option(("json", "dot", "graphml", "mermaid"), "Format of the graph.")
@dumping.shown_options("Show")
@all_option("all classes, not just those of PATH and their ancestors")
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
    """Write the resolved class graph: classes, their ancestors and their members.

    JSON (schema: graph.schema.json in muranopl.views.graph) and GraphML have all details; dot and mermaid draw the
    inheritance.

    With --model, write the graph of a rendered object model: its objects with their classes, owners and references
    (schema: model.schema.json). Classes come from PATH and -L.

    With --packages, write the graph of packages: required, resolved and missing versions. GraphML is not available.

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
            "--class, --package and --all are for the graph of classes: leave out --model and --packages."
        )
    if model is not None:
        if of_packages:
            raise click.UsageError("--model and --packages cannot be combined.")
        _of_model(common, model, class_configs, format_, output)
    if class_configs is not None:
        raise click.UsageError("--class-configs needs --model.")
    if not common.paths:
        raise click.UsageError("Missing argument 'PATH...', or --model.")
    with common.logging():
        catalog = common.catalog()
        fetch(catalog, shows_progress=not common.verbosity)
        with progress_bar(not common.verbosity) as progress:
            report = catalog.check(stop_after="inherit", progress=progress)
    require_packages(report.diagnostics)
    if of_packages:
        if format_ == "graphml":
            raise click.UsageError("--packages needs --format json, dot or mermaid.")
        write_result(_written(report.package_graph, format_), output)
        leave(report.diagnostics, failed=False)
    shown = dumping.ShownParts(classes, packages, everything)
    try:
        if format_ == "json":
            text = to_json(report.graph_data(**msgspec.structs.asdict(shown)))
        elif format_ == "graphml":
            text = report.graphml(**msgspec.structs.asdict(shown))
        else:
            text = dumping.drawn(report, format_, shown)
        write_result(text, output)
    finally:  # they may explain a missing class
        errors = errors_of(report.diagnostics)
        if errors:
            show_errors(errors, common.color, report.packages)
    leave(report.diagnostics, failed=not report.ok)


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


def _written(graph: ModelGraph | PackageGraph, format_: str) -> str:
    """Return a graph in a format, which is the name of its method except for JSON."""
    return to_json(graph.to_data()) if format_ == "json" else str(getattr(graph, format_)())
