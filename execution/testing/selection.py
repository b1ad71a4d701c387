"""Selection of tests: the methods that are tests, and those requested.

Reference: test-runner, What is a test.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.places import Place
from muranopl.execution.session import Session
from muranopl.execution.testing.cases import TestCase, cases_of, report_misspelt
from muranopl.language.grammar.known_names import TEST_FIXTURE, TEST_NAME
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.namespace.result import DeclaredPackage, TypeId
from muranopl.render.class_lookup import UnloadableError
from muranopl.semantics.evaluation.errors import UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoType


class Test(NamedTuple):
    """A method that is a test, or one case of it: the class that declares it, its name, its place."""

    type: TypeId
    method: str
    place: Place
    case: TestCase | None = None

    @property
    def title(self) -> str:
        """The name of the method, with that of the case in brackets."""
        return titled(self.method, None if self.case is None else self.case.name)

    @property
    def name(self) -> str:
        """The names of class, method and case."""
        return f"{self.type.name}.{self.title}"


def titled(method: str, case: str | None) -> str:
    """Return the name of a method, with that of a case in brackets."""
    return method if case is None else f"{method}[{case}]"


class UnmatchedName(NamedTuple):
    """A name that matches no test, and the nearest name of a test."""

    name: str
    near: str | None


def tests_of(package: DeclaredPackage, session: Session, findings: Findings) -> Iterator[Test]:
    """Yield the tests of a package in written order; report classes that cannot be loaded."""
    _report_unreadable(package, session, findings)
    for declared in package.classes.values():
        # The engine runs only tests of classes that the manifest lists
        if declared.listed is None:
            continue
        id_ = declared.id
        try:
            type_ = session.loader.classes.of_model(
                id_.name, f"={id_.package.version}", id_.package.name
            )
        except UnloadableError as error:
            findings.take(error.problems)
            continue
        except UnknownTypeError:  # reported at the missing class
            continue
        if is_fixture(type_):
            report_misspelt(type_, findings)
            # The engine runs no inherited tests
            for method in declared.declaration.methods:
                if TEST_NAME.match(method.name):
                    yield from _with_cases(method, type_, findings)


def _with_cases(method: MethodDeclaration, type_: MuranoType, findings: Findings) -> Iterator[Test]:
    """Yield a test for each case of a method, or one if it has none."""
    place = method.name_node.place
    cases = cases_of(method, type_, findings)
    for case in (None,) if cases is None else cases:
        yield Test(type_.id, method.name, place, case)


def _report_unreadable(package: DeclaredPackage, session: Session, findings: Findings) -> None:
    """Report listed classes that cannot be read: tests that need them fail without the reason."""
    id_ = package.id
    for listed in package.package.manifest.classes or ():
        if listed.name in package.classes or listed.path is None:
            continue
        try:
            session.loader.classes.of_model(listed.name, f"={id_.version}", id_.name)
        except UnloadableError as error:
            file = f"/{listed.path}"
            findings.take(
                problem
                for problem in error.problems
                if f"/{problem.place.file.path}".endswith(file)
            )
        except UnknownTypeError:
            continue


def is_fixture(type_: MuranoType) -> bool:
    """Return whether a class contains tests."""
    return any(item.name == TEST_FIXTURE for item in type_.linearization)


def selected(tests: Sequence[Test], words: Iterable[str]) -> list[Test]:
    """Return the requested tests, all if there are no words.

    A word is the name of a method, of a class, or both with a dot, and with a case in brackets; a
    pattern of these (`*`, `?`); else a part of them.
    """
    unmatched = list(words)
    if not unmatched:
        return list(tests)
    chosen = {item for word in unmatched for item in _called(tests, word)}
    return [test for test in tests if test in chosen]


def unmatched(tests: Sequence[Test], words: Iterable[str]) -> tuple[UnmatchedName, ...]:
    """Return the words that match no test, without duplicates."""
    names = {name for test in tests for name in _names(test)}
    missing = (word for word in dict.fromkeys(words) if not _called(tests, word))
    return tuple(UnmatchedName(word, nearest(word, sorted(names))) for word in missing)


def _called(tests: Sequence[Test], word: str) -> list[Test]:
    """Return the tests that a word matches."""
    # Exact names take precedence over patterns and parts.
    return [test for test in tests if word in _names(test)] or [
        test for test in tests if _fits(test, word)
    ]


def _names(test: Test) -> tuple[str, ...]:
    class_ = test.type.name
    return test.title, test.name, test.method, f"{class_}.{test.method}", class_


def _fits(test: Test, word: str) -> bool:
    is_pattern = any(item in word for item in "*?[")
    if is_pattern and any(fnmatchcase(name, word) for name in _names(test)):
        return True
    return word.casefold() in test.name.casefold()
