"""Packages on the web: which are fetched, kept and refused."""

from __future__ import annotations

import base64
import gzip
import socket
import threading
import time
from collections.abc import Callable, Sequence
from email.utils import formatdate
from pathlib import Path
from types import SimpleNamespace

import httpcore
import pytest

import muranopl
from muranopl.ard.remote import http, limits
from muranopl.ard.remote.connecting import require_public
from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.hosts import origin_of, variable_of
from muranopl.diagnostics.bounds import REMOTE_SIZE
from tests.archives import zip_of
from tests.ard.remote.answers import LIBRARY, USER, AnsweringServer, Request

pytestmark = pytest.mark.usefixtures("at_once")

LISTING = """<html><body><h1>Index of /</h1><a href="../">up</a> <a href="a%20b.zip">a b</a>
<a HREF='/apps/tap.zip'>tap</a> <a href="notes.txt">notes</a> <a href="deeper/c.zip">c</a>
<a href="http://elsewhere.invalid/apps/d.zip">d</a> <a name="here">here</a></body></html>"""


def found(path: str, libraries: Sequence[str] = (), **options: object) -> list[str]:
    """The diagnostics of a check as `CODE message`."""
    report = muranopl.validate(path, libraries, **options)  # type: ignore[arg-type]
    return [f"{item.code} {item.message}" for item in report.diagnostics]


def test_a_zip_is_checked_and_named_by_its_address(server: AnsweringServer) -> None:
    address = server.put("/tap.zip", zip_of(USER))
    report = muranopl.validate(address)
    assert len(report.packages) == 1
    # A package that is checked alone may be missing others
    assert [(item.code, item.path) for item in report.diagnostics] == [("MPL211", address)]


def test_requirements_are_found_in_libraries_elsewhere(
    server: AnsweringServer, tmp_path: Path
) -> None:
    library = server.put("/lib.zip", zip_of(LIBRARY))
    (tmp_path / "app.zip").write_bytes(zip_of(USER))
    assert found(str(tmp_path / "app.zip"), [library]) == []
    assert found(server.put("/app.zip", zip_of(USER)), [library]) == []


def test_a_folder_has_the_zips_that_its_page_lists(server: AnsweringServer) -> None:
    folder = server.put("/apps/", LISTING.encode(), Content_Type="text/html")
    server.put("/apps/a%20b.zip", zip_of(LIBRARY))
    server.put("/apps/tap.zip", zip_of(USER))
    report = muranopl.validate(folder)
    assert report.diagnostics == ()
    assert [item.name for item in report.packages] == ["example.app", "example.lib"]
    assert sorted(path for path, _ in server.requests) == [
        "/apps/",
        "/apps/a%20b.zip",
        "/apps/tap.zip",
    ]


def test_a_folder_is_redirected_to_the_slash(server: AnsweringServer) -> None:
    server.answers["/apps"] = redirecting("/apps/")
    server.put("/apps/", b"<a href=lib.zip>", Content_Type="text/html; charset=utf-8")
    server.put("/apps/lib.zip", zip_of(LIBRARY))
    assert found(f"{server.url}/apps") == []


@pytest.mark.parametrize(
    ("page", "kind", "code"),
    [
        ("<a href='a.txt'>", "text/html", "MPL102"),
        ("<a href='.a.zip'><a href='..%2fa.zip'><a href='//[/a.zip'>", "text/html", "MPL102"),
        (f"<a href='{'a' * 300}.zip'>", "text/html", "MPL102"),
        ("[]", "application/json", "MPL102"),
        ("<a href='a.zip'>", "text/html", "MPL911"),
    ],
)  # fmt: skip
def test_pages_without_zips(server: AnsweringServer, page: str, kind: str, code: str) -> None:
    folder = server.put("/apps/", page.encode(), Content_Type=kind)
    (text,) = found(folder)
    assert text.startswith(code)


@pytest.mark.parametrize(
    ("header", "condition"),
    [
        ({"ETag": '"one"'}, "If-None-Match"),
        ({"Last_Modified": "Thu, 01 Jan 2026 00:00:00 GMT"}, "If-Modified-Since"),
    ],
)
def test_what_did_not_change_is_not_fetched_again(
    server: AnsweringServer, tmp_path: Path, header: dict[str, str], condition: str
) -> None:
    body = zip_of(LIBRARY)

    def reply(request: Request) -> None:
        known = request.headers[condition] in header.values()
        request.send(304 if known else 200, b"" if known else body, **header)

    server.answers["/lib.zip"] = reply
    for _ in range(2):
        assert found(f"{server.url}/lib.zip", cache=tmp_path) == []
    first, second = (headers for _, headers in server.requests)
    assert condition not in first
    assert second[condition] in header.values()
    # A package that did change is fetched
    header.update({key: f"{value} " for key, value in header.items()})
    body = zip_of({**LIBRARY, "manifest.yaml": "Format: [\n"})
    assert found(f"{server.url}/lib.zip", cache=tmp_path) != []


