"""Lanes: which tests `make quick`, `make test`, `make test-all` and `make test-timing` run.

`lanes.toml` names the tests whose first lane is not QUICK, by the longest prefix of their id that it
lists: a folder, a module, a function, or a row of a table. A lane runs its own tests and those of the
lanes before it, except TIMING, which stands alone. Of a long table the first two lanes run a sample,
and the rows in `failed_rows`, which have failed before. Rows of a conformance family are no tests of
their own (tests/rows.py); `rows_of` chooses them.
"""

from __future__ import annotations

import enum
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent


class Lane(enum.IntEnum):
    """A lane, by the name that the option `--lane` has for it."""

    QUICK = 0
    TEST = 1
    ALL = 2
    TIMING = 3


ROWS = {Lane.QUICK: 12, Lane.TEST: 48}
"""The largest number of rows of a table that a lane runs."""

CHOSEN_ROWS = TESTS / "conformance" / "chosen_rows.json"
"""The rows of each large conformance family that the lane TEST runs; tools/choose_rows.py writes it."""


@cache
def first_lanes() -> Mapping[str, Lane]:
    """Return the lanes of the prefixes in lanes.toml."""
    tables = tomllib.loads((TESTS / "lanes.toml").read_text(encoding="utf-8"))
    return {prefix: Lane[name.upper()] for name, prefixes in tables.items() for prefix in prefixes}


@cache
def failed_rows() -> frozenset[str]:
    """Return the rows that have failed before: ids of tests, or of rows of a conformance family."""
    lines = (TESTS / "failed_rows").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


@cache
def chosen_rows() -> Mapping[str, list[str]]:
    """Return the rows that tools/choose_rows.py chose of each large family."""
    rows: dict[str, list[str]] = json.loads(CHOSEN_ROWS.read_text(encoding="utf-8"))
    return rows


def rows_of(family: str, ids: Sequence[str], lane: Lane) -> list[str]:
    """Return the rows of a family that a lane runs; TEST those that were chosen or have failed before."""
    if lane is Lane.QUICK:
        return [ids[number] for number in sorted(spread(len(ids), ROWS[lane]))]
    if lane is Lane.TEST and family in chosen_rows():
        chosen = set(chosen_rows()[family])
        return [id_ for id_ in ids if id_ in chosen or f"{family}: {id_}" in failed_rows()]
    return list(ids)


def lane_of(node_id: str) -> Lane:
    """Return the first lane that runs a test, by its id relative to tests/."""
    for prefix in _prefixes(node_id):
        lane = first_lanes().get(prefix)
        if lane is not None:
            return lane
    return Lane.QUICK


def _prefixes(node_id: str) -> Iterator[str]:
    """Yield an id, the longest first: the row, its function, module and folders."""
    yield node_id
    name = node_id.partition("[")[0]
    if name != node_id:
        yield name
    path, mark, _ = name.partition("::")
    if mark:
        yield path
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


def is_module_left_out(path: Path, lane: Lane) -> bool:
    """Return whether a lane runs no test of a module, so that it need not be imported."""
    module = path.relative_to(TESTS).as_posix()
    lanes = {lane_of(module)} | {
        listed for prefix, listed in first_lanes().items() if prefix.startswith(f"{module}::")
    }
    return not any(runs(lane, first) for first in lanes)


def runs(lane: Lane, first: Lane) -> bool:
    """Return whether a lane runs tests whose first lane is `first`."""
    return first == lane if lane is Lane.TIMING else first <= lane


def select(items: list[pytest.Item], lane: Lane) -> list[pytest.Item]:
    """Return the tests that a lane runs."""
    chosen = [item for item in items if runs(lane, lane_of(relative_id(item)))]
    if lane not in ROWS:
        return chosen
    tables: dict[str, list[pytest.Item]] = {}
    for item in chosen:
        tables.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left_out: set[str] = set()
    for rows in tables.values():
        sample = spread(len(rows), ROWS[lane])
        left_out.update(
            row.nodeid
            for number, row in enumerate(rows)
            if number not in sample and relative_id(row) not in failed_rows()
        )
    return [item for item in chosen if item.nodeid not in left_out]


def spread(count: int, most: int) -> frozenset[int]:
    """Return at most `most` numbers below `count`, evenly spread."""
    return frozenset(number * count // most for number in range(most))


def relative_id(item: pytest.Item) -> str:
    """Return the id of a test relative to tests/."""
    return item.nodeid.removeprefix("tests/")
