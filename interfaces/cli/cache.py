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

_NO_FOLDER = "there is no home folder to keep a cache in: name a folder with --cache-dir or MURANOPL_CACHE_DIR"

_EXIT_STATUS = "Exit status: 0 done, 2 wrong usage, or a folder that cannot be read or emptied, 3 a bug in muranopl."


def _folder_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--cache-dir",
        "folder",
        metavar="DIR",
        type=click.Path(),
        help="The folder of the cache. Without it $MURANOPL_CACHE_DIR, or the folder your system has for caches.",
    )(command)


@click.group(cls=RichHelpGroup, epilog=_EXIT_STATUS)
def cache() -> None:
    """Look at, or empty, what is kept between runs so that packages that did not change need no second check.

    It can be emptied at any time, also while other commands run: what is missing is worked out again. It never grows
    much above its limit; what was not used for the longest time goes first.

    \b
    Examples:
      muranopl cache info
      muranopl cache clear
      muranopl cache clear --cache-dir /builds/cache
    """  # noqa: D301 - click wants the character


@cache.command(cls=RichHelp, epilog=_EXIT_STATUS)
@_folder_option
def info(folder: str | None) -> None:
    """Show where the cache is, how many records it holds, and how large it is.

    A record is the outcome of one file, package or command line. Only records that this version can read are counted;
    the size is that of all files of the cache. What was fetched from addresses comes on top, with a limit of its own.

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
    """Remove the files of the cache, and its folder unless other things are in it.

    Only files that are named as those of the cache are removed; links are left alone.

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
        done = "There was nothing in"
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
