"""The command `muranopl deploy --dry-run`: show what a deployment would do, without a cloud."""

from __future__ import annotations

import click

from muranopl.arguments import require_packages
from muranopl.diagnostics.formats.encode import to_json
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import Common, Execution, execution_options
from muranopl.interfaces.cli.output import require_writable, show_diagnostics, write_result


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the deployment would go through, 1 it would fail, or the model does not load, 2 wrong usage
or nothing to check, 3 a bug in muranopl.

The steps go to standard output, diagnostics go to standard error.""",
)
@click.argument("model", metavar="MODEL", type=click.Path(allow_dash=True))
@click.option(
    "--dry-run",
    is_flag=True,
    required=True,
    help="Only say what would be done; nothing else is possible.",
)
@execution_options
@click.option(
    "--method",
    metavar="NAME",
    default="deploy",
    show_default=True,
    help="The method that is called.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the steps are written.",
)
@click.option(
    "--full", is_flag=True, help="Long texts in templates and plans whole, not only how they begin."
)
def deploy(
    common: Common,
    execution: Execution,
    *,
    model: str,
    dry_run: bool,  # noqa: ARG001 - it is required
    method: str,
    format_: str,
    full: bool,
) -> None:
    """Say what deploying an object model would do, in order: stack templates, execution plans, status reports, logs.

    MODEL is what a dashboard or an API call sends, as JSON or YAML; - for standard input. Packages come from -L. The
    methods of the core library run as well, so it has to be the engine's own: --core-library, with meta/io.murano of
    its source. Classes that the engine writes in Python are simulated.

    What only a cloud can tell is a placeholder, unless a cloud file says it (--cloud, see docs/cloud-file.md).

    \b
    Examples:
      muranopl deploy --dry-run environment.json -L apps/ --core-library meta/io.murano
      muranopl deploy --dry-run environment.json -L apps/ --core-library meta/io.murano --cloud cloud.yaml --format json
    """  # noqa: D301 - click wants the character
    cloud, output = execution.cloud, execution.output
    models = [model, *([cloud] if cloud else [])]
    if models == ["-", "-"]:
        raise click.UsageError(
            "- is given for the model and for the cloud; standard input can be only one."
        )
    common.require_readable(models, execution.class_configs)
    require_writable([output] if output else [])
    with common.logging():
        catalog = common.catalog(models, everything=execution.everything)
        result = catalog.deploy(
            model, cloud=cloud, class_configs=execution.class_configs, method=method
        )
    require_packages(result.diagnostics)
    if format_ == "json":
        match = {
            "failed": result.failed,
            "events": result.events,
            "placeholders": result.placeholders,
        }
        write_result(to_json({**match, "model": result.model, "stacks": result.stacks}), output)
    elif result.model is not None or result.events:
        from muranopl.interfaces.cli.deployment_text import deployment_text

        write_result(deployment_text(result, full=full), output)
    show_diagnostics(result.diagnostics, execution.diagnostics_format, common.color, models=1)
    leave(result.diagnostics, failed=result.failed)
