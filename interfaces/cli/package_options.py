"""Options of commands that read packages: the packages, their settings, the cache and the log."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
import msgspec

import muranopl
from muranopl.diagnostics import arguments
from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.configuration.configuration import Configuration
from muranopl.diagnostics.configuration.configured import (
    configuration_of,
    nearest_configuration,
)
from muranopl.diagnostics.configuration.settings import Settings, of_reading
from muranopl.diagnostics.visible import is_address
from muranopl.interfaces.cli.command_line import command_line
from muranopl.interfaces.cli.inputs import STDIN, read_streams
from muranopl.interfaces.cli.options import (
    Command,
    Decorator,
    cache_options,
    color_option,
    converted,
    flag,
    gathered,
    path_option,
    setting_option,
    was_given,
)
from muranopl.interfaces.cli.output import require_writable
from muranopl.interfaces.cli.quirks import complete_quirks, known_quirks

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.api.catalog import Catalog
    from muranopl.interfaces.cli.repeated import Question
    from muranopl.phases.reuse.cache import Cache
    from muranopl.workspace.check_session import CheckSession


class Common(msgspec.Struct, frozen=True, kw_only=True):
    """The values of the shared options, with the settings of the command."""

    paths: Sequence[str] = ()
    no_cache: bool
    cache_dir: str | None
    offline: bool = False
    color: str
    log_file: str | None
    verbosity: int
    config: str | None
    isolated: bool
    configuration: Configuration = Configuration()
    settings: Settings = Settings()

    def configured(self, given: Mapping[str, Any], *, by_paths: bool) -> Common:
        """Return the options with the settings `given` on the command line over those of the configuration.

        The file is looked for from PATH on `by_paths`, else from the current folder. Raise
        UsageError.
        """
        configuration = self._configuration(by_paths=by_paths)
        own = {"libraries": "libraries", "core_library": "core-library"}
        configuration.require_paths([key for name, key in own.items() if name not in given])
        settings = msgspec.structs.replace(configuration.settings, **given)
        return msgspec.structs.replace(self, configuration=configuration, settings=settings)

    def _configuration(self, *, by_paths: bool) -> Configuration:
        """Return the configuration of the command. Raise UsageError."""
        if self.isolated:
            if self.config is not None:
                raise click.UsageError("--isolated and --config cannot be combined.")
            return Configuration()
        if self.config is not None:
            arguments.require_readable([self.config])
            arguments.require_file(self.config)
            return configuration_of(self.config)
        # A file that is read from standard input stands in the package that it names
        named = click.get_current_context().params.get("stdin_filename")
        paths = (path for path in (named, *self.paths) if path is not None and path != STDIN)
        files = [path for path in paths if not is_address(path)]
        return nearest_configuration(files if by_paths else ())

    def for_form(self, package: str | None) -> Common:
        """Return the options of a command that fills in a form: that of a package, or of a library."""
        # Only packages of `paths` have forms
        libraries = (*self.paths, *self.settings.libraries)
        settings = msgspec.structs.replace(self.settings, libraries=libraries)
        paths = libraries if package is None else [package]
        return msgspec.structs.replace(self, paths=paths, settings=settings)

    @property
    def packages(self) -> tuple[str, ...]:
        """The paths of all packages, with the core library."""
        core = self.settings.core_library
        return (*self.paths, *self.settings.libraries, *(() if core is None else (core,)))

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
        if files.count(STDIN) + (STDIN in self.packages) > 1:
            raise click.UsageError(
                "- is specified twice, but standard input can be read only once."
            )
        read: list[str | None] = [path for path in self.packages if not is_address(path)]
        read += [configs, *files]
        arguments.require_readable(path for path in read if path not in {None, STDIN})
        for file in files:
            if file != STDIN:
                arguments.require_file(file)
        if configs is not None:
            arguments.require_configs(configs)
        require_writable(file for file in outputs if file is not None)

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
        paths = [*self.packages, *self.configuration.looked_for]
        if self.settings.baseline is not None:
            paths.append(self.settings.baseline)
        if (
            self.no_cache
            or self.settings.rules
            or self.verbosity
            or self.log_file is not None
            or STDIN in paths
            # What is there is not known before it is asked for
            or any(map(is_address, paths))
            # The signature of an environment would take longer than reading its plugins
            or self.settings.extensions
            # A lock is about files that no other check reads
            or self.settings.locked
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
        executor: Executor | None = None,
        settings: Settings | None = None,
        edited: str | None = None,
        checks: CheckSession | None = None,
    ) -> Catalog:
        """Return the catalog, after reading standard input if it is among the paths or `models`.

        With `everything`, the number of diagnostics per code and file is unlimited. `settings` are
        those of a check, None for other commands. `edited` is the file of which standard input is the
        text, if it is not a package. `checks` are earlier checks. Raise click.UsageError, UsageError.
        """
        streams = read_streams([*self.packages, edited and STDIN], models)
        if edited is not None:
            streams = {edited: streams[STDIN]}
        catalog = muranopl.Catalog(
            self.paths,
            streams=streams,
            jobs=self.settings.jobs,
            executor=executor,
            cache=self.cache,
            max_per_code=None if everything else PER_CODE.most,
            settings=of_reading(self.settings) if settings is None else settings,
            offline=self.offline,
        )
        if checks is None:
            return catalog
        from muranopl.api.catalog import repeating  # few are

        return repeating(catalog, checks)


def _jobs(value: str) -> int | None:
    """Return the number of processes; None for `auto`."""
    if value == "auto":
        return None
    # `isdigit` also accepts superscripts, which `int` refuses
    if value.isascii() and value.isdigit() and int(value) > 0:
        return int(value)
    raise click.BadParameter(f'"{value}" is neither a positive integer nor auto.')


_SHARED = (
    path_option(
        "--config",
        help="Configuration file to use instead of the nearest one (docs/configuration.md).",
    ),
    flag("--isolated", help="Use no configuration file."),
    setting_option(
        "jobs",
        "-j",
        "--jobs",
        metavar="N",
        callback=converted(_jobs),
        default="auto",
        more="auto: up to one per core, depending on the amount of work.",
    ),
    cache_options,
    setting_option("core_library", "--core-library", metavar="PATH", type=click.Path()),
    setting_option("extensions", "--extensions", metavar="WHAT"),
    setting_option(
        "quirks",
        "--quirk",
        metavar="NAME",
        callback=converted(known_quirks),
        shell_complete=complete_quirks,
    ),
    color_option,
    path_option(
        "--log-file",
        help="Log phases and their durations to a file; several processes can share it.",
    ),
    click.option(
        "-v",
        "--verbose",
        "verbosity",
        count=True,
        metavar="",
        show_default=False,
        help="Log on standard error; -vv logs more.",
    ),
)


def _configured(packages: Decorator, *others: Decorator, by_paths: bool = True) -> Decorator:
    """Return a decorator that adds the options of packages and the shared ones, passed as `common`.

    `common` has the settings of options and of the configuration file.
    """

    def decorated(command: Command) -> Command:
        @functools.wraps(command)
        def configured(*, common: Common, **values: Any) -> Any:
            names = [name for name in Settings.__struct_fields__ if name in values]
            settings = {name: values.pop(name) for name in names}
            on_command_line = {name: value for name, value in settings.items() if was_given(name)}
            return command(common=common.configured(on_command_line, by_paths=by_paths), **values)

        return gathered(Common, "common", packages, *others, *_SHARED)(configured)

    return decorated


def _paths(metavar: str, *, required: bool) -> Decorator:
    path = click.Path(allow_dash=True)
    return click.argument("paths", metavar=metavar, nargs=-1, required=required, type=path)


_LIBRARY = setting_option("libraries", "-L", "--library", metavar="PATH", type=click.Path())

common_options = _configured(_paths("PATH...", required=True), _LIBRARY)
"""PATH... and `-L`, with the shared options."""
optional_paths_options = _configured(_paths("[PATH]...", required=False), _LIBRARY)
"""The same for commands that may do without PATH."""
package_options = _configured(
    path_option(
        "-L",
        "--library",
        "paths",
        metavar="PATH",
        multiple=True,
        help="Packages, or folders of packages, with the classes to use. Repeatable.",
    ),
    by_paths=False,
)
"""`-L` and the shared options, for commands that take their packages from `-L` only."""
compared_options = _configured(_LIBRARY, by_paths=False)
"""`-L` for requirements and the shared options, for commands whose packages are no PATH."""
