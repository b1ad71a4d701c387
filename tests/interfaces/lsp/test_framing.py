"""What is no message: it is answered with an error, and the session goes on, or ends."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from muranopl.interfaces.lsp.framing import LARGEST_MESSAGE
from tests import command_line
from tests.interfaces.lsp.editor import editing, write_package
from tests.waiting import GUARD

AFTER = {"jsonrpc": "2.0", "id": 7, "method": "muranopl/unknown", "params": {}}
PARSE_ERROR, INVALID_REQUEST, NOT_FOUND = -32700, -32600, -32601

BODIES = [
    (b"", PARSE_ERROR, None),
    (b"{", PARSE_ERROR, None),
    (b"\xff\xfe{}", PARSE_ERROR, None),
    (b'{"a": "\xff"}', PARSE_ERROR, None),
    (b"[" * 100_000, PARSE_ERROR, None),
    (b"7", INVALID_REQUEST, None),
    (b"[]", INVALID_REQUEST, None),
    (b"{}", INVALID_REQUEST, None),
    (b'{"jsonrpc": "1.0", "id": 3, "method": "shutdown"}', INVALID_REQUEST, None),
    (b'{"jsonrpc": "2.0", "id": 3, "method": "textDocument/hover"}', -32602, 3),
    (
        b'{"jsonrpc": "2.0", "id": 3, "method": "x", "params": {"jsonrpc": "2.0", "id": 4}}',
        NOT_FOUND,
        3,
    ),
]
"""Bodies, with the code and the ID of the answer."""


def frame(body: bytes, header: bytes | None = None) -> bytes:
    return (header or b"Content-Length: %d\r\n" % len(body)) + b"\r\n" + body


def answers(output: str) -> Iterator[Any]:
    """Yield the messages that the server has sent; it counts bytes, which are ASCII here."""
    while output:
        header, _, output = output.partition("\r\n\r\n")
        length = int(header.partition("\r\n")[0].partition(":")[2])
        yield json.loads(output[:length])
        output = output[length:]


def outcome(stdin: bytes) -> tuple[int, list[tuple[int, Any]]]:
    """Return the status of a session, and the codes of its errors with the IDs of the messages."""
    result = command_line.start("lsp", stdin=stdin)
    errors = [item for item in answers(result.stdout) if "error" in item]
    return result.status, [(item["error"]["code"], item["id"]) for item in errors]


@pytest.mark.parametrize(("body", "code", "id_"), BODIES)
def test_a_body_is_answered_and_the_session_goes_on(body: bytes, code: int, id_: object) -> None:
    stdin = frame(body) + frame(json.dumps(AFTER).encode())
    assert outcome(stdin) == (1, [(code, id_), (NOT_FOUND, 7)])


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Length: abc\r\n",
        b"Content-Length:\r\n",
        b"Content-Length: -1\r\n",
        b"Content-Length: +10\r\n",
        b"Content-Length: 1_0\r\n",
        b"Content-Length: 10.0\r\n",
        b"Content-Length: \xb2\r\n",
        b"Content-Length: %d\r\n" % (LARGEST_MESSAGE + 1),
        b"Content-Length: " + b"9" * 5000 + b"\r\n",
        b"Content-Length: 10\r\nContent-Length: 11\r\n",
        b"Content-Type: application/json\r\n",
        b"Content-Length 10\r\n",
        b"\xff\xfe\x00\r\n",
        b"GET / HTTP/1.1\r\n",
        b"A: b\r\n" * 100 + b"Content-Length: 10\r\n",
        b"A: " + b"b" * 10_000 + b"\r\nContent-Length: 10\r\n",
    ],
)
def test_after_a_wrong_header_the_session_ends(header: bytes) -> None:
    stdin = frame(b'{"a": "b"}', header) + frame(json.dumps(AFTER).encode())
    assert outcome(stdin) == (1, [(PARSE_ERROR, None)])


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: %d\r\n",
        b"Content-Length:%d\r\n",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n",
        b"\r\nContent-Length: %d\r\n",
        b"Content-Length: %d\n",
    ],
)
def test_headers_that_are_understood(header: bytes) -> None:
    body = json.dumps(AFTER).encode()
    assert outcome(frame(body, header % len(body))) == (1, [(NOT_FOUND, 7)])


@pytest.mark.parametrize(
    "stdin", [b"", b"Content-Length: 10", b"Content-Length: 10\r\n\r\n{}", b"\r\n"]
)
def test_the_end_of_the_input_ends_the_session(stdin: bytes) -> None:
    assert outcome(stdin) == (1, [])


def test_requests_after_shutdown_are_answered() -> None:
    begin = {"processId": None, "rootUri": None, "capabilities": {}}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": begin},
        {"id": 2, "method": "shutdown"},
        {"id": 3, "method": "textDocument/hover", "params": {}},
        {"method": "exit"},
    ]
    bodies = (json.dumps({"jsonrpc": "2.0", **item}).encode() for item in messages)
    assert outcome(b"".join(map(frame, bodies)))[1] == [(INVALID_REQUEST, 3)]


@pytest.mark.asyncio
async def test_web_sockets_answer_what_is_no_message(tmp_path: Path) -> None:
    async with editing(write_package(tmp_path)) as editor:
        errors: list[Any] = []

        def take(_id: object, _result: object = None, error: Any = None) -> None:
            errors.append(error)

        editor.client.protocol._handle_response = take  # type: ignore[method-assign]
        writer = editor.client.protocol.writer
        for body, _, _ in BODIES:
            await writer.write(body.decode("latin-1"))  # type: ignore[union-attr, misc]
        async with asyncio.timeout(GUARD):
            await editor.until(lambda: len(errors) == len(BODIES))
        del editor.client.protocol._handle_response  # type: ignore[attr-defined]
