"""The command `muranopl deploy --dry-run`: show what a deployment would do, without a cloud."""

from __future__ import annotations

import click

from muranopl.diagnostics.formats.encode import to_json
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.model_options import (
    ExecutionOptions,
    ModelOptions,
    execution_options,
    model_options,
)
from muranopl.interfaces.cli.options import flag, format_option
from muranopl.interfaces.cli.package_options import Common, package_options


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the deployment would succeed, 1 it would fail, or the model does not load, 2 wrong usage
or nothing to check, 3 a bug in muranopl.

The steps go to standard output; diagnostics go to standard error.""",
)
@click.argument("model", metavar="MODEL", type=click.Path(allow_dash=True))
@click.option(
    "--dry-run",
    is_flag=True,
    required=True,
    expose_value=False,
    help="List the steps without deploying anything; there is no other mode.",
)
@package_options
@model_options
@execution_options
@click.option("--method", metavar="NAME", default="deploy", help="Method to call.")
@format_option(("text", "json"), "Format of the steps.")
@flag("--full", help="Do not shorten long strings in templates and plans.")
def deploy(
    common: Common,
    options: ModelOptions,
    execution: ExecutionOptions,
    *,
    model: str,
    method: str,
    format_: str,
    full: bool,
) -> None:
    """List the steps of a deployment: stack templates, execution plans, status reports and log lines, in order.

    MODEL is an object model as a dashboard or an API client sends it, as JSON or YAML; - for standard input. Packages
    are given with -L. The methods of the core library run, too, so --core-library must name the core library of the
    engine: meta/io.murano in its source. Classes that the engine implements in Python are simulated.

    Values that only a cloud knows are placeholders, unless a cloud file sets them (--cloud, docs/cloud-file.md).

    \b
    Examples:
      muranopl deploy --dry-run environment.json -L apps/ --core-library meta/io.murano
      muranopl deploy --dry-run environment.json -L apps/ --core-library meta/io.murano --cloud cloud.yaml --format json
    """  # noqa: D301 - click wants the character
    with options.catalog(common, [model, execution.cloud]) as catalog:
        result = catalog.deploy(
            model,
            method=method,
            class_configs=options.class_configs,
            cloud=execution.cloud,
            schedule=execution.schedule,
        )
    text = None
    if format_ == "json":
        shown = ("failed", "events", "placeholders", "model", "stacks")
        text = to_json({name: getattr(result, name) for name in shown})
    elif result.model is not None or result.events:
        from muranopl.interfaces.cli.deployment_text import deployment_text

        text = deployment_text(result, full=full)
    options.finish(common, result.diagnostics, text, failed=result.failed, models=1)
