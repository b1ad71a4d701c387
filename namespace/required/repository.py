"""Fetches packages from repositories: services with the package calls of Murano's API, as ours has.

All requests are addresses of the web, so that pages and packages are stored, limited and taken from
the cache like any other. Called by `ard.remote.schemes` for `murano+https://`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from urllib.parse import quote

import msgspec

from muranopl.ard.nodes import Mapping, Scalar
from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.repository_address import RepositoryAddress, parse_address
from muranopl.ard.remote.schemes import FetchContext
from muranopl.ard.remote.store import Stored
from muranopl.ard.sources.discovery import open_source
from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.regular_files import read_whole
from muranopl.ard.sources.source import SourceError
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.bounds import FILE_SIZE, REMOTE_FILES
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import nearest_full_name
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible
from muranopl.language.grammar.names import FULL_NAME
from muranopl.language.grammar.versions import (
    DEFAULT_VERSION,
    choose,
    coerce,
    is_spec,
    newest_first,
)
from muranopl.namespace.versions import in_words, named

_PACKAGES = "/v1/catalog/packages"
_PAGE = 100


class ListedPackage(msgspec.Struct):
    """A package as a repository lists it; Murano itself lists no version.

    `updated` is when it was changed: a package of the same id and time is the same.
    """

    id: str
    fully_qualified_name: str
    class_definitions: list[str] = []
    version: str | None = None
    updated: str | None = None


class _ListedPage(msgspec.Struct):
    packages: list[ListedPackage]
    next_marker: str | None = None


def fetch_repository(context: FetchContext, address: str) -> Stored:
    """Return the zip of a package, or a folder of all of a repository. Raise FetchError."""
    parsed = parse_address(address)
    if not parsed.name:
        return context.keep(address, _everything(context, parsed))
    if parsed.spec is not None and not is_spec(parsed.spec):
        shown = visible(parsed.spec)
        raise FetchError("missing", f'"{shown}" is not a version specification')
    listed = _listed(context, parsed, "fqn") or _listed(context, parsed, "class_name")
    if not listed:
        raise FetchError(
            "missing", "the repository has no package of this name", _similar(context, parsed)
        )
    version, stored = _chosen(context, parsed, listed)
    # A lock asks for exactly this version later
    name = listed[0].fully_qualified_name
    exact = RepositoryAddress(parsed.repository, name, f"=={version}")
    context.keep(str(exact), stored)
    return context.keep(address, stored)


def _similar(context: FetchContext, parsed: RepositoryAddress) -> str:
    """Return what to do about a name that a repository does not have.

    One request lists some of its packages; names that are no names of packages are not shown.
    """
    try:
        page = _page(context.fetch(_listing(parsed)))
    except (FetchError, UsageError):
        page = _ListedPage([])
    owners = {item.fully_qualified_name: item.fully_qualified_name for item in page.packages}
    for item in page.packages:
        owners |= dict.fromkeys(item.class_definitions, item.fully_qualified_name)
    names = filter(FULL_NAME.match, owners)
    near = nearest_full_name(parsed.name, names)
    if near is None:
        return "check the name, or pass another repository with -L"
    of_package = "" if owners[near] == near else f', a class of "{visible(owners[near])}"'
    return f'did you mean "{near}"{of_package}?'


def repository_members(context: FetchContext, address: str) -> dict[str, str] | None:
    """Return the addresses of all packages of a repository, by name; None for that of one package."""
    parsed = parse_address(address)
    return None if parsed.name else _downloads(context, parsed)


def _everything(context: FetchContext, parsed: RepositoryAddress) -> Stored:
    """Return a folder with the zips of all packages."""
    addresses = _downloads(context, parsed)
    stored = context.fetch_all(addresses.values())
    return context.store.add_links(dict(zip(addresses, stored, strict=True)))


def _downloads(context: FetchContext, parsed: RepositoryAddress) -> dict[str, str]:
    """Return the addresses of the zips of all packages, by name. Raise FetchError."""
    addresses = {
        f"{item.fully_qualified_name}-{item.id}.zip": _download(parsed, item)
        for item in _listed(context, parsed, "")
    }
    if not addresses:
        raise FetchError("not-a-package", "the repository has no packages")
    for name in addresses:
        if os.path.basename(name) != name or "\0" in name or name.startswith("."):
            raise FetchError("refused", f'it lists a package "{visible(name)}"')
    return addresses


def _listed(context: FetchContext, parsed: RepositoryAddress, key: str) -> list[ListedPackage]:
    """Return the packages whose value of a key is the name, all without a key."""
    chosen = f"&{key}={quote(parsed.name, safe='')}" if key else ""
    listed = _pages(context, f"{_listing(parsed)}{chosen}")
    # A service may ignore what it does not have
    if key == "fqn":
        return [item for item in listed if item.fully_qualified_name == parsed.name]
    if key:
        return [item for item in listed if parsed.name in item.class_definitions]
    return list(listed)


def _listing(parsed: RepositoryAddress) -> str:
    """Return the address of the first page of all packages."""
    return f"{parsed.web}{_PACKAGES}?limit={_PAGE}&catalog=true"


def _pages(context: FetchContext, url: str) -> Iterator[ListedPackage]:
    number, marker = 0, ""
    markers: set[str] = set()
    while True:
        here = f"{url}&marker={quote(marker, safe='')}" if marker else url
        page = _page(context.fetch(here))
        yield from page.packages
        number += len(page.packages)
        if number > REMOTE_FILES.most:
            most = f"{REMOTE_FILES.most:,}"
            raise FetchError("too-large", f"it lists more than {most} packages")
        # One that repeats a marker would have pages without end
        if not page.next_marker or not page.packages or page.next_marker in markers:
            return
        marker = page.next_marker
        markers.add(marker)


def _page(stored: Stored) -> _ListedPage:
    try:
        content = read_whole(stored.path, FILE_SIZE.most)
        return msgspec.json.decode(content, type=_ListedPage)
    except (SourceError, msgspec.DecodeError, RecursionError):
        raise FetchError(
            "missing",
            "its response lists no packages",
            "pass the URL of a service with the API of Murano's package catalog",
        ) from None


def _download(parsed: RepositoryAddress, item: ListedPackage) -> str:
    url = f"{parsed.web}{_PACKAGES}/{quote(item.id, safe='')}/download"
    return url if item.updated is None else f"{url}#{item.updated}"


def _fetched(context: FetchContext, parsed: RepositoryAddress, item: ListedPackage) -> Stored:
    """Return the zip of a package; one that has not changed is not fetched again."""
    address = _download(parsed, item)
    validators, stored = context.known(address)
    # Others are asked whether it has changed
    is_same = item.updated is not None and not validators
    return stored if is_same and stored is not None else context.fetch(address)


def _chosen(
    context: FetchContext, parsed: RepositoryAddress, listed: Sequence[ListedPackage]
) -> tuple[str, Stored]:
    """Return the package with the highest version that fits. Raise FetchError."""
    packages = {
        version: item
        for item in listed
        if item.version is not None and (version := coerce(item.version)) is not None
    }
    stored: dict[str, Stored] = {}
    for item in listed:
        # Only its manifest says which version it is
        if item.version is None:
            zipped = _fetched(context, parsed, item)
            version = _version_in(zipped)
            packages[version], stored[version] = item, zipped
    there = newest_first(list(packages))
    if parsed.spec is None:
        chosen = there[0] if there else None
    else:
        chosen = choose(there, parsed.spec)
    if chosen is None:
        spec = in_words(parsed.spec or "")
        raise FetchError("no-version", f"no version satisfies {spec}; available: {named(there)}")
    if chosen not in stored:
        stored[chosen] = _fetched(context, parsed, packages[chosen])
    return chosen, stored[chosen]


def _version_in(zipped: Stored) -> str:
    """Return the version in the manifest of a package. Raise FetchError."""
    findings = Findings()
    source = open_source(zipped.path, findings)
    if source is None:
        raise FetchError("not-a-package", "the response is not a package")
    try:
        data = source.read(MANIFEST)
    except SourceError as error:
        raise FetchError("not-a-package", f"its manifest {error.message}") from None
    documents = load(data, source.file(MANIFEST), findings, dialect=None)
    node = documents[0] if documents else None
    version = node.get("Version") if isinstance(node, Mapping) else None
    value = version.value if isinstance(version, Scalar) else None
    return coerce(str(value)) or DEFAULT_VERSION if value else DEFAULT_VERSION
