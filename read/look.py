"""Looking at packages by parsing their manifests."""

from __future__ import annotations

import functools

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.read.index import PackageEntry
from muranopl.read.manifest import read_head
from muranopl.read.package import Head
from muranopl.read.summary import ManifestSummary


def look(source: Source, load: YamlLoader = load) -> PackageEntry:
    """Read the manifest of a package."""
    head = read_head(source, load)
    return PackageEntry(source, summary_of(head), head)


@functools.cache
def look_at_embedded(source: Source) -> PackageEntry:
    """Read the manifest of an embedded package.

    They are a part of this program: read once, they stay as they are. (They are 60 files, three quarters of the work on
    one small package.) Their sources are the same objects each time, see `muranopl.catalog`.
    """
    return msgspec.structs.replace(look(source), embedded=True)


def head_of(entry: PackageEntry, load: YamlLoader = load) -> Head:
    """The manifest of a package, read if it was not."""
    if entry.head is None:
        entry.head = look_at_embedded(entry.source).head if entry.embedded else read_head(entry.source, load)
    assert entry.head is not None  # noqa: S101 - it was set
    return entry.head


def summary_of(head: Head) -> ManifestSummary:
    """Sum up a manifest; what phase 1 reads beside it is not known yet."""
    manifest = head.manifest
    return ManifestSummary(
        name=head.id.name,
        version=head.id.version,
        format=str(head.format),
        type=manifest.type.value,
        requires=tuple(entry.name for entry in manifest.require),
        classes=tuple(entry.name for entry in manifest.classes or ()) if head.usable else (),
    )
