"""The command `muranopl lsp`: run the language server for editors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from muranopl.diagnostics.extras import needing
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import flag, path_option

if TYPE_CHECKING:
    AddressParameter = click.ParamType[tuple[str, int]]
else:
    AddressParameter = click.ParamType  # generic only in later versions of click

_DEFAULT_HOST = "127.0.0.1"


class Address(AddressParameter):
    """A parameter type: a port, or HOST:PORT."""

    name = "address"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Return host and port. Raise click.BadParameter."""
        host, _, port = str(value).rpartition(":")
        if not (port.isascii() and port.isdigit() and int(port) < 2**16):
            self.fail(f'"{value}" is neither a port nor HOST:PORT.', param, ctx)
        return host.strip("[]") or _DEFAULT_HOST, int(port)


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the editor ended the session, 1 the connection was lost, 2 wrong usage.

docs/editor.md has the configuration for Neovim, Emacs, Helix, Zed and VS Code.""",
)
@flag(
    "--stdio",
    help="Communicate over standard input and output. This is the default.",
)
@click.option(
    "--ws",
    "address",
    metavar="[HOST:]PORT",
    type=Address(),
    help="Listen on a WebSocket instead, for editors in browsers; port 0 for any free port.",
)
@click.option(
    "--allow-origin",
    "origins",
    metavar="ORIGIN",
    multiple=True,
    help="With --ws: origin whose pages may connect, in addition to localhost. Repeatable.",
)
@path_option(
    "--log-file",
    help="Log to a file; several processes can share it.",
)
@click.option(
    "-v",
    "--verbose",
    "verbosity",
    count=True,
    metavar="",
    show_default=False,
    help="Log on standard error, which editors show; -vv logs more.",
)
# VS Code passes it; the end of the input says the same
@click.option("--clientProcessId", type=int, hidden=True, expose_value=False)
def lsp(
    *,
    stdio: bool,
    address: tuple[str, int] | None,
    origins: Sequence[str],
    log_file: str | None,
    verbosity: int,
) -> None:
    """Run the language server for editors: diagnostics while you type, fixes, completion, and more.

    Editors start this command themselves; configure them to use it for the YAML files of packages. In a terminal, it
    waits for messages of the Language Server Protocol; end it with Ctrl-C.

    Settings come from the nearest muranopl.toml of the opened folders. Settings that the editor sends in its section
    `muranopl` take precedence; they have the same keys.

    \b
    Examples:
      muranopl lsp                       the command for the configuration of an editor
      muranopl lsp --log-file lsp.log    with a log
      muranopl lsp --ws 8089             for an editor in a browser
    """  # noqa: D301 - click wants the character
    with needing("lsp"):
        from muranopl.interfaces.lsp.listening import serve_stdio, serve_websocket
    if address is not None and stdio:
        raise click.UsageError("--stdio and --ws cannot be combined.")
    if origins and address is None:
        raise click.UsageError("--allow-origin needs --ws.")
    from muranopl.interfaces.cli.logs import logging_to

    with logging_to(log_file, verbosity):
        if address is not None:
            serve_websocket(*address, origins)
            return
        status = serve_stdio()
    click.get_current_context().exit(status)
