"""Options of the test run."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite", action="store_true", help="take what was found as what is expected, in place")


@pytest.fixture
def rewrite(request: pytest.FixtureRequest) -> bool:
    """Whether expectations are to be rewritten in place."""
    return bool(request.config.getoption("--rewrite"))