def test_offline_what_is_in_the_cache_is_used(server: AnsweringServer, tmp_path: Path) -> None:
    address = server.put("/lib.zip", zip_of(LIBRARY))
    other = server.put("/other.zip", zip_of(LIBRARY))
    assert found(address, cache=tmp_path) == []
    del server.requests[:]
    assert found(address, cache=tmp_path, offline=True) == []
    assert [text[:6] for text in found(other, cache=tmp_path, offline=True)] == ["MPL913"]
    assert found(address, offline=True)[0].startswith("MPL913")
    assert server.requests == []


def test_damage_in_the_cache_is_fetched_again(server: AnsweringServer, tmp_path: Path) -> None:
    server.answers["/lib.zip"] = lambda request: (
        request.send(304)
        if request.headers["If-None-Match"]
        else request.send(200, zip_of(LIBRARY), ETag="1")
    )
    assert found(f"{server.url}/lib.zip", cache=tmp_path) == []
    (kept,) = (tmp_path / "remote" / "objects").iterdir()
    kept.write_bytes(b"PK")
    assert found(f"{server.url}/lib.zip", cache=tmp_path) == []
    assert len(server.requests) == 2


def redirecting(to: str) -> Callable[[Request], None]:
    return lambda request: request.send(302, Location=to)


def test_a_redirect_to_the_same_host_is_followed(server: AnsweringServer) -> None:
    server.put("/lib.zip", zip_of(LIBRARY))
    server.answers["/old.zip"] = redirecting("lib.zip")
    assert found(f"{server.url}/old.zip") == []


def test_redirects_lead_to_no_private_address_that_is_not_named(server: AnsweringServer) -> None:
    library = server.put("/lib.zip", zip_of(LIBRARY))
    other = f"http://localhost:{server.server_port}/lib.zip"
    server.answers["/by-name"] = redirecting(other)
    server.answers["/by-number"] = redirecting(f"http://127.0.0.2:{server.server_port}/lib.zip")
    for path in ("/by-name", "/by-number"):
        (text,) = found(server.url + path)
        assert text.startswith("MPL914")
        assert "private network" in text
    assert library
    assert not [path for path, _ in server.requests if path == "/lib.zip"]
    # The user named that host for another package
    report = muranopl.Catalog([f"{server.url}/by-name", other]).check()
    assert "MPL914" not in {item.code for item in report.diagnostics}


@pytest.mark.parametrize(
    ("to", "reason"),
    [
        ("file:///etc/passwd", "from http to file"),
        ("ftp://example.com/a.zip", "from http to ftp"),
        ("javascript:1", "from http to javascript"),
    ],
)
def test_redirects_to_other_schemes_are_refused(
    server: AnsweringServer, to: str, reason: str
) -> None:
    server.answers["/a.zip"] = redirecting(to)
    (text,) = found(f"{server.url}/a.zip")
    assert text.startswith("MPL914")
    assert reason in text


def test_https_does_not_lead_to_http() -> None:
    response = httpcore.Response(302, headers=[("Location", "http://example.com/")])
    with pytest.raises(FetchError) as caught:
        http.redirected("https://example.com/a.zip", response)
    assert caught.value.kind == "refused"
    to = http.redirected("http://example.com/a.zip", response)
    assert to == "http://example.com/"


def endless(request: Request) -> None:
    request.send_response(200)
    request.end_headers()
    while not request.server.ended.is_set():
        request.wfile.write(bytes(10_000))


def cut_short(request: Request) -> None:
    request.send(200, b"PK", Content_Length="1000")
    request.close_connection = True


def bomb(request: Request) -> None:
    request.send(200, gzip.compress(bytes(10_000_000)), Content_Encoding="gzip")


def circular(request: Request) -> None:
    request.send(301, Location="/circular")


def announced(request: Request) -> None:
    request.send(200, b"", Content_Length=str(REMOTE_SIZE.most + 1))


def no_http(request: Request) -> None:
    request.wfile.write(b"220 welcome\r\n\r\n")
    request.close_connection = True


