"""Who may ask, how much, and from which pages."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple, cast

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from muranopl.interfaces.server.listening import HEADER_TIME, READING_TIME, StalledConnections
from muranopl.interfaces.server.settings import MEBIBYTE
from tests import command_line
from tests.interfaces.server.sample_catalog import write_catalog
from tests.interfaces.server.serving import Serving, require_refused, serving
from tests.waiting import GUARD, wait_until

TOKENS = """\
# comments and empty lines are not tokens

first
  second
"""
BEARER = {"Authorization": "Bearer first"}


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A service that wants tokens, and is known by a name and by the page of another site."""
    folder = tmp_path_factory.mktemp("guarded")
    write_catalog(folder)
    (folder / "tokens").write_text(TOKENS)
    words = (
        "--token-file",
        "tokens",
        "--allow-host",
        "murano.example",
        "--cors",
        "https://friend.example",
    )
    with serving(folder, "apps", *words) as result:
        yield result


@pytest.fixture(scope="module")
def stranger(guarded: Serving) -> Iterator[httpx.Client]:
    """A client without a token."""
    with guarded.client() as result:
        yield result


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        (BEARER, 200),
        ({"Authorization": "bearer second"}, 200),
        ({"X-Auth-Token": "first"}, 200),
        ({"X-Auth-Token": "fir"}, 401),
        ({"X-Auth-Token": ""}, 401),
        ({"X-Auth-Token": "# comments and empty lines are not tokens"}, 401),
        ({"X-Auth-Token": "\xe9"}, 401),
        ({"Authorization": "Bearer"}, 401),
        ({"Authorization": "Basic first"}, 401),
        ({"X-Auth-User": "somebody", "X-Auth-Key": "first"}, 401),
    ],
)
def test_tokens(stranger: httpx.Client, headers: dict[str, str], status: int) -> None:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    for path in ("/packages", "/metrics", "/v1/schemas/io.murano.Object"):
        answer = stranger.get(path, headers=raw)
        assert answer.status_code == status
        if status == 401:
            assert answer.headers["www-authenticate"] == 'Bearer realm="muranopl"'
            assert answer.json()["error"]["title"] == "Unauthorized"


@pytest.mark.parametrize("path", ["/", "/healthz", "/openapi.json"])
def test_what_needs_no_token(stranger: httpx.Client, path: str) -> None:
    assert stranger.get(path, headers={"Accept": "*/*"}).status_code < 400


def test_tokens_may_change_while_it_runs(guarded: Serving, stranger: httpx.Client) -> None:
    file = guarded.log.parent / "tokens"
    try:
        file.write_text(TOKENS + "third\n")
        assert stranger.get("/metrics", headers={"X-Auth-Token": "third"}).status_code == 200
        file.unlink()
        assert stranger.get("/metrics", headers={"X-Auth-Token": "third"}).status_code == 200
    finally:
        file.write_text(TOKENS)
    assert stranger.get("/metrics", headers={"X-Auth-Token": "third"}).status_code == 401


def test_other_origins(stranger: httpx.Client) -> None:
    friend = {"Origin": "https://friend.example"}
    answer = stranger.get("/metrics", headers={**BEARER, **friend})
    assert answer.headers["access-control-allow-origin"] == "https://friend.example"
    refused = stranger.get("/metrics", headers=friend)
    assert (refused.status_code, refused.headers["access-control-allow-origin"]) == (
        401,
        "https://friend.example",
    )
    asked = {
        **friend,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-auth-token",
    }
    assert stranger.options("/validate", headers=asked).status_code == 200
    foe = stranger.get("/metrics", headers={**BEARER, "Origin": "https://foe.example"})
    assert foe.status_code == 403
    assert "access-control-allow-origin" not in foe.headers


def test_hosts(stranger: httpx.Client) -> None:
    for host, status in (
        ("murano.example:80", 200),
        ("MURANO.example", 200),
        ("foe.example", 421),
        ("", 421),
    ):
        assert stranger.get("/healthz", headers={"Host": host}).status_code == status
    own = {**BEARER, "Host": "murano.example", "Origin": "https://murano.example"}
    assert stranger.get("/metrics", headers=own).status_code == 200


def test_bodies_are_bounded(client: httpx.Client) -> None:
    json = {"Content-Type": "application/json"}
    announced = client.post("/v1/actions", content=b"{" + b" " * 6_000_000, headers=json)
    assert (announced.status_code, announced.json()["error"]["title"]) == (
        413,
        HTTPStatus(413).phrase,
    )
    parts = (b" " * 100_000 for _ in range(60))
    assert client.post("/v1/actions", content=parts, headers=json).status_code == 413


