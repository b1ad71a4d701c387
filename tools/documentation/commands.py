"""Pages of the commands, from their declarations."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from muranopl.interfaces.cli.help_groups import groups_of
from muranopl.interfaces.cli.main import COMMANDS, cli

FOLDER = "reference/commands"
_UNWRAPPED = "\b"
"""Begins a paragraph whose lines stay as they are, in the help texts of click."""


def command_pages() -> dict[str, str]:
    """Return the pages of all commands, and one that lists them: path in the site → text."""
    context = click.Context(cli, info_name="muranopl")
    pages = {f"{FOLDER}/index.md": _index(context)}
    for name in COMMANDS:
        command = cli.get_command(context, name)
        if command is not None:
            inside = click.Context(command, info_name=name, parent=context)
            pages[f"{FOLDER}/{name}.md"] = "\n".join(_page(inside, 1))
    return pages


def _index(context: click.Context) -> str:
    names = "\n".join(COMMANDS)
    text = "\n".join(_page(context, 1))
    return f"{text}\n```{{toctree}}\n:maxdepth: 1\n\n{names}\n```\n"


def _page(context: click.Context, level: int) -> Iterator[str]:
    """Yield the lines about a command, and about the commands of a group."""
    command = context.command
    yield f"{'#' * level} {context.command_path}\n"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```text\n{context.command_path} {usage}\n```\n"
    yield from _prose(command.help or "")
    for title, options in _option_groups(context):
        yield f"{'#' * (level + 1)} {title}\n"
        for option in options:
            yield from _option(option, context)
    yield from _prose(command.epilog or "")
    if isinstance(command, click.Group) and context.parent is not None:
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                inside = click.Context(inner, info_name=name, parent=context)
                yield from _page(inside, level + 1)


def _option_groups(context: click.Context) -> Iterator[tuple[str, list[click.Option]]]:
    """Yield the options that `--help` shows, in its groups."""
    parameters = context.command.get_params(context)
    options = {
        name: option
        for option in parameters
        if isinstance(option, click.Option)
        for name in option.opts
    }
    for title, names in groups_of(context.command.name, parameters):
        yield title, [options[name] for name in names]


def _option(option: click.Option, context: click.Context) -> Iterator[str]:
    names, text = option.get_help_record(context) or ("", "")
    yield f"`{names}`\n: {_escaped(text)}\n"


def _prose(text: str) -> Iterator[str]:
    """Yield a help text as Markdown: paragraphs, and blocks of examples."""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        if paragraph.startswith(_UNWRAPPED):
            title, *lines = paragraph.removeprefix(_UNWRAPPED).strip("\n").split("\n")
            yield f"{_escaped(title)}\n"
            yield "```text\n" + "\n".join(line.strip() for line in lines) + "\n```\n"
        else:
            yield f"{_escaped(paragraph)}\n"


def _escaped(text: str) -> str:
    return re.sub(r"([*_<\[\]{}`$|])", r"\\\1", text)
