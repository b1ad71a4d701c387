"""Choose the rows of each large conformance family that `make test` runs: those that together reach most code.

    python tools/choose_rows.py [FAMILY ...]

Runs every row of the families (by default all of them; several minutes), and records which lines
of the product each reaches. Of each family it takes the row that reaches most lines which no row
before it reaches, again and again. It writes the ids to tests/conformance/chosen_rows.json and
prints how many lines they reach. Run it after adding many cases; it needs Python 3.12 or newer.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from multiprocessing import Pool
from pathlib import Path
from sys import monitoring
from types import CodeType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MOST = 200
"""So many rows of a family; smaller families run whole."""


class Choice(NamedTuple):
    """The rows of a family that were chosen, and how many lines they and all rows reach."""

    family: str
    ids: list[str]
    rows: int
    reached: int
    all_reached: int


class Lines:
    """Numbers lines of the product by their first use, so that a set of them is the bits of an integer."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int], int] = {}
        self._found: set[int] = set()
        monitoring.use_tool_id(monitoring.COVERAGE_ID, "choose_rows")
        monitoring.register_callback(monitoring.COVERAGE_ID, monitoring.events.LINE, self._reached)

    def reached(self, function: Callable[[], object]) -> int:
        """Return the lines that a call reaches."""
        self._found.clear()
        monitoring.restart_events()
        monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.LINE)
        function()
        monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.NO_EVENTS)
        return sum(1 << number for number in self._found)

    def _reached(self, code: CodeType, line: int) -> object:
        if is_product(code.co_filename):
            place = (code.co_filename, line)
            self._found.add(self._numbers.setdefault(place, len(self._numbers)))
        return monitoring.DISABLE  # until the next row


@cache
def is_product(file: str) -> bool:
    """Return whether a file is part of muranopl."""
    path = Path(file)
    return path.is_relative_to(ROOT) and (
        path.relative_to(ROOT).parts[0] not in {"tests", "tools", "build"}
    )


def choose(family: str) -> Choice:
    """Run all rows of a family and choose some."""
    rows = importlib.import_module("tests.conformance.loading").by_id(family)
    problems = importlib.import_module(f"tests.conformance.test_{family}").problems
    run(problems, next(iter(rows.values())))  # what is loaded once counts for no row
    lines = Lines()
    reached = {id_: lines.reached(partial(run, problems, rows[id_])) for id_ in rows}
    everything = union(reached)
    chosen: dict[str, int] = {}
    left = everything
    while len(chosen) < min(MOST, len(rows)):
        remaining = [id_ for id_ in rows if id_ not in chosen]
        best = max(remaining, key=lambda id_: (reached[id_] & left).bit_count())
        chosen[best] = reached[best]
        left = left & ~reached[best] or everything  # then each line once more
    return Choice(
        family, sorted(chosen), len(rows), union(chosen).bit_count(), everything.bit_count()
    )


def union(reached: Mapping[str, int]) -> int:
    """Return the lines that any of some rows reaches."""
    result = 0
    for bits in reached.values():
        result |= bits
    return result


def run(problems: Callable[[Any, Path], Any], row: Any) -> None:
    """Run a row as its test does."""
    with tempfile.TemporaryDirectory() as folder:
        found = list(problems(row, Path(folder)))
    if found:
        raise AssertionError(found)


def main() -> None:
    """Choose rows of the families that are named, or of all, and say how many lines they reach."""
    sys.path.append(str(ROOT))
    lanes = importlib.import_module("tests.lanes")
    names = sys.argv[1:] or importlib.import_module("tests.conformance.test_rows").LEAST
    kept = json.loads(lanes.CHOSEN_ROWS.read_text(encoding="utf-8"))
    with Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        for choice in pool.imap_unordered(choose, names):
            family, ids, rows, reached, all_reached = choice
            sys.stdout.write(
                f"{family}: {len(ids)} of {rows} rows reach {reached} of {all_reached} lines"
                f" ({reached / all_reached:.1%})\n"
            )
            sys.stdout.flush()
            if rows > MOST:
                kept[family] = ids
                text = json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False)
                lanes.CHOSEN_ROWS.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
