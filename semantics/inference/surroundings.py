"""What a package asks of the classes of others that it does not require.

A check is made of a package and what that requires, which it sees, and nothing else: so its result holds as long as
those stay as they are. Where it has to know more, as code may rely on what descendants of its class have, it asks here.
Who asked is noted: that result holds only as long as no package at hand changes what others see of it.

Classes are told by full names alone, whatever the package and its version: descendants may be too many that way, which
only makes a check more silent, and nobody has to wait until names are looked up.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

import msgspec

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
        self._circular: dict[str, bool] = {}

    def without(self, names: Collection[str]) -> AllFacts:
        """Return the facts of packages of other names."""
        return AllFacts(each for each in self._packages if each.package not in names) if names else self

    @functools.cached_property
    def called_by_constructors(self) -> frozenset[str]:
        """See `called_by_constructors`."""
        return called_by_constructors(package.calls for package in self._packages)

    def of(self, name: str) -> Sequence[tuple[str, ClassFacts]]:
        """Return the classes of a full name, each with the name of its package."""
        return self._classes.get(name, ())

    @functools.cached_property
    def _classes(self) -> dict[str, list[tuple[str, ClassFacts]]]:
        found: dict[str, list[tuple[str, ClassFacts]]] = {}
        for package in self._packages:
            for class_ in package.classes:
                found.setdefault(class_.name, []).append((package.package, class_))
        return found

    @functools.cached_property
    def _extended_by(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for package in self._packages:
            for class_ in package.classes:
                for above in class_.extends:
                    found.setdefault(above, []).append(class_.name)
        return found

    def below(self, class_: str) -> set[str]:
        """Return the descendants of a class."""
        return _reached([class_], lambda name: self._extended_by.get(name, ()))

    def above(self, classes: Iterable[str]) -> set[str]:
        """Return the ancestors of classes; names that no class has are among them."""
        return _reached(classes, lambda name: (above for _, each in self.of(name) for above in each.extends))

    def is_circular(self, class_: str) -> bool:
        """Return whether a class extends itself, directly or not."""
        if class_ not in self._circular:
            self._circular[class_] = class_ in self.above([class_])
        return self._circular[class_]

    @functools.cached_property
    def declaring(self) -> Mapping[str, set[str]]:
        """The names of the packages whose classes declare a method, by its name."""
        found: dict[str, set[str]] = {}
        for package in self._packages:
            for class_ in package.classes:
                for name in class_.own.methods:
                    found.setdefault(name, set()).add(package.package)
        return found


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
        self._found_seen: dict[str, frozenset[str]] = {}
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
        return other in self.seen(package)

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
            return not self._all.declaring.get(subject, _NONE) <= self.seen(package)
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
        seen = self.seen(package)
        all_ = self._all
        below = {name for name in all_.below(class_) if any(package not in seen for package, _ in all_.of(name))}
        names = below | all_.above(below)
        own = {class_, *all_.above([class_])}
        every = [(name, each.own) for name in names for _, each in all_.of(name)]
        return _UnseenDescendants(
            classes=frozenset(names),
            properties=_NONE.union(*(each.properties for _, each in every)),
            methods=_NONE.union(*(each.methods for _, each in every)),
            overriding=_NONE.union(*(each.methods for name, each in every if name not in own)),
            incomplete=any(map(self._is_unclear, names)),
        )

    def _is_unclear(self, name: str) -> bool:
        """Return whether nobody knows the ancestors of a class, or the class."""
        return self._all.is_circular(name) if self._all.of(name) else name != ROOT_CLASS

    def seen(self, package: str) -> frozenset[str]:
        """Return the names of the packages that a package sees, directly or not, and its own."""
        found = self._found_seen.get(package)
        if found is None:
            found = self._found_seen[package] = frozenset(self._index.needed([package]))
        return found

    @functools.cached_property
    def _all(self) -> AllFacts:
        return self._facts().without(self._given_up)


def _reached(start: Iterable[str], next_: Callable[[str], Iterable[str]]) -> set[str]:
    """Return what is reached from some names; one of these only where something leads to it."""
    found: set[str] = set()
    pending = [*start]
    while pending:
        new = set(next_(pending.pop())) - found
        found |= new
        pending.extend(new)
    return found
