"""The command `muranopl test`: run the unit tests of packages."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

import click
import msgspec

from muranopl.diagnostics.arguments import require_packages
from muranopl.diagnostics.bounds import EXECUTION_SECONDS
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.command_line import command_line
from muranopl.interfaces.cli.exits import leave
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.model_options import ExecutionOptions, execution_options
from muranopl.interfaces.cli.options import (
    configs_option,
    flag,
    format_option,
    gathered,
    output_option,
    path_option,
)
from muranopl.interfaces.cli.output import (
    report_context,
    show_errors,
    write,
    write_file,
    write_result,
)
from muranopl.interfaces.cli.package_options import Common, common_options
from muranopl.interfaces.cli.watching import OPTION, Watch, repeat, require_watchable

if TYPE_CHECKING:
    from muranopl.execution.testing.report import TestReport

_PROGRAM = "from muranopl.interfaces.cli.start import main; main()"
NOTHING_SELECTED = 5
"""The exit status if no test was run or no test matches a name, as in pytest."""
_NO_TESTS = "No tests found: tests are methods test... of listed classes that extend io.murano.test.TestFixture."


class TestChoice(msgspec.Struct, frozen=True):
    """The tests to run."""

    words: Sequence[str]
    stop: bool
    last_failed: bool
    listed: bool


class CoverageFiles(msgspec.Struct, frozen=True):
    """Whether coverage is reported, and the files that get it."""

    coverage: bool
    lcov: str | None
    cobertura: str | None
    coverage_html: str | None

    @property
    def files(self) -> list[str | None]:
        """The files, None for those that are not written."""
        return [self.lcov, self.cobertura, self.coverage_html]

    @property
    def is_wanted(self) -> bool:
        """Whether tests run with coverage."""
        return self.coverage or any(self.files)

    def write(self, report: TestReport) -> None:
        """Write the files about coverage."""
        if self.lcov is not None:
            from muranopl.execution.testing.formats import to_lcov

            write_file(self.lcov, to_lcov(report))
        if self.cobertura is not None:
            from muranopl.execution.testing.cobertura import to_cobertura  # few ask for it

            write_file(self.cobertura, to_cobertura(report))
        if self.coverage_html is not None:
            from muranopl.execution.testing.coverage_page import to_html  # few ask for it

            write_file(self.coverage_html, to_html(report))


selection_options = gathered(
    TestChoice,
    "selection",
    click.option(
        "-k",
        "words",
        metavar="NAME",
        multiple=True,
        help="Run only tests with this name: a method, a class, Class.method, a pattern, or a part of one. Repeatable.",
    ),
    flag("-x", "stop", help="Stop after the first test that does not pass."),
    flag(
        "--lf",
        "--last-failed",
        "last_failed",
        help="Run only the tests that failed in their last run; all tests if there are none.",
    ),
    flag(
        "--list",
        "listed",
        help="List the tests that would run, and run none.",
    ),
)
coverage_options = gathered(
    CoverageFiles,
    "coverage",
    flag(
        "--coverage",
        help="Report the coverage: the share of instructions that were run, and the lines that were not.",
    ),
    path_option(
        "--lcov",
        help="Write the coverage as an lcov tracefile.",
    ),
    path_option(
        "--cobertura",
        help="Write the coverage as Cobertura XML, for example for GitLab.",
    ),
    path_option(
        "--coverage-html",
        help="Write the coverage as an HTML page: the class files, with the lines that were not run.",
    ),
)


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 all tests passed, 1 a test did not pass, or a test class cannot be loaded, 2 wrong usage or
no package, 3 a bug in muranopl, 5 no test was found, or none matches -k.""",
)
@selection_options
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=click.FloatRange(0, min_open=True),
    default=float(EXECUTION_SECONDS.most),
    help="Maximum duration of a test; a longer one fails.",
)
@coverage_options
@flag(
    "--watch",
    "watched",
    help="Run the tests again whenever a file changes, until Ctrl-C. "
    "Needs `pip install watchfiles` (the extra `watch`).",
)
@common_options
@execution_options
@configs_option
@output_option
@format_option(("text", "junit", "json"), "Format of the report.")
def test(
    common: Common,
    selection: TestChoice,
    coverage: CoverageFiles,
    execution: ExecutionOptions,
    *,
    timeout: float,
    watched: bool,
    class_configs: str | None,
    output: str | None,
    format_: str,
) -> None:
    """Run the unit tests of packages, without an engine or a cloud.

    Tests are methods such as test, testSomething and test_it of classes that extend io.murano.test.TestFixture and are
    listed in the manifest of a package at PATH. A test runs with a new object: setUp, the test, then tearDown, even
    after a failure. A test with arguments, such as testIt, runs once for each case in the Default of the property
    testItCases, as testIt[case].

    Tests mock methods with inject(class, method, ...). Classes of the engine that use a cloud are simulated unless they
    are mocked, and the report names them; --cloud sets the answers of the cloud. Methods of the core library have
    bodies only with --core-library.

    \b
    Examples:
      muranopl test my.package/
      muranopl test my.package/ -k CounterTest -x
      muranopl test my.package/ -k "testIt[small]"
      muranopl test apps/ -L murano/meta --core-library murano/meta --format junit -o tests.xml
      muranopl test my.package/ --coverage
      muranopl test my.package/ --lf --watch
    """  # noqa: D301 - click wants the character
    files, cloud = [output, *coverage.files], execution.cloud
    common.require_files([cloud], files, class_configs)
    if selection.last_failed and selection.words:
        raise click.UsageError("--lf and -k cannot be combined.")
    if selection.listed and (coverage.is_wanted or format_ == "junit"):
        raise click.UsageError("--list cannot be combined with coverage or --format junit.")
    if watched:
        _watch(common, [cloud, class_configs], writes=any(files))
    # --help needs none of these
    from muranopl.execution.budget import limits_for
    from muranopl.interfaces.cli.failed_tests import FailedTests

    failed = FailedTests(common)
    with common.logging():
        catalog = common.catalog([] if cloud is None else [cloud])
        report = catalog.test(
            failed.names if selection.last_failed else selection.words,
            stop=selection.stop,
            coverage=coverage.is_wanted,
            listed=selection.listed,
            class_configs=class_configs,
            cloud=cloud,
            limits=limits_for(timeout),
            schedule=execution.schedule,
        )
    require_packages(report.diagnostics)
    if not selection.listed:
        failed.keep(report)
    # First: tests may fail because of these errors
    if report.diagnostics and format_ != "json":
        show_errors(report.diagnostics, common.color)
    names = report.selected if selection.listed else None
    _write_report(report, names, output, (format_, common.color))
    coverage.write(report)
    if report.found:
        for item in report.unmatched:
            message = (
                f'No test matches "{visible(item.name)}" ({counted(report.found, "test")} found)'
            )
            if item.near:
                message += f'; did you mean "{visible(item.near)}"?'
            write(sys.stderr, f"{message}\n")
    elif not report.diagnostics:
        write(sys.stderr, f"{_NO_TESTS}\n")
    if report.ok and (report.unmatched or not report.selected):
        click.get_current_context().exit(NOTHING_SELECTED)
    result = [
        *report.diagnostics,
        *(one for result in report.results for one in result.diagnostics),
    ]
    leave(result, failed=not report.ok)


