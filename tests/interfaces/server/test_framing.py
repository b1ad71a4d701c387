"""Requests whose two ends may understand them differently, and bodies that are compressed."""

from __future__ import annotations

import gzip
import socket

import httpx
import pytest

from tests.interfaces.server.serving import Serving
from tests.waiting import GUARD

_HEAD = "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
SMUGGLED = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"


def answers(service: Serving, sent: str) -> bytes:
    """Return all that the service sends back before it closes the connection."""
    host, port = service.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=GUARD) as connection:
        connection.sendall(sent.encode())
        result = b""
        while part := connection.recv(65536):
            result += part
    return result


@pytest.mark.parametrize("path", ["/actions", "/v1/catalog/packages", "/nothing"])
@pytest.mark.parametrize(
    "lengths",
    [
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
        f"Content-Length: {5 + len(SMUGGLED)}\r\ntransfer-encoding: CHUNKED\r\n",
    ],
)
def test_a_request_with_two_lengths_is_the_last_of_its_connection(
    service: Serving, path: str, lengths: str
) -> None:
    sent = f"{_HEAD.format(path)}{lengths}\r\n0\r\n\r\n{SMUGGLED}"
    result = answers(service, sent)
    assert result.startswith(b"HTTP/1.1 400 ")
    assert result.count(b"HTTP/1.1") == 1
    assert b"Content-Length or Transfer-Encoding" in result


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "x", "identity, gzip"])
def test_encoded_bodies_are_refused(client: httpx.Client, encoding: str) -> None:
    sent = gzip.compress(b'{"className": "demo.App", "methodName": "text"}')
    headers = {"Content-Type": "application/json", "Content-Encoding": encoding}
    refused = client.post("/actions", content=sent, headers=headers)
    assert refused.status_code == 415
    assert refused.headers["accept-encoding"] == "identity"
    assert "Content-Encoding" in refused.json()["error"]["message"]


def test_a_body_that_is_not_encoded_may_say_so(client: httpx.Client) -> None:
    call = {"className": "demo.App", "methodName": "text", "classVersion": ">=0"}
    headers = {"Content-Encoding": "Identity"}
    assert client.post("/actions", json=call, headers=headers).status_code == 200


@pytest.mark.parametrize(
    "path", ["/healthz", "/actions", "/v1/actions", "/v1/catalog/packages", "/"]
)
@pytest.mark.parametrize("method", ["TRACE", "QUERY"])
def test_trace_is_refused(client: httpx.Client, path: str, method: str) -> None:
    answer = client.request(method, path, headers={"X-Secret": "secret"})
    assert answer.status_code == 405
    assert "secret" not in answer.text
    assert answer.headers["allow"]


def test_large_answers_are_compressed_for_those_who_accept_it(client: httpx.Client) -> None:
    path = "/classes"
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert "Accept-Encoding" in packed.headers["vary"]
    small = client.get("/healthz", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in small.headers
    known = {"Accept-Encoding": "gzip", "If-None-Match": packed.headers["etag"]}
    again = client.get(path, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    events = client.get("/report", headers={"Accept": "text/event-stream"})
    assert "content-encoding" not in events.headers
