"""The comparison of two versions of a package, as the library returns it, and the version needed.

Versions follow semantic versioning (language/versioning.txt, item 1).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from semantic_version import Version

from muranopl.diagnostics.places import Place
from muranopl.diagnostics.visible import visible
from muranopl.views.changes.change import Level, VersionChange


class PackageComparison(msgspec.Struct, frozen=True):
    """The changes of a package for its users, worst first.

    `old_version` and `new_version` are the versions as an engine has them.
    """

    package: str
    old_version: str
    new_version: str
    changes: tuple[VersionChange, ...]

    @property
    def level(self) -> Level | None:
        """The level of the worst change, None if there is none."""
        levels = (change.level for change in self.changes)
        return max(levels, key=lambda level: level.value, default=None)

    @property
    def known(self) -> bool:
        """Whether all that changed is known; else the version may have to be higher."""
        return all(change.known for change in self.changes)

    @property
    def needed(self) -> str:
        """The first version that the changes need."""
        return needed_version(self.old_version, self.level)

    @property
    def ok(self) -> bool:
        """Whether the new version is high enough."""
        return is_enough(self.old_version, self.new_version, self.level)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        level = self.level
        return {
            "package": self.package,
            "old": self.old_version,
            "new": self.new_version,
            "level": None if level is None else level.word,
            "needed": self.needed,
            "ok": self.ok,
            "known": self.known,
            "changes": [
                {
                    "level": change.level.word,
                    "subject": change.subject,
                    "text": change.text,
                    "known": change.known,
                    "old": _place(change.old),
                    "new": _place(change.new),
                }
                for change in self.changes
            ],
        }

    def to_text(self) -> str:
        """Return the comparison as text: a paragraph for each change, then the verdict."""
        lines: list[str] = []
        for change in self.changes:
            lines.append(f"{change.level.word}: {change.subject} {change.text}")
            places = (("old", change.old), ("new", change.new))
            lines += [f"  {role}: {_shown(place)}" for role, place in places if place is not None]
        return visible_lines([*lines, self.verdict])

    def to_markdown(self) -> str:
        """Return the comparison as Markdown: a table of the changes, and the verdict."""
        lines = [f"**{_cell(self.verdict)}**"]
        if self.changes:
            lines += ["", "| level | change | old | new |", "|---|---|---|---|"]
        for change in self.changes:
            places = [
                "" if place is None else f"`{_shown(place)}`" for place in (change.old, change.new)
            ]
            text = _cell(f"{change.subject} {change.text}")
            lines.append(f"| {change.level.word} | {text} | {' | '.join(places)} |")
        return visible_lines(lines)

    @property
    def verdict(self) -> str:
        """A sentence that compares the declared version with the needed one."""
        old, new, level = self.old_version, self.new_version, self.level
        if level is None:
            if self.ok:
                return f"{self.package} {new}: no changes since {old}."
            return f"{self.package} {new} is lower than {old}: a new version must be higher."
        declared = f"{self.package} {new}: {level.word} changes since {old}"
        if not self.ok:
            return f"{declared} need {self.needed} or later."
        if self.known or level is Level.MAJOR:
            return f"{declared}, for which {self.needed} is enough."
        return f"{declared}, and unknown changes: they need at least {self.needed}."


def worst_first(changes: Iterable[VersionChange]) -> tuple[VersionChange, ...]:
    """Return changes by level, and of one level by place and words."""

    def key(change: VersionChange) -> tuple[Any, ...]:
        place = change.new or change.old
        position = () if place is None else place.key()[1:]
        path = "" if place is None else place.file.path
        return -change.level.value, path, position, change.subject, change.text

    return tuple(sorted(changes, key=key))


def visible_lines(lines: Iterable[str]) -> str:
    """Return lines as text, without control characters."""
    return "".join(f"{visible(line)}\n" for line in lines)


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


def _shown(place: Place) -> str:
    return f"{place.file.address}:{place.line}:{place.column}"


def _place(place: Place | None) -> dict[str, Any] | None:
    if place is None:
        return None
    return {
        "path": place.file.location,
        "line": place.line,
        "column": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