@pytest.mark.parametrize(
    ("content", "headers", "status", "words"),
    [
        (b"", {"Content-Type": "application/json"}, 400, "a body is required"),
        (b"{}", {}, 400, "Content-Type"),
        (b"{}", {"Content-Type": "text/plain"}, 415, "application/json"),
        (b"{", {"Content-Type": "application/json; charset=utf-8"}, 400, "Malformed request body"),
        (b"[" * 100_000, {"Content-Type": "application/json"}, 400, "Malformed request body"),
        (b"\xff", {"Content-Type": "application/json"}, 400, "Malformed request body"),
        (b"[]", {"Content-Type": "application/json"}, 400, "body: "),
    ],
)
@pytest.mark.parametrize("path", ["/actions", "/render", "/forms/demo"])
def test_bodies_that_are_no_json(
    client: httpx.Client,
    path: str,
    *,
    content: bytes,
    headers: dict[str, str],
    status: int,
    words: str,
) -> None:
    require_refused(client.post(path, content=content, headers=headers), status, words)


@pytest.mark.parametrize(
    "content",
    [
        b"a: " + b"[" * 100_000,
        b"a: " + b"[" * 100_000 + b"]" * 100_000,
        b"a: 1" + b":1" * 400_000,
        b"a: 0x" + b"f" * 400_000,
        b"? {a: 1}\n: 2",
        b"a: 2020-99-99",
        b"a: !!python/name:os.system",
        b'a: "\\ud800"',
        b'{"a": ' * 500 + b"1" + b"}" * 500,
        b'{"a": ' + b"9" * 100_000 + b"}",
    ],
    ids=range(10),
)
def test_hostile_bodies(client: httpx.Client, content: bytes) -> None:
    media = "application/json" if content.startswith(b"{") else "application/yaml"
    answer = client.post("/render", content=content, headers={"Content-Type": media})
    assert answer.status_code == 400, answer.text
    assert client.get("/metrics").text.count("muranopl_work_lost 0.0") == 1


def test_requests_are_logged_with_their_ids(service: Serving, client: httpx.Client) -> None:
    id_ = client.get("/healthz").headers["x-openstack-request-id"]
    client.get("/a%0AINFO%20forged")
    # The line about a request is written before the next one is looked at
    client.get("/healthz")
    lines = service.log.read_text(encoding="utf-8").splitlines()
    assert any(f'{id_} 127.0.0.1 "GET /healthz" 200 ' in line for line in lines)
    assert any("/a" in line and "INFO forged" in line for line in lines)
    assert not any(line.startswith("INFO forged") for line in lines)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["apps", "--host", "0.0.0.0"],
            "--host 0.0.0.0 is open to other machines: add --token-file FILE, or --no-auth",
        ),
        (
            ["apps", "--token-file", "nowhere"],
            'the token file "nowhere" cannot be read: No such file or directory',
        ),
        (["apps", "--token-file", "empty"], 'the token file "empty" has no token'),
        (["nowhere"], 'the path "nowhere" does not exist'),
        (
            ["apps", "empty"],
            'the path "empty" is not a package: pass the folder or zip of a package',
        ),
        (["apps", "-L", "nowhere"], 'the path "nowhere" does not exist'),
        (["-"], "standard input cannot be served"),
        (["apps", "--core-library", "apps/demo"], '"apps/demo" holds no package io.murano'),
        (["apps", "--grace", "nan"], "not a finite number"),
        (["apps", "--max-upload", "inf"], "not a finite number"),
        (["apps", "--cors", "friend.example"], '--cors: "friend.example" is not an origin'),
        (
            ["apps", "--cors", "https://friend.example/"],
            '"https://friend.example/" is not an origin',
        ),
        (["apps", "--no-auth", "--host", "a" * 300], "cannot listen on"),
        (["apps/demo/manifest.yaml", "--writable"], '"apps/demo/manifest.yaml" is no'),
        (["apps", "--class-configs", "empty"], 'the path of class configs "empty" is not a folder'),
        (["apps", "--quirk", "nothing"], "nothing"),
        (["apps", "--jobs", "100000"], "100,000 worker processes are too many"),
    ],
)
def test_what_cannot_be_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str
) -> None:
    write_catalog(tmp_path)
    (tmp_path / "empty").touch()
    monkeypatch.chdir(tmp_path)
    run = command_line.run("serve", "--port", "0", *words)
    assert run.exit_code == 2, run.output
    assert message in " ".join(run.output.split())


