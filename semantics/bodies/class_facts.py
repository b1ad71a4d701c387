"""Declares the facts about classes of packages that the checked package does not require.

Code of a class may rely on members of its descendants, which mostly are in packages that require
its own. Only these facts can be queried about them. They are plain data, so that they can be kept
without the package itself; names are full names as written, not resolved to a version of a package.
`package_facts` creates them, and `surroundings` answers questions from them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping

import msgspec

from muranopl.diagnostics.graphs import grouped, reached

CONSTRUCTOR = ".init"

Calls = Mapping[str, frozenset[str]]
"""The names that the code of each method calls, by the name of the method."""


class OwnMembers(msgspec.Struct, frozen=True, array_like=True):
    """The names of the properties and methods that a class declares itself."""

    properties: frozenset[str]
    methods: frozenset[str]


class ClassFacts(msgspec.Struct, frozen=True, array_like=True):
    """A class: its full name and those of the classes it extends ("" for an invalid name).

    The members it declares are kept encoded in `record`: they are rarely needed, and classes may be
    many.
    """

    name: str
    extends: tuple[str, ...]
    record: msgspec.Raw

    @property
    def own(self) -> OwnMembers:
        """The members the class declares, decoded."""
        return _OWN.decode(self.record)


_OWN = msgspec.msgpack.Decoder(OwnMembers)


class PackageFacts(msgspec.Struct, frozen=True, array_like=True):
    """A package: its full name, its classes, and the calls in the code of its methods."""

    package: str
    classes: tuple[ClassFacts, ...]
    calls: Calls


def called_by_constructors(packages: Iterable[Calls]) -> frozenset[str]:
    """Return the names of all methods that constructors call, directly or not."""
    having = grouped((name, own) for own in packages for name in own)
    # Methods are matched by name in all packages, which may find too many.
    return frozenset(
        reached(
            [CONSTRUCTOR],
            lambda name: itertools.chain.from_iterable(own[name] for own in having.get(name, ())),
        )
    )


def constructing(packages: Iterable[Calls]) -> dict[str, frozenset[str]]:
    """Return calls that have the same `called_by_constructors`, holding one package at a time."""
    calls = grouped(item for own in packages for item in own.items())
    together = {name: frozenset().union(*called) for name, called in calls.items()}
    return {CONSTRUCTOR: called_by_constructors([together])}
