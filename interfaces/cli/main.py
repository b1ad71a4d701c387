"""The `muranopl` command: find the subcommand and turn exceptions into exit statuses.

Subcommands are imported on demand, so that `--version` imports none; so is the code that only
failures need.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import itertools
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click

from muranopl import __version__
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.cli.command_line import CommandLine
from muranopl.interfaces.cli.exit_status import ExitStatus, leave_if_stopped
from muranopl.interfaces.cli.exits import EnvironmentFailure, discard
from muranopl.interfaces.cli.help import RichHelpGroup

if TYPE_CHECKING:
    from muranopl.interfaces.cli.watching import Watch

TASKS = {
    "Write packages": ("new", "check", "test", "upgrade"),
    "Publish packages": ("build", "lock", "diff", "doc"),
    "Try packages without a cloud": ("render", "call", "deploy", "export"),
    "Inspect packages": ("explain", "stats", "graph", "schema", "extension"),
    "Serve packages": ("serve", "lsp"),
    "Set up muranopl": ("config", "cache"),
}
"""The commands by task, in the order of the help."""
COMMANDS = tuple(itertools.chain.from_iterable(TASKS.values()))


class Program(RichHelpGroup):
    """The group of all commands."""

    tasks = TASKS

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command; its module has an attribute of the same name."""
        if cmd_name not in COMMANDS:
            return None

        command = getattr(importlib.import_module(f"muranopl.interfaces.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)  # noqa: S101 - guaranteed by COMMANDS
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command. Raise click.UsageError with a suggestion for an unknown one."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from muranopl.interfaces.cli.crash import no_such_command

            raise click.UsageError(no_such_command(args[0], COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the command line; this may print the help of the group."""
        with _output_may_fail():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; this may print its help."""
        with _output_may_fail():
            return super().invoke(ctx)

    def main(
        self, args: Sequence[str] | None = None, *_: Any, watch: Watch | None = None, **extra: Any
    ) -> NoReturn:
        """Run the command and exit with its status; `watch` is what repeats it, if it is repeated."""
        words = list(sys.argv[1:] if args is None else args)
        line = CommandLine(words, watch)
        extra |= {"prog_name": "muranopl", "standalone_mode": False, "obj": line}
        try:
            status = super().main(words, **extra)
        except (Exception, KeyboardInterrupt) as error:
            leave_if_stopped()
            status = _report(error, words)
        sys.exit(int(status or 0))


def _report(error: Exception | KeyboardInterrupt, words: list[str]) -> int:
    """Print what ended a command; return the exit status. Raise MemoryError if memory ran out."""
    if isinstance(error, (click.ClickException, UsageError)):
        shown = _usage_failure(error) if isinstance(error, UsageError) else error
        with contextlib.suppress(OSError):  # the status says it still
            shown.show()
        return shown.exit_code
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        click.echo("Interrupted.", err=True)
        return ExitStatus.INTERRUPTED
    # Any other exception is a bug, except that `start` reports this without allocating more
    if _is_out_of_memory(error):
        raise MemoryError from None
    from muranopl.interfaces.cli.crash import report_crash

    report_crash(error, words)
    return ExitStatus.BUG


_OPTIONS = {
    "libraries": "--library",
    "locked": "--locked",
    "core_library": "--core-library",
    "extensions": "--extensions",
    "origins": "--cors",
    "writable": "--writable",
    "version": "",
}


def _usage_failure(error: UsageError) -> EnvironmentFailure:
    """Return the error for wrong usage, with options in place of the library's argument names."""
    from muranopl.diagnostics.visible import masked  # few see it

    option = _OPTIONS.get(error.argument, error.argument)
    problem = masked(error.problem)
    return EnvironmentFailure(f"{option}: {problem}" if option else problem)


def _is_out_of_memory(error: Exception) -> bool:
    """Return whether an exception means out of memory, also one of the system or a library."""
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM
    return isinstance(error, MemoryError) or (
        isinstance(error, ImportError) and "failed to map" in str(error)
    )


@contextlib.contextmanager
def _output_may_fail() -> Iterator[None]:
    """Exit with status 0 if the reader closes standard output, where click would exit with 1.

    A full disk is reported as a failure of the environment, not as a bug.
    """
    try:
        yield
    except BrokenPipeError:
        discard(sys.stdout)
        raise click.exceptions.Exit(int(ExitStatus.OK)) from None
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise EnvironmentFailure(f"the output can no longer be written: {error.strerror}") from None


@click.command(
    cls=Program,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 120,
        "show_default": True,
    },
    epilog="""Exit status: 0 no error was found, 1 at least one, 2 wrong usage or nothing to check, 3 a bug in muranopl.

Shell completion: add `eval "$(_MURANOPL_COMPLETE=bash_source muranopl)"` to the start-up file of bash; use `zsh_source`
for zsh, and `fish_source` for fish.""",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def cli() -> None:
    """Check MuranoPL packages and object models before they are uploaded or deployed.

    A check reads packages, resolves names, builds the class hierarchy, and validates values against contracts. It
    reports all problems in one run. Run a command with --help for examples.

    \b
    Examples:
      muranopl new com.example.Shop                         create a package
      muranopl check my.package/                            check a package
      muranopl check apps/ -L murano/meta                   check all packages of a folder
      muranopl render environment.json -L apps/             load and complete an object model
      muranopl call my.App scale --model env.json -L apps/  run a method without a cloud
      muranopl test my.package/                             run unit tests
      muranopl schema my.App -L my.package/                 write the JSON schema of a class
      muranopl explain MPL120                               explain a diagnostic
    """  # noqa: D301 - click wants the character
