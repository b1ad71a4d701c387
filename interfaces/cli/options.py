"""Options: how they are declared, and those that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import click
import msgspec
from click.core import ParameterSource

from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.configuration.settings import Settings, descriptions
from muranopl.diagnostics.formats import FORMATS

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]

_DEFAULTS = Settings()


def setting_option(
    field: str, *names: str, more: str = "", choices: Sequence[str] = (), **attributes: Any
) -> Decorator:
    """Return the option of a setting, whose help is the description of the field of `Settings`.

    `more` follows the description; it lists `choices`. The option of a setting with several values
    can be repeated.
    """
    default = getattr(_DEFAULTS, field)
    if choices:
        # click compares the default with the choices
        default = str(msgspec.to_builtins(default or choices[0]))
        return choice_option(
            (*names, field), descriptions()[field], choices, more, default=default, **attributes
        )
    multiple = default == ()
    help_ = " ".join(filter(None, (descriptions()[field], more, multiple and "Repeatable.")))
    return click.option(*names, field, **{"multiple": multiple, "help": help_, **attributes})


def choice_option(
    names: Sequence[str],
    help_: str,
    choices: Sequence[str],
    more: str = "",
    *,
    metavar: str = "FORMAT",
    **attributes: Any,
) -> Decorator:
    """Return an option whose help lists the choices; the first one is the default.

    `help_` is the sentence that the list ends, `more` what follows it.
    """
    listed = f"{help_.rstrip('.')}: {', '.join(choices)}. {more}".rstrip()
    # The column of names is too narrow for the choices, which would be broken there
    shown = {"metavar": metavar, "type": click.Choice(choices), "help": listed}
    return click.option(*names, **{"default": choices[0], **shown, **attributes})


def format_option(choices: Sequence[str], help_: str) -> Decorator:
    """Return the option `--format` (parameter `format_`); the first choice is the default."""
    return choice_option(("--format", "format_"), help_, choices)


def input_option(*names: str, help_: str, multiple: bool = False) -> Decorator:
    """Return an option for a file to read, which may be `-` for standard input."""
    path = click.Path(allow_dash=True)
    return click.option(*names, metavar="FILE", type=path, multiple=multiple, help=help_)


def converted(
    convert: Callable[[Any], Any],
) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return the callback of an option that converts its value."""
    return lambda ctx, param, value: convert(value)  # noqa: ARG005 - click passes them


def flag(*names: str, **attributes: Any) -> Decorator:
    """Return an option without a value."""
    return click.option(*names, is_flag=True, **attributes)


def path_option(*names: str, metavar: str = "FILE", **attributes: Any) -> Decorator:
    """Return an option for the path of a file or folder."""
    return click.option(*names, metavar=metavar, type=click.Path(), **attributes)


def all_option(what: str) -> Decorator:
    """Return the option that removes a limit on the output; `what` names the output in its help."""
    return flag("--all", "everything", help=f"Show everything: {what}.")


def _rules(words: tuple[str, ...]) -> tuple[str, ...]:
    """Load rules before other options name their codes. Raise UsageError."""
    if words:
        from muranopl.diagnostics.own_rules import load  # few have rules of their own

        load(words, "--rules")
    return words


ALL_DIAGNOSTICS = f"all diagnostics, not just the first {PER_CODE.most} per code and file"

rules_option = setting_option(
    "rules", "--rules", metavar="DIR", callback=converted(_rules), is_eager=True
)
configs_option = path_option(
    "--class-configs",
    metavar="DIR",
    help="Folder of class configuration files, as in the engine's option class_configs.",
)
schedule_option = click.option(
    "--schedule",
    metavar="SEED",
    type=int,
    help="Seed for a random order of the branches of Parallel and pselect; the same seed always produces the same "
    "order.",
)
cloud_option = input_option(
    "--cloud", help_="Answers of the simulated cloud, as YAML or JSON (docs/cloud-file.md)."
)
diagnostics_option = choice_option(
    ("--diagnostics", "diagnostics_format"), "Format of diagnostics.", FORMATS
)
output_option = path_option("-o", "--output", help="Write to a file instead of standard output.")
color_option = choice_option(
    ("--color",),
    "When to use colours.",
    ("auto", "always", "never"),
    "auto: on a terminal, unless NO_COLOR is set, or if FORCE_COLOR is set.",
    metavar="WHEN",
)

_CACHE = (
    flag("--no-cache", help="Do not read or write the cache."),
    path_option(
        "--cache-dir",
        metavar="DIR",
        help="Cache folder; `muranopl cache info` prints the default.",
    ),
    flag(
        "--offline",
        help="Fetch nothing from URLs; use cached files only (docs/remote.md).",
    ),
)


def was_given(parameter: str) -> bool:
    """Return whether an option was given, on the command line or in an environment variable."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source in {ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT}


def gathered(struct: type[msgspec.Struct], name: str, *options: Decorator) -> Decorator:
    """Return a decorator that adds options and arguments of a command, passed as one parameter.

    The parameter `name` is a `struct`, whose fields are named like the parameters of the options.
    """

    def decorated(command: Command) -> Command:
        @functools.wraps(command)
        def gathering(**values: Any) -> Any:
            fields = {
                field: values.pop(field) for field in struct.__struct_fields__ if field in values
            }
            return command(**{name: struct(**fields)}, **values)

        return with_options(*options)(gathering)

    return decorated


def with_options(*options: Decorator) -> Decorator:
    """Return a decorator that adds options; as with decorators, the last one is applied first."""
    return lambda command: functools.reduce(lambda done, add: add(done), reversed(options), command)


cache_options = with_options(*_CACHE)
"""The options of the cache, and of URLs in it."""
