"""A workspace does not grow with the number of edits."""

from __future__ import annotations

import gc
import itertools
import sys
from pathlib import Path

from muranopl.workspace.symbols.hover import hover
from muranopl.workspace.symbols.index import At
from muranopl.workspace.symbols.navigation import references
from muranopl.workspace.workspace import Workspace
from tests.catalogs import write_catalog

ROUND = 12
SHARE = 0.01


def test_edits_leave_nothing_behind(tmp_path: Path) -> None:
    """Blocks of memory are counted, as the garbage collector does not know all objects."""
    write_catalog(tmp_path, 2, 3)
    workspace = Workspace([str(tmp_path)])
    files = sorted(map(str, tmp_path.rglob("Classes/*.yaml")))
    texts = {path: Path(path).read_text(encoding="utf-8") for path in files}
    numbers = itertools.count()

    def blocks_after_edits() -> int:
        for path in itertools.islice(itertools.cycle(files), ROUND):
            number = next(numbers)
            # A text that no earlier edit had; every third one is half typed
            workspace.change(path, f"{texts[path]}# {number}\n" + "{" * (number % 3 == 0))
            list(workspace.diagnostics())
            analysis = workspace.analysis(path)
            assert analysis is not None
            name = next(item for item in analysis.texts if path.endswith(f"/{item}"))
            at = At(analysis, name, 6, 8)
            references(at, workspace.analyses())
            hover(at)
            workspace.close(path)
        gc.collect()
        return sys.getallocatedblocks()

    blocks_after_edits()
    before = blocks_after_edits()
    assert blocks_after_edits() < before * (1 + SHARE)
