"""Empty values on the command line, as unset variables of a shell produce them, are errors."""

from __future__ import annotations

import click


class MayBeEmpty(click.Option):
    """An option that accepts an empty value."""


def require_values(ctx: click.Context) -> None:
    """Raise click.BadParameter for an empty argument or option, and for a blank name or text."""
    for parameter in ctx.command.params:
        given = ctx.params.get(parameter.name or "")
        values = given if isinstance(given, tuple) else (given,)
        if not isinstance(parameter, MayBeEmpty) and any(
            _is_nothing(value, parameter) for value in values
        ):
            otherwise = "" if isinstance(parameter, click.Argument) else ", or leave the option out"
            name = parameter.make_metavar(ctx).strip("[].")
            raise click.BadParameter(f"it is empty: give {name}{otherwise}.", ctx, parameter)


def _is_nothing(value: object, parameter: click.Parameter) -> bool:
    """Return whether a value is an empty text or, unless it is a path, a blank one."""
    if not isinstance(value, str):
        return False
    return not (value if isinstance(parameter.type, click.Path) else value.strip())
