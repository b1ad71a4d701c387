"""What the check of one package may want to know of the classes of others that it does not require.

Code of a class may rely on what its descendants have, and those are mostly in packages that require its own. These
facts are all that can be asked of them; they are plain, and can be kept where the package itself is not at hand.
They are what reading tells: names are full ones as they are written, and no package is chosen for them.
`package_facts` has where they come from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

CONSTRUCTOR = ".init"

Calls = Mapping[str, frozenset[str]]
"""By the names of methods: which names their code calls."""


class OwnMembers(msgspec.Struct, frozen=True, array_like=True):
    """The names of the properties and methods that a class declares itself."""

    properties: frozenset[str]
    methods: frozenset[str]


class ClassFacts(msgspec.Struct, frozen=True, array_like=True):
    """A class: its full name, and those of the classes that it extends ("" for what is no name).

    What it declares is a record: of most classes nobody asks it, and there may be very many.
    """

    name: str
    extends: tuple[str, ...]
    record: msgspec.Raw

    @property
    def own(self) -> OwnMembers:
        """What it declares."""
        return _OWN.decode(self.record)


_OWN = msgspec.msgpack.Decoder(OwnMembers)


class PackageFacts(msgspec.Struct, frozen=True, array_like=True):
    """A package: its full name, its classes, and what the code of its methods calls."""

    package: str
    classes: tuple[ClassFacts, ...]
    calls: Calls


def called_by_constructors(packages: Iterable[Calls]) -> frozenset[str]:
    """Return the names of all methods that constructors call, and those call, and so on."""
    having: dict[str, list[Calls]] = {}
    for own in packages:
        for name in own:
            having.setdefault(name, []).append(own)
    found: set[str] = set()
    pending = [CONSTRUCTOR]
    while pending:
        name = pending.pop()
        new = set[str]().union(*(own[name] for own in having.get(name, ()))) - found
        found |= new
        pending.extend(new)
    return frozenset(found)


def constructing(packages: Iterable[Calls]) -> dict[str, frozenset[str]]:
    """Return calls of which the same are `called_by_constructors`; those of one package are in memory at a time."""
    calls: dict[str, set[str]] = {}
    for own in packages:
        for name, called in own.items():
            calls.setdefault(name, set()).update(called)
    return {CONSTRUCTOR: called_by_constructors([{name: frozenset(called) for name, called in calls.items()}])}
