"""The command `muranopl cache`: show or empty the cache."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

import click

import muranopl.phases.reuse.folder as cache_folder
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import EnvironmentFailure
from muranopl.interfaces.cli.help import RichHelp, RichHelpGroup
from muranopl.interfaces.cli.output import write
from muranopl.phases.reuse.folder import default_folder

_NO_FOLDER = (
    "the cache needs a folder, as there is no home folder: set --cache-dir or MURANOPL_CACHE_DIR"
)

_EXIT_STATUS = "Exit status: 0 done, 2 wrong usage, or the folder cannot be read or emptied, 3 a bug in muranopl."


def _folder_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--cache-dir",
        "folder",
        metavar="DIR",
        type=click.Path(),
        help="Cache folder.  [default: $MURANOPL_CACHE_DIR, else the cache folder of your system]",
    )(command)


@click.group(cls=RichHelpGroup, epilog=_EXIT_STATUS)
def cache() -> None:
    """Show or empty the cache of results, which makes repeated checks fast.

    It can be emptied at any time, even while other commands run. Its size is limited; the least recently used records
    are removed first.

    \b
    Examples:
      muranopl cache info
      muranopl cache clear
      muranopl cache clear --cache-dir /builds/cache
    """  # noqa: D301 - click wants the character


@cache.command(cls=RichHelp, epilog=_EXIT_STATUS)
@_folder_option
def info(folder: str | None) -> None:
    """Show the folder, the number of records and the size of the cache.

    A record is the result of one file, package or command line. Only records of this version are counted, but the size
    includes all files. Files fetched from URLs have a limit of their own.

    \b
    Examples:
      muranopl cache info
      muranopl cache info --cache-dir /builds/cache
    """  # noqa: D301 - click wants the character
    path = _chosen(folder)
    with _failures(path, "read"):
        result = cache_folder.info(path)
    lines = [
        f"folder   {visible(result.folder)}{'' if result.exists else ' (does not exist yet)'}",
        f"records  {result.records:,}",
        f"size     {human(result.size)}",
        f"limit    {human(result.limit)}",
        f"fetched  {human(result.fetched)}",
    ]
    write(sys.stdout, "\n".join(lines) + "\n")


@cache.command(cls=RichHelp, epilog=_EXIT_STATUS)
@_folder_option
def clear(folder: str | None) -> None:
    """Remove the files of the cache, and its folder if nothing else is in it.

    Only files with the names of cache files are removed; links are not followed.

    \b
    Examples:
      muranopl cache clear
      muranopl cache clear --cache-dir /builds/cache
    """  # noqa: D301 - click wants the character
    path = _chosen(folder)
    with _failures(path, "emptied"):
        files, size = cache_folder.clear(path)
    if files:
        done = f"Removed {files:,} file{'s' * (files != 1)} ({human(size)}) from"
    else:
        done = "The cache is empty:"
    write(sys.stdout, f"{done} {visible(path)}\n")


def _chosen(folder: str | None) -> str:
    path = default_folder() if folder is None else folder
    if not path:
        raise EnvironmentFailure(_NO_FOLDER)
    return path


@contextlib.contextmanager
def _failures(folder: str, what: str) -> Iterator[None]:
    """Raise EnvironmentFailure for an OSError or ValueError within the context."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise EnvironmentFailure(f'the cache "{visible(folder)}" cannot be {what}: {why}') from None


def human(size: int) -> str:
    """Return a number of bytes in readable units: `17 bytes`, `4.2 MiB`."""
    if size < 1024:
        return f"{size} byte{'s' * (size != 1)}"
    amount = size / 1024
    for unit in ("KiB", "MiB"):
        # Above it the amount would be shown as 1024.0
        if amount < 1023.95:
            return f"{amount:.1f} {unit}"
        amount /= 1024
    return f"{amount:.1f} GiB"
