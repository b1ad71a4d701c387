"""Bounds of an execution: instructions, processor time, memory, nested calls, and its log."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from muranopl.diagnostics import bounds, machine_limits
from muranopl.diagnostics.bounds import LOG_CHARACTERS, LOG_LINES, LOGGED
from muranopl.semantics.evaluation.bounds import LIMITS, Budget, SharedBudget
from muranopl.semantics.evaluation.errors import ExhaustedError

_OFTEN = 1_000
"""Instructions between checks of time and memory."""

_OFTEN_IN_EXPRESSIONS = 10_000
"""Steps of expressions between checks; a single instruction may take millions."""

_STATM = Path("/proc/self/statm")

_LINE = 64
"""The cost of a line in addition to its characters."""


class ExecutionLimits(NamedTuple):
    """The limits of one execution; `steps` are for all its expressions, `memory` is in bytes."""

    instructions: int = bounds.INSTRUCTIONS.most
    steps: int = bounds.EXECUTION_STEPS.most
    seconds: float = bounds.EXECUTION_SECONDS.most
    memory: int = bounds.EXECUTION_GROWTH.most
    depth: int = bounds.CALLS_INSIDE.most


def limits_for(seconds: float) -> ExecutionLimits:
    """Return limits for a number of seconds, with instructions and steps in proportion."""
    usual = ExecutionLimits()
    # Instructions and steps bound endless methods independently of the machine.
    share = seconds / usual.seconds
    instructions = max(1, int(usual.instructions * share))
    steps = max(1, int(usual.steps * share))
    return usual._replace(seconds=seconds, instructions=instructions, steps=steps)


class ExecutionBudget:
    """The remaining budget; `expressions` is the part for functions of expressions.

    With a `shared` budget all expressions use that, instead of the steps of the limits.
    """

    __slots__ = ("_before", "_began", "_left", "_look_at", "expressions", "limits")

    def __init__(self, limits: ExecutionLimits, shared: SharedBudget | None = None) -> None:
        self.limits = limits
        self._left = limits.instructions
        self._look_at = self._left - _OFTEN
        self._began = time.process_time()
        # The process may hold a catalog already, so only what the execution adds counts
        self._before = _resident()
        shared = shared or SharedBudget(replace(LIMITS, total_steps=limits.steps))
        steps = shared.limits.total_steps
        self.expressions = Budget(shared, self._look_around, _OFTEN_IN_EXPRESSIONS, steps=steps)

    def count(self) -> None:
        """Count an instruction; raise ExhaustedError."""
        self._left -= 1
        if self._left < self._look_at:
            self._look()

    def _look(self) -> None:
        self._look_at = self._left - _OFTEN
        if self._left < 0:
            raise ExhaustedError(f"it ran more than {self.limits.instructions:,} instructions")
        # The limit of instructions itself must be checked in time.
        self._look_at = max(self._look_at, 0)
        self._look_around()

    def look_at_time(self) -> None:
        """Check the time after a possibly long operation that is not an instruction.

        Raise ExhaustedError.
        """
        if time.process_time() - self._began > self.limits.seconds:
            machine_limits.meet()
            raise ExhaustedError(f"it took longer than {self.limits.seconds:g} s")

    def _look_around(self) -> None:
        """Check time and memory; raise ExhaustedError."""
        self.look_at_time()
        if _resident() - self._before > self.limits.memory:
            machine_limits.meet()
            raise ExhaustedError(f"it used more than {self.limits.memory // 2**20} MiB of memory")


def _resident() -> int:
    """Return the resident memory of the process in bytes.

    Return the peak on systems that report only this, and 0 if it is unknown.
    """
    try:
        with _STATM.open("rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return _peak()


def _peak() -> int:
    try:
        import resource  # not everywhere
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (
        # The unit is a byte on macOS, a kibibyte elsewhere
        1 if sys.platform == "darwin" else 1024
    )


class LogEntry(NamedTuple):
    """One line of the log: its level, the name of the logger, its text."""

    level: str
    logger: str
    text: str


class RunLog(msgspec.Struct, eq=False):
    """The lines of a log, added to a list; the last line of a full log says so."""

    _entries: list[LogEntry]
    _characters: int = 0
    _taken: int = 0
    _is_full: bool = False

    def add(self, entry: LogEntry) -> LogEntry | None:
        """Add a line; return the line added, the note that the log is full, or None.

        Raise ExhaustedError if too much is logged, even if it is left out.
        """
        self._characters += len(entry.text) + len(entry.logger)
        # Counted even when nothing is stored, to end endless logging.
        self._taken += _LINE
        if self._characters + self._taken > LOGGED.most:
            raise ExhaustedError(f"its log is longer than {LOGGED.most:,} characters")
        if self._is_full:
            return None
        if len(self._entries) >= LOG_LINES.most or self._characters > LOG_CHARACTERS.most:
            self._is_full = True
            most = f"{LOG_LINES.most:,} lines or {LOG_CHARACTERS.most:,} characters"
            entry = LogEntry("warning", "muranopl", f"the log is truncated after {most}")
        self._entries.append(entry)
        return entry
