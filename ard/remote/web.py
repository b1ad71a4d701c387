"""Fetches a zip from `http` or `https`, or the zips that the page of a folder lists.

Called by `schemes`; the requests are made by `http`.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.http import WebAnswer
from muranopl.ard.remote.schemes import FetchContext
from muranopl.ard.remote.store import Stored
from muranopl.diagnostics.bounds import FILE_SIZE, REMOTE_FILES

_VALIDATORS = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
"""Headers of answers, by which later requests ask whether something has changed."""

# Parsers of HTML take quadratic time for some pages
_LINK = re.compile(
    r"""<a\s[^<>]*?href\s*=\s*(?P<text>"[^"<>]*"|'[^'<>]*'|[^\s<>"']+)""", re.IGNORECASE
)
_NOT_MODIFIED = 304
_LONGEST_NAME = 255
"""Bytes that file systems take."""


def fetch_web(context: FetchContext, address: str) -> Stored:
    """Return the file at an address; of a folder, which ends with "/", the zips that its page lists.

    An address of a folder without the "/" is redirected to the one with it.
    """
    validators, names = context.known(address)

    def read(answer: WebAnswer) -> Stored | list[str]:
        if answer.status == _NOT_MODIFIED and names is not None:
            return names
        if urlsplit(answer.url).path.endswith("/"):
            return _listed(answer)
        stored = context.store.add_file(answer.chunks())
        return context.keep(address, stored, _validators(answer.headers))

    result = context.client.fetch(urldefrag(address).url, read, _conditions(validators))
    if isinstance(result, list):
        urls = _by_name(result)
        files = dict(zip(urls, context.fetch_all(urls.values()), strict=True))
        return context.keep(address, context.store.add_links(files))
    return result


def web_members(context: FetchContext, address: str) -> dict[str, str]:
    """Return the addresses of the zips in a folder, by name; of a zip its own, with the name ""."""
    url = urldefrag(address).url
    if _is_zip_name(_name(url)):
        return {"": address}

    def read(answer: WebAnswer) -> list[str] | None:
        return _listed(answer) if urlsplit(answer.url).path.endswith("/") else None

    urls = context.client.fetch(url, read)
    return {"": address} if urls is None else _by_name(urls)


def _conditions(validators: Mapping[str, str]) -> dict[str, str]:
    """Return the headers that ask whether something has changed since the last time."""
    return {
        request: validators[answer]
        for answer, request in _VALIDATORS.items()
        if answer in validators
    }


def _validators(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: headers[name] for name in _VALIDATORS if name in headers}


def _listed(answer: WebAnswer) -> list[str]:
    """Return the addresses of the zips that a page lists. Raise FetchError."""
    if not answer.headers.get("content-type", "").startswith("text/html"):
        raise FetchError("not-a-package", "its response is not a page that lists files")
    text = b"".join(answer.chunks(FILE_SIZE.most)).decode("utf-8", "replace")
    urls = _zips(text, answer.url)
    if not urls:
        raise FetchError("not-a-package", "its page lists no zips")
    if len(urls) > REMOTE_FILES.most:
        raise FetchError("too-large", f"it lists more than {REMOTE_FILES.most:,} zips")
    return urls


def _zips(page: str, url: str) -> list[str]:
    """Return the addresses of the zips directly below a page that it links to, sorted."""
    folder = urldefrag(url).url.partition("?")[0]
    targets = {_target(url, match) for match in _LINK.finditer(page)}
    return sorted(
        target
        for target in targets
        if target.startswith(folder) and _is_zip_name(target[len(folder) :])
    )


def _target(url: str, link: re.Match[str]) -> str:
    """Return the address to which a page links; "" for a link that is not an address."""
    written = html.unescape(link["text"].strip("\"'"))
    try:
        return urldefrag(urljoin(url, written)).url
    except ValueError:
        return ""


def _is_zip_name(rest: str) -> bool:
    name = unquote(rest)
    has_separator = any(character in name for character in "/\\?\0")
    is_hidden = name.startswith(".") or len(name.encode()) > _LONGEST_NAME
    return name.lower().endswith(".zip") and not has_separator and not is_hidden


def _by_name(urls: Iterable[str]) -> dict[str, str]:
    return {_name(url): url for url in urls}


def _name(url: str) -> str:
    return unquote(urlsplit(url).path.rpartition("/")[2])
