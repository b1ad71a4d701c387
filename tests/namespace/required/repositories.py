"""A package repository on loopback, which answers as Murano does."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.archives import zip_of

MANIFEST = """\
Format: 1.4
Type: Library
FullName: {name}
Version: {version}
Require: {require}
Classes:
  {name}.Thing: Thing.yaml
"""
THING = "Namespaces: {{=: {name}}}\nName: Thing\n"


def package(name: str, version: str, require: str = "{}") -> dict[str, str]:
    """Return the files of a package with one class, `Thing`."""
    return {
        "manifest.yaml": MANIFEST.format(name=name, version=version, require=require),
        "Classes/Thing.yaml": THING.format(name=name),
    }


class Repository:
    """The packages of a repository, its requests so far, and how it fails.

    `lists_versions` is false for Murano itself. `status` is that of all answers, `page` the size of
    pages, `broken` the answer in place of each zip.
    """

    def __init__(self) -> None:
        self.packages: list[tuple[str, str, bytes]] = []
        self.requests: list[str] = []
        self.tokens: set[str | None] = set()
        self.lists_versions = True
        self.status = 200
        self.page = 100
        self.broken: bytes | None = None
        self.address = ""

    def add(self, name: str, version: str, require: str = "{}") -> None:
        """Add a package."""
        data = zip_of(package(name, version, require))
        self.packages.append((name, version, data))

    def answer(self, target: str) -> tuple[int, bytes]:
        """Return the status and the body of an answer."""
        self.requests.append(target)
        url = urlsplit(target)
        if self.status != 200:
            return self.status, b"{}"
        if url.path == "/v1/catalog/packages":
            return 200, json.dumps(self._listing(parse_qs(url.query))).encode()
        parts = url.path.split("/")
        if url.path.endswith("/download") and parts[4].isdecimal():
            return 200, self.broken or self.packages[int(parts[4])][2]
        return 404, b"{}"

    def _listing(self, query: dict[str, list[str]]) -> dict[str, Any]:
        items = [
            {
                "id": str(number),
                "fully_qualified_name": name,
                "class_definitions": [f"{name}.Thing"],
                "updated": "2026-01-01T00:00:00",
                **({"version": version} if self.lists_versions else {}),
            }
            for number, (name, version, _) in enumerate(self.packages)
            if name in query.get("fqn", [name])
            and query.get("class_name", [f"{name}.Thing"]) == [f"{name}.Thing"]
        ]
        start = int(query.get("marker", ["-1"])[0]) + 1
        left = [item for item in items if int(item["id"]) >= start]
        result: dict[str, Any] = {"packages": left[: self.page]}
        if len(left) > self.page:
            result["next_marker"] = left[self.page - 1]["id"]
        return result


@contextlib.contextmanager
def serving() -> Iterator[Repository]:
    """Serve a repository while the context lasts."""
    repository = Repository()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            repository.tokens.add(self.headers["X-Auth-Token"])
            status, body = repository.answer(self.path)
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        repository.address = f"murano+http://127.0.0.1:{server.server_address[1]}"
        try:
            yield repository
        finally:
            server.shutdown()
            thread.join()
