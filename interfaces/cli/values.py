"""Values on the command line: an empty one, as a variable of a shell gives it that is not set, means nothing."""

from __future__ import annotations

import click


class MayBeEmpty(click.Option):
    """An option for which an empty value means something."""


def require_values(ctx: click.Context) -> None:
    """Raise click.BadParameter for an argument or option with an empty value; a name or text may not be blank, too."""
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
    """Return whether a value is an empty text; blanks alone name a path, though an odd one."""
    if not isinstance(value, str):
        return False
    return not (value if isinstance(parameter.type, click.Path) else value.strip())
