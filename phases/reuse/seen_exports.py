"""Hashes of the exports that packages see, on which the results of their checks depend."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from muranopl.diagnostics.cycles import components
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.phases.job import Job
from muranopl.phases.reuse.hashing import hashed
from muranopl.phases.reuse.results import Export
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.semantics.bodies.class_facts import constructing


class SeenExports:
    """The `exports` of the packages of an index, None for packages that cannot be recorded.

    `program` is the hash of the program.
    """

    def __init__(
        self, index: PackageIndex, exports: Mapping[PackageEntry, Export | None], program: bytes
    ) -> None:
        self._index, self._exports, self._program = index, exports, program

    @functools.cached_property
    def everything(self) -> bytes | None:
        """The hash of all exports, of calls of constructors, and of the classes of `further`."""
        exports = [
            export for entry in self._index if (export := self._exports.get(entry)) is not None
        ]
        if len(exports) < len(list(self._index)):
            return None
        (called,) = constructing(export.calls for export in exports).values()
        further = sorted((item.name, *item.summary.classes) for item in self._index.further)
        return hashed(
            b"everything",
            *sorted(export.key for export in exports),
            b"called",
            *map(_bytes, sorted(called)),
            b"further",
            *(_bytes("\n".join(names)) for names in further),
        )

    def keys(self, job: Job) -> dict[PackageEntry, bytes]:
        """Return the hash of what packages see, with the settings; without those that have none."""
        settings, seen_by_name = self._settings(job), self._seen()
        return {
            entry: hashed(b"seen", settings, group_seen, str(position).encode())
            for name, group in self._index.by_name.items()
            for position, entry in enumerate(group)
            if (group_seen := seen_by_name[name]) is not None
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
            self._program,
            *map(_bytes, quirks),
            # The empty part separates two lists of any length
            b"",
            *map(_bytes, world),
        )

    def _seen(self) -> dict[str, bytes | None]:
        """Return, by name, the hash of the exports that packages see and have (a Merkle tree)."""
        needs = {
            name: sorted({*_implied(name), *self._index.sees(name)}) for name in self._index.by_name
        }
        at_hand = hashed(b"names", *map(_bytes, sorted(needs)))
        keys: dict[str, bytes | None] = {}
        for component in components(needs):  # a cycle of requirements has one hash
            parts: list[bytes | None] = []
            for name in component:
                parts.append(_bytes(name))
                exports = (self._exports.get(entry) for entry in self._index.by_name[name])
                parts.extend(None if export is None else export.key for export in exports)
                for other in needs[name]:
                    # It may be a misspelling of any available name
                    if other not in needs:
                        parts.append(hashed(b"missing", _bytes(other), at_hand))
                    elif other not in component:
                        parts.append(keys[other])
            present = [part for part in parts if part is not None]
            group_key = hashed(b"group", *present) if len(present) == len(parts) else None
            keys.update(
                (name, group_key and hashed(b"member", group_key, _bytes(name)))
                for name in component
            )
        return keys


def _implied(name: str) -> tuple[str, ...]:
    return () if name == CORE_LIBRARY else (CORE_LIBRARY,)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
