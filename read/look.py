"""Looking at packages by parsing their manifests."""

from __future__ import annotations

import functools

import msgspec

from muranopl.ard.source import Source
from muranopl.ard.yaml import Loader, load
from muranopl.read.facts import Facts
from muranopl.read.manifest import read_head
from muranopl.read.package import Head
from muranopl.read.survey import Known


def look(source: Source, load: Loader = load) -> Known:
    """Read the manifest of a package."""
    head = read_head(source, load)
    return Known(source, facts_of(head), head)


@functools.cache
def look_at_embedded(source: Source) -> Known:
    """Read the manifest of an embedded package.

    They are a part of this program: read once, they stay as they are. (They are 60 files, three quarters of the work on
    one small package.) Their sources are the same objects each time, see `muranopl.catalog`.
    """
    return msgspec.structs.replace(look(source), embedded=True)


def head_of(known: Known, load: Loader = load) -> Head:
    """The manifest of a package, read if it was not."""
    if known.head is None:
        known.head = look_at_embedded(known.source).head if known.embedded else read_head(known.source, load)
    assert known.head is not None  # noqa: S101 - it was set
    return known.head


def facts_of(head: Head) -> Facts:
    """Sum up a manifest; what phase 1 reads beside it is not known yet."""
    manifest = head.manifest
    return Facts(
        name=head.id.name,
        version=head.id.version,
        format=str(head.format),
        type=manifest.type.value,
        requires=tuple(entry.name for entry in manifest.require),
        classes=tuple(entry.name for entry in manifest.classes or ()) if head.usable else (),
    )
