"""Answers and records questions about the classes of packages that a package does not require.

The check of a package uses that package and those it requires, which it sees, and nothing else, so
its result holds as long as these do not change. Code may also rely on members of descendants of its
class elsewhere; such questions are asked here and recorded. The result of a check that asked one
holds only as long as the exports of no package at hand change. Classes are identified by their full
names, whatever the package and its version. That may find too many descendants, which only makes a
check less strict, and avoids looking up names first.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Concatenate, Literal, ParamSpec, TypeVar, cast

import msgspec

from muranopl.diagnostics.graphs import grouped, reached
from muranopl.language.grammar.known_names import ROOT_CLASS
from muranopl.namespace.result import TypeId
from muranopl.read.index import PackageIndex
from muranopl.semantics.bodies.class_facts import (
    ClassFacts,
    PackageFacts,
    called_by_constructors,
)

P = ParamSpec("P")
R = TypeVar("R")

FactQuestion = tuple[str, str, tuple[object, ...]]
"""The name of a method of `Surroundings`, the package that asks, and the other arguments."""

FactAnswers = Mapping[FactQuestion, object]

_NONE: frozenset[str] = frozenset()
_KEPT = 100
"""Size of the descendants cache: bodies of one class ask the same questions again and again."""


Members = Literal["properties", "methods", "overriding"]
"""A field of `_UnseenDescendants`: `overriding` are methods that are declared outside the class."""


class _UnseenDescendants(msgspec.Struct, frozen=True):
    """The members that the descendants of a class may have, of those that a package does not see.

    `classes` are the descendants and all their ancestors, `overriding` the methods declared outside
    that class and its ancestors.
    """

    classes: frozenset[str]
    properties: frozenset[str]
    methods: frozenset[str]
    overriding: frozenset[str]
    incomplete: bool


class AllFacts:
    """The facts of all packages and their closures, computed once for many packages."""

    def __init__(self, packages: Iterable[PackageFacts]) -> None:
        self._packages = tuple(packages)
        self._circular: dict[str, bool] = {}

    @functools.cached_property
    def called_by_constructors(self) -> frozenset[str]:
        """The names of all methods that constructors call; see `called_by_constructors`."""
        return called_by_constructors(package.calls for package in self._packages)

    def of(self, name: str) -> Sequence[tuple[str, ClassFacts]]:
        """Return the classes of a full name, each with the name of its package."""
        return self._classes.get(name, ())

    @functools.cached_property
    def _classes(self) -> dict[str, list[tuple[str, ClassFacts]]]:
        return grouped(
            (class_.name, (package.package, class_))
            for package in self._packages
            for class_ in package.classes
        )

    @functools.cached_property
    def _extended_by(self) -> dict[str, list[str]]:
        return grouped(
            (above, class_.name)
            for package in self._packages
            for class_ in package.classes
            for above in class_.extends
        )

    def below(self, class_: str) -> set[str]:
        """Return the descendants of a class."""
        return reached([class_], lambda name: self._extended_by.get(name, ()))

    def above(self, classes: Iterable[str]) -> set[str]:
        """Return the ancestors of classes, including names without a class."""
        return reached(
            classes, lambda name: (above for _, value in self.of(name) for above in value.extends)
        )

    def is_circular(self, class_: str) -> bool:
        """Return whether a class extends itself, directly or not."""
        if class_ not in self._circular:
            self._circular[class_] = class_ in self.above([class_])
        return self._circular[class_]

    @functools.cached_property
    def declaring(self) -> Mapping[str, Collection[str]]:
        """The names of the packages whose classes declare a method, by its name."""
        return grouped(
            (name, package.package)
            for package in self._packages
            for name in {name for class_ in package.classes for name in class_.own.methods}
        )


def question(
    method: Callable[Concatenate[Surroundings, str, P], R],
) -> Callable[Concatenate[Surroundings, str, P], R]:
    """Return a method that answers a question once, and records that it was asked."""

    @functools.wraps(method)
    def ask(self: Surroundings, package: str, /, *about: P.args, **_: P.kwargs) -> R:
        key = method.__name__, package, about
        if key not in self._answers:
            self._answers[key] = method(self, package, *about, **_)
        answer = self.answers[key] = self._answers[key]
        return cast("R", answer)

    return ask


class Surroundings:
    """The packages at hand as facts.

    `facts` returns those of all, and is called on the first question. The first parameter of each
    question is the name of the package that asks. Packages that it sees, directly or not, are left
    out of the answers, as the caller has examined them: `visible_packages` returns their names,
    and its own. `answers` are those since `take_answers`.
    """

    def __init__(self, index: PackageIndex, facts: Callable[[], AllFacts]) -> None:
        self._index, self._facts = index, facts
        self.visible_packages = functools.cache(lambda name: frozenset(index.needed([name])))
        self._below = functools.lru_cache(_KEPT)(self._find_below)
        self.answers: dict[FactQuestion, object] = {}
        self._answers: dict[FactQuestion, object] = {}

    def take_answers(self) -> FactAnswers:
        """Return the answers since the last call."""
        result, self.answers = self.answers, {}
        return result

    def still_answers(self, answers: FactAnswers) -> bool:
        """Return whether questions have the same answers as before."""
        return all(
            getattr(self, name)(package, *about) == answer
            for (name, package, about), answer in answers.items()
        )

    def sees(self, package: str, other: str) -> bool:
        """Return whether a package sees another one, directly or not."""
        return other in self.visible_packages(package)

    @question
    def packages(self, package: str) -> Collection[str]:
        """Return the names of all other packages at hand, including those that the package sees."""
        further = {item.name for item in self._index.further}
        return (self._index.by_name.keys() | further) - {package}

    @question
    def may_have(self, package: str, class_: TypeId, members: Members, name: str) -> bool:
        """Return whether a descendant of a class may have a member, its own or inherited."""
        below = self._below(package, class_.name)
        return below.incomplete or name in getattr(below, members)

    @question
    def share_descendant(self, package: str, class_: TypeId, other: TypeId) -> bool:
        """Return whether a descendant of a class is `other` or a descendant of it."""
        return other.name in self._below(package, class_.name).classes

    @question
    def is_method(self, package: str, name: str) -> bool:
        """Return whether any class has a method of that name."""
        return not self.visible_packages(package).issuperset(self._all.declaring.get(name, ()))

    @question
    def is_called_by_constructors(self, _package: str, name: str) -> bool:
        """Return whether a method of that name is called by a constructor, directly or not."""
        return name in self._all.called_by_constructors

    def _find_below(self, package: str, class_: str) -> _UnseenDescendants:
        """Return what is known of the descendants of a class that a package does not see."""
        visible = self.visible_packages(package)
        all_ = self._all
        below = {
            name
            for name in all_.below(class_)
            if any(owner not in visible for owner, _ in all_.of(name))
        }
        names = below | all_.above(below)
        # Methods of the class and its ancestors do not override.
        own = {class_, *all_.above([class_])}
        every = [(name, value.own) for name in names for _, value in all_.of(name)]
        return _UnseenDescendants(
            classes=frozenset(names),
            properties=_NONE.union(*(value.properties for _, value in every)),
            methods=_NONE.union(*(value.methods for _, value in every)),
            overriding=_NONE.union(*(value.methods for name, value in every if name not in own)),
            incomplete=any(map(self._is_unclear, names)),
        )

    def _is_unclear(self, name: str) -> bool:
        """Return whether a class is unknown or has unknown or circular ancestors."""
        return self._all.is_circular(name) if self._all.of(name) else name != ROOT_CLASS

    @functools.cached_property
    def _all(self) -> AllFacts:
        return self._facts()
