"""Measure how fast the service answers, and whether its memory grows.

A service of its own (`muranopl serve`) is asked over 1, 16 and 64 connections that stay open, each
from an address of its own (127.0.0.x, so on Linux), as there are bounds on what one client may ask
at once. /healthz is the least that a request takes. /schemas asks for one class after the other,
whose answers are remembered. /validate sends the zip of a package, which is the same each time, and
`changed` one of which a class file is another each time, as an author's is.

The memory is the resident set of the HTTP process and of its workers after given numbers of
requests of both kinds.

    python tools/bench/server.py                                  examples/hello
    python tools/bench/server.py --seconds 10 PATH -L LIBRARY     packages of PATH, those of LIBRARY beside them
    python tools/bench/server.py --requests 20000                 memory as well

Nothing is judged: the figures depend on the machine, and no test should wait for them.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "hello"
CONNECTIONS = (1, 16, 64)
MEMORY_AT = (1_000, 10_000, 20_000)
ONE_IN = 10
"""Requests of a memory measurement for one of each kind of /validate, which take most of the time."""
_ADDRESS = re.compile(r"serving at http://([\d.]+):(\d+)/")

Requests = Callable[[], bytes]
"""Return the next request."""


class Service(NamedTuple):
    """A service that runs."""

    host: str
    port: int
    process: subprocess.Popen[bytes]

    @property
    def workers(self) -> list[int]:
        """The numbers of the worker processes."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return list(map(int, children.split()))

    def memory(self) -> dict[str, int]:
        """Return the bytes that the process and its workers have resident."""
        workers = {f"worker {number}": _resident(pid) for number, pid in enumerate(self.workers, 1)}
        return {"service": _resident(self.process.pid), **workers}

    def processor(self) -> tuple[float, float]:
        """Return the milliseconds of processors that the process took, and its workers."""
        return _processor(self.process.pid), sum(map(_processor, self.workers))


class Figures(NamedTuple):
    """Measurements of one kind of requests over `connections`; times are in milliseconds.

    `service` and `workers` are the time of processors that a request takes there: they depend less
    than the others on what else the machine does.
    """

    requests: str
    connections: int
    per_second: float
    median: float
    p99: float
    service: float
    workers: float
    statuses: dict[int, int]


