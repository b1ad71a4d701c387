"""Hashes of the available packages: their contents, their exports, and their cache keys.

A package has the same key in two runs only if its diagnostics are the same, as far as they depend
on it and on the packages that it requires.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

import msgspec

from muranopl.diagnostics.cycles import components
from muranopl.incremental.cache import Cache
from muranopl.incremental.exported import Export
from muranopl.incremental.hashing import hashed
from muranopl.incremental.manifests import ManifestRecords
from muranopl.incremental.records import decoded
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.phases.job import Job
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.semantics.inference.class_facts import constructing


class Contents:
    """The hashes of the packages of an index, from the cache or given to `add`.

    They are None for a package without a name to be recorded under. `index` is replaced by the one
    that `locate` returns before `keys` is called.
    """

    def __init__(
        self, index: PackageIndex, manifests: ManifestRecords, cache: Cache
    ) -> None:
        self.index, self._manifests, self._cache = index, manifests, cache
        self.exports: dict[PackageEntry, Export | None] = {}
        self._contents: dict[PackageEntry, bytes | None] = {}

    def is_recorded(self, entry: PackageEntry) -> bool:
        """Return whether the exports of a package are in the cache."""
        content = self._contents[entry] = self._manifests.content(entry)
        if content is None:
            return False
        if entry.embedded:
            self.exports[entry] = Export(content)
        else:
            self.exports[entry] = decoded(
                self._cache.store.get(hashed(b"exported", content)), _EXPORT
            )
        return self.exports[entry] is not None

    def add(self, entry: PackageEntry, export: Export) -> None:
        """Record the exports of a package that was read."""
        self._manifests.keep(entry)
        content = self._contents[entry] = self._manifests.content(entry)
        if content is not None:
            self.exports[entry] = export
            self._cache.store.put(
                hashed(b"exported", content), msgspec.msgpack.encode(export)
            )

    def of(self, name: str, position: int) -> bytes | None:
        """Return the content hash of the package at `position` among those of a name."""
        group = self.index.by_name.get(name, ())
        if 0 <= position < len(group):
            return self._contents.get(group[position])
        return None

    def still_hold(self, entries: Iterable[PackageEntry]) -> bool:
        """Return whether everything read of some packages since then was the same."""
        return all(
            self._manifests.content(entry) == self._contents[entry] for entry in entries
        )

    @functools.cached_property
    def everything(self) -> bytes | None:
        """The hash of all exports, of calls of constructors, and of the classes of `further`."""
        exports = [
            export
            for entry in self.index
            if (export := self.exports.get(entry)) is not None
        ]
        if len(exports) < len(list(self.index)):
            return None
        (called,) = constructing(export.calls for export in exports).values()
        further = sorted(
            (item.name, *item.summary.classes) for item in self.index.further
        )
        return hashed(
            b"everything",
            *sorted(export.key for export in exports),
            b"called",
            *map(_bytes, sorted(called)),
            b"further",
            *(_bytes("\n".join(names)) for names in further),
        )

    def keys(self, job: Job) -> dict[PackageEntry, bytes]:
        """Return the key of every package that has one: a hash of it and of the exports it sees.

        All available versions of a name are hashed together, as any of them may be selected.
        """
        settings, seen = self._settings(job), self._seen()
        return {
            entry: hashed(
                b"package", settings, content, group_seen, str(position).encode()
            )
            for name, group in self.index.by_name.items()
            for position, entry in enumerate(group)
            if (content := self._contents[entry]) is not None
            and (group_seen := seen[name]) is not None
        }

    def _settings(self, job: Job) -> bytes:
        """Return the hash of the settings that apply to all packages."""
        quirks = sorted(quirk.name for quirk in job.quirks)
        world = (
            str(job.closed),
            str(job.replaced),
            str(job.max_per_code),
            *sorted(job.engine_classes),
        )
        return hashed(
            b"settings",
            self._cache.program,
            *map(_bytes, quirks),
            # The empty part separates two lists of any length
            b"",
            *map(_bytes, world),
        )

    def _seen(self) -> dict[str, bytes | None]:
        """Return, by name, the hash of the exports that packages see and have (a Merkle tree)."""
        needs = {
            name: sorted({*_implied(name), *self.index.sees(name)})
            for name in self.index.by_name
        }
        at_hand = hashed(b"names", *map(_bytes, sorted(needs)))
        keys: dict[str, bytes | None] = {}
        for component in components(needs):  # a cycle of requirements has one hash
            parts: list[bytes | None] = []
            for name in component:
                parts.append(_bytes(name))
                exports = (
                    self.exports.get(entry) for entry in self.index.by_name[name]
                )
                parts.extend(
                    None if export is None else export.key for export in exports
                )
                for other in needs[name]:
                    # It may be a misspelling of any available name
                    if other not in needs:
                        parts.append(hashed(b"missing", _bytes(other), at_hand))
                    elif other not in component:
                        parts.append(keys[other])
            present = [part for part in parts if part is not None]
            whole = hashed(b"group", *present) if len(present) == len(parts) else None
            keys.update(
                (name, whole and hashed(b"member", whole, _bytes(name)))
                for name in component
            )
        return keys


def _implied(name: str) -> tuple[str, ...]:
    return () if name == CORE_LIBRARY else (CORE_LIBRARY,)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


_EXPORT = msgspec.msgpack.Decoder(Export)
