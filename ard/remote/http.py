"""The client for `http` and `https`: checks addresses and redirects, bounds answers, tries again.

httpx limits single steps only, so that a server that sends its headers byte by byte could prolong a
fetch without end. The network backends of httpcore (`connecting.py`) end every step at the deadline
of the whole exchange, and check the address that they connect to.
"""

from __future__ import annotations

import base64
import contextlib
import functools
import re
import ssl
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

import httpcore

from muranopl.ard.remote.connecting import CheckedBackend, TimedBackend, require_public
from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.hosts import WebOrigin, origin_of, resolved_name, token_for, variable_of
from muranopl.ard.remote.limits import (
    Deadline,
    FetchBudget,
    TimeLimits,
    TryAgainError,
    retry_after,
    too_large,
    until,
    wait,
)
from muranopl.diagnostics.bounds import REDIRECTS, REMOTE_SIZE
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import masked, visible

AT_A_TIME = 8
"""The number of URLs that are fetched at a time."""

_IN_PATH = "/%:@!$&'()*+,;=~-._"
_REDIRECTS = {301, 302, 303, 307, 308}
_LATER = {429, 500, 502, 503, 504}
"""Statuses after which another attempt may succeed."""

_AGENT = b"muranopl"
_ERROR_NUMBER = re.compile(r"^\[(Errno|SSL)[^\]]*\] |\s*\(_ssl.c:\d+\)$")
_CHUNK = 2**20

T = TypeVar("T")


class WebAnswer:
    """An answer with status 200 or 304: its address after redirects, its headers and its bytes."""

    def __init__(self, url: str, response: httpcore.Response, deadline: Deadline) -> None:
        self.url, self.status = url, response.status
        self.headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in response.headers
        }
        self._response = response
        self._budget = FetchBudget(deadline)

    def chunks(self, most: int | None = None) -> Iterator[bytes]:
        """Yield the bytes, at most `most` or what is fetched at all. Raise FetchError."""
        most = REMOTE_SIZE.most if most is None else most
        declared = self.headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > most:
            raise too_large(most)
        yield from self._budget.counted(self._decoded(), most)

    def _decoded(self) -> Iterator[bytes]:
        coding = self.headers.get("content-encoding", "identity").lower()
        packed = self._response.iter_stream()
        if coding in {"", "identity"}:
            yield from packed
        elif coding in {"gzip", "x-gzip"}:
            yield from _unpacked(packed)
        else:
            name = visible(coding)
            raise FetchError("unreachable", f'its response has the unsupported encoding "{name}"')


def _unpacked(packed: Iterator[bytes]) -> Iterator[bytes]:
    """Yield what gzip packed, in pieces: a few bytes may be many gigabytes."""
    decoder = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        for chunk in packed:
            left = chunk
            while left:
                yield decoder.decompress(left, _CHUNK)
                left = decoder.unconsumed_tail
    except zlib.error:
        raise FetchError("damaged", "its response is not valid gzip data") from None


