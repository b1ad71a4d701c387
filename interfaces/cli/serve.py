"""The command `muranopl serve`: run the web service with its page."""

from __future__ import annotations

import ipaddress
import math
from typing import Any

import click
import msgspec

from muranopl.diagnostics.configuration.settings import of_reading
from muranopl.diagnostics.extras import needing
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.inputs import STDIN
from muranopl.interfaces.cli.options import configs_option, converted, flag, gathered, path_option
from muranopl.interfaces.cli.package_options import Common, common_options
from muranopl.interfaces.server.settings import (
    MEBIBYTE,
    CatalogSettings,
    ServiceSettings,
    WorkLimits,
)
from muranopl.phases.reuse.folder import default_folder

MURANO_PORT = 8082
"""The port of Murano's own API, the default of existing clients."""


class FiniteRange(click.FloatRange):
    """A parameter type: a finite number in a range; "nan" and "inf" are rejected."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number. Raise click.BadParameter if it is not finite."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


service_options = gathered(
    ServiceSettings,
    "service",
    path_option(
        "--token-file",
        help="File with accepted tokens, one per line; clients must send one of them.",
    ),
    click.option(
        "--allow-host",
        "hosts",
        metavar="NAME",
        multiple=True,
        help="Host name by which clients may call the service, in addition to localhost and IP addresses; `*` for any. "
        "Repeatable.",
    ),
    click.option(
        "--cors",
        "origins",
        metavar="ORIGIN",
        multiple=True,
        help="Origin whose pages may call the service. Repeatable.",
    ),
    flag(
        "--writable", help="Accept uploads of packages, and store them in the first PATH, a folder."
    ),
    click.option(
        "--max-upload",
        type=FiniteRange(0, min_open=True),
        default=5,
        callback=converted(lambda number: int(number * MEBIBYTE)),
        metavar="MIB",
        help="Maximum size of an uploaded package.",
    ),
    click.option(
        "--grace",
        type=FiniteRange(0),
        default=10,
        metavar="S",
        help="Maximum time to finish running requests before the service ends.",
    ),
)
limit_options = gathered(
    WorkLimits,
    "limits",
    click.option(
        "--time-limit",
        "seconds",
        type=FiniteRange(0, min_open=True),
        default=60,
        metavar="S",
        help="Maximum duration of the work on one request.",
    ),
    click.option(
        "--queue",
        type=click.IntRange(0),
        default=64,
        metavar="N",
        help="Maximum number of requests that wait for a process.",
    ),
)


@click.command(
    cls=RichHelp,
    epilog="""SIGTERM and SIGINT end the service with exit status 0: running requests are finished, waiting ones are
rejected.

docs/serving.md and /openapi.json describe all requests.""",
)
@common_options
@configs_option
@click.option(
    "--host", default="127.0.0.1", metavar="ADDRESS", help="Host name or IP address to listen on."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=MURANO_PORT,
    metavar="N",
    help="Port to listen on; 0 for any free port.",
)
@flag("--no-auth", help="Allow other machines to call the service without a token.")
@service_options
@limit_options
def serve(
    common: Common,
    service: ServiceSettings,
    limits: WorkLimits,
    *,
    host: str,
    port: int,
    no_auth: bool,
    class_configs: str | None,
) -> None:
    """Serve the packages of PATH over HTTP: checks, forms, models and classes, with a web page.

    The packages are watched, and changes are checked at once. --jobs is the number of worker processes.

    \b
    Examples:
      muranopl serve apps/ -L murano/meta         then open http://127.0.0.1:8082/ in a browser
      muranopl serve apps/ --host 0.0.0.0 --token-file tokens --allow-host murano.example.org
      muranopl serve apps/ --writable             accept uploads of packages without errors
    """  # noqa: D301 - click wants the character
    with needing("server"):
        from muranopl.interfaces.server.application import application
        from muranopl.interfaces.server.listening import listen
    if STDIN in common.packages:
        raise click.UsageError("standard input cannot be served: pass folders or zips.")
    if service.token_file is None and not no_auth and not _is_loopback(host):
        raise click.UsageError(
            f"--host {visible(host)} is open to other machines: add --token-file FILE, or --no-auth to allow anyone."
        )
    service = msgspec.structs.replace(service, hosts=(*service.hosts, host))
    if common.settings.jobs is not None:
        limits = msgspec.structs.replace(limits, workers=common.settings.jobs)
    # `default_folder` is an empty text without a home folder
    cache = None if common.no_cache else common.cache_dir or default_folder() or None
    catalog = CatalogSettings(
        tuple(common.paths), of_reading(common.settings), class_configs, cache, common.offline
    )
    # What happens is shown in one place: on the terminal, unless there is a log file.
    verbosity = common.verbosity or int(common.log_file is None)
    with msgspec.structs.replace(common, verbosity=verbosity).logging():
        listen(application(catalog, service, limits), host, port, service.grace)


def _is_loopback(host: str) -> bool:
    """Return whether a host is reachable from this machine only."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
