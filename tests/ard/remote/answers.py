"""A server of the web on this machine, whose answers are functions."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LIBRARY = {
    "manifest.yaml": "Format: 1.4\nType: Library\nFullName: example.lib\nClasses:\n  example.lib.Pipe: Pipe.yaml\n",
    "Classes/Pipe.yaml": "Name: example.lib.Pipe\n",
}
USER = {
    "manifest.yaml": "Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n"
    "  example.app.Tap: Tap.yaml\nRequire:\n  example.lib:\n",
    "Classes/Tap.yaml": "Name: example.app.Tap\nExtends: example.lib.Pipe\n",
}


class Request(BaseHTTPRequestHandler):
    """A request, with short ways to answer it."""

    protocol_version = "HTTP/1.1"
    server: AnsweringServer

    def do_POST(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.server.methods.add(self.command)
        self.server.requests.append((self.path, dict(self.headers)))
        answer = self.server.answers.get(path, Request.status_404)
        with contextlib.suppress(OSError):  # the client has gone
            answer(self)

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def send(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def status_404(self) -> None:
        self.send(404)


Reply = Callable[[Request], None]


class AnsweringServer(ThreadingHTTPServer):
    """The server: `answers` by path, and the requests so far, with their headers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Request)
        self.answers: dict[str, Reply] = {}
        self.requests: list[tuple[str, dict[str, str]]] = []
        self.methods: set[str] = set()
        self.ended = threading.Event()
        self.url = f"http://127.0.0.1:{self.server_port}"

    def handle_error(self, *_: object) -> None:
        """Say nothing about clients that end a connection."""

    def put(self, path: str, body: bytes, **headers: str) -> str:
        """Answer a path with bytes; return its address."""
        self.answers[path] = lambda request: request.send(200, body, **headers)
        return self.url + path


@contextlib.contextmanager
def answering() -> Iterator[AnsweringServer]:
    """Run a server until the end of the context."""
    with AnsweringServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.ended.set()
            server.shutdown()
            thread.join()
