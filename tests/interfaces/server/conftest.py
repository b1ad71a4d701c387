"""One service for most tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.interfaces.server.sample_catalog import write_catalog
from tests.interfaces.server.serving import Serving, leaving_nothing, serving


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the service: it serves `apps`, with `libraries`."""
    result = tmp_path_factory.mktemp("served")
    write_catalog(result)
    return result


@pytest.fixture(scope="session")
def service(folder: Path) -> Iterator[Serving]:
    """A service of the sample catalog, without tokens, which takes no packages."""
    words = ("apps", "-L", "libraries", "--max-upload", "1")
    with leaving_nothing(folder), serving(folder, *words) as result:
        yield result


@pytest.fixture(scope="session")
def client(service: Serving) -> Iterator[httpx.Client]:
    """A client of that service."""
    with service.client() as result:
        yield result
