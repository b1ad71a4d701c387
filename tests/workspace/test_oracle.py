"""After any sequence of edits a workspace says what a new check of the same bytes says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.catalogs import write_catalog
from tests.project import EXAMPLES
from tests.workspace.oracle import found, sequence

SEQUENCES, TOGETHER = 500, 20


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    catalog = tmp_path_factory.mktemp("generated")
    write_catalog(catalog, 4, 3)
    return list(found([EXAMPLES, catalog]))


@pytest.mark.parametrize("first", range(0, SEQUENCES, TOGETHER))
def test_sequences_of_edits(first: int, sources: list[Path], tmp_path: Path) -> None:
    for seed in range(first, first + TOGETHER):
        sequence(sources, tmp_path / str(seed), seed)