def _write_report(
    report: TestReport, names: Sequence[str] | None, output: str | None, style: tuple[str, str]
) -> None:
    """Write a report, or the names of tests that were only listed, in a format with colours or not."""
    from muranopl.execution.testing import formats  # the help does not need them

    format_, color = style
    if format_ == "json":
        write_result(to_json(formats.to_data(report)), output)
    elif names is not None:
        write_result("".join(f"{visible(name)}\n" for name in names), output)
    elif format_ == "junit":
        write_result(formats.to_junit(report), output)
    else:
        context = report_context(sys.stdout, "never" if output else color)
        write_result(formats.to_text(report, context), output)


def _watch(common: Common, inputs: Sequence[str | None], *, writes: bool) -> NoReturn:
    """Run the tests again and again. Raise click.UsageError where a run changes files."""
    require_watchable(common.paths, inputs, writes=writes)
    watch = Watch()
    watched = (*common.packages, *inputs)
    watch.cover((*watched, *common.configuration.looked_for))
    words = [word for word in command_line().words if word != OPTION]
    repeat(watch, lambda _: _run_process(words))


def _run_process(words: Sequence[str]) -> int:
    """Run a command line in a process of its own, and return its exit status.

    Tests run methods, which may take all memory or never end: that ends with their process.
    """
    import subprocess  # slow to import, which other runs would

    command = [sys.executable, "-c", _PROGRAM, *words]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - this program
