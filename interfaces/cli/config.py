"""The command `muranopl config`: show the settings that a check would use, and their schema."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import click
import msgspec

from muranopl.diagnostics.configuration.settings import Settings, settings_schema
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.visible import masked, visible
from muranopl.interfaces.cli.help import RichHelp, RichHelpGroup
from muranopl.interfaces.cli.options import format_option, was_given
from muranopl.interfaces.cli.output import write
from muranopl.interfaces.cli.package_options import Common, optional_paths_options
from muranopl.interfaces.cli.report_options import ReportOptions, report_options

_EXIT_STATUS = (
    "Exit status: 0 done, 2 wrong usage, or an invalid configuration file, 3 a bug in muranopl."
)


class Origin(NamedTuple):
    """A setting: its name in configuration files, its value, and where the value is from."""

    name: str
    value: Any
    source: str
    line: int | None = None


@click.group(cls=RichHelpGroup, epilog=_EXIT_STATUS)
def config() -> None:
    """Show the configuration: muranopl.toml, or the table [tool.muranopl] of pyproject.toml.

    The nearest configuration file is used, in the folder of PATH or above it, up to the root of the repository.
    docs/configuration.md lists all settings.

    \b
    Examples:
      muranopl config show my.package/
      muranopl config schema
    """  # noqa: D301 - click wants the character


@config.command(cls=RichHelp, epilog=_EXIT_STATUS)
@optional_paths_options
@report_options
@format_option(("text", "json"), "Format of the settings.")
def show(common: Common, reporting: ReportOptions, *, format_: str) -> None:
    """Show the settings that `muranopl check` would use with the same arguments, and their sources.

    The source of a value is the command line, a line of the configuration file, or the default.

    \b
    Examples:
      muranopl config show my.package/
      muranopl config show apps/ --ignore MPL661 --format json
    """  # noqa: D301 - click wants the character
    configuration = common.configuration
    reporting.require_valid(common)
    origins = list(_origins(common))
    if format_ == "json":
        data = {
            "file": configuration.file,
            "settings": {
                item.name: {"value": item.value, "from": item.source, "line": item.line}
                for item in origins
            },
        }
        write(sys.stdout, to_json(data))
    else:
        write(sys.stdout, _table(configuration.file, origins))


@config.command(cls=RichHelp, epilog=_EXIT_STATUS)
def schema() -> None:
    """Write the JSON schema of configuration files, for editors.

    \b
    Examples:
      muranopl config schema > muranopl.views.schema.json
    """  # noqa: D301 - click wants the character
    write(sys.stdout, to_json(settings_schema()))


def _origins(common: Common) -> Iterator[Origin]:
    settings = msgspec.to_builtins(common.settings)
    values = {key: _without_secrets(value) for key, value in settings.items()}
    file, places = common.configuration.file, common.configuration.places
    for field in msgspec.structs.fields(Settings):
        key = field.encode_name
        if was_given(field.name):
            yield Origin(key, values[key], "command line")
        elif key in places:
            yield Origin(key, values[key], file or "", places[key].line)
        else:
            yield Origin(key, values[key], "default")


def _without_secrets(value: Any) -> Any:
    """Return the value of a setting, in which addresses have no passwords."""
    if isinstance(value, list | tuple):
        return list(map(_without_secrets, value))
    return masked(value) if isinstance(value, str) else value


def _table(file: str | None, origins: list[Origin]) -> str:
    rows = [("configuration", visible(file) if file else "no file", "")]
    for item in origins:
        line = "" if item.line is None else f":{item.line}"
        rows.append((item.name, f"{visible(item.source)}{line}", _shown(item.value)))
    names, sources = (max(len(row[at]) for row in rows) for at in (0, 1))
    lines = (f"{name:{names}}  {source:{sources}}  {value}" for name, source, value in rows)
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _shown(value: Any) -> str:
    return "-" if value is None else to_json(value, 0).rstrip("\n")
