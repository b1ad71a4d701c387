"""What a package asks of the classes of others that it does not require.

A check is made of a package and what that requires, which it sees, and nothing else: so its result holds as long as
those stay as they are. Where it has to know more, as code may rely on what descendants of its class have, it asks here.
Who asked is noted: that result holds only as long as no package at hand changes what others see of it.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import Names, TypeId
from muranopl.read.index import PackageIndex
from muranopl.semantics.inference.class_facts import ClassFacts, PackageFacts, called_by_constructors
from muranopl.semantics.inference.package_facts import known_as, package_facts

_NONE: frozenset[str] = frozenset()
_KEPT = 100
"""Of so many classes what is below them is kept: bodies of one class ask again and again."""


class _UnseenDescendants(NamedTuple):
    """What the descendants of a class may have, as a package sees none of them.

    `classes` are they and all their ancestors, `overriding` the methods from elsewhere than from that class.
    """

    classes: frozenset[str]
    properties: frozenset[str]
    methods: frozenset[str]
    overriding: frozenset[str]
    incomplete: bool


class Surroundings:
    """The packages at hand, each by its facts: `others`, and those of the `wanted` names as the phases see them.

    The first parameter of each question is the name of the package that asks. Packages that it sees, directly or not,
    are left out of the answers, as whoever asks has looked at them. `asked` are the names of those that asked.
    """

    def __init__(
        self,
        index: PackageIndex,
        names: Names,
        inheritance: Inheritance,
        wanted: Collection[str],
        others: Iterable[PackageFacts],
    ) -> None:
        self._index = index
        self._results = names, inheritance, wanted
        self._others = others
        self._seen: dict[str, frozenset[str]] = {}
        self._found_below = functools.lru_cache(_KEPT)(self._find_below)
        self.asked: set[str] = set()

    def sees(self, package: str, other: str) -> bool:
        """Return whether a package sees another one, directly or not."""
        return other in self._sees(package)

    def packages(self, package: str) -> Collection[str]:
        """Return the names of all packages at hand but that of the package that asks, those that it sees included."""
        self.asked.add(package)
        further = {each.name for each in self._index.further}
        return (self._index.by_name.keys() | further) - {package}

    def may_have_property(self, package: str, class_: TypeId, name: str) -> bool:
        """Return whether a descendant of a class may have a property, its own or inherited."""
        below = self._unseen_below(package, class_)
        return below.incomplete or name in below.properties

    def may_have_method(self, package: str, class_: TypeId, name: str) -> bool:
        """Return whether a descendant of a class may have a method, its own or inherited."""
        below = self._unseen_below(package, class_)
        return below.incomplete or name in below.methods

    def is_overridden(self, package: str, class_: TypeId, name: str) -> bool:
        """Return whether a descendant of a class may have a method from elsewhere than from that class."""
        below = self._unseen_below(package, class_)
        return below.incomplete or name in below.overriding

    def share_descendant(self, package: str, class_: TypeId, other: TypeId) -> bool:
        """Return whether a descendant of a class is the other one, or a descendant of that as well."""
        return known_as(other) in self._unseen_below(package, class_).classes

    def is_method(self, package: str, name: str) -> bool:
        """Return whether any class has a method of that name."""
        self.asked.add(package)
        return not self._declaring.get(name, _NONE) <= self._sees(package)

    def is_called_by_constructors(self, package: str, name: str) -> bool:
        """Return whether a method of that name is called by a constructor, directly or not."""
        self.asked.add(package)
        return name in self._called_by_constructors

    def _unseen_below(self, package: str, class_: TypeId) -> _UnseenDescendants:
        self.asked.add(package)
        return self._found_below(package, known_as(class_))

    def _find_below(self, package: str, class_: str) -> _UnseenDescendants:
        """Return what is known of the descendants of a class that a package does not see."""
        seen = self._sees(package)
        below = [each for owner, each in self._below.get(class_, ()) if owner not in seen]
        own = self._classes.get(class_)
        above = set() if own is None else {own.name, *own.ancestors}
        names = frozenset(each.name for each in below).union(*(each.ancestors for each in below))
        known = (self._classes.get(name) for name in names)
        every = [*below, *(each for each in known if each is not None)]
        return _UnseenDescendants(
            classes=names,
            properties=_NONE.union(*(each.properties for each in every)),
            methods=_NONE.union(*(each.methods for each in every)),
            overriding=_NONE.union(*(each.methods for each in every if each.name not in above)),
            incomplete=any(each.incomplete for each in below),
        )

    def _sees(self, package: str) -> frozenset[str]:
        found = self._seen.get(package)
        if found is None:
            found = self._seen[package] = frozenset(self._index.needed([package]))
        return found

    @functools.cached_property
    def _all(self) -> tuple[PackageFacts, ...]:
        return (*package_facts(*self._results).values(), *self._others)

    @functools.cached_property
    def _called_by_constructors(self) -> frozenset[str]:
        return called_by_constructors(package.calls for package in self._all)

    @functools.cached_property
    def _classes(self) -> Mapping[str, ClassFacts]:
        return {each.name: each for package in self._all for each in package.classes}

    @functools.cached_property
    def _below(self) -> Mapping[str, Sequence[tuple[str, ClassFacts]]]:
        """The descendants of each class, each with the name of its package."""
        found: dict[str, list[tuple[str, ClassFacts]]] = {}
        for package in self._all:
            for class_ in package.classes:
                for name in class_.ancestors:
                    found.setdefault(name, []).append((package.package, class_))
        return found

    @functools.cached_property
    def _declaring(self) -> Mapping[str, set[str]]:
        """The names of the packages whose classes declare a method, by its name."""
        found: dict[str, set[str]] = {}
        for package in self._all:
            for class_ in package.classes:
                for name in class_.methods:
                    found.setdefault(name, set()).add(package.package)
        return found
