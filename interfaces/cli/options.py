"""Options that several commands share."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click
import msgspec
from click.core import ParameterSource

import muranopl
from muranopl.diagnostics import arguments
from muranopl.diagnostics.addresses import is_address
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.configuration.configured import (
    Configuration,
    configuration_of,
    nearest_configuration,
)
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.formats import FORMATS
from muranopl.interfaces.cli.command_line import command_line
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.inputs import STDIN, read_streams
from muranopl.interfaces.cli.output import require_writable, show_diagnostics, write_result
from muranopl.interfaces.cli.quirks import complete_quirks, known_quirks

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.api.catalog import Catalog
    from muranopl.diagnostics.diagnostic import Diagnostic
    from muranopl.interfaces.cli.repeated import Question
    from muranopl.phases.reuse.cache import Cache
    from muranopl.workspace.repeated_checks import RepeatedChecks

Command = Callable[..., Any]


def input_option(*names: str, help_: str, multiple: bool = False) -> Callable[[Command], Command]:
    """Return an option for a file to read, which may be `-` for standard input."""
    path = click.Path(allow_dash=True)
    return click.option(*names, metavar="FILE", type=path, multiple=multiple, help=help_)


def format_option(choices: Sequence[str], help_: str) -> Callable[[Command], Command]:
    """Return the option `--format` (parameter `format_`); the first choice is the default."""
    return choice_option(("--format", "format_"), "FORMAT", choices, help_)


def choice_option(
    names: Sequence[str],
    metavar: str,
    choices: Sequence[str],
    help_: str,
    more: str = "",
    *,
    default: str | None = None,
) -> Callable[[Command], Command]:
    """Return an option whose help lists the choices; the first one is the default.

    `help_` is the sentence that the list ends, `more` what follows it.
    """
    return click.option(
        *names,
        # The column of names is too narrow for the choices, which would be broken there
        metavar=metavar,
        type=click.Choice(choices),
        default=choices[0] if default is None else default,
        help=f"{help_.rstrip('.')}: {', '.join(choices)}. {more}".rstrip(),
    )


def _rules(
    ctx: click.Context,  # noqa: ARG001 - click passes it
    param: click.Parameter,  # noqa: ARG001
    words: tuple[str, ...],
) -> tuple[str, ...]:
    """Load rules before other options name their codes. Raise UsageError."""
    if words:
        from muranopl.diagnostics.own_rules import load  # few have rules of their own

        load(words, "--rules")
    return words


rules_option = click.option(
    "--rules",
    "own",
    metavar="DIR",
    multiple=True,
    callback=_rules,
    is_eager=True,
    help="Rules of your own, whose code is run: a folder, or the name of installed ones (docs/rules.md). Repeatable.",
)

configs_option = click.option(
    "--class-configs",
    metavar="DIR",
    type=click.Path(),
    help="The folder with class configs, as the engine's option class_configs names it.",
)

schedule_option = click.option(
    "--schedule",
    metavar="SEED",
    type=int,
    help="Choose the order of branches of Parallel and pselect at random, the same one for the same number.",
)

cloud_option = input_option(
    "--cloud", help_="What simulated clouds answer, as YAML or JSON (docs/cloud-file.md)."
)

ALL_DIAGNOSTICS = f"not only the first {PER_CODE.most} diagnostics of one code in a file"


def all_option(what: str) -> Callable[[Command], Command]:
    """Return the option that removes a limit on the output; `what` names the output in its help."""
    return click.option("--all", "everything", is_flag=True, help=f"Leave nothing out: {what}.")


diagnostics_option = choice_option(
    ("--diagnostics", "diagnostics_format"), "FORMAT", FORMATS, "How diagnostics are written."
)

quirk_option = click.option(
    "--quirk",
    "quirks",
    metavar="NAME",
    multiple=True,
    callback=known_quirks,
    shell_complete=complete_quirks,
    help="Follow the reference engine where it differs from the documents; `engine` for all. Repeatable.",
)

output_option = click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(),
    help="Write to a file, not to standard output.",
)

color_option = choice_option(
    ("--color",),
    "WHEN",
    ("auto", "always", "never"),
    "When text is coloured.",
    "auto is on a terminal, unless NO_COLOR is set, or if FORCE_COLOR is.",
)


def _jobs(ctx: click.Context, param: click.Parameter, value: str) -> int | None:
    """Return the number of processes; None for `auto`."""
    if value == "auto":
        return None
    # `isdigit` also accepts superscripts, which `int` refuses
    if value.isascii() and value.isdigit() and int(value) > 0:
        return int(value)
    raise click.BadParameter(f'"{value}" is neither a whole number from 1 on nor auto.', ctx, param)


def _executor(address: str) -> Executor:
    """Return the executor of an address, closed when the command ends. Raise UsageError."""
    from muranopl.phases.workers.workers import executor_at  # few have a cluster

    return click.get_current_context().with_resource(executor_at(address))


_REQUIRED_FROM = (
    "A package or catalog to resolve requirements from; not checked itself. Repeatable."
)
_CLASSES_FROM = "A package, or a folder of packages, to take classes from. Repeatable."


def _paths(*, required: bool) -> Callable[[Command], Command]:
    """Return the argument PATH..., the packages."""
    path = click.Path(allow_dash=True)
    return click.argument(
        "paths",
        metavar="PATH..." if required else "[PATH]...",
        nargs=-1,
        required=required,
        type=path,
    )


_CACHE_OPTIONS = (
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
        "--offline",
        is_flag=True,
        help="Of addresses, use what earlier runs fetched, and nothing else (docs/remote.md).",
    ),
)


def cache_options(command: Command) -> Command:
    """Add the options about the cache, and about addresses in it."""
    return _decorated(command, _CACHE_OPTIONS)


_SHARED = (
    click.option(
        "--config",
        metavar="FILE",
        type=click.Path(),
        help="The configuration file, in place of the nearest one (docs/configuration.md).",
    ),
    click.option("--isolated", is_flag=True, help="Use no configuration file."),
    click.option(
        "-j",
        "--jobs",
        metavar="N",
        callback=_jobs,
        default="auto",
        help="How many processes share the work; auto: as many as there are cores, where there is enough to do.",
    ),
    *_CACHE_OPTIONS,
    click.option(
        "--core-library",
        metavar="PATH",
        type=click.Path(),
        help="A core library to use in place of the embedded one.",
    ),
    click.option(
        "--extensions",
        metavar="WHAT",
        multiple=True,
        help="Extension plugins of the engine: a path, an installed distribution, or `installed` "
        "(docs/extensions.md). They are read, not run. Repeatable.",
    ),
    quirk_option,
    color_option,
    click.option(
        "--log-file",
        metavar="FILE",
        type=click.Path(),
        help="Log what each phase did and how long it took; processes can share the file.",
    ),
    click.option(
        "-v",
        "--verbose",
        "verbosity",
        count=True,
        metavar="",
        show_default=False,
        help="Log on stderr; -vv logs more.",
    ),
)


class Common(msgspec.Struct, frozen=True, kw_only=True):
    """The values of the shared options."""

    paths: Sequence[str] = ()
    libraries: Sequence[str] = ()
    jobs: int | None
    no_cache: bool
    cache_dir: str | None
    offline: bool = False
    core_library: str | None
    extensions: Sequence[str] = ()
    quirks: Sequence[str]
    color: str
    log_file: str | None
    verbosity: int
    config: str | None
    isolated: bool
    configuration: Configuration = Configuration()

    def configured(self, *, by_paths: bool) -> Common:
        """Return the options with the values of the configuration where none were given.

        The file is looked for from PATH on `by_paths`, else from the current folder. Raise
        UsageError.
        """
        if self.isolated:
            if self.config is not None:
                raise click.UsageError(
                    "--isolated uses no configuration, --config names one: choose one of them."
                )
            return self
        if self.config is not None:
            arguments.require_readable([self.config])
            arguments.require_file(self.config)
            configuration = configuration_of(self.config)
        else:
            # A file that is read from standard input stands in the package that it names
            named = click.get_current_context().params.get("stdin_filename")
            paths = [
                path
                for path in (named, *self.paths)
                if path is not None and path != STDIN and not is_address(path)
            ]
            configuration = nearest_configuration(paths if by_paths else ())
        settings = configuration.settings
        if not self.libraries:
            configuration.require_paths("libraries", settings.libraries)
        if self.core_library is None and settings.core_library is not None:
            configuration.require_paths("core-library", [settings.core_library])
        return msgspec.structs.replace(
            self,
            libraries=self.libraries or settings.libraries,
            core_library=self.core_library or settings.core_library,
            extensions=self.extensions or settings.extensions,
            quirks=self.quirks or settings.quirks,
            jobs=self.jobs if was_given("jobs") else settings.jobs,
            configuration=configuration,
        )

    def require_files(
        self,
        inputs: Iterable[str | None] = (),
        outputs: Iterable[str | None] = (),
        configs: str | None = None,
    ) -> None:
        """Raise UsageError for a file that cannot be read or written, before any work begins.

        `inputs` are files or `-` besides the packages, `configs` is the folder of class configs.
        """
        files = [file for file in inputs if file is not None]
        packages = [*self.paths, *self.libraries]
        if files.count(STDIN) + (STDIN in packages) > 1:
            raise click.UsageError("- is given twice; standard input can be only one file.")
        read = [*packages, self.core_library]
        read = [path for path in read if path is None or not is_address(path)]
        read += [configs, *files]
        arguments.require_readable(path for path in read if path not in {None, STDIN})
        for file in files:
            if file != STDIN:
                arguments.require_file(file)
        if configs is not None:
            arguments.require_configs(configs)
        require_writable(file for file in outputs if file is not None)

    @property
    def plugin_paths(self) -> list[str]:
        """The paths among `extensions`; others are names."""
        return [word for word in self.extensions if os.path.lexists(word)]

    def logging(self) -> contextlib.AbstractContextManager[None]:
        """Return a context manager for the requested logging. Raise EnvironmentFailure."""
        if not self.verbosity and self.log_file is None:
            return contextlib.nullcontext()
        from muranopl.interfaces.cli.logs import logging_to  # few runs are logged

        return logging_to(self.log_file, self.verbosity)

    def question(self, baseline: str | None = None) -> Question | None:
        """Return this check as a key of cached output, or None if its output cannot be reused.

        Output is not reused without a cache, with logging, or when reading standard input. Call
        this before reading any file.
        """
        paths = [*self.paths, *self.libraries, *self.configuration.looked_for]
        paths += [path for path in (self.core_library, baseline) if path is not None]
        if (
            self.no_cache
            or self.configuration.settings.rules
            or self.verbosity
            or self.log_file is not None
            or STDIN in paths
            # What is there is not known before it is asked for
            or any(map(is_address, paths))
            # The signature of an environment would take longer than reading its plugins
            or self.extensions
            # A lock is about files that no other check reads
            or self.configuration.settings.locked
        ):
            return None
        # A check without a cache needs none of it
        from muranopl.interfaces.cli.repeated import Question

        return Question(command_line().words, paths)

    @property
    def cache(self) -> Cache | None:
        """The cache, None if there is to be none."""
        return None if self.no_cache else muranopl.Cache(self.cache_dir)

    def catalog(
        self,
        models: Sequence[str] = (),
        *,
        everything: bool = False,
        executor: str | None = None,
        settings: Settings | None = None,
        edited: str | None = None,
        locked: bool = False,
        checks: RepeatedChecks | None = None,
    ) -> Catalog:
        """Return the catalog, after reading standard input if it is among the paths or `models`.

        With `everything`, the number of diagnostics per code and file is unlimited. `executor` is
        an address; `settings` choose what is reported. `edited` is the file of which standard input
        is the text, if it is not a package. `locked` is as in `Catalog`, `checks` are earlier ones of
        it. Raise click.UsageError, UsageError.
        """
        streams = read_streams([*self.paths, *self.libraries, edited and STDIN], models)
        if edited is not None:
            streams = {edited: streams[STDIN]}
        catalog = muranopl.Catalog(
            self.paths,
            libraries=self.libraries,
            core_library=self.core_library,
            extensions=self.extensions,
            quirks=self.quirks,
            streams=streams,
            jobs=self.jobs,
            executor=None if executor is None else _executor(executor),
            cache=self.cache,
            max_per_code=None if everything else PER_CODE.most,
            settings=settings,
            offline=self.offline,
            locked=locked,
        )
        if checks is None:
            return catalog
        from muranopl.api.catalog import repeating  # few are

        return repeating(catalog, checks)


class ModelOptions(msgspec.Struct, frozen=True):
    """The values of the options shared by commands that load object models."""

    class_configs: str | None
    everything: bool
    output: str | None
    diagnostics_format: str

    @contextlib.contextmanager
    def catalog(self, common: Common, inputs: Iterable[str | None]) -> Iterator[Catalog]:
        """Log within the context, and return the catalog, which can read the files `inputs`."""
        files = [file for file in inputs if file is not None]
        common.require_files(files, [self.output], self.class_configs)
        with common.logging():
            yield common.catalog(files, everything=self.everything)

    def finish(
        self,
        common: Common,
        diagnostics: Sequence[Diagnostic],
        text: str | None,
        *,
        failed: bool,
        models: int = 0,
    ) -> NoReturn:
        """Write the result of the command, if there is one, and diagnostics; exit."""
        arguments.require_packages(diagnostics)
        if text is not None:
            write_result(text, self.output)
        show_diagnostics(diagnostics, self.diagnostics_format, common.color, models)
        leave(diagnostics, failed=failed)


def model_options(command: Command) -> Command:
    """Add the options of `ModelOptions`, passed as one `options`."""
    own = (configs_option, all_option(ALL_DIAGNOSTICS), output_option, diagnostics_option)
    return gathering(command, ModelOptions, "options", own)


def common_options(command: Command) -> Command:
    """Add PATH... and the shared options, passed as one `common`."""
    return _paths(required=True)(_with_libraries(command))


def optional_paths_options(command: Command) -> Command:
    """Add the options of `common_options`, for commands that may do without PATH."""
    return _paths(required=False)(_with_libraries(command))


def _with_libraries(command: Command) -> Command:
    own = (_library("libraries", _REQUIRED_FROM), *_SHARED)
    return gathering(_configuring(command, by_paths=True), Common, "common", own)


def package_options(command: Command) -> Command:
    """Add the shared options without PATH..., for commands that take their packages from `-L`."""
    own = (_library("paths", _CLASSES_FROM), *_SHARED)
    return gathering(_configuring(command, by_paths=False), Common, "common", own)


def _configuring(command: Command, *, by_paths: bool) -> Command:
    """Return a command whose `common` has the values of the configuration file."""

    @functools.wraps(command)
    def configured(*, common: Common, **values: Any) -> Any:
        return command(common=common.configured(by_paths=by_paths), **values)

    return configured


def was_given(parameter: str) -> bool:
    """Return whether an option was given, on the command line or in an environment variable."""
    source = click.get_current_context().get_parameter_source(parameter)
    return source in {ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT}


def _library(field: str, help_: str) -> Callable[[Command], Command]:
    """Return the option `-L`, which sets `field` of `Common`."""
    names = "-L", "--library", field
    return click.option(*names, metavar="PATH", multiple=True, type=click.Path(), help=help_)


def gathering(
    command: Command,
    struct: type[msgspec.Struct],
    name: str,
    options: Sequence[Callable[[Command], Command]],
) -> Command:
    """Add options, whose values the command gets as one `struct`, its parameter `name`."""

    @functools.wraps(command)
    def gathered(**values: Any) -> Any:
        # Commands that take packages from -L have no `libraries`
        own = {field: values.pop(field) for field in struct.__struct_fields__ if field in values}
        return command(**{name: struct(**own)}, **values)

    return _decorated(gathered, options)


def _decorated(command: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    """Add options; as with decorators above a function, the last one is applied first."""
    for decorate in reversed(options):
        command = decorate(command)
    return command
