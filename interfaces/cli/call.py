"""The command `muranopl call`: run a method without an engine and write its result."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

import click
import msgspec

from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.dumping import structured
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.model_options import (
    ExecutionOptions,
    ModelOptions,
    execution_options,
    model_options,
)
from muranopl.interfaces.cli.options import flag, format_option, gathered, input_option
from muranopl.interfaces.cli.output import write
from muranopl.interfaces.cli.package_options import Common, package_options


class MethodChoice(msgspec.Struct, frozen=True):
    """The method to call, and the object that has it."""

    class_: str
    method: str
    model: str | None
    object_id: str | None
    any_method: bool


target_options = gathered(
    MethodChoice,
    "target",
    click.argument("class_", metavar="CLASS"),
    click.argument("method", metavar="METHOD"),
    input_option(
        "--model",
        help_="Object model to load first; for a model builder, its argument.",
    ),
    click.option(
        "--object",
        "object_id",
        metavar="ID",
        help="Id of the object on which to call the method; needed if the model has several objects of the class.",
    ),
    flag(
        "--any",
        "any_method",
        help="Also call methods that are neither public nor actions.",
    ),
)


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the method returned, 1 it cannot be called or threw an exception, 2 wrong usage, 3 a bug in
muranopl.

The result goes to standard output; log lines and diagnostics go to standard error.""",
)
@click.option(
    "-a",
    "--argument",
    "pairs",
    metavar="NAME=VALUE",
    multiple=True,
    help="Argument; VALUE is JSON, or a string if it is not valid JSON. Repeatable.",
)
@input_option(
    "--arguments",
    "arguments_file",
    help_="Arguments by name, as JSON or YAML; -a takes precedence.",
)
@target_options
@flag("--after", help="Write the model after the call instead of the result.")
@package_options
@model_options
@execution_options
@format_option(("json", "yaml"), "Format of the result.")
def call(
    common: Common,
    options: ModelOptions,
    execution: ExecutionOptions,
    *,
    target: MethodChoice,
    pairs: Sequence[str],
    arguments_file: str | None,
    after: bool,
    format_: str,
) -> None:
    """Call a method as an API request does, without an engine or a cloud.

    CLASS is a full name or name/version@package; the default version is the newest one. Packages are given with -L.
    Instance methods need --model, an object model that is loaded first, and --object if the model has several objects
    of the class. A model builder gets the model as its argument, and the model that it returns is rendered.

    As with the API, only public methods and actions can be called, unless --any is given. Classes that the engine
    implements in Python are simulated; --cloud sets the answers of their cloud. Methods of the core library have bodies
    only with --core-library.

    \b
    Examples:
      muranopl call my.package.Calculator sum -a a=1 -a b=2 -L my.package/
      muranopl call my.package.App restart --model environment.json -L apps/
      muranopl call my.package.App describe --model environment.json --object 5f1c -L apps/ --format yaml
      muranopl call my.package.App scale -a by=2 --model env.json --after -o scaled.json -L apps/ --core-library meta/
    """  # noqa: D301 - click wants the character
    if target.model is None:
        for option, is_given in (("--object", target.object_id), ("--after", after)):
            if is_given:
                raise click.UsageError(f"{option} needs --model.")
    more = _arguments(pairs)
    with options.catalog(common, [arguments_file, target.model, execution.cloud]) as catalog:
        result = catalog.call(
            target.class_,
            target.method,
            arguments_file,
            more=more,
            model=target.model,
            object_id=target.object_id,
            any_method=target.any_method,
            class_configs=options.class_configs,
            cloud=execution.cloud,
            schedule=execution.schedule,
        )
    for entry in result.log:
        write(sys.stderr, visible(f"{entry.level} {entry.logger}: {entry.text}") + "\n")
    if result.ok:
        text = structured(result.model if after else result.value, format_)
    else:
        text = None
    options.finish(common, result.diagnostics, text, failed=not result.ok)


def _arguments(pairs: Sequence[str]) -> dict[str, Any]:
    """Return the values of arguments by name. Raise click.UsageError."""
    result: dict[str, Any] = {}
    for name, value in map(_argument, pairs):
        if name in result:
            raise click.UsageError(f"-a {visible(name)} is specified twice.")
        result[name] = value
    return result


def _argument(pair: str) -> tuple[str, Any]:
    """Split an argument into its name and value. Raise click.UsageError."""
    name, equals, text = pair.partition("=")
    if not equals or not name:
        raise click.UsageError(f"-a {visible(pair)}: write NAME=VALUE.")
    try:
        return name, json.loads(text)
    except RecursionError:
        problem = "its JSON is nested too deeply"
    except json.JSONDecodeError:
        return name, text
    except ValueError:  # Python reads no integer of more than 4,300 digits
        problem = "a number has too many digits"
    raise click.UsageError(f"-a {visible(name)}: {problem}.")
