"""Options of the test run: lanes, programs that are missing, and processes that quick tests must not start."""

from __future__ import annotations

import gc
import multiprocessing.process
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import HealthCheck, settings

from muranopl.diagnostics import rules
from muranopl.read import shellcheck_program
from tests import programs
from tests.lanes import Lane, is_module_left_out, lane_of, relative_id, select
from tests.rows import Rows

# The browser of all tests: a second fixture would start Playwright twice in a process
pytest_plugins = ["tests.interfaces.browsing"]

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
        "--rewrite", action="store_true", help="take what was found as what is expected, in place"
    )
    parser.addoption(
        "--lane",
        choices=[lane.name.lower() for lane in Lane],
        default="all",
        help="which tests to run, see tests/lanes.py (default: all but those of timing)",
    )
    parser.addoption(
        "--row",
        action="append",
        default=[],
        help="run only the rows of tables whose id begins so, see tests/rows.py; may be repeated",
    )


def _lane(config: pytest.Config) -> Lane:
    return Lane[config.getoption("--lane").upper()]


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print a line before tests are collected, which takes some seconds."""
    if not hasattr(session.config, "workerinput"):
        lane = session.config.getoption("--lane")
        sys.stdout.write(f"collecting the tests of --lane {lane}\n")
        sys.stdout.flush()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import modules of which the lane runs no test."""
    if collection_path.suffix != ".py" or not collection_path.name.startswith("test_"):
        return None
    return is_module_left_out(collection_path, _lane(config)) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the lane."""
    kept = select(items, _lane(config))
    chosen = set(kept)
    config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
    items[:] = kept


_STARTING: tuple[tuple[Any, str], ...] = (
    (os, "fork"),
    (subprocess.Popen, "__init__"),
    (multiprocessing.process.BaseProcess, "start"),
)


def _refuse(*_arguments: Any, **_options: Any) -> NoReturn:
    pytest.fail("a test that starts a process is listed in tests/lanes.toml")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Fail a test of the lane `quick` that starts a process, directly or in a fixture.

    Afterwards, forget codes of rules that it loaded: no other test sees them.
    """
    with pytest.MonkeyPatch.context() as patch:
        if lane_of(relative_id(item)) is Lane.QUICK:
            for owner, name in _STARTING:
                patch.setattr(owner, name, _refuse)
            # Checks start one for scripts, if it is installed
            patch.setattr(shellcheck_program, "_NAME", "not-installed")
        try:
            return (yield)
        finally:
            rules.LOADED.clear()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that needs a missing program."""
    for mark in item.iter_markers("needs"):
        for program in mark.args:
            programs.require(program)


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
def rows(request: pytest.FixtureRequest, tmp_path: Path) -> Rows:
    """The rows of tables that the lane runs."""
    config = request.config
    return Rows(_lane(config), tuple(config.getoption("--row")), tmp_path)


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether expectations are to be rewritten in place."""
    return bool(request.config.getoption("--rewrite"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a line for each missing program."""
    # Each worker skips a module
    reasons = {
        report.nodeid: str(report.longrepr) for report in terminalreporter.stats.get("skipped", ())
    }
    for line in programs.summary(reasons.values()):
        terminalreporter.write_line(line, yellow=True)
