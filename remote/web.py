"""Addresses of the web: a zip, or a folder whose page lists zips."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from urllib.parse import unquote, urldefrag, urljoin, urlsplit

from muranopl.diagnostics.bounds import FILE_SIZE, REMOTE_FILES
from muranopl.remote.context import FetchContext
from muranopl.remote.failures import FetchError
from muranopl.remote.http import WebAnswer
from muranopl.remote.store import Stored

_VALIDATORS = {"etag": "If-None-Match", "last-modified": "If-Modified-Since"}
"""Headers of answers, by which later requests ask whether something has changed."""

# Parsers of HTML take quadratic time for some pages
_LINK = re.compile(
    r"""<a\s[^<>]*?href\s*=\s*(?P<text>"[^"<>]*"|'[^'<>]*'|[^\s<>"']+)""", re.IGNORECASE
)
_NOT_MODIFIED = 304


def fetch_web(context: FetchContext, address: str) -> Stored:
    """Return the file at an address; the folder of the zips that its page lists if it ends with "/"."""
    url = urldefrag(address).url
    if urlsplit(url).path.endswith("/"):
        return _folder(context, address, url)
    return _file(context, address, url)


def _file(context: FetchContext, address: str, url: str) -> Stored:
    note, known = context.known(address)
    headers = {}
    if note is not None:
        headers = {
            request: note.validators[answer]
            for answer, request in _VALIDATORS.items()
            if answer in note.validators
        }

    def read(answer: WebAnswer) -> Stored:
        if answer.status == _NOT_MODIFIED and known is not None:
            return known
        stored = context.store.add_file(answer.chunks())
        return context.keep(address, stored, _validators(answer.headers))

    return context.client.fetch(url, read, headers)


def _validators(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: headers[name] for name in _VALIDATORS if name in headers}


def _folder(context: FetchContext, address: str, url: str) -> Stored:
    """Return the folder of the zips that a page lists."""

    def read(answer: WebAnswer) -> list[str]:
        kind = answer.headers.get("content-type", "")
        if not kind.startswith("text/html"):
            raise FetchError("not-a-package", "its answer is no page that lists files")
        text = answer.read(FILE_SIZE.most).decode("utf-8", "replace")
        return _zips(text, answer.url)

    urls = context.client.fetch(url, read, {"Accept": "text/html"})
    if not urls:
        raise FetchError("not-a-package", "its page lists no zips")
    if len(urls) > REMOTE_FILES.most:
        raise FetchError("too-large", f"it lists more than {REMOTE_FILES.most:,} zips")
    files = dict(zip(map(_name, urls), context.fetch_all(urls), strict=True))
    return context.keep(address, context.store.add_links(files))


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
    """Return the address to which a page links; "" for a link that is no address."""
    written = html.unescape(link["text"].strip("\"'"))
    try:
        return urldefrag(urljoin(url, written)).url
    except ValueError:
        return ""


def _is_zip_name(rest: str) -> bool:
    name = unquote(rest)
    has_separator = any(character in name for character in "/\\?\0")
    return name.lower().endswith(".zip") and not has_separator and name[0] != "."


def _name(url: str) -> str:
    return unquote(urlsplit(url).path.rpartition("/")[2])
