"""The command `muranopl sbom`: what packages fetch and run, as a bill of materials."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from muranopl.arguments import require_packages
from muranopl.diagnostics.extras import needing
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import Common, common_options, output_option
from muranopl.interfaces.cli.output import write, write_result

if TYPE_CHECKING:
    from muranopl.documenting.materials.material import PackageBill

_TIME = "SOURCE_DATE_EPOCH"


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the bill is written, 2 wrong usage, several packages or unwritable file, 3 a bug in
muranopl.""",
)
@common_options
@output_option
def sbom(common: Common, *, output: str | None) -> None:
    """Write what a package will fetch and run, as a bill of materials: CycloneDX 1.6, JSON.

    It lists required packages with versions, images, addresses, containers, and what scripts, plans and templates
    install with package managers, each with its places, and the licences that the files name. What is known only when
    the package is deployed, such as a computed name, makes the bill incomplete and is listed. Nothing is run. The
    same files give the same bytes; the time is that of SOURCE_DATE_EPOCH, or none. Needs the extra `sbom`.

    \b
    Examples:
      muranopl sbom my.package/ -o my.package.cdx.json
      muranopl sbom my.package/ -L apps/
      muranopl build my.package/ -o dist/ --sbom
    """  # noqa: D301 - click wants the character
    common.require_files(outputs=[output])
    text_of = bill_writer()
    with common.logging():
        report = common.catalog().check(stop_after="namespace")
        require_packages(report.diagnostics)
        bills = report.bills()
    if len(bills) != 1:
        raise click.UsageError(
            f"A bill is about one package; there are {len(bills)}. `muranopl build --sbom` writes one for each."
        )
    [bill] = bills
    write_result(text_of(bill), output)
    if not bill.is_complete:
        write(sys.stderr, _gaps(bill))


def bill_writer() -> Callable[[PackageBill], str]:
    """Return the function that writes bills as text. Raise UsageError without the library."""
    with needing("sbom"):
        from muranopl.documenting.materials.cyclonedx_json import cyclonedx_json
    epoch = _epoch()
    return lambda bill: cyclonedx_json(bill, epoch)


def _epoch() -> int | None:
    """Return the time that documents shall have. Raise click.UsageError if it is none."""
    text = os.environ.get(_TIME, "")
    if not text:
        return None
    # Up to the year 9999
    if not (text.isascii() and text.isdigit() and len(text) <= 11):
        raise click.UsageError(f'{_TIME} is not a number of seconds: "{text}".')
    return int(text)


def _gaps(bill: PackageBill) -> str:
    missing = [item.name for item in bill.materials if not item.is_available]
    texts = [item.text for item in bill.unknown]
    texts += [f"the package {name} is not at hand (-L)" for name in missing]
    return f"The bill is incomplete: {'; '.join(texts)}.\n"
