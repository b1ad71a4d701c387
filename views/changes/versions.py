"""The version that changes need, by semantic versioning (language/versioning.txt, item 1)."""

from __future__ import annotations

from semantic_version import Version

from muranopl.views.changes.change import Level


def needed_version(old: str, level: Level | None) -> str:
    """Return the first version that changes of a level need, after the version `old`.

    Before 1.0.0 nothing is promised: major changes increment the minor part, all others the patch.
    Between pre-releases of a version, and up to that version, everything may change. None stands
    for no change, which needs no other version.
    """
    version = Version(old)
    if level is None:
        return old
    if version.prerelease:
        return str(version.truncate())
    if version.major == 0 and level is Level.MAJOR:
        return str(version.next_minor())
    if level is Level.MAJOR:
        return str(version.next_major())
    if version.major > 0 and level is Level.MINOR:
        return str(version.next_minor())
    return str(version.next_patch())


def is_enough(old: str, new: str, level: Level | None) -> bool:
    """Return whether a new version is high enough for changes of a level.

    A pre-release of the version that is needed is enough, and so is a later one.
    """
    before, after = Version(old), Version(new)
    if level is None:
        return bool(after >= before)
    is_higher = after.truncate() >= Version(needed_version(old, level))
    return bool(after > before and is_higher)
