"""The command `muranopl export`: write a deployment as files that run without Murano."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.model_options import (
    ExecutionOptions,
    ModelOptions,
    common_model_options,
    execution_options,
)
from muranopl.interfaces.cli.options import flag, input_option, path_option
from muranopl.interfaces.cli.output import write, write_new_folder
from muranopl.interfaces.cli.package_options import Common, package_options

if TYPE_CHECKING:
    from muranopl.writing.exporting.export import ExportResult


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the files are written, 1 the deployment would fail, so nothing is written, or the model
does not load, 2 wrong usage or unwritable folder, 3 a bug in muranopl.""",
)
@click.argument("model", metavar="[MODEL]", type=click.Path(allow_dash=True), required=False)
@package_options
@input_option(
    "--form",
    "answers",
    help_="Answers to the form of a package, {form: {field: value}}; MODEL is then the package, by default that of -L.",
)
@path_option(
    "-o", "--output", "folder", metavar="DIR", required=True, help="Folder to write, new or empty."
)
@common_model_options
@execution_options
@click.option("--method", metavar="NAME", default="deploy", help="Method to call.")
@flag(
    "--user-data",
    help="Put execution plans that need nothing of another server into the user data of their servers.",
)
def export(
    common: Common,
    options: ModelOptions,
    execution: ExecutionOptions,
    *,
    model: str | None,
    answers: str | None,
    folder: str,
    method: str,
    user_data: bool,
) -> None:
    """Write what a deployment makes of a cloud as files that need no Murano: Heat templates, and scripts for servers.

    MODEL is an object model as for `muranopl deploy`, or what Murano's API returns for an environment, a session or
    an environment template. The deployment is simulated, so --core-library must name the core library of the engine:
    meta/io.murano in its source.

    DIR gets a template and an environment for each stack, a folder for each execution plan, with its scripts and
    run.sh, and EXPORT.md: the order of the steps, what to fill in, and what is not carried over. Secrets of the model
    are hidden parameters without values (docs/leaving-murano.md).

    \b
    Examples:
      muranopl export environment.json -L apps/ --core-library meta/io.murano -o exported/
      muranopl export environment.json -L apps/ --core-library meta/io.murano -o exported/ --user-data
      muranopl export --form answers.json my.package/ -L apps/ --core-library meta/io.murano -o exported/
    """  # noqa: D301 - click wants the character
    if model is None and answers is None:
        raise click.UsageError("Pass an object model, or answers with --form.")
    # It must be empty before the work begins
    write_new_folder(Path(folder), {})
    inputs = [model if answers is None else answers, execution.cloud]
    if answers is not None:
        common = common.for_form(model)
    diagnostics: tuple[Diagnostic, ...] = ()
    with options.catalog(common, inputs) as catalog:
        given: str | dict[str, Any] | None = model
        if answers is not None:
            form = catalog.render_form(None, answers, class_configs=options.class_configs)
            given, diagnostics = form.model, form.diagnostics
        if given is None:
            options.finish(common, diagnostics, None, failed=True, models=1)
        result = catalog.export(
            given,
            method=method,
            user_data=user_data,
            class_configs=options.class_configs,
            cloud=execution.cloud,
            schedule=execution.schedule,
        )
    if result.ok:
        write_new_folder(Path(folder), result.files)
        write(sys.stdout, _summary(result, Path(folder)))
    options.finish(
        common, (*diagnostics, *result.diagnostics), None, failed=result.failed, models=1
    )


def _summary(result: ExportResult, folder: Path) -> str:
    stacks, plans = (
        counted(len(result.stacks), "stack"),
        counted(len(result.plans), "execution plan"),
    )
    more = counted(result.not_carried_over, "step")
    return f"Wrote {stacks} and {plans}; {visible(str(folder / 'EXPORT.md'))} lists {more} that only Murano takes.\n"
