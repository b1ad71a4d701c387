"""Frames of Python functions outside of muranopl: the innermost lines of a stack.

The engine shows all functions that it runs in Python; here only simulations of other distributions
are native (reference: running, Exceptions).
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from types import FrameType
from typing import NamedTuple

_CALLERS = frozenset(
    {"muranopl.execution.machine", "muranopl.execution.simulated", "yaql.language.specs"}
)
"""The modules that call functions for code in MuranoPL."""
_OURS = frozenset({"muranopl", "yaql"})


class NativeFrame(NamedTuple):
    """One running Python function: its file, the line, its name, and the text of the line."""

    path: str
    line: int
    function: str
    instruction: str

    def __str__(self) -> str:
        return f'File "{self.path}", line {self.line} in method {self.function}\n    {self.instruction}'


def native_frames(error: Exception | None) -> tuple[NativeFrame, ...]:
    """Return the frames of foreign functions that an exception passed, outermost first.

    Return () for functions of muranopl.
    """
    frames = list(_frames(error))
    modules = [str(frame.f_globals.get("__name__", "")) for frame, _ in frames]
    # A foreign function called by one of ours; the last such call counts.
    starts = [
        at
        for at in range(1, len(frames))
        if modules[at - 1] in _CALLERS and _is_foreign(modules[at])
    ]
    if not starts:
        return ()
    inner = zip(frames[starts[-1] :], modules[starts[-1] :], strict=True)
    return tuple(_native_frame(*frame) for frame, module in inner if _root(module) not in _OURS)


def _frames(error: Exception | None) -> Iterator[tuple[FrameType, int]]:
    traceback = None if error is None else error.__traceback__
    while traceback is not None:
        yield traceback.tb_frame, traceback.tb_lineno
        traceback = traceback.tb_next


def _is_foreign(module: str) -> bool:
    return _root(module) not in _OURS | sys.stdlib_module_names


def _root(module: str) -> str:
    return module.partition(".")[0]


def _native_frame(frame: FrameType, line: int) -> NativeFrame:
    code = frame.f_code
    return NativeFrame(
        code.co_filename, line, code.co_name, linecache.getline(code.co_filename, line).strip()
    )
