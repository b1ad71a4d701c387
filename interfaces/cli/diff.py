"""The command `muranopl diff`: what changed from one version of a package to another."""

from __future__ import annotations

import click

import muranopl
from muranopl.diagnostics.formats.encode import to_json
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.inputs import committed_zip, is_committed
from muranopl.interfaces.cli.options import format_option, output_option
from muranopl.interfaces.cli.output import write_result
from muranopl.interfaces.cli.package_options import Common, compared_options


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the new version is high enough, 1 it is too low for the changes, 2 wrong usage, 3 a bug in
muranopl.""",
)
@click.argument("old")
@click.argument("new")
@compared_options
@output_option
@format_option(("text", "markdown", "json"), "Format of the changes.")
def diff(common: Common, *, old: str, new: str, output: str | None, format_: str) -> None:
    """Show the changes between two package versions that affect users, and the version that these changes require.

    OLD and NEW are folders, zips, URLs (docs/remote.md), or REF:PATH: a folder in a commit of the git repository of the
    current folder. A change is major if it breaks users of the package, minor if it adds something, and a patch
    otherwise. The declared version is compared with the version that semantic versioning requires.

    \b
    Examples:
      muranopl diff HEAD~1:my.package my.package
      muranopl diff v1.2.0:my.package dist/my.package.zip --format markdown
    """  # noqa: D301 - click wants the character
    streams = {}
    for path in (old, new):
        if is_committed(path):
            streams[path] = committed_zip(path)
    settings = common.settings
    with common.logging():
        comparison = muranopl.compare(
            old,
            new,
            settings.libraries,
            core_library=settings.core_library,
            extensions=settings.extensions,
            quirks=settings.quirks,
            streams=streams,
            cache=common.cache,
            offline=common.offline,
        )
    if format_ == "json":
        text = to_json(comparison.to_dict())
    elif format_ == "markdown":
        text = comparison.to_markdown()
    else:
        text = comparison.to_text()
    write_result(text, output)
    leave([], failed=not comparison.ok)
