"""Options of the test run."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(  # how fast a machine is decides no test
    "muranopl",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("muranopl")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite", action="store_true", help="take what was found as what is expected, in place"
    )


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
    skipped = (str(report.longrepr) for report in terminalreporter.stats.get("skipped", ()))
    reasons = {
        result[0]
        for text in skipped
        if (result := re.search(r"(?:browser|reference) tests skipped: [^'\"]*\)", text))
    }
    for reason in sorted(reasons):
        terminalreporter.write_line(reason, yellow=True)
