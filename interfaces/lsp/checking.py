"""Checks in the background after each edit, and their reports to the client.

A check is made in steps, one for each file: a newer edit ends it, and requests of the client are
answered between steps. Diagnostics are pushed until the client asks for them itself: some clients
declare that they do, and never do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from typing import Any

from lsprotocol.types import Diagnostic as ProtocolDiagnostic
from lsprotocol.types import MessageType, PublishDiagnosticsParams, ShowMessageParams
from pygls.lsp.server import LanguageServer

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.lsp.diagnostics import converted
from muranopl.interfaces.lsp.progress import ShownProgress
from muranopl.interfaces.lsp.session import ClientSession, FileReport
from muranopl.workspace.background_check import BackgroundCheck

_SECONDS_BETWEEN_LOOKS = 0.02
Step = tuple[str, Sequence[Diagnostic]]


class Checking:
    """The checks of a session, one at a time.

    `session` returns the current one; `run` returns the result of a function that is called, with
    arguments, in its thread.
    """

    def __init__(
        self,
        server: LanguageServer,
        session: Callable[[], ClientSession],
        run: Callable[..., Awaitable[Any]],
    ) -> None:
        self._server = server
        self._session = session
        self._in_thread = run
        self._edits = 0
        self._finished = 0
        self._task: asyncio.Task[None] | None = None
        self._progress = asyncio.Condition()
        self._fresh: set[str] = set()
        self._reported: set[str] = set()
        self._warned: set[str] = set()
        self._is_changed = False
        self._uris: dict[str, str] = {}
        self._versions: dict[str, int | None] = {}
        self._pulls_documents = False
        self._pulls_workspace = False

    def edited(self) -> None:
        """Begin a check of the changes, and end one that is running."""
        self._edits += 1
        self._fresh.clear()
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._run())

    def restarted(self) -> None:
        """Begin a check of a new workspace, which knows nothing of earlier reports."""
        self._reported.clear()
        self.edited()

    def stop(self) -> None:
        """End the check that runs."""
        self._edits += 1
        if self._task is not None:
            self._task.cancel()

    async def of_file(self, path: str) -> None:
        """Wait until the diagnostics of a file are those of its current text."""
        async with self._progress:
            await self._progress.wait_for(lambda: path in self._fresh or self.is_finished)

    async def of_all(self, edits: int) -> int:
        """Wait for the end of a check later than that of `edits`; return its number."""
        async with self._progress:
            await self._progress.wait_for(lambda: self.is_finished and self._edits > edits)
        return self._edits

    @property
    def is_finished(self) -> bool:
        """Whether nothing changed since the last check."""
        return self._finished == self._edits

    async def _run(self) -> None:
        progress = ShownProgress(self._server, self._session().client.shows_progress)
        try:
            await self._check_all(progress)
        finally:
            progress.end()

    async def _check_all(self, progress: ShownProgress) -> None:
        """Check until nothing has changed since the last check."""
        while not self.is_finished:
            edits, session = self._edits, self._session()
            await self._guarded(self._check(session, edits))
            if (background := session.workspace.background) is not None:
                await self._until(background, edits, progress)
                continue
            progress.end()
            self._warn(session.workspace.problems)
            if edits == self._edits:
                self._finished = edits
            await self._announce()
            self._refresh()
            await self._guarded(self._look_around(session, edits))

    async def _until(
        self, background: BackgroundCheck, edits: int, progress: ShownProgress
    ) -> None:
        """Wait for the end of a background check, or for another edit."""
        end = asyncio.wrap_future(background.ended)
        while edits == self._edits and not end.done():
            progress.show(background.done)
            await asyncio.wait([end], timeout=_SECONDS_BETWEEN_LOOKS)

    async def _guarded(self, work: Coroutine[None, None, None]) -> None:
        """Await some work; show to the user why it failed."""
        try:
            await work
        except UsageError as error:  # a setting that turns out to be wrong
            self._say(str(error))
        except Exception as error:  # after a bug the next edit is checked again
            self._say(f"This is a bug in muranopl, please report it: {error!r}")

    async def _look_around(self, session: ClientSession, edits: int) -> None:
        """Look at all packages in steps, until there are more edits."""
        steps = session.look_around()
        while edits == self._edits:
            if await self._in_thread(next, steps, None) is None:
                break

    async def _check(self, session: ClientSession, edits: int) -> None:
        """Check until the end, or until there are more edits."""
        steps: Iterator[Step] = await self._in_thread(
            session.workspace.diagnostics, lambda: self._edits != edits, waits=False
        )
        while True:
            step = await self._in_thread(next, steps, None)
            # The step is about texts that the user has changed meanwhile
            if edits != self._edits:
                return
            if step is None:
                break
            path, diagnostics = step
            self._reported.add(path)
            await self._take(session, path, diagnostics)
        if session.workspace.background is not None:
            return
        # Files that are in no package any more keep no diagnostics
        for path in set(session.reports) - self._reported:
            await self._take(session, path, ())
        for path, document in list(session.documents.items()):
            # Clients drop diagnostics of an earlier version, also where these stayed the same
            if self._versions.get(path) != document.version:
                await self._push(session, path)

    async def _take(
        self, session: ClientSession, path: str, diagnostics: Sequence[Diagnostic]
    ) -> None:
        text = await self._in_thread(session.documents.text, path)
        report = FileReport(tuple(diagnostics), text)
        self._is_changed = self._is_changed or session.reports.get(path) != report
        session.reports[path] = report
        self._fresh.add(path)
        await self._announce()
        await self._push(session, path)

    async def _push(self, session: ClientSession, path: str) -> None:
        """Push the diagnostics of a file, unless its client asks for them."""
        document = session.documents.get(path)
        if self._is_pulled(document is not None):
            return
        report = session.reports.get(path, FileReport())
        uri = self._uri(session, path, report)
        if uri is not None:
            version = None if document is None else document.version
            items = await self._in_thread(converted, report.diagnostics, session)
            # The client may have begun to ask for them meanwhile
            if not self._is_pulled(document is not None):
                self._publish(uri, items, version)
                self._versions[path] = version

    def _is_pulled(self, is_open: bool) -> bool:
        """Return whether the client asks for the diagnostics of a file, open or not."""
        return self._pulls_workspace or (is_open and self._pulls_documents)

    def _uri(self, session: ClientSession, path: str, report: FileReport) -> str | None:
        """Return the URI of a file, which is that of its diagnostics."""
        if report.diagnostics:
            # Files in zips have URIs of their own, which the path alone does not give
            uri = session.uri(report.diagnostics[0].place.file)
        else:
            document = session.documents.get(path)
            uri = None if document is None else document.uri
        if uri is not None:
            self._uris[path] = uri
        return uri or self._uris.get(path)

    def _publish(self, uri: str, items: Sequence[ProtocolDiagnostic], version: int | None) -> None:
        params = PublishDiagnosticsParams(uri, list(items), version)
        self._server.text_document_publish_diagnostics(params)

    def opened(self, path: str) -> None:
        """Withdraw the diagnostics pushed for a file, if the client pulls them from now on."""
        if self._pulls_documents:
            self._take_back(path)

    def closed(self, path: str) -> None:
        """Forget which version of a document was reported."""
        self._versions.pop(path, None)

    def pulled_document(self) -> None:
        """Withdraw the diagnostics pushed for open documents, and push none from now on."""
        if not self._pulls_documents:
            self._pulls_documents = True
            for path in list(self._session().documents):
                self._take_back(path)

    def pulled_workspace(self) -> None:
        """Withdraw all diagnostics that were pushed, and push none from now on."""
        if not self._pulls_workspace:
            self._pulls_workspace = True
            for path in list(self._uris):
                self._take_back(path)

    def _take_back(self, path: str) -> None:
        uri = self._uris.pop(path, None)
        if uri is not None:
            self._publish(uri, [], None)

    def _warn(self, problems: Sequence[str]) -> None:
        """Show what is wrong with the settings, once."""
        for problem in problems:
            if problem not in self._warned:
                self._warned.add(problem)
                self._say(problem)

    def _say(self, text: str) -> None:
        params = ShowMessageParams(MessageType.Error, text)
        self._server.window_show_message(params)

    def _refresh(self) -> None:
        """Let the client ask again for what depends on other files."""
        client, is_changed = self._session().client, self._is_changed
        self._is_changed = False
        if is_changed and client.refreshes_diagnostics:
            self._server.workspace_diagnostic_refresh(None)
        if client.refreshes_lenses:
            self._server.workspace_code_lens_refresh(None)

    async def _announce(self) -> None:
        async with self._progress:
            self._progress.notify_all()
