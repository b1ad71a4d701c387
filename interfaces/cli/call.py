"""The command `muranopl call`: run a method without an engine and write its result."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from muranopl.arguments import require_packages
from muranopl.diagnostics.formats.visible import visible
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.inputs import STDIN
from muranopl.interfaces.cli.options import Common, Execution, execution_options
from muranopl.interfaces.cli.output import require_writable, show_diagnostics, write, write_result
from muranopl.interfaces.cli.structured import structured


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the method returned, 1 it cannot be called or threw an exception, 2 wrong usage, 3 a bug in
muranopl.

What the method returns goes to standard output; lines of the log and diagnostics go to standard error.""",
)
@click.argument("class_", metavar="CLASS")
@click.argument("method", metavar="METHOD")
@click.option(
    "-a",
    "--argument",
    "pairs",
    metavar="NAME=VALUE",
    multiple=True,
    help="An argument; VALUE is JSON where it can be read as such, else text. Repeatable.",
)
@click.option(
    "--arguments",
    "arguments_file",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="Arguments by name, as JSON or YAML; those of -a go before them.",
)
@click.option(
    "--model",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="The object model to load first; of a model builder, the model it is given.",
)
@click.option(
    "--object",
    "object_id",
    metavar="ID",
    help="The object of the model, where several are of the class.",
)
@click.option(
    "--any",
    "any_method",
    is_flag=True,
    help="Call methods too that are neither public nor actions.",
)
@click.option(
    "--after", is_flag=True, help="Write the model after the call, not what the method returns."
)
@execution_options
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "yaml"]),
    default="json",
    show_default=True,
    help="How the result is written.",
)
def call(
    common: Common,
    execution: Execution,
    *,
    class_: str,
    method: str,
    pairs: Sequence[str],
    arguments_file: str | None,
    model: str | None,
    object_id: str | None,
    any_method: bool,
    after: bool,
    format_: str,
) -> None:
    """Call a method, as a call of the API does, without an engine and without a cloud.

    CLASS is a full name, or name/version@package; METHOD the name of one of its methods. Methods of objects need
    --model, an object model that is loaded first; --object chooses the object where it has several of the class. A
    model builder gets the model itself, and the one that it makes is rendered.

    As with the API, only public methods and actions can be called; --any calls others as well. Classes that the engine
    writes in Python are simulated; --cloud says what their cloud answers. A method that only the core library has is
    run where --core-library gives it.

    \b
    Examples:
      muranopl call my.package.Calculator sum -a a=1 -a b=2 -L my.package/
      muranopl call my.package.App restart --model environment.json -L apps/
      muranopl call my.package.App describe --model environment.json --object 5f1c -L apps/ --format yaml
      muranopl call my.package.App scale -a by=2 --model env.json --after -o scaled.json -L apps/ --core-library meta/
    """  # noqa: D301 - click wants the character
    cloud, output = execution.cloud, execution.output
    files = [item for item in (arguments_file, model, cloud) if item is not None]
    if files.count(STDIN) > 1:
        raise click.UsageError("- is given twice; standard input can be only one file.")
    if object_id and model is None:
        raise click.UsageError("--object goes with --model.")
    if after and model is None:
        raise click.UsageError("--after goes with --model.")
    given = _arguments(pairs)
    common.require_readable(files, execution.class_configs)
    require_writable([output] if output else [])
    with common.logging():
        catalog = common.catalog(files, everything=execution.everything)
        result = catalog.call(
            class_,
            method,
            arguments_file,
            more=given,
            model=model,
            object_id=object_id,
            any_method=any_method,
            class_configs=execution.class_configs,
            cloud=cloud,
        )
    require_packages(result.diagnostics)
    for entry in result.log:
        write(sys.stderr, visible(f"{entry.level} {entry.logger}: {entry.text}") + "\n")
    if result.ok:
        write_result(structured(result.model if after else result.value, format_), output)
    show_diagnostics(result.diagnostics, execution.diagnostics_format, common.color)
    leave(result.diagnostics, failed=not result.ok)


def _arguments(pairs: Sequence[str]) -> dict[str, Any]:
    """Return the values of arguments by name. Raise click.UsageError."""
    result: dict[str, Any] = {}
    for name, value in map(_argument, pairs):
        if name in result:
            raise click.UsageError(f"-a {visible(name)} is given twice.")
        result[name] = value
    return result


def _argument(pair: str) -> tuple[str, Any]:
    """Split an argument into its name and value. Raise click.UsageError."""
    name, equals, text = pair.partition("=")
    if not equals or not name:
        raise click.UsageError(f"-a {visible(pair)}: write NAME=VALUE.")
    import json  # few runs call methods

    try:
        return name, json.loads(text)
    except RecursionError:
        problem = "its JSON is nested too deeply"
    except json.JSONDecodeError:
        return name, text
    except ValueError:  # Python reads no integer of more than 4,300 digits
        problem = "a number has too many digits"
    raise click.UsageError(f"-a {visible(name)}: {problem}.")
