"""Work in proportion to an input, whatever machine does it: lines of muranopl that are run, and memory at most in use.

What C code does, such as regular expressions, is no line.
"""

from __future__ import annotations

import gc
import itertools
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

import muranopl

STEEPEST = 1.45
"""Work for each character may grow so many times from one step to the next: 1 is linear, 2 quadratic."""

_OURS = str(Path(muranopl.__file__).resolve().parent)


def executed_lines(run: Callable[[], object]) -> int:
    """Return how many lines of muranopl are run; a loop counts its line each time."""
    count = 0

    def on_line(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        count += event == "line"
        return on_line

    def on_call(frame: FrameType, _event: str, _argument: Any) -> Any:
        name = frame.f_code.co_filename
        # The environment may be a folder of the repository
        is_ours = name.startswith(_OURS) and not name.startswith(sys.prefix)
        return on_line if is_ours else None

    before = sys.gettrace()
    sys.settrace(on_call)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


def peak(run: Callable[[], object]) -> int:
    """Return how many bytes are in use at most, more than before, where no cycles are collected.

    When Python collects them depends on all that ran before.
    """
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        run()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.enable()


def is_linear(sizes: Sequence[int], amounts: Sequence[int], slack: int) -> bool:
    """Return whether amounts of work grow as sizes do: no two steps at the end, or a single one, are steep.

    So much `slack` is for caches that fill, and lists of suggestions.
    """
    steps = zip(itertools.pairwise(sizes), itertools.pairwise(amounts), strict=True)
    slopes = [
        (size - size_before, amount - amount_before)
        for (size_before, size), (amount_before, amount) in steps
    ]
    steep = [
        later > slack + STEEPEST * max(earlier, 0) * size / size_before
        for (size_before, earlier), (size, later) in itertools.pairwise(slopes)
    ]
    return not all(steep[-2:])