FAILURES = [
    (cut_short, "MPL910", "its response is truncated, or is not HTTP"),
    (no_http, "MPL910", "its response is truncated, or is not HTTP"),
    (circular, "MPL910", "it redirects more than 5 times"),
    (lambda request: request.send(503), "MPL910", "HTTP status 503"),
    (lambda request: request.send(418), "MPL910", "HTTP status 418"),
    (lambda request: request.send(404), "MPL911", "HTTP status 404"),
    (lambda request: request.send(401), "MPL912", "HTTP status 401"),
    (lambda request: request.send(403), "MPL912", "HTTP status 403"),
    (endless, "MPL109", "at most 100,000 bytes are fetched"),
    (bomb, "MPL109", "at most 100,000 bytes are fetched"),
    (announced, "MPL109", "at most 100,000 bytes are fetched"),
    (lambda request: request.send(200, b"<html>Log in"), "MPL102", "it is a text file"),
    (lambda request: request.send(200), "MPL102", "it is empty"),
    (
        lambda request: request.send(200, b"\x1f\x8bno", Content_Encoding="gzip"),
        "MPL103",
        "its response is not valid gzip data",
    ),
    (
        lambda request: request.send(200, b"x", Content_Encoding="br"),
        "MPL910",
        'its response has the unsupported encoding "br"',
    ),
]


@pytest.mark.parametrize(("reply", "code", "reason"), FAILURES)
def test_each_failure_has_its_diagnostic(
    server: AnsweringServer,
    monkeypatch: pytest.MonkeyPatch,
    reply: Callable[[Request], None],
    code: str,
    reason: str,
) -> None:
    monkeypatch.setattr(http, "REMOTE_SIZE", REMOTE_SIZE._replace(most=100_000))
    server.answers["/circular"] = server.answers["/a.zip"] = reply
    report = muranopl.validate(f"{server.url}/a.zip")
    (item,) = report.diagnostics
    assert (item.code, item.path) == (code, f"{server.url}/a.zip")
    assert item.message.endswith(reason)
    assert item.suggestion


@pytest.mark.usefixtures("impatient")
def test_a_server_that_does_not_answer(server: AnsweringServer) -> None:
    server.answers["/a.zip"] = lambda request: request.server.ended.wait() and None
    (text,) = found(f"{server.url}/a.zip")
    assert text.startswith("MPL910")
    assert text.endswith("no response within 0.3 s")


def test_a_host_that_does_not_listen_is_unreachable() -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
        (text,) = found(f"http://127.0.0.1:{port}/a.zip")
    assert text.startswith("MPL910")
    assert text.endswith("Connection refused")


def test_a_name_that_nobody_has_is_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    (text,) = found("http://packages.invalid/a.zip")
    assert text.endswith("its name cannot be resolved")


def test_another_attempt_may_succeed(server: AnsweringServer) -> None:
    def reply(request: Request) -> None:
        if len(server.requests) < 3:
            request.send(503)
        else:
            request.send(200, zip_of(LIBRARY))

    server.answers["/lib.zip"] = reply
    assert found(f"{server.url}/lib.zip") == []