def test_an_address_that_is_taken(tmp_path: Path) -> None:
    write_catalog(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        run = command_line.run("serve", "--port", port, str(tmp_path / "apps"))
    assert run.exit_code == 2
    assert f"cannot listen on 127.0.0.1, port {port}: Address already in use" in run.output


def test_control_c_ends_it_well(tmp_path: Path) -> None:
    """As SIGTERM does, by which all services of tests end."""
    write_catalog(tmp_path)
    with serving(tmp_path, "apps") as result:
        assert httpx.get(f"{result.address}/healthz").status_code == 200
        result.process.send_signal(signal.SIGINT)
        assert result.process.wait() == os.EX_OK


@pytest.mark.parametrize(("number", "waits"), [(signal.SIGTERM, False), (signal.SIGINT, True)])
def test_further_signals_end_it_at_once_and_quietly(
    tmp_path: Path, number: signal.Signals, waits: bool
) -> None:
    """As a terminal sends them, to the workers too: before and after it begins to wait for their work."""
    write_catalog(tmp_path)
    with serving(tmp_path, "apps", "--grace", "3600") as result, ThreadPoolExecutor() as pool:
        [worker] = result.workers()
        os.kill(worker, signal.SIGSTOP)
        call = {"className": "demo.App", "methodName": "text", "classVersion": ">=0"}
        url = f"{result.address}/actions"
        stuck = pool.submit(httpx.post, url, json=call, timeout=GUARD)
        if waits:
            result.wait_for("muranopl_work_running 1.0")
            result.process.send_signal(number)
            wait_until(lambda: not _listens(result))
        for _ in range(3):
            if result.process.poll() is None:
                os.killpg(result.process.pid, number)
        # Long before the time that is granted
        assert result.process.wait(GUARD) == os.EX_OK
        with contextlib.suppress(httpx.HTTPError):
            assert stuck.result().status_code == 503
        log = result.log.read_text()
    for word in ("Traceback", "Fatal", "Unknown child", "ERROR"):
        assert word not in log, log


def _listens(service: Serving) -> bool:
    host, port = service.address.removeprefix("http://").split(":")
    with socket.socket() as connection:
        return connection.connect_ex((host, int(port))) == 0


class Listening(NamedTuple):
    """A server in this process: its address, its open connections, and what ends stalled ones."""

    address: tuple[str, int]
    connections: set[H11Protocol]
    stalled: StalledConnections

    async def connected(self, sent: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a connection and send something; return when the server has the connection."""
        count = len(self.connections)
        reader, writer = await asyncio.open_connection(*self.address)
        writer.write(sent)
        await writer.drain()
        while len(self.connections) == count:
            await asyncio.sleep(0)
        return reader, writer


@contextlib.asynccontextmanager
async def _listening(app: Starlette, most: int = 10) -> AsyncIterator[Listening]:
    state = ServerState()
    config = uvicorn.Config(app, http="h11", log_config=None)
    config.load()
    async with await asyncio.get_running_loop().create_server(
        lambda: H11Protocol(config, state, {}), "127.0.0.1", 0
    ) as server:
        address = server.sockets[0].getsockname()
        connections = cast("set[H11Protocol]", state.connections)
        yield Listening(address, connections, StalledConnections(most))


async def _rest(reader: asyncio.StreamReader) -> bytes:
    """Return what arrives until the connection ends, which may lose what was not read yet."""
    try:
        return await reader.read()
    except ConnectionError:
        return b""


@pytest.mark.parametrize("begun", [b"", b"GET /healthz HTTP/1.1\r\nHost: local"])
def test_requests_have_to_arrive(begun: bytes) -> None:
    async def answer() -> bytes:
        async with _listening(Starlette()) as server:
            reader, writer = await server.connected(begun)
            for seconds in (0, HEADER_TIME - 1):
                server.stalled.end(server.connections, seconds)
            assert not reader.at_eof()
            server.stalled.end(server.connections, HEADER_TIME)
            ended = await _rest(reader)
            writer.close()
            return ended

    assert asyncio.run(answer()) == b""


def test_a_connection_that_asks_for_nothing_gives_way_to_a_new_one() -> None:
    async def answers() -> list[bytes]:
        async with _listening(Starlette(), most=1) as server:
            slow, slow_writer = await server.connected(b"GET / HTTP/1.1\r\nHost: local")
            server.stalled.end(server.connections, 0)
            reader, writer = await server.connected(b"")
            server.stalled.end(server.connections, 1)
            writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            result = [await reader.readline(), await _rest(slow)]
            for item in (writer, slow_writer):
                item.close()
            return result

    assert asyncio.run(answers()) == [b"HTTP/1.1 404 Not Found\r\n", b""]


@pytest.mark.parametrize(("reads", "whole"), [(False, False), (True, True)])
def test_answers_have_to_be_read(reads: bool, whole: bool) -> None:
    size = 64 * MEBIBYTE

    async def received() -> int:
        app = Starlette(routes=[Route("/", lambda _: Response(bytes(size)))])
        async with _listening(app) as server:
            reader, writer = await server.connected(
                b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            )
            result = len(await reader.readline())
            server.stalled.end(server.connections, 0)
            if reads:
                result += len(await reader.readexactly(size // 2))
            server.stalled.end(server.connections, READING_TIME)
            result += len(await _rest(reader))
            writer.close()
            return result

    assert (asyncio.run(received()) > size) == whole


def test_much_yaml_keeps_nobody_waiting(client: httpx.Client, service: Serving) -> None:
    """A worker reads it, beside other requests: the service itself does not even see that it is none."""
    media = {"Content-Type": "application/yaml"}
    [worker] = service.workers()
    with ThreadPoolExecutor() as pool:
        os.kill(worker, signal.SIGSTOP)
        try:
            asked = pool.submit(client.post, "/render", content=b"a: [", headers=media)
            service.wait_for("muranopl_work_running 1.0")
            assert client.get("/healthz").status_code == 200
        finally:
            os.kill(worker, signal.SIGCONT)
        assert asked.result().status_code == 400
