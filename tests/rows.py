"""Tables with many rows: one test runs the rows of the lane and lists every one that fails.

`pytest --row ID` runs only the rows whose id is, or begins with, ID; the option may be given several
times. Which rows of a conformance family a lane runs, tests/lanes.py decides.
"""

from __future__ import annotations

import shutil
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

from muranopl.diagnostics import rules
from tests.lanes import Lane, rows_of

Row = TypeVar("Row")


class Part(NamedTuple):
    """An equal part of the rows of a family, so that several processes share a long one."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number} of {self.count}"


WHOLE = Part(1, 1)


def parts(count: int) -> pytest.MarkDecorator:
    """Return the parametrization of a test by the parts of its family: the argument `part`."""
    values = [Part(number, count) for number in range(1, count + 1)]
    return pytest.mark.parametrize("part", values, ids=str)


class Rows:
    """Runs rows, each in a folder of its own, and fails with a list of all that failed."""

    def __init__(self, lane: Lane, only: tuple[str, ...], folder: Path) -> None:
        self._lane = lane
        self._only = only
        self._folder = folder

    def check(
        self,
        family: str,
        rows: Mapping[str, Row],
        problems: Callable[[Row, Path], Iterable[str]],
        part: Part = WHOLE,
        shares: Callable[[Row], object] | None = None,
    ) -> None:
        """Fail if there are problems with rows of this family; an exception is one as well.

        Rows after one another of which `shares` says the same use one folder.
        """
        chosen = self._chosen(family, list(rows))
        first, last = (
            len(chosen) * number // part.count for number in (part.number - 1, part.number)
        )
        failures: list[str] = []
        groups = groupby(chosen[first:last], lambda id_: shares(rows[id_]) if shares else id_)
        for number, (_, group) in enumerate(groups):
            folder = self._folder / str(number)
            folder.mkdir()
            failures += [
                f"{id_}: {problem}"
                for id_ in group
                for problem in _problems_of(rows[id_], problems, folder)
            ]
            shutil.rmtree(folder)
        if failures:
            listed = "\n".join(failures)
            pytest.fail(
                f"problems with rows of {family} (--row ID runs only one):\n{listed}", pytrace=False
            )

    def _chosen(self, family: str, ids: list[str]) -> list[str]:
        if not self._only:
            return rows_of(family, ids, self._lane)
        chosen = [id_ for id_ in ids if id_.startswith(self._only)]
        if not chosen:
            pytest.skip(f"{family} has no such row")
        return chosen


def _problems_of(
    row: Row, problems: Callable[[Row, Path], Iterable[str]], folder: Path
) -> Iterator[str]:
    try:
        yield from problems(row, folder)
    except AssertionError as error:
        yield str(error) or traceback.format_exc()
    except (Exception, pytest.fail.Exception):
        yield traceback.format_exc()
    finally:
        rules.LOADED.clear()
