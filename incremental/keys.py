"""Keys of packages: the hash of a package, and of a Merkle tree over what it sees of those it requires.

Two runs give a package the same key only if they would say the same of it, as far as it and what it requires tell (what
else may be asked is in `muranopl.semantics.inference.surroundings`). All versions at hand of a name stand together, as
any of them may be chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from muranopl.diagnostics.cycles import components
from muranopl.incremental.hashing import hashed
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.phases.job import Job
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.recording import Recording

Keys = dict[str, bytes | None]
"""Hashes for the names at hand; None where something was found that no record is made of."""


def settings_key(job: Job, program: bytes) -> bytes:
    """The hash of all that counts for every package alike."""
    quirks = sorted(quirk.name for quirk in job.quirks)
    world = (str(job.closed), str(job.replaced), *sorted(job.engine_classes))
    return hashed(b"settings", program, *map(_bytes, quirks), b"", *map(_bytes, world))


def package_key(settings: bytes, content: bytes | None, seen: bytes | None, position: int) -> bytes | None:
    """The key of one of the packages of a name: its own hash, and that of all it sees."""
    if content is None or seen is None:
        return None
    return hashed(b"package", settings, content, seen, str(position).encode())


def content_key(entry: PackageEntry, program: bytes) -> bytes | None:
    """The hash of all that is read of a package, and of the names of its files."""
    if entry.embedded:
        return hashed(b"embedded", program, entry.source.base.encode())
    source = entry.source
    if entry.key is None or not isinstance(source, Recording):
        return None
    source.touch(entry.summary.reads)
    seen = [part for path in entry.summary.reads for part in (_bytes(path), source.seen[path])]
    return hashed(b"content", entry.key, *map(_bytes, source.paths()), b"", *seen)


def seen_keys(index: PackageIndex, export: Callable[[PackageEntry], bytes | None]) -> Keys:
    """The hashes of what the packages of each name see, their own among it; `export` hashes what others see of one."""
    needs = {
        name: sorted({*_implied(name), *(each for entry in group for each in entry.summary.requires)})
        for name, group in index.by_name.items()
    }
    groups = components(needs)  # packages that require one another in a cycle are one package here
    together = {name: group for group in groups for name in group}
    at_hand = hashed(b"names", *map(_bytes, sorted(needs)))
    keys: Keys = {}

    def required(name: str) -> Iterator[bytes | None]:
        for other in needs[name]:
            if other not in needs:  # it may be a slip for any name there is
                yield hashed(b"missing", _bytes(other), at_hand)
            elif other not in together[name]:
                yield keys[other]

    for group in groups:
        parts: list[bytes | None] = []
        for name in group:
            parts += [_bytes(name), *map(export, index.by_name[name]), *required(name)]
        whole = _hashed(parts)
        keys.update((name, whole and hashed(b"member", whole, _bytes(name))) for name in group)
    return keys


def _hashed(parts: Iterable[bytes | None]) -> bytes | None:
    given = list(parts)
    return None if None in given else hashed(b"group", *(part for part in given if part is not None))


def _implied(name: str) -> tuple[str, ...]:
    return () if name == CORE_LIBRARY else (CORE_LIBRARY,)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