class Clock:
    """The clock of fetching, which servers of a test set."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    result = Clock()
    monkeypatch.setattr(limits, "time", result)
    return result


BODY = zip_of(LIBRARY)
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n%x" % len(BODY)
CHUNK = b"\r\n" + BODY + b"\r\n0\r\n"
DRIPPED = {
    "100 Continue": (b"", b"HTTP/1.1 100 Continue\r\n\r\n", OK + b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY),
    "headers": (OK, b"X: y\r\n", b"Content-Length: %d\r\n\r\n" % len(BODY) + BODY),
    "a header": (OK + b"X: ", b"y", b"\r\nContent-Length: %d\r\n\r\n" % len(BODY) + BODY),
    "a chunk extension": (CHUNKED + b";x=", b"y", CHUNK + b"\r\n"),
    "trailers": (CHUNKED + CHUNK, b"X: y\r\n", b"\r\n"),
    "a body": (OK + b"Content-Length: %d\r\n\r\n" % (len(BODY) + 9), b"-", BODY),
}  # fmt: skip
"""What an answer begins with, what is sent nine times then, and what it ends with."""


@pytest.mark.parametrize("case", DRIPPED)
@pytest.mark.parametrize("is_late", [False, True], ids=["in time", "late"])
def test_an_answer_that_drips_has_one_deadline(
    server: AnsweringServer, clock: Clock, case: str, is_late: bool
) -> None:
    first, drop, last = DRIPPED[case]

    def reply(request: Request) -> None:
        request.wfile.write(first)
        for number in range(1, 10):
            request.wfile.write(drop)
            clock.now = (75.0 if is_late else 1.0) * number
        # Without an end, what is missing would be said if nobody looked at the clock
        request.wfile.write(b"" if is_late else last)
        request.close_connection = True

    server.answers["/a.zip"] = reply
    texts = found(f"{server.url}/a.zip")
    reasons = [text.rpartition(": ")[2] for text in texts]
    assert reasons == (["it takes more than 600 s"] if is_late else [])
    assert len(server.requests) == 1


def test_attempts_share_a_deadline(server: AnsweringServer, clock: Clock) -> None:
    def reply(request: Request) -> None:
        clock.now += 301.0
        request.send(503 if len(server.requests) == 1 else 200, BODY)

    server.answers["/a.zip"] = reply
    (text,) = found(f"{server.url}/a.zip")
    assert text.endswith("it takes more than 600 s")
    assert len(server.requests) == 2


def test_addresses_of_a_host_share_a_deadline(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def connect(address: tuple[str, int], *_: object, **__: object) -> None:
        tried.append(address)
        clock.now += 10.0
        raise TimeoutError

    results = [(0, 0, 0, "", (f"127.0.0.{number}", 80)) for number in range(1, 200)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: results)
    monkeypatch.setattr(socket, "create_connection", connect)
    (text,) = found("http://packages.invalid/a.zip")
    assert text.endswith("it takes more than 600 s")
    assert len(tried) == 60


NOW = 1_700_000_000
"""The time of the clock of this machine when a server names another one."""


def http_date(seconds: float) -> str:
    return formatdate(NOW + seconds, usegmt=True)


RETRIES: list[tuple[int, str, float | None]] = [
    (429, "7", 7),
    (503, http_date(30), 30),
    (503, http_date(-60), 0),
    (503, "soon", 0),
    (429, "-5", 0),
    (503, "601", None),
    (429, "9" * 400, None),
    (503, http_date(10**8), None),
]
"""Status, header and pause; None without another attempt."""


@pytest.mark.parametrize(
    "case",
    RETRIES,
    ids=["seconds", "a date", "a date in the past", "no time", "no number", "longer than one address may take",
         "without end", "a date in years"],
)  # fmt: skip
def test_a_server_says_when_to_ask_again(
    server: AnsweringServer, monkeypatch: pytest.MonkeyPatch, case: tuple[int, str, float | None]
) -> None:
    status, text, pause = case

    def reply(request: Request) -> None:
        if len(server.requests) == 1:
            request.send(status, Retry_After=text)
        else:
            request.send(200, zip_of(LIBRARY))

    pauses: list[float] = []
    clock = SimpleNamespace(time=lambda: NOW, monotonic=time.monotonic, sleep=pauses.append)
    monkeypatch.setattr(limits, "time", clock)
    server.answers["/lib.zip"] = reply
    report = muranopl.validate(f"{server.url}/lib.zip")
    codes = [item.code for item in report.diagnostics]
    assert codes == (["MPL910"] if pause is None else [])
    assert pauses == ([] if pause is None else [pause])
    assert len(server.requests) == 1 + len(pauses)


def test_without_a_library_missing_packages_are_no_errors(server: AnsweringServer) -> None:
    app = server.put("/app.zip", zip_of(USER))
    report = muranopl.validate(app, f"{server.url}/no.zip")
    assert [(item.code, item.severity.value) for item in report.diagnostics] == [
        ("MPL211", "warning"),
        ("MPL911", "error"),
    ]


def test_tokens_are_sent_to_their_host_alone(
    server: AnsweringServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = server.server_port
    monkeypatch.setenv(f"MURANOPL_HTTP_TOKEN_127_0_0_1___{port}", "secret")
    other = f"http://localhost:{server.server_port}/lib.zip"
    server.put("/lib.zip", zip_of(LIBRARY))
    server.answers["/moved.zip"] = redirecting(other)
    catalog = muranopl.Catalog([f"{server.url}/moved.zip", other])
    assert catalog.check().ok
    sent = {
        (headers["Host"].partition(":")[0], headers.get("Authorization"))
        for _, headers in server.requests
    }
    assert sent == {("127.0.0.1", "Bearer secret"), ("localhost", None)}


ORIGINS = [
    ("https://example.com", "MURANOPL_TOKEN_example_com"),
    ("https://EXAMPLE.com:443/a", "MURANOPL_TOKEN_example_com"),
    ("https://example.com:8443", "MURANOPL_TOKEN_example_com___8443"),
    ("http://example.com:443", "MURANOPL_HTTP_TOKEN_example_com___443"),
    ("http://example.com", "MURANOPL_HTTP_TOKEN_example_com"),
    ("https://http.example.com", "MURANOPL_TOKEN_http_example_com"),
    ("https://api-internal.com", "MURANOPL_TOKEN_api__internal_com"),
    ("https://api_internal.com", "MURANOPL_TOKEN_api_____internal_com"),
    ("https://xn--bcher-kva.example", "MURANOPL_TOKEN_xn____bcher__kva_example"),
    ("https://b\u00fccher.example", "MURANOPL_TOKEN_xn____bcher__kva_example"),
    ("https://[::1]", "MURANOPL_TOKEN_0___0___0___0___0___0___0___1"),
    ("https://[::1]:80", "MURANOPL_TOKEN_0___0___0___0___0___0___0___1___80"),
    ("https://api_.internal.com", None),
    ("https://api-.internal.com", None),
    ("https://a..b", None),
    ("https://example.com.", None),
    ("https://[fe80::1%25eth0]", None),
    ("ssh://example.com", None),
]  # fmt: skip


@pytest.mark.parametrize(("address", "variable"), ORIGINS)
def test_each_origin_has_a_variable_of_its_own(address: str, variable: str | None) -> None:
    assert variable_of(origin_of(address)) == variable


def test_what_has_no_variable_has_no_token(
    server: AnsweringServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the token of another port is sent, nor one for https without encryption."""
    monkeypatch.setenv("MURANOPL_HTTP_TOKEN_127_0_0_1", "secret")
    monkeypatch.setenv(f"MURANOPL_TOKEN_127_0_0_1___{server.server_port}", "secret")
    server.answers["/a.zip"] = lambda request: request.send(401)
    report = muranopl.validate(f"{server.url}/a.zip")
    ((_, headers),) = server.requests
    assert not {"Authorization", "X-Auth-Token"} & set(headers)
    # What is to be done is said as it has to be written
    (item,) = report.diagnostics
    assert item.suggestion == (
        "set the environment variable "
        f"MURANOPL_HTTP_TOKEN_127_0_0_1___{server.server_port} to a token"
    )


