"""What a package asks of the classes of others that it does not require, and what the answers were.

A check is made of a package and what that requires, which it sees, and nothing else: so its result holds as long as
those stay as they are. Where it has to know more, as code may rely on what descendants of its class have, it asks here;
the answers are noted, so that whoever keeps the result can tell whether it still holds.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from muranopl.inherit.interface import ANY, ClassFacts, Interface, known_as
from muranopl.namespace.result import TypeId
from muranopl.read.index import PackageIndex

PROPERTY = "property"
METHOD = "method"
OVERRIDE = "override"
SHARED = "shared"
NAMED = "named"
BUILDS = "builds"
OWNER = "owner"
CONSTRUCTOR = ".init"

_ABOUT_MEMBERS = {PROPERTY, METHOD, OVERRIDE, NAMED}


class Question(NamedTuple):
    """A question about descendants of a class (as `known_as` names it), or, where that is "", about any class.

    PROPERTY, METHOD: may one of them have a member of that name? OVERRIDE: does one declare the method again? SHARED:
    is one the other class, `name`, or a descendant of that as well? NAMED: has any class a method of that name?
    BUILDS: is a method of that name called by a constructor, directly or not? OWNER: which package lists the class of
    that name?
    """

    about: str
    class_: str
    name: str


Answer = bool | str | None
Answers = dict[Question, Answer]


class Surroundings:
    """The packages at hand, by what their manifests say and by their interfaces, which are got only if they are needed.

    `names` are those of all interfaces (see `Interface.names`): most questions are about a name that is not among them.
    Packages that the asking one sees, directly or not, are left out of the answers, as whoever asks has looked at them.
    `asked` has the answers by name of the asking package.
    """

    def __init__(
        self,
        index: PackageIndex,
        interfaces: Callable[[], Iterable[Interface]],
        names: Callable[[], frozenset[str]],
    ) -> None:
        self._index = index
        self._interfaces = interfaces
        self._names = names
        self._seen: dict[str, frozenset[str]] = {}
        self.asked: dict[str, Answers] = {}

    def sees(self, package: str, other: str) -> bool:
        """Whether a package sees another one, directly or not."""
        return other in self._sees(package)

    def ask(self, package: str, about: str, class_: TypeId | None, name: str) -> bool:
        """Answer a question of a package about classes, see `Question`."""
        return bool(self._noted(package, Question(about, "" if class_ is None else known_as(class_), name)))

    def owner(self, package: str, name: str) -> str | None:
        """Tell a package which package lists a class; the first one in alphabetical order."""
        found = self._noted(package, Question(OWNER, "", name))
        return found if isinstance(found, str) else None

    def answer(self, package: str, about: str, class_: str, name: str) -> Answer:
        """The answer to a question, not noted."""
        if about == OWNER:
            return self._index.owners.get(name)
        if about in _ABOUT_MEMBERS and not self._declared & {name, ANY}:
            return False
        if about == NAMED:
            return any(True for _ in self._unseen(package, self._declaring.get(name, ())))
        if about == BUILDS:
            return name in self._built
        below = self._unseen(package, self._below.get(class_, ()))
        return any(_ANSWERS[about](self, each, class_, name) for each in below)

    def _noted(self, package: str, question: Question) -> Answer:
        answers = self.asked.setdefault(package, {})
        if question not in answers:
            answers[question] = self.answer(package, *question)
        return answers[question]

    def _sees(self, package: str) -> frozenset[str]:
        found = self._seen.get(package)
        if found is None:
            found = self._seen[package] = frozenset(self._index.needed([package]))
        return found

    def _unseen(self, package: str, facts: Iterable[tuple[str, ClassFacts]]) -> Iterator[ClassFacts]:
        seen = self._sees(package)
        return (each for owner, each in facts if owner not in seen)

    def has(self, facts: ClassFacts, name: str, members: Callable[[ClassFacts], Iterable[str]]) -> bool:
        """Whether a class may have a member, its own or inherited."""
        return facts.incomplete or any(name in members(each) for each in self._line(facts))

    def overrides(self, facts: ClassFacts, class_: str, name: str) -> bool:
        """Whether a descendant of a class has a method from elsewhere than from that class."""
        known = self._classes.get(class_)
        above = set() if known is None else {class_, *known.ancestors}
        return facts.incomplete or any(name in each.methods for each in self._line(facts) if each.name not in above)

    def _line(self, facts: ClassFacts) -> Iterator[ClassFacts]:
        yield facts
        for ancestor in facts.ancestors:
            known = self._classes.get(ancestor)
            if known is not None:
                yield known

    @functools.cached_property
    def _declared(self) -> frozenset[str]:
        return self._names()

    @functools.cached_property
    def _all(self) -> tuple[Interface, ...]:
        return tuple(self._interfaces())

    @functools.cached_property
    def _classes(self) -> Mapping[str, ClassFacts]:
        return {each.name: each for interface in self._all for each in interface.classes}

    @functools.cached_property
    def _below(self) -> Mapping[str, list[tuple[str, ClassFacts]]]:
        found: dict[str, list[tuple[str, ClassFacts]]] = {}
        for interface in self._all:
            for each in interface.classes:
                for ancestor in each.ancestors:
                    found.setdefault(ancestor, []).append((interface.package, each))
        return found

    @functools.cached_property
    def _declaring(self) -> Mapping[str, list[tuple[str, ClassFacts]]]:
        found: dict[str, list[tuple[str, ClassFacts]]] = {}
        for interface in self._all:
            for each in interface.classes:
                for method in each.methods:
                    found.setdefault(method, []).append((interface.package, each))
        return found

    @functools.cached_property
    def _built(self) -> frozenset[str]:
        """The names of all methods that constructors call, and those call, and so on."""
        calls: dict[str, set[str]] = {}
        for interface in self._all:
            for name, called in interface.calls.items():
                calls.setdefault(name, set()).update(called)
        found: set[str] = set()
        pending = [CONSTRUCTOR]
        while pending:
            for name in calls.get(pending.pop(), ()):
                if name not in found:
                    found.add(name)
                    pending.append(name)
        return frozenset(found)


_ANSWERS: dict[str, Callable[[Surroundings, ClassFacts, str, str], bool]] = {
    PROPERTY: lambda around, facts, _, name: around.has(facts, name, lambda each: each.properties),
    METHOD: lambda around, facts, _, name: around.has(facts, name, lambda each: each.methods),
    OVERRIDE: lambda around, facts, class_, name: around.overrides(facts, class_, name),
    SHARED: lambda _, facts, __, name: name in {facts.name, *facts.ancestors},
}
