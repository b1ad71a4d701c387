"""The command `muranopl stats`: how much is in packages, and what is reported about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from muranopl.diagnostics.arguments import require_packages
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.formats.snippet import width
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.options import format_option, output_option
from muranopl.interfaces.cli.output import write_result
from muranopl.interfaces.cli.package_options import Common, common_options
from muranopl.interfaces.cli.terminal import fetch, progress_bar

if TYPE_CHECKING:
    from muranopl.views.graph.package_statistics import PackageStatistics

_COLUMNS = {
    "classes": "classes",
    "properties": "properties",
    "methods": "methods",
    "lines": "lines",
    "form_lines": "form",
    "script_lines": "scripts",
    "diagnostics": "reported",
}
"""Fields of statistics, and the titles of their columns."""


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the statistics are written, 2 wrong usage or nothing to count, 3 a bug in muranopl.""",
)
@common_options
@format_option(("text", "json"), "Format of statistics.")
@output_option
def stats(common: Common, *, format_: str, output: str | None) -> None:
    """Count the classes, properties, methods, lines and diagnostics of packages.

    Lines are non-blank lines of class files, of the form, and of text files in Resources. The text format is a table
    with a row for each package, totals, and the number of packages per format. JSON also has the number of diagnostics
    per package and code.

    \b
    Examples:
      muranopl stats apps/
      muranopl stats apps/ -L murano/meta --format json -o stats.json
    """  # noqa: D301 - click wants the character
    common.require_files(outputs=[output])
    with common.logging():
        catalog = common.catalog(settings=common.settings)
        fetch(catalog, shows_progress=not common.verbosity)
        with progress_bar(not common.verbosity) as progress:
            report = catalog.check(progress=progress)
        require_packages(report.diagnostics)
        packages = report.statistics()
    if format_ == "json":
        text = to_json(_data(packages))
    else:
        text = "".join(f"{line}\n" for line in _lines(packages))
    write_result(text, output)


def _sums(packages: Sequence[PackageStatistics]) -> dict[str, int]:
    return {field: sum(getattr(package, field) for package in packages) for field in _COLUMNS}


def _data(packages: Sequence[PackageStatistics]) -> dict[str, Any]:
    codes = Counter[str]()
    for package in packages:
        codes.update(package.codes)
    formats = Counter(package.format for package in packages)
    return {
        "packages": [package.to_data() for package in packages],
        "total": {
            "packages": len(packages),
            **_sums(packages),
            "formats": dict(sorted(formats.items())),
            "codes": dict(sorted(codes.items())),
        },
    }


def _lines(packages: Sequence[PackageStatistics]) -> Iterator[str]:
    """Yield the lines of a table, with the sums and the numbers of formats."""
    rows = [("package", "format", *_COLUMNS.values())]
    for package in packages:
        numbers = (str(getattr(package, field)) for field in _COLUMNS)
        name = visible(f"{package.name} {package.version}")
        rows.append((name, package.format, *numbers))
    sums = map(str, _sums(packages).values())
    rows.append((f"{len(packages)} in total", "", *sums))
    widths = [max(width(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(_aligned(row, widths)).rstrip()
    yield ""
    formats = Counter(package.format for package in packages)
    for name, number in sorted(formats.items()):
        yield f"{number:>5}  {name}"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Yield the cells of a row: texts to the left, numbers to the right."""
    for number, (cell, room) in enumerate(zip(row, widths, strict=True)):
        blanks = " " * (room - width(cell))
        is_text = number < 2
        yield f"{cell}{blanks}" if is_text else f"{blanks}{cell}"
