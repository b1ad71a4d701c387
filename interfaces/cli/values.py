"""Empty values on the command line, as unset variables of a shell produce them, are errors."""

from __future__ import annotations

import click


class MayBeEmpty(click.Option):
    """An option that accepts an empty value."""


def require_values(ctx: click.Context) -> None:
    """Raise click.BadParameter for an empty argument or option, and for a blank name or text."""
    for parameter in ctx.command.params:
        value = ctx.params.get(parameter.name or "")
        values = value if isinstance(value, tuple) else (value,)
        is_path = isinstance(parameter.type, click.Path)
        if isinstance(parameter, MayBeEmpty) or not any(
            _is_nothing(one, is_path) for one in values
        ):
            continue
        remedy = f"give {parameter.make_metavar(ctx).strip('[].')}"
        if not isinstance(parameter, click.Argument):
            remedy += ", or leave the option out"
        raise click.BadParameter(f"it is empty: {remedy}.", ctx, parameter)


def _is_nothing(value: object, is_path: bool) -> bool:
    """Return whether a value is an empty text or, unless it is a path, a blank one."""
    return isinstance(value, str) and (not value or (not is_path and value.isspace()))
