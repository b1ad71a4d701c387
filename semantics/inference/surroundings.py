"""What a package asks of the classes of others that it does not require.

A check is made of a package and what that requires, which it sees, and nothing else: so its result holds as long as
those stay as they are. Where it has to know more, as code may rely on what descendants of its class have, it asks here.
Who asked is noted: that result holds only as long as no package at hand changes what others see of it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import Names, TypeId
from muranopl.read.index import PackageIndex
from muranopl.semantics.inference.class_facts import ClassFacts, PackageFacts, called_by_constructors
from muranopl.semantics.inference.package_facts import known_as, package_facts

_ByName = Mapping[str, Sequence[tuple[str, ClassFacts]]]
"""Classes, each with the name of its package."""


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
        self.asked: set[str] = set()

    def sees(self, package: str, other: str) -> bool:
        """Return whether a package sees another one, directly or not."""
        return other in self._sees(package)

    def packages(self, package: str) -> Collection[str]:
        """Return the names of all packages at hand but that of the package that asks, those that it sees included."""
        self.asked.add(package)
        return self._index.by_name.keys() - {package}

    def may_have_property(self, package: str, class_: TypeId, name: str) -> bool:
        """Return whether a descendant of a class may have a property, its own or inherited."""
        return self._any_below(package, class_, lambda facts: self._has(facts, lambda each: name in each.properties))

    def may_have_method(self, package: str, class_: TypeId, name: str) -> bool:
        """Return whether a descendant of a class may have a method, its own or inherited."""
        return self._any_below(package, class_, lambda facts: self._has(facts, lambda each: name in each.methods))

    def is_overridden(self, package: str, class_: TypeId, name: str) -> bool:
        """Return whether a descendant of a class may have a method from elsewhere than from that class."""
        own = self._classes.get(known_as(class_))
        above = set() if own is None else {own.name, *own.ancestors}
        return self._any_below(
            package,
            class_,
            lambda facts: self._has(facts, lambda each: name in each.methods and each.name not in above),
        )

    def share_descendant(self, package: str, class_: TypeId, other: TypeId) -> bool:
        """Return whether a descendant of a class is the other one, or a descendant of that as well."""
        name = known_as(other)
        return self._any_below(package, class_, lambda facts: name == facts.name or name in facts.ancestors)

    def is_method(self, package: str, name: str) -> bool:
        """Return whether any class has a method of that name."""
        return any(self._unseen(package, self._declaring.get(name, ())))

    def is_called_by_constructors(self, package: str, name: str) -> bool:
        """Return whether a method of that name is called by a constructor, directly or not."""
        self.asked.add(package)
        return name in self._called_by_constructors

    def _any_below(self, package: str, class_: TypeId, test: Callable[[ClassFacts], bool]) -> bool:
        return any(map(test, self._unseen(package, self._below.get(known_as(class_), ()))))

    def _has(self, facts: ClassFacts, test: Callable[[ClassFacts], bool]) -> bool:
        """Return whether a class or one of its ancestors passes a test, or may do so, as not all of them are known."""
        known = (self._classes.get(ancestor) for ancestor in facts.ancestors)
        return facts.incomplete or test(facts) or any(test(each) for each in known if each is not None)

    def _unseen(self, package: str, facts: Iterable[tuple[str, ClassFacts]]) -> Iterator[ClassFacts]:
        self.asked.add(package)
        seen = self._sees(package)
        return (each for owner, each in facts if owner not in seen)

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
    def _below(self) -> _ByName:
        """The descendants of each class."""
        return self._by_name(lambda class_: class_.ancestors)

    @functools.cached_property
    def _declaring(self) -> _ByName:
        """The classes that declare a method, by its name."""
        return self._by_name(lambda class_: class_.methods)

    def _by_name(self, names: Callable[[ClassFacts], Iterable[str]]) -> _ByName:
        found: dict[str, list[tuple[str, ClassFacts]]] = {}
        for package in self._all:
            for class_ in package.classes:
                for name in names(class_):
                    found.setdefault(name, []).append((package.package, class_))
        return found