@pytest.mark.parametrize("user", ["me:secret", "me@example.com:se@secret"])
def test_passwords_are_sent_and_not_shown(server: AnsweringServer, user: str) -> None:
    address = server.url.replace("//", f"//{user}@") + "/a.zip?pwd=secret#key=secret"
    report = muranopl.validate(address)
    (_, headers), *_ = server.requests
    sent = base64.b64encode(user.encode()).decode()
    assert headers["Authorization"] == f"Basic {sent}"
    for format_ in ("text", "json", "sarif", "junit"):
        assert "secret" not in report.render(format_)
    # Nor in what is said of an address that is none
    with pytest.raises(muranopl.UsageError) as raised:
        muranopl.validate(f"https://{user}@[/a.zip?pwd=secret")
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1",
        "fd00::1",
        "::ffff:10.0.0.1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
    ],
)
def test_private_addresses(address: str) -> None:
    with pytest.raises(FetchError):
        require_public("host", address)


def test_public_addresses() -> None:
    for address in ("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"):
        require_public("host", address)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("foo://a/b", "unknown URL scheme foo://"),
        ("file:///a/b", "pass the path"),
        ("git://a/b", r"write git\+https://"),
        ("zip://a.zip", "write zip://ENTRY::PATH"),
        ("simplecache::s3://a/b", "does not exist"),
        ("dir::s3://a/b", "does not exist"),
        ("http://[::1/a", "is not a valid URL"),
    ],
)
def test_addresses_of_no_kind_are_wrong_usage(address: str, reason: str) -> None:
    with pytest.raises(muranopl.UsageError, match=reason):
        muranopl.validate(address)


def test_progress_counts_what_is_fetched(server: AnsweringServer) -> None:
    told = threading.Event()

    def reply(request: Request) -> None:
        told.wait()
        request.send(200, zip_of(LIBRARY))

    def tell(done: int, due: int) -> None:
        steps.append((done, due))
        told.set()

    server.answers["/lib.zip"] = reply
    steps: list[tuple[int, int]] = []
    muranopl.Catalog([f"{server.url}/lib.zip"]).fetch(tell)
    assert (steps[0], steps[-1]) == ((0, 1), (1, 1))
