"""Records what is read of a package, on which its check depends, and which zips can be unpacked."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muranopl.ard.sources.source import Damage, Source, SourceError, digest_of
from muranopl.ard.sources.wrapped import WrappedSource
from muranopl.phases.reuse.cache import Store, decoded
from muranopl.phases.reuse.hashing import KEY_BYTES, blake2b, hashed, record_key, text_bytes
from muranopl.read.plan_files import plan_files


class TracedSource(WrappedSource):
    """A `Source` like `source`. `seen` has the hashes of contents or errors by path, in order.

    A check depends on what was read of a package, the names of its files, and the files that cannot
    be unpacked. The latter are recorded in `store`, if there is one, under the bytes of the zip, so that a zip is
    unpacked once. `reads` are the paths that phase 1 reads, None if unknown.
    """

    __slots__ = ("_damage", "_store", "reads", "seen")

    def __init__(self, source: Source, store: Store | None) -> None:
        super().__init__(source)
        self.seen: dict[str, bytes] = {}
        self.reads: tuple[str, ...] | None = None
        self._store = store
        self._damage: tuple[Damage, ...] | None = None

    def __reduce__(self) -> tuple[type[TracedSource], tuple[Source, None]]:
        # Other processes record nothing
        return TracedSource, (self.source, None)

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        try:
            data = self.source.read(path)
        except SourceError as error:
            text = "\0".join((error.kind, error.message, str(error.reported)))
            self.seen[path] = hashed(b"error", text.encode("utf-8", "surrogateescape"))
            raise
        self.seen[path] = hashed(b"file", data)
        return data

    def hashes(self, paths: Iterable[str]) -> list[bytes]:
        """Return the hashes of the contents of some paths; read those not read before."""
        for path in paths:
            if path not in self.seen:
                try:
                    self.read(path)
                except SourceError:  # the error is hashed as well
                    continue
        return [self.seen[path] for path in paths]

    def damage(self) -> tuple[Damage, ...]:
        """Return the files that cannot be unpacked."""
        if self._damage is None:
            self._damage = self._recorded_damage()
        return self._damage

    def content(self, key: bytes) -> bytes | None:
        """Return the hash of what a check depends on, with that of the manifest; None if unknown.

        Nothing of a zip is unpacked for that.
        """
        packed = self._hash_of_whole()
        if packed is not None:
            return hashed(b"content", key, packed)
        if self.reads is None:
            return None
        paths = self.paths()
        # Execution plans are read together with any manifest
        reads = list(dict.fromkeys((*self.reads, *plan_files(paths))))
        damage = (part for item in self.damage() for part in item)
        return hashed(
            b"content",
            key,
            *map(text_bytes, paths),
            b"",
            *map(text_bytes, reads),
            *self.hashes(reads),
            b"",
            *map(text_bytes, damage),
        )

    def _hash_of_whole(self) -> bytes | None:
        """Return the hash of a zip or of a package at an address, None for other sources."""
        base = text_bytes(self.base)
        digest = digest_of(self.source)
        if digest is not None:  # another one cannot be read
            return hashed(b"fetched", digest.encode(), base)
        packed = self._packed_hash()
        if packed is None:
            return None
        from muranopl.ard.sources.archive import ArchiveSource  # zips are few

        return hashed(b"zip", packed, base) if isinstance(self.source, ArchiveSource) else None

    def _packed_hash(self) -> bytes | None:
        """Return the hash of the bytes that `damage` depends on, None for a folder."""
        digest = blake2b(digest_size=KEY_BYTES)
        try:
            chunk = b""
            for chunk in self.source.packed():
                digest.update(chunk)
        except SourceError:  # `damage` describes it
            chunk = b""
        # A folder has no packed bytes, whose hash would be the key of a record
        return digest.digest() if chunk else None

    def _recorded_damage(self) -> tuple[Damage, ...]:
        packed = None if self._store is None else self._packed_hash()
        if packed is None or self._store is None:
            return self.source.damage()
        key = record_key(b"zip", packed)
        damage = decoded(self._store.get(key), _DAMAGE)
        if damage is None:
            damage = self.source.damage()
            self._store.put(key, msgspec.msgpack.encode(damage))
        return damage


def bare(source: Source) -> Source:
    """Return a source without what records its reads."""
    return source.source if isinstance(source, TracedSource) else source


_DAMAGE = msgspec.msgpack.Decoder(tuple[Damage, ...])
