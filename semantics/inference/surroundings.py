"""What a package asks of the classes of others that it does not require.

A check is made of a package and what that requires, which it sees, and nothing else: so its result holds as long as
those stay as they are. Where it has to know more, as code may rely on what descendants of its class have, it asks here.
Who asked is noted: that result holds only as long as no package at hand changes what others see of it.

Classes are told by full names alone, whatever the package and its version: descendants may be too many that way, which
only makes a check more silent, and nobody has to wait until names are looked up.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import msgspec

from muranopl.diagnostics.cycles import components
from muranopl.language.grammar.core_library import ROOT_CLASS
from muranopl.namespace.result import TypeId
from muranopl.read.index import PackageIndex
from muranopl.semantics.inference.class_facts import ClassFacts, PackageFacts, called_by_constructors

_NONE: frozenset[str] = frozenset()
_KEPT = 100
"""Of so many classes what is below them is kept: bodies of one class ask again and again."""


class _UnseenDescendants(msgspec.Struct, frozen=True):
    """What the descendants of a class may have, as a package sees none of them.

    `classes` are they and all their ancestors, `overriding` the methods from elsewhere than from that class.
    """

    classes: frozenset[str]
    properties: frozenset[str]
    methods: frozenset[str]
    overriding: frozenset[str]
    incomplete: bool


class FactAnswer(msgspec.Struct, frozen=True, array_like=True):
    """What a package was answered: `question` is the method of `Surroundings` that it asked, about some full names."""

    package: str
    question: str
    names: tuple[str, ...]
    answer: bool


class AllFacts:
    """The facts of all packages, and what follows from them for whoever asks: worked out once for many packages."""

    def __init__(self, packages: Iterable[PackageFacts]) -> None:
        self._packages = tuple(packages)

    def without(self, names: Collection[str]) -> AllFacts:
        """Return the facts of packages of other names."""
        return AllFacts(each for each in self._packages if each.package not in names) if names else self

    @functools.cached_property
    def called_by_constructors(self) -> frozenset[str]:
        """See `called_by_constructors`."""
        return called_by_constructors(package.calls for package in self._packages)

    @functools.cached_property
    def classes(self) -> Mapping[str, list[ClassFacts]]:
        """The classes of each full name."""
        found: dict[str, list[ClassFacts]] = {}
        for package in self._packages:
            for class_ in package.classes:
                found.setdefault(class_.name, []).append(class_)
        return found

    @functools.cached_property
    def owners(self) -> Mapping[str, set[str]]:
        """The names of the packages that have a class, by its full name."""
        return _by_name((class_.name, package.package) for package, class_ in self._each_class())

    @functools.cached_property
    def extended_by(self) -> Mapping[str, set[str]]:
        """The classes that extend a class, by its full name."""
        return _by_name((above, class_.name) for _, class_ in self._each_class() for above in class_.extends)

    @functools.cached_property
    def circular(self) -> frozenset[str]:
        """The classes that extend themselves, directly or not."""
        graph = {name: {above for each in group for above in each.extends} for name, group in self.classes.items()}
        return frozenset(name for found in components(graph) for name in found if len(found) > 1 or name in graph[name])

    @functools.cached_property
    def declaring(self) -> Mapping[str, set[str]]:
        """The names of the packages whose classes declare a method, by its name."""
        methods = ((package.package, class_.own.methods) for package, class_ in self._each_class())
        return _by_name((name, package) for package, names in methods for name in names)

    def _each_class(self) -> Iterator[tuple[PackageFacts, ClassFacts]]:
        return ((package, class_) for package in self._packages for class_ in package.classes)


class Surroundings:
    """The packages at hand, each by its facts: `facts` returns those of all, and is called if anybody asks.

    The first parameter of each question is the name of the package that asks. Packages that it sees, directly or not,
    are left out of the answers, as whoever asks has looked at them. `asked` are the names of those that asked,
    `answers` what they were told that follows from facts. Of the packages `given_up` nothing is known.
    """

    def __init__(
        self,
        index: PackageIndex,
        facts: Callable[[], AllFacts],
        given_up: Collection[str] = (),
    ) -> None:
        self._index = index
        self._facts, self._given_up = facts, given_up
        self._seen: dict[str, frozenset[str]] = {}
        self._found_below = functools.lru_cache(_KEPT)(self._find_below)
        self.asked: set[str] = set()
        self._answers: dict[tuple[str, str, tuple[str, ...]], bool] = {}

    @property
    def answers(self) -> list[FactAnswer]:
        """What was answered."""
        return [FactAnswer(*asked, answer) for asked, answer in self._answers.items()]

    def holds(self, answer: FactAnswer) -> bool:
        """Return whether the same would be answered here."""
        return self._answer(answer.package, answer.question, *answer.names) is answer.answer

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
        return self._answer(package, "may_have_property", class_.name, name)

    def may_have_method(self, package: str, class_: TypeId, name: str) -> bool:
        """Return whether a descendant of a class may have a method, its own or inherited."""
        return self._answer(package, "may_have_method", class_.name, name)

    def is_overridden(self, package: str, class_: TypeId, name: str) -> bool:
        """Return whether a descendant of a class may have a method from elsewhere than from that class."""
        return self._answer(package, "is_overridden", class_.name, name)

    def share_descendant(self, package: str, class_: TypeId, other: TypeId) -> bool:
        """Return whether a descendant of a class is the other one, or a descendant of that as well."""
        return self._answer(package, "share_descendant", class_.name, other.name)

    def is_method(self, package: str, name: str) -> bool:
        """Return whether any class has a method of that name."""
        return self._answer(package, "is_method", name)

    def is_called_by_constructors(self, package: str, name: str) -> bool:
        """Return whether a method of that name is called by a constructor, directly or not."""
        return self._answer(package, "is_called_by_constructors", name)

    def _answer(self, package: str, question: str, *names: str) -> bool:
        self.asked.add(package)
        asked = package, question, names
        if asked not in self._answers:
            self._answers[asked] = self._found(package, question, *names)
        return self._answers[asked]

    def _found(self, package: str, question: str, subject: str, name: str = "") -> bool:
        """Return the answer to a question about a class and the name of a member, or of a class, or about a method."""
        if question == "is_method":
            return not self._all.declaring.get(subject, _NONE) <= self._sees(package)
        if question == "is_called_by_constructors":
            return subject in self._all.called_by_constructors
        below = self._found_below(package, subject)
        if question == "share_descendant":
            return name in below.classes
        members = {
            "may_have_property": below.properties,
            "may_have_method": below.methods,
            "is_overridden": below.overriding,
        }
        return below.incomplete or name in members[question]

    def _find_below(self, package: str, class_: str) -> _UnseenDescendants:
        """Return what is known of the descendants of a class that a package does not see."""
        seen = self._sees(package)
        below = {name for name in self._below(class_) if not self._all.owners[name] <= seen}
        names = below | self._above(below)
        own = {class_, *self._above([class_])}
        every = [(name, each.own) for name in names for each in self._all.classes.get(name, ())]
        return _UnseenDescendants(
            classes=frozenset(names),
            properties=_NONE.union(*(each.properties for _, each in every)),
            methods=_NONE.union(*(each.methods for _, each in every)),
            overriding=_NONE.union(*(each.methods for name, each in every if name not in own)),
            incomplete=any(map(self._is_unclear, names)),
        )

    def _below(self, class_: str) -> set[str]:
        """Return the descendants of a class."""
        return _reached([class_], lambda name: self._all.extended_by.get(name, ()))

    def _above(self, classes: Iterable[str]) -> set[str]:
        """Return the ancestors of classes; names that no class has are among them."""
        return _reached(
            classes, lambda name: (above for each in self._all.classes.get(name, ()) for above in each.extends)
        )

    def _is_unclear(self, name: str) -> bool:
        """Return whether nobody knows the ancestors of a class, or the class."""
        return name in self._all.circular or (name not in self._all.classes and name != ROOT_CLASS)

    def _sees(self, package: str) -> frozenset[str]:
        found = self._seen.get(package)
        if found is None:
            found = self._seen[package] = frozenset(self._index.needed([package]))
        return found

    @functools.cached_property
    def _all(self) -> AllFacts:
        return self._facts().without(self._given_up)


def _by_name(pairs: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for name, other in pairs:
        found.setdefault(name, set()).add(other)
    return found


def _reached(start: Iterable[str], next_: Callable[[str], Iterable[str]]) -> set[str]:
    """Return what is reached from some names; one of these only where something leads to it."""
    found: set[str] = set()
    pending = [*start]
    while pending:
        new = set(next_(pending.pop())) - found
        found |= new
        pending.extend(new)
    return found
