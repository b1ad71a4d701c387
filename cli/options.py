"""Options that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from muranopl.cli.inputs import read_streams, require_readable

if TYPE_CHECKING:
    from muranopl.catalog import Catalog

Command = Callable[..., Any]

color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour the text; auto: on a terminal, unless NO_COLOR is set, or if FORCE_COLOR is.",
)

_SHARED = (
    click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(allow_dash=True)),
    click.option(
        "-L",
        "--library",
        "libraries",
        metavar="PATH",
        multiple=True,
        type=click.Path(),
        help="A package or catalog to resolve requirements from; not checked itself. Repeatable.",
    ),
    click.option(
        "--core-library", metavar="PATH", type=click.Path(), help="A core library to use in place of the embedded one."
    ),
    click.option(
        "--quirk",
        "quirks",
        metavar="NAME",
        multiple=True,
        help="Follow the reference engine where it differs from the documents; `engine` for all. Repeatable.",
    ),
    color_option,
    click.option(
        "--log-file",
        metavar="FILE",
        type=click.Path(),
        help="Log what each phase did and how long it took; processes can share the file.",
    ),
    click.option("-v", "--verbose", "verbosity", count=True, metavar="", help="Log on stderr; -vv logs more."),
)


class Common(NamedTuple):
    """What to check and what to check it with: the values of the shared options."""

    paths: Sequence[str]
    libraries: Sequence[str]
    core_library: str | None
    quirks: Sequence[str]
    color: str
    log_file: str | None
    verbosity: int

    def require_readable(self) -> None:
        """Raise EnvironmentFailure where a path does not exist or cannot be read."""
        require_readable([*self.paths, *self.libraries, *([self.core_library] if self.core_library else [])])

    def catalog(self) -> Catalog:
        """Return the catalog, having read standard input if it is among the paths. Raises click.UsageError."""
        import muranopl  # noqa: PLC0415 - its parts are loaded when used, which is now

        streams = read_streams([*self.paths, *self.libraries])
        try:
            return muranopl.Catalog(
                self.paths,
                libraries=self.libraries,
                core_library=self.core_library,
                quirks=self.quirks,
                streams=streams,
            )
        except ValueError as error:
            raise click.UsageError(str(error)) from None


def common_options(command: Command) -> Command:
    """Add PATH... and the options on libraries, quirks, colour and logging; the command gets them as one `Common`."""

    @functools.wraps(command)
    def gathered(**values: Any) -> Any:
        common = Common(**{name: values.pop(name) for name in Common._fields})
        return command(common, **values)

    for decorate in reversed(_SHARED):
        gathered = decorate(gathered)
    return gathered
