"""The log of one run, with a limit."""

from __future__ import annotations

from muranopl.diagnostics.bounds import LOG_CHARACTERS, LOG_LINES, LOGGED
from muranopl.execution.natives import LogEntry
from muranopl.semantics.evaluation.errors import ExhaustedError

_LINE = 64
"""The cost of a line in addition to its characters."""


class RunLog:
    """The lines of a log, added to a list; the last line of a full log says so."""

    def __init__(self, entries: list[LogEntry]) -> None:
        self._entries = entries
        self._characters = self._taken = 0
        self._is_full = False

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
            entry = LogEntry("warning", "muranopl", f"the rest is left out, after {most}")
        self._entries.append(entry)
        return entry
