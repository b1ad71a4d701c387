"""Hashes of the exports that packages see, on which the results of their checks depend."""

from __future__ import annotations

from collections.abc import Mapping

from muranopl.diagnostics.graphs import components
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.phases.job import Job
from muranopl.phases.reuse.hashing import hashed, record_key, text_bytes
from muranopl.phases.reuse.package_results import Export
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.semantics.bodies.class_facts import constructing

Exports = Mapping[PackageEntry, Export]
"""The exports of packages."""


def hash_of_all(index: PackageIndex, exports: Exports) -> bytes:
    """Return the hash of all exports, of calls of constructors, and of the classes of `further`."""
    (called,) = constructing(exports[entry].calls for entry in index).values()
    further = sorted((item.name, *item.summary.classes) for item in index.further)
    return hashed(
        b"everything",
        *sorted(hashed(b"export", text_bytes(item.name), exports[item].key) for item in index),
        b"called",
        *map(text_bytes, sorted(called)),
        b"further",
        *(text_bytes("\n".join(names)) for names in further),
    )


def hashes_seen(index: PackageIndex, exports: Exports, job: Job) -> dict[PackageEntry, bytes]:
    """Return the hash of what packages with exports see, with the settings.

    `exports` also has those of all packages that these see. All installed versions of a name are hashed
    together, as any of them may be selected.
    """
    settings, seen = _settings(job), _seen(index, exports)
    return {
        entry: hashed(b"seen", settings, group_seen, str(position).encode())
        for name, group_seen in seen.items()
        for position, entry in enumerate(index.by_name[name])
    }


def _settings(job: Job) -> bytes:
    """Return the hash of the settings that apply to all packages."""
    quirks = sorted(quirk.name for quirk in job.quirks)
    world = (
        str(job.closed),
        str(job.replaced),
        str(job.max_per_code),
        *sorted(job.engine_classes),
    )
    # The empty part separates two lists of any length
    return record_key(b"settings", *map(text_bytes, quirks), b"", *map(text_bytes, world))


def _seen(index: PackageIndex, exports: Exports) -> dict[str, bytes]:
    """Return, by name, the hash of the exports that packages see and have (a Merkle tree)."""
    names = dict.fromkeys(entry.name for entry in exports)
    needs = {name: sorted({*_implied(name), *index.sees(name)}) for name in names}
    installed = hashed(b"names", *map(text_bytes, sorted(index.by_name)))
    keys: dict[str, bytes] = {}
    for component in components(needs):  # a cycle of requirements has one hash
        parts: list[bytes] = []
        for name in component:
            parts.append(text_bytes(name))
            parts += [exports[entry].key for entry in index.by_name[name]]
            for other in needs[name]:
                # It may be a misspelling of any available name
                if other not in needs:
                    parts.append(hashed(b"missing", text_bytes(other), installed))
                elif other not in component:
                    parts.append(keys[other])
        group_key = hashed(b"group", *parts)
        keys.update((name, hashed(b"member", group_key, text_bytes(name))) for name in component)
    return keys


def _implied(name: str) -> tuple[str, ...]:
    return () if name == CORE_LIBRARY else (CORE_LIBRARY,)
