"""One service for most tests."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.interfaces.server.sample_catalog import write_catalog
from tests.interfaces.server.serving import Serving, serving


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A service of the sample catalog, without tokens."""
    folder = tmp_path_factory.mktemp("served")
    write_catalog(folder)
    with serving(folder, "apps", "-L", "libraries") as result:
        yield result


@pytest.fixture(scope="session")
def client(service: Serving) -> Iterator[httpx.Client]:
    """A client of that service."""
    with httpx.Client(base_url=service.address, timeout=60) as result:
        yield result
