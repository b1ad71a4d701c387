"""Compares the packages that requirements resolve to with those of a lock, or makes a lock of them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.diagnostics.visible import is_address
from muranopl.namespace.required.following import Need
from muranopl.namespace.required.lock_file import Lock, LockedPackage
from muranopl.read.package import PackageHeader


class UsedPackage(NamedTuple):
    """A package, the place that needs it, and the requirement: "" for a core library."""

    package: PackageHeader
    place: Place
    requirement: str = ""


def uses(
    needs: Iterable[Need], core: Iterable[PackageHeader], own: Collection[Source]
) -> Iterator[UsedPackage]:
    """Yield what requirements come to, and the core library in place of the embedded one.

    `own` are the packages themselves, which are not locked.
    """
    for header in core:
        yield UsedPackage(header, header.place)
    for need in needs:
        if need.chosen is not None and need.chosen.source not in own:
            entry = need.requirement
            text = f"{need.package.id.name}: {entry.spec}"
            yield UsedPackage(need.chosen, entry.name_node.place, text)


def lock_of(used: Iterable[UsedPackage], folder: str) -> Lock:
    """Return the lock of packages that are used; paths are relative to `folder`."""
    packages: dict[Source, PackageHeader] = {}
    requirements: dict[Source, set[str]] = {}
    for use in used:
        source = use.package.source
        packages[source] = use.package
        requirements.setdefault(source, set()).update(filter(None, [use.requirement]))
    locked = [
        LockedPackage(
            name=header.id.name,
            version=header.id.version,
            sha256=_content_hash(source),
            source=_shown(source, folder),
            required_by=tuple(sorted(requirements[source])),
        )
        for source, header in packages.items()
    ]
    locked.sort(key=lambda item: (item.name, item.version, item.source))
    return Lock(package=tuple(locked))


def _shown(source: Source, folder: str) -> str:
    """Return the address of a package, or its path relative to a folder."""
    if is_address(source.root):
        top = source.root
        return f"{top.rstrip('/')}/{source.base}" if source.base else top
    # An extension plugin is named by words
    if source.root.startswith("("):
        return source.root
    path = os.path.relpath(source.location, os.path.realpath(folder))
    return path.replace(os.sep, "/")


def report_unlocked(used: Iterable[UsedPackage], lock: Lock, file: str, reporter: Reporter) -> None:
    """Report packages that are not exactly those of a lock, each where it is used first.

    `file` is the path of the lock.
    """
    reported: set[Source] = set()
    for use in used:
        if use.package.source not in reported:
            reported.add(use.package.source)
            _compare(use, lock, file, reporter)


def _compare(use: UsedPackage, lock: Lock, file: str, reporter: Reporter) -> None:
    name, version, _ = use.package.id
    locked = lock.of(name)
    hashes = {item.sha256 for item in locked if item.version == version}
    if not locked:
        reporter.report(rules.NOT_LOCKED, use.place, name=name, file=file)
    elif not hashes:
        versions = ", ".join(item.version for item in locked)
        reporter.report(rules.OTHER_VERSION, use.place, name=name, version=version, locked=versions)
    elif _content_hash(use.package.source) not in hashes:
        reporter.report(rules.OTHER_CONTENT, use.place, name=name, version=version)


def _content_hash(source: Source) -> str:
    """Return the SHA-256 of the names and the contents of all files of a package.

    A file that cannot be read counts with the reason.
    """
    result = hashlib.sha256()
    for path in source.paths():
        try:
            content = hashlib.sha256(source.read(path)).hexdigest()
        except SourceError as error:
            content = error.kind
        name = path.encode("utf-8", "surrogatepass")
        result.update(b"%d:%b %b\n" % (len(name), name, content.encode()))
    return result.hexdigest()
