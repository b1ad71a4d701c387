"""Shows the progress of the first check in the client."""

from __future__ import annotations

import uuid
from concurrent.futures import Future
from typing import Any

from lsprotocol.types import WorkDoneProgressBegin, WorkDoneProgressEnd, WorkDoneProgressReport
from pygls.lsp.server import LanguageServer

from muranopl.phases.job import TOTAL

_TITLE = "Checking packages"


class ShownProgress:
    """The progress of a check in the client, from the first call of `show` to `end`.

    Nothing is shown unless the client `shows_progress`, and agrees to show this one.
    """

    def __init__(self, server: LanguageServer, shows_progress: bool) -> None:
        self._progress, self._is_shown = server.work_done_progress, shows_progress
        self._token = f"muranopl/{uuid.uuid4()}"
        self._agreed: Future[Any] | None = None
        self._percent: int | None = None
        """What is shown, None before it has begun."""

    def show(self, done: int) -> None:
        """Show the part that is done, in thousandths."""
        if not self._is_shown:
            return
        if self._agreed is None:
            self._agreed = self._progress.create(self._token)
        percent = 100 * done // TOTAL
        if not self._agreed.done() or self._agreed.exception() is not None:
            return
        if self._percent is None:
            self._progress.begin(self._token, WorkDoneProgressBegin(_TITLE, percentage=percent))
        elif percent > self._percent:
            self._progress.report(self._token, WorkDoneProgressReport(percentage=percent))
        self._percent = percent

    def end(self) -> None:
        """End it, if it is shown."""
        self._is_shown = False
        if self._percent is not None:
            self._progress.end(self._token, WorkDoneProgressEnd())
            self._percent = None