class HttpClient:
    """Fetches from the web, in any thread.

    `named` are the hosts that the user named, whose addresses may be private; all others, to which
    an answer redirects, must be public.
    """

    def __init__(self, limits: TimeLimits, named: Collection[str]) -> None:
        self._limits, self._named = limits, named
        self._timeouts = {
            "connect": limits.connect,
            "read": limits.silence,
            "write": limits.silence,
        }

    def fetch(
        self, url: str, read: Callable[[WebAnswer], T], headers: Mapping[str, str] | None = None
    ) -> T:
        """Return what `read` makes of the answer, after further attempts where these may help.

        `read` is called within the exchange, once for each attempt. Raise FetchError.
        """
        deadline, failure = Deadline(self._limits.total), Exception()
        for pause in (*self._limits.pauses, None):
            try:
                with until(deadline), self._answer(url, headers, deadline) as answer:
                    return read(answer)
            except (
                TryAgainError,
                httpcore.TimeoutException,
                httpcore.NetworkError,
                httpcore.ProtocolError,
                httpcore.ProxyError,
            ) as error:
                failure = error
            after = failure.after if isinstance(failure, TryAgainError) else None
            if pause is None or not wait(pause, after, deadline):
                break
        raise FetchError("unreachable", self._reason(failure))

    def _reason(self, error: Exception) -> str:
        if isinstance(error, httpcore.ConnectTimeout):
            return f"no connection within {self._limits.connect:g} s"
        if isinstance(error, httpcore.TimeoutException):
            return f"no response within {self._limits.silence:g} s"
        if isinstance(error, httpcore.LocalProtocolError):
            return "the request cannot be sent"
        if isinstance(error, httpcore.RemoteProtocolError):
            return "its response is truncated, or is not HTTP"
        reason = _ERROR_NUMBER.sub("", str(error))
        return visible(reason) or "the connection was closed"

    @contextlib.contextmanager
    def _answer(
        self, url: str, headers: Mapping[str, str] | None, deadline: Deadline
    ) -> Iterator[WebAnswer]:
        """Yield the answer with status 200 or 304, after redirects. Raise FetchError."""
        first = urlsplit(url)
        for _ in range(REDIRECTS.most + 1):
            parts = urlsplit(url)
            # The name and the password in an address are for its host alone
            is_first_host = parts.netloc == first.netloc
            user = parts.netloc.rpartition("@")[0] if is_first_host else ""
            with self._exchange(parts, headers or {}, user, deadline) as response:
                if response.status not in _REDIRECTS:
                    _require_success(response, origin_of(url))
                    yield WebAnswer(url, response, deadline)
                    return
                url = redirected(url, response)
        raise FetchError("unreachable", f"it redirects more than {REDIRECTS.most} times")

    @contextlib.contextmanager
    def _exchange(
        self, parts: SplitResult, headers: Mapping[str, str], user: str, deadline: Deadline
    ) -> Iterator[httpcore.Response]:
        try:
            origin = origin_of(parts.geturl())
        except ValueError:
            raise FetchError("missing", "this is not an HTTP URL") from None
        host, port = origin.host, origin.port
        if not host:
            raise FetchError("missing", "it has no host")
        self._require_allowed(host)
        encoded = host.encode("ascii")
        target = quote(parts.path or "/", safe=_IN_PATH)
        if parts.query:
            target += "?" + quote(parts.query, safe=f"{_IN_PATH}?")
        sent = {
            b"User-Agent": _AGENT,
            b"Accept-Encoding": b"identity",
            b"Host": _host_header(encoded, port),
        }
        sent |= {name.encode(): value.encode() for name, value in headers.items()}
        sent |= _authorization(origin, user)
        pool = self._pool(parts.scheme, host)
        request_url = httpcore.URL(
            scheme=parts.scheme.encode(), host=encoded, port=port, target=target.encode("ascii")
        )
        with pool.stream(
            "GET",
            request_url,
            headers=list(sent.items()),
            extensions={"timeout": self._timeouts | {"pool": deadline.left()}},
        ) as response:
            yield response

    def _require_allowed(self, host: str) -> None:
        """Raise FetchError for a private address that is not named; proxies would resolve it."""
        if host not in self._named:
            with contextlib.suppress(ValueError):
                require_public(host, host)

    def _pool(self, scheme: str, host: str) -> httpcore.ConnectionPool:
        proxy = None if proxy_bypass(host) else getproxies().get(scheme)
        return self._pool_of(proxy)

    @functools.cache  # noqa: B019 - a client lives as long as its pools
    def _pool_of(self, proxy: str | None) -> httpcore.ConnectionPool:
        """Return the connections through a proxy of the environment, or direct ones."""
        context = ssl.create_default_context()
        if proxy is None:
            return httpcore.ConnectionPool(
                context, max_connections=AT_A_TIME, network_backend=CheckedBackend(self._named)
            )
        parts = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
        user = (unquote(parts.username or ""), unquote(parts.password or ""))
        return httpcore.HTTPProxy(
            f"{parts.scheme}://{parts.hostname}:{parts.port or 8080}",
            proxy_auth=user if any(user) else None,
            ssl_context=context,
            max_connections=AT_A_TIME,
            network_backend=TimedBackend(),
        )


def _host_header(host: bytes, port: int | None) -> bytes:
    shown = b"[%b]" % host if b":" in host else host
    return shown if port is None else b"%b:%d" % (shown, port)


def _authorization(origin: WebOrigin, user: str) -> dict[bytes, bytes]:
    """Return the header with the password of an address, or with the token of its origin."""
    if user:
        name, _, password = user.partition(":")
        pair = f"{unquote(name)}:{unquote(password)}".encode()
        return {b"Authorization": b"Basic " + base64.b64encode(pair)}
    token = token_for(origin)
    if token is None:
        return {}
    # Services of OpenStack look for the other header
    return {b"Authorization": f"Bearer {token}".encode(), b"X-Auth-Token": token.encode()}


def _require_success(response: httpcore.Response, origin: WebOrigin) -> None:
    status = response.status
    if status in {200, 304}:
        return
    if status in {401, 403, 407}:
        variable = variable_of(origin)
        remedy = f"set the environment variable {variable} to a token"
        raise FetchError("not-allowed", f"HTTP status {status}", remedy if variable else None)
    if status in {404, 410}:
        raise FetchError("missing", f"HTTP status {status}")
    if status in _LATER:
        after = retry_after(response.headers)
        later = "" if after is None else f", retry after {after:.0f} s"
        raise TryAgainError(f"HTTP status {status}{later}", after)
    raise FetchError("unreachable", f"HTTP status {status}")


def redirected(url: str, response: httpcore.Response) -> str:
    """Return the address that an answer redirects to. Raise FetchError for a scheme that is not allowed."""
    to = next((v for k, v in response.headers if k.lower() == b"location"), b"")
    try:
        target = urljoin(url, to.decode("latin-1"))
        before, after = urlsplit(url).scheme, urlsplit(target).scheme
    except ValueError:
        raise FetchError("refused", "it redirects to an invalid URL") from None
    if after not in {"http", "https"} or (before, after) == ("https", "http"):
        raise FetchError(
            "refused", f"it redirects from {before} to {visible(after) or 'no scheme'}"
        )
    return target


def host_of(address: str) -> str:
    """Return the host that an address names, as it is resolved. Raise UsageError for a bad address."""
    try:
        return resolved_name(urlsplit(address).hostname or "")
    except ValueError:
        raise UsageError(f'"{visible(masked(address))}" is not a valid URL') from None
