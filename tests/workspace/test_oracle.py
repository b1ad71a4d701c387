"""After any sequence of edits a workspace says what a new check of the same bytes says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.catalogs import write_catalog
from tests.project import EXAMPLES
from tests.workspace.oracle import TOGETHER, found, session

SEQUENCES = 500
PACKAGES, CLASSES = 4, 1


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    catalog = tmp_path_factory.mktemp("generated")
    write_catalog(catalog, PACKAGES, CLASSES)
    return list(found([EXAMPLES, catalog]))


@pytest.mark.parametrize("number", range(SEQUENCES // TOGETHER))
def test_sessions_of_edits(number: int, sources: list[Path], tmp_path: Path) -> None:
    session(sources, tmp_path, number)
