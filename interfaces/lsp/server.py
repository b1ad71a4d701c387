"""The language server: one object for each client.

Messages arrive in the thread of the event loop, which keeps the texts of documents. All work on
packages is done in one other thread, in the order of the messages, so that typing is never held up.
"""

from __future__ import annotations

import asyncio
import functools
import importlib
import json
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcServerNotInitialized
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter
from pygls.protocol.json_rpc import JsonRPCNotification, MsgId
from pygls.protocol.language_server import lsp_method

from muranopl import __version__
from muranopl.diagnostics.logs import log_info
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.lsp.checking import Checking
from muranopl.interfaces.lsp.client import ClientFeatures
from muranopl.interfaces.lsp.features import COMMANDS, FEATURES, Feature
from muranopl.interfaces.lsp.positions import PositionEncoding
from muranopl.interfaces.lsp.session import ClientSession

NAME = "muranopl"
_MODULES = (
    "code_actions",
    "code_lenses",
    "completing",
    "hierarchies",
    "lifecycle",
    "navigating",
    "previewing",
    "pulling",
    "renaming",
    "searching",
    "structuring",
    "testing",
    "virtual_documents",
)
"""The modules with features, which register them when they are imported."""

_DOCUMENTS = (
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_CLOSE,
)

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


# It makes the code for a type of messages when it first meets one
_converter = functools.cache(default_converter)


class Protocol(LanguageServerProtocol):
    """The protocol of pygls, which answers messages that cannot be read, and ends by a call."""

    _server: MuranoServer

    def receive(self, body: bytes | str) -> None:
        """Handle a message; answer with an error if it is none."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError) as error:
            self.refuse(types.ErrorCodes.ParseError, f"this is not JSON: {error}")
            return
        if not isinstance(data, dict) or data.get("jsonrpc") != self.VERSION:
            self.refuse(types.ErrorCodes.InvalidRequest, "this is not JSON-RPC 2.0")
        elif self._shutdown and "method" in data and "id" in data:
            # pygls leaves these without an answer
            self.refuse(types.ErrorCodes.InvalidRequest, "the session is shut down", data["id"])
        else:
            try:
                self.handle_message(self.structure_message(data))
            except Exception as error:  # a bug, which must not end the session
                self._server.report_server_error(error, JsonRpcException)

    def refuse(self, code: types.ErrorCodes, message: str, id_: MsgId | None = None) -> None:
        """Answer a message with an error; without an ID if it has none that can be read."""
        error = {"code": code.value, "message": visible(message)}
        self._send_data({"jsonrpc": self.VERSION, "id": id_, "error": error})

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return the message of some data; a request that is not valid is answered here."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            # pygls only logs these, so that the client would wait for ever
            if "id" in data and "method" in data:
                self._send_response(data["id"], None, error.to_response_error())
            return JsonRPCNotification("$/invalid", self.VERSION, None)

    def _send_handler_result(self, future: Future[Any], *, msg_id: MsgId) -> None:
        """Send the result of a request; a refusal is an answer, which pygls would log as a fault."""
        error = None if future.cancelled() else future.exception()
        refused = types.LSPErrorCodes.RequestFailed.value
        if isinstance(error, JsonRpcException) and error.code == refused:
            self._request_futures.pop(msg_id, None)
            self._send_response(msg_id, error=error.to_response_error())
        else:
            super()._send_handler_result(future, msg_id=msg_id)

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> None:  # type: ignore[override]
        """End the session; a process serves several ones over web sockets."""
        self._server.end(0 if self._shutdown else 1)


class MuranoServer(LanguageServer):
    """The server of one client.

    `ended` is called at the end of the session with the exit status that the protocol asks for.
    """

    protocol: Protocol

    def __init__(self, ended: Callable[[int], None]) -> None:
        super().__init__(
            NAME,
            __version__,
            text_document_sync_kind=types.TextDocumentSyncKind.Incremental,
            protocol_cls=Protocol,
            converter_factory=_converter,
        )
        self._ended = ended
        # One thread: the packages need no locks, and requests see all edits before them
        self._worker = ThreadPoolExecutor(1, "muranopl-packages")
        self._questions: set[asyncio.Task[None]] = set()
        self.is_initialized = False
        self.ready = asyncio.Event()
        self.session = ClientSession(
            PositionEncoding(types.PositionEncodingKind.Utf16), ClientFeatures()
        )
        self.checking = Checking(self, lambda: self.session, self.run)
        self._register()

    async def run(
        self,
        function: Callable[Parameters, Result],
        *arguments: Parameters.args,
        **options: Parameters.kwargs,
    ) -> Result:
        """Return the result of a function, called in the thread of the session."""
        call = functools.partial(function, *arguments, **options)
        return await asyncio.get_running_loop().run_in_executor(self._worker, call)

    def enqueue(self, function: Callable[..., object], *arguments: Any) -> None:
        """Call a function in the thread of the session, before later requests."""
        self._worker.submit(_logged, function, *arguments)

    def ask(self, question: Coroutine[Any, Any, None]) -> None:
        """Ask the user something, who may take long to answer."""
        task = asyncio.ensure_future(question)
        # The event loop has weak references to tasks only
        self._questions.add(task)
        task.add_done_callback(self._questions.discard)

    def say(self, text: str, kind: types.MessageType = types.MessageType.Error) -> None:
        """Show a message to the user."""
        self.window_show_message(types.ShowMessageParams(kind, text))

    def end(self, status: int) -> None:
        """End the session."""
        self.checking.stop()
        for question in self._questions:
            question.cancel()
        self._worker.shutdown(wait=False, cancel_futures=True)
        self.session.generated.remove()
        self._ended(status)

    def _register(self) -> None:
        load_features()
        # pygls would keep the texts of documents as well, and walk through all lines with each edit
        for method in _DOCUMENTS:
            del self.protocol.fm.builtin_features[method]
        for item in FEATURES.values():
            self.feature(item.method, item.options)(self._answering(item))
        for name, function in COMMANDS.items():
            self.command(name)(_with(self, function))

    def _answering(self, item: Feature) -> Callable[[Any], Coroutine[Any, Any, Any]]:
        if asyncio.iscoroutinefunction(item.function):
            return _with(self, item.function)

        async def answer(params: Any) -> Any:
            if not self.is_initialized:
                raise JsonRpcServerNotInitialized
            await self.ready.wait()
            return await self.run(item.function, self.session, params)

        return answer


def load_features() -> None:
    """Import the modules with features, so that they are registered."""
    for module in _MODULES:
        importlib.import_module(f"muranopl.interfaces.lsp.{module}")


def _with(
    server: MuranoServer, function: Callable[..., Any]
) -> Callable[..., Coroutine[Any, Any, Any]]:
    async def call(*arguments: Any) -> Any:
        return await function(server, *arguments)

    return call


def _logged(function: Callable[..., object], *arguments: Any) -> None:
    try:
        function(*arguments)
    except Exception as error:  # a bug, which must not end the session
        log_info("muranopl.lsp", "%s failed: %r", function.__name__, error)
