"""Defines the behaviour of all commands: `--help`, completion, and rejection of empty values.

rich-click, which formats help, is imported on demand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

LAYOUT: dict[str, Any] = {
    "text_markup": "ansi",  # plain: brackets in our texts are brackets
    "text_paragraph_linebreaks": "\n\n",
    "padding_helptext_first_line": (0, 0, 1, 0),
    "style_helptext": "",
    "style_epilog_text": "",
    "options_table_column_types": ["opt_short", "opt_long", "metavar", "help"],
    "max_width": 110,
}


class RichHelp(click.Command):
    """A command whose help is formatted by rich-click, and which rejects empty values.

    `tasks` are titles for its commands, if it is a group.
    """

    tasks: Mapping[str, Sequence[str]] = {}

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line. Raise click.UsageError, also for an empty value."""
        try:
            rest = super().parse_args(ctx, args)
        except click.UsageError as error:
            takes_option = any(item.name == "paths" and "-L" in item.opts for item in self.params)
            if takes_option and "unexpected extra argument" in error.message:
                hint = f"{error.message}: pass packages with -L."
                raise click.UsageError(hint, ctx) from None
            raise
        if not ctx.resilient_parsing:  # which completion does
            require_values(ctx)
        return rest

    def get_help(self, ctx: click.Context) -> str:
        """Return the help text.

        Examples are in the third paragraph or later, as rich-click removes the indentation of the
        second.
        """
        from rich_click import (
            RichCommand,
            RichCommandPanel,
            RichContext,
            RichGroup,
            RichOptionPanel,
        )

        from muranopl.interfaces.cli.help_groups import groups_of

        own: dict[str, Any] = {
            "name": self.name,
            "params": self.params,
            "help": self.help,
            "epilog": self.epilog,
            "panels": [
                RichOptionPanel(title, list(options))
                for title, options in groups_of(self.name, self.get_params(ctx))
            ]
            + [RichCommandPanel(task, list(commands)) for task, commands in self.tasks.items()],
        }
        rich: RichCommand
        if isinstance(self, click.Group):
            commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
            rich = RichGroup(
                commands={name: command for name, command in commands.items() if command}, **own
            )
        else:
            rich = RichCommand(**own)
        names = ctx.help_option_names
        with RichContext(
            rich,
            info_name=ctx.info_name,
            parent=ctx.parent,
            rich_help_config=LAYOUT,
            help_option_names=names,
        ) as inner:
            return rich.get_help(inner)


class RichHelpGroup(RichHelp, click.Group):
    """A group of commands whose help is formatted by rich-click."""


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


def completions(words: Mapping[str, str | None]) -> list[CompletionItem]:
    """Return words with their help as completions of an option."""
    from click.shell_completion import CompletionItem  # only shells that complete need it

    return [CompletionItem(word, help=help_) for word, help_ in words.items()]
