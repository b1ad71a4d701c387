"""Options that several commands share."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

import muranopl
from muranopl import arguments
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.formats import FORMATS
from muranopl.interfaces.cli.inputs import STDIN, read_streams
from muranopl.interfaces.cli.quirks import complete_quirks, known_quirks

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.catalog import Catalog
    from muranopl.interfaces.cli.repeated import Question

Command = Callable[..., Any]

configs_option = click.option(
    "--class-configs",
    metavar="DIR",
    type=click.Path(),
    help="The folder with class configs, as the engine's option class_configs names it.",
)

cloud_option = click.option(
    "--cloud",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="What simulated clouds answer, as YAML or JSON (docs/cloud-file.md).",
)

ALL_DIAGNOSTICS = f"not only the first {PER_CODE.most} diagnostics of one code in a file"


def all_option(what: str) -> Callable[[Command], Command]:
    """Return the option that removes a limit on the output; `what` names the output in its help."""
    return click.option("--all", "everything", is_flag=True, help=f"Leave nothing out: {what}.")


diagnostics_option = click.option(
    "--diagnostics",
    "diagnostics_format",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="How diagnostics are written.",
)

output_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(),
    help="Write to a file, not to standard output.",
)

color_option = click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour the text; auto: on a terminal, unless NO_COLOR is set, or if FORCE_COLOR is.",
)


def _jobs(ctx: click.Context, param: click.Parameter, value: str) -> int | None:
    """Return the number of processes; None for `auto`."""
    if value == "auto":
        return None
    if value.isascii() and value.isdigit() and int(value) > 0:
        return int(value)
    raise click.BadParameter(f'"{value}" is neither a number from 1 on nor auto.', ctx, param)


def _executor(address: str) -> Executor:
    """Return the executor of an address, closed when the command ends. Raise UsageError."""
    from muranopl.incremental.executors import executor_at  # few have a cluster

    return click.get_current_context().with_resource(executor_at(address))


_REQUIRED_FROM = (
    "A package or catalog to resolve requirements from; not checked itself. Repeatable."
)
_CLASSES_FROM = "A package, or a folder of packages, to take classes from. Repeatable."
_PATHS = click.argument(
    "paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(allow_dash=True)
)
_SHARED = (
    click.option(
        "-j",
        "--jobs",
        metavar="N",
        callback=_jobs,
        default="auto",
        show_default=True,
        help="How many processes share the work; auto: as many as there are cores, where there is enough to do.",
    ),
    click.option(
        "--no-cache", is_flag=True, help="Neither use nor keep what earlier checks found out."
    ),
    click.option(
        "--cache-dir",
        metavar="DIR",
        type=click.Path(),
        help="Where that is kept, in place of the user's folder (`muranopl cache info` names it).",
    ),
    click.option(
        "--core-library",
        metavar="PATH",
        type=click.Path(),
        help="A core library to use in place of the embedded one.",
    ),
    click.option(
        "--quirk",
        "quirks",
        metavar="NAME",
        multiple=True,
        callback=known_quirks,
        shell_complete=complete_quirks,
        help="Follow the reference engine where it differs from the documents; `engine` for all. Repeatable.",
    ),
    color_option,
    click.option(
        "--log-file",
        metavar="FILE",
        type=click.Path(),
        help="Log what each phase did and how long it took; processes can share the file.",
    ),
    click.option(
        "-v", "--verbose", "verbosity", count=True, metavar="", help="Log on stderr; -vv logs more."
    ),
)


class Common(msgspec.Struct, frozen=True):
    """The values of the shared options."""

    paths: Sequence[str]
    libraries: Sequence[str]
    jobs: int | None
    no_cache: bool
    cache_dir: str | None
    core_library: str | None
    quirks: Sequence[str]
    color: str
    log_file: str | None
    verbosity: int

    def require_readable(self, models: Sequence[str] = (), configs: str | None = None) -> None:
        """Raise UsageError for a missing or unreadable path, before any work begins.

        `models` are files or `-`, `configs` is the folder of class configs.
        """
        folders = [folder for folder in (self.core_library, configs) if folder is not None]
        given = [*self.paths, *self.libraries, *folders, *models]
        arguments.require_readable(path for path in given if path != STDIN)
        for model in models:
            if model != STDIN:
                arguments.require_file(model)
        if configs is not None:
            arguments.require_configs(configs)

    def logging(self) -> contextlib.AbstractContextManager[None]:
        """Return a context manager for the requested logging. Raise EnvironmentFailure."""
        if not self.verbosity and self.log_file is None:
            return contextlib.nullcontext()
        from muranopl.interfaces.cli.logs import logging_to  # few runs are logged

        return logging_to(self.log_file, self.verbosity)

    def question(self) -> Question | None:
        """Return this check as a key of cached output, or None if its output cannot be reused.

        Output is not reused without a cache, with logging, or when reading standard input. Call
        this before reading any file.
        """
        paths = [
            *self.paths,
            *self.libraries,
            *([] if self.core_library is None else [self.core_library]),
        ]
        if self.no_cache or self.verbosity or self.log_file is not None or STDIN in paths:
            return None
        from muranopl.interfaces.cli.repeated import (
            Question,
        )  # a check without a cache needs none of it

        return Question(click.get_current_context().find_root().obj, paths)

    def catalog(
        self, models: Sequence[str] = (), *, everything: bool = False, executor: str | None = None
    ) -> Catalog:
        """Return the catalog, after reading standard input if it is among the paths or `models`.

        With `everything`, the number of diagnostics per code and file is unlimited. `executor` is
        an address. Raise click.UsageError, UsageError.
        """
        return muranopl.Catalog(
            self.paths,
            libraries=self.libraries,
            core_library=self.core_library,
            quirks=self.quirks,
            streams=read_streams([*self.paths, *self.libraries], models),
            jobs=self.jobs,
            executor=None if executor is None else _executor(executor),
            cache=None if self.no_cache else muranopl.Cache(self.cache_dir),
            max_per_code=None if everything else PER_CODE.most,
        )


class Execution(msgspec.Struct, frozen=True):
    """The values of the options shared by commands that run methods."""

    cloud: str | None
    class_configs: str | None
    everything: bool
    output: str | None
    diagnostics_format: str


def execution_options(command: Command) -> Command:
    """Add `package_options` and the options of `Execution`, passed as one `Execution`."""

    @functools.wraps(command)
    def gathered(common: Common, **values: Any) -> Any:
        given = {name: values.pop(name) for name in Execution.__struct_fields__}
        return command(common, Execution(**given), **values)

    decorated: Command = gathered
    for decorate in (
        diagnostics_option,
        output_option,
        all_option(ALL_DIAGNOSTICS),
        configs_option,
        cloud_option,
    ):
        decorated = decorate(decorated)
    return package_options(decorated)


def common_options(command: Command) -> Command:
    """Add PATH... and the shared options, passed as one `Common`."""
    return _PATHS(_gathering(command, "libraries", _REQUIRED_FROM))


def package_options(command: Command) -> Command:
    """Add the shared options without PATH..., for commands that take their packages from `-L`."""
    return _gathering(command, "paths", _CLASSES_FROM)


def _gathering(command: Command, field: str, help_: str) -> Command:
    """Add the shared options; `-L`, with the help text `help_`, sets `field` of `Common`."""

    @functools.wraps(command)
    def gathered(**values: Any) -> Any:
        given = {name: values.pop(name) for name in Common.__struct_fields__ if name in values}
        return command(Common(**{"paths": (), "libraries": (), **given}), **values)

    library = click.option(
        "-L", "--library", field, metavar="PATH", multiple=True, type=click.Path(), help=help_
    )
    for decorate in reversed((library, *_SHARED)):
        gathered = decorate(gathered)
    return gathered
