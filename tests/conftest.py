"""Options of the test run, and the markers that tests have by what they use."""

from __future__ import annotations

import gc
import multiprocessing.process
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

from muranopl.diagnostics import loaded_rules
from muranopl.incremental import shellcheck_program
from tests.slow import leave_out_surplus

# Most processes that tests start would compile all of muranopl anew
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile(  # how fast a machine is decides no test, and chance none of CI
    "muranopl",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("muranopl")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="take what was found as what is expected, in place",
    )


_MARKED = re.compile(r"^pytestmark = .*", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import modules all tests of which are deselected (`-m 'not slow'`)."""
    if collection_path.suffix != ".py" or not config.option.markexpr:
        return None
    result = _MARKED.search(collection_path.read_text())
    marks = re.findall(r"pytest\.mark\.(\w+)", result[0]) if result else []
    terms = config.option.markexpr.split(" and ")
    return any(f"not {mark}" in terms for mark in marks) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the fixtures that they use, directly or through others, and long tables."""
    for item in items:
        for name in {"browser", "processes"}.intersection(
            getattr(item, "fixturenames", ())
        ):
            item.add_marker(name)
    leave_out_surplus(items)


@pytest.fixture(scope="session")
def processes() -> None:
    """Do nothing. Fixtures that start processes ask for this one, so that tests with them are marked."""


_STARTING: tuple[tuple[Any, str], ...] = (
    (os, "fork"),
    (subprocess.Popen, "__init__"),
    (multiprocessing.process.BaseProcess, "start"),
)


def _refuse(*_arguments: Any, **_options: Any) -> NoReturn:
    pytest.fail("a test that starts processes is marked: @pytest.mark.processes")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Fail a test that starts a process, directly or in a fixture, and is not marked.

    Afterwards, forget codes of rules that it loaded: no other test sees them.
    """
    with pytest.MonkeyPatch.context() as patch:
        if item.get_closest_marker("processes") is None:
            for owner, name in _STARTING:
                patch.setattr(owner, name, _refuse)
            # Checks start one for scripts, if it is installed
            patch.setattr(shellcheck_program, "_NAME", "not-installed")
        try:
            return (yield)
        finally:
            loaded_rules.LOADED.clear()


def pytest_collection_finish() -> None:
    """Leave out of garbage collection what stays to the end: the tests themselves are most of all objects there are."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's cache out of the tests, and theirs out of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MURANOPL_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether expectations are to be rewritten in place."""
    return bool(request.config.getoption("--rewrite"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in one line each why tests in a browser, or of the reference project, were skipped: they are many."""
    skipped = (
        str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())
    )
    reasons = {
        result[0]
        for text in skipped
        if (
            result := re.search(r"(?:browser|reference) tests skipped: [^'\"]*\)", text)
        )
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(reason, yellow=True)