def _resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _processor(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


@contextmanager
def serving(paths: list[str], libraries: list[str]) -> Iterator[Service]:
    """Start a service, and end it."""
    more = [word for library in libraries for word in ("-L", library)]
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        command = [
            sys.executable,
            "-m",
            "muranopl",
            "serve",
            *paths,
            *more,
            "--port",
            "0",
            "--log-file",
            str(log),
        ]
        # An empty cache, so that no earlier run makes this one faster
        command += ["--cache-dir", folder]
        with subprocess.Popen(command) as process:
            try:
                while not log.exists() or not (result := _ADDRESS.search(log.read_text())):
                    if process.poll() is not None:
                        raise SystemExit("the service did not start")
                    time.sleep(0.1)
                yield Service(result[1], int(result[2]), process)
            finally:
                process.send_signal(signal.SIGTERM)


class Connection:
    """A connection that stays open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def to(cls, service: Service, number: int) -> Connection:
        """Connect, from an address that only this number has."""
        local = (f"127.0.{1 + number // 200}.{1 + number % 200}", 0)
        return cls(*await asyncio.open_connection(service.host, service.port, local_addr=local))

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Return the status and the body of the answer."""
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = re.search(rb"content-length: (\d+)", head)
        body = await self._reader.readexactly(int(length[1])) if length else b""
        return int(head.split(b" ", 2)[1]), body

    def close(self) -> None:
        """Close it."""
        self._writer.close()


def request(method: str, path: str, body: bytes = b"", media: str = "application/json") -> bytes:
    """Return a request as bytes."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
    if body:
        head += f"Content-Type: {media}\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def contents(package: Path) -> dict[str, bytes]:
    """Return the files of a package by name."""
    paths = [path for path in sorted(package.rglob("*")) if path.is_file()]
    return {str(path.relative_to(package)): path.read_bytes() for path in paths}


def zipped(files: dict[str, bytes]) -> bytes:
    """Return files as a zip."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return result.getvalue()


def changed(files: dict[str, bytes]) -> Iterator[bytes]:
    """Yield the zips of a package, of which a class file has another comment each time."""
    name = next(name for name in files if name.startswith("Classes/"))
    # So that no earlier run has left the results in a cache
    run = os.urandom(8).hex()
    for number in itertools.count():
        comment = f"\n# {run} {number}\n".encode()
        yield zipped({**files, name: files[name] + comment})


async def kinds(service: Service, package: Path) -> dict[str, Requests]:
    """Return the kinds of requests; no answer of /schemas is new afterwards."""
    connection = await Connection.to(service, 0)
    _, body = await connection.ask(request("GET", "/classes"))
    names = [load["name"] for load in json.loads(body)["classes"]]
    asked = [request("GET", f"/schemas/{name}?classVersion=%3E%3D0") for name in names]
    before, started = service.processor(), time.perf_counter()
    for item in asked:
        await connection.ask(item)
    elapsed, after = time.perf_counter() - started, service.processor()
    print(
        f"/schemas of {len(names)} classes for the first time: {elapsed / len(names) * 1000:.1f} ms each,"
        f" processor {(after[0] - before[0]) / len(names):.2f} + {(after[1] - before[1]) / len(names):.2f} ms"
    )
    connection.close()
    schemas = itertools.cycle(asked)
    files = contents(package)
    upload = request("POST", "/validate", zipped(files), "application/zip")
    changes = changed(files)
    health = request("GET", "/healthz")
    return {
        "/healthz": lambda: health,
        "/schemas": lambda: next(schemas),
        "/validate": lambda: upload,
        "changed": lambda: request("POST", "/validate", next(changes), "application/zip"),
    }


async def measure(
    service: Service, name: str, requests: Requests, count: int, seconds: float
) -> Figures:
    """Send requests over `count` connections for `seconds`."""
    taken: list[float] = []
    statuses: Counter[int] = Counter()
    connections = [await Connection.to(service, number) for number in range(count)]
    before, started = service.processor(), time.perf_counter()

    async def keep_asking(connection: Connection) -> None:
        while (began := time.perf_counter()) < started + seconds:
            status, _ = await connection.ask(requests())
            taken.append(time.perf_counter() - began)
            statuses[status] += 1

    await asyncio.gather(*map(keep_asking, connections))
    elapsed = time.perf_counter() - started
    took = [
        (after - earlier) / len(taken)
        for after, earlier in zip(service.processor(), before, strict=True)
    ]
    for connection in connections:
        connection.close()
    taken.sort()
    at = [taken[min(len(taken) - 1, int(len(taken) * part))] * 1000 for part in (0.5, 0.99)]
    return Figures(name, count, len(taken) / elapsed, *at, *took, dict(statuses))


async def memory(
    service: Service, every: dict[str, Requests], most: int
) -> dict[int, dict[str, int]]:
    """Return the memory by number of requests, up to `most`."""
    connection = await Connection.to(service, 0)
    result: dict[int, dict[str, int]] = {}
    others = [every["/validate"], every["changed"]]
    turns = itertools.cycle([*([every["/schemas"]] * (ONE_IN - len(others))), *others])
    for number in range(1, most + 1):
        status, _ = await connection.ask(next(turns)())
        if status >= 500:
            raise SystemExit(f"request {number:,} was answered with {status}")
        if number in MEMORY_AT or number == most:
            result[number] = service.memory()
            print(
                f"{number:>7,} requests",
                *(f"{name} {size / 2**20:.1f} MiB" for name, size in result[number].items()),
            )
    connection.close()
    return result


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure, and print as it goes."""
    with serving(options.paths, options.libraries) as service:
        every = await kinds(service, options.package)
        figures = []
        for name, requests in every.items():
            for count in CONNECTIONS:
                result = await measure(service, name, requests, count, options.seconds)
                figures.append(result)
                print(
                    f"{name:<10} {count:>3} connections {result.per_second:>8.0f} requests/s"
                    f"   median {result.median:>7.1f} ms   p99 {result.p99:>7.1f} ms"
                    f"   processor {result.service:.2f} + {result.workers:.2f} ms   {result.statuses}"
                )
        kept = await memory(service, every, options.requests) if options.requests else {}
    return {"figures": [figure._asdict() for figure in figures], "memory": kept}


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description="How fast the service answers.")
    parser.add_argument("paths", nargs="*", default=[str(EXAMPLE)])
    parser.add_argument("-L", dest="libraries", action="append", default=[])
    parser.add_argument(
        "--package", type=Path, default=EXAMPLE, help="the folder of the package that is validated"
    )
    parser.add_argument("--seconds", type=float, default=5.0, help="for each number of connections")
    parser.add_argument(
        "--requests", type=int, default=0, help="how many requests to measure the memory with"
    )
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    options = parser.parse_args()
    result = asyncio.run(run(options))
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
