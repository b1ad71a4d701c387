"""Results of phases 2 to 4 for packages that are only seen, remembered from one run to the next.

They depend on the packages, on the results of all that these see, and on the settings of the run, but
not on what is checked unless the packages see that.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain

import msgspec

from muranopl.diagnostics.graphs import components
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.phases.job import Job
from muranopl.phases.reuse.answers import Answers, Question, Same
from muranopl.phases.types import Remember, Types, of_packages
from muranopl.read.package import Package
from muranopl.read.phase import ReadResult


class _PackageGroup(msgspec.Struct, frozen=True):
    """Packages of one name, or of several names that require one another, which see no checked one.

    `sees` are the names of other packages that they see.
    """

    names: tuple[str, ...]
    packages: tuple[Package, ...]
    sees: tuple[str, ...]

    @property
    def question(self) -> Question:
        """The question for their types."""
        return ("types", self.packages[0].header.source.location, *self.names)


class RememberedTypes:
    """Types of packages that see none of the checked ones, see `EarlierTypes`."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers

    def __call__(self, read: ReadResult, job: Job) -> tuple[list[Types], Remember]:
        """Return the types that are remembered, and a function that remembers those of this run."""
        settings = job.quirks, job.engine_classes, job.closed, read.max_per_code
        types: dict[str, Types] = {}
        missing: list[_PackageGroup] = []
        watch = LimitWatch()

        def fingerprint(group: _PackageGroup) -> Hashable:
            # By identity: a package whose files changed is read again, and comparing contents is slow
            return settings, Same(*group.packages, *map(types.get, group.sees))

        for group in _groups(read) if self._answers.sources else ():
            earlier = self._answers.find(group.question, fingerprint(group))
            if earlier is None:
                missing.append(group)
            else:
                types.update(dict.fromkeys(group.names, earlier))
        # Packages that require one another have their types in common
        distinct = {id(item): item for item in types.values()}

        def remember(results: Types) -> None:
            for group in () if watch.met else missing:
                # What a package that is not installed would change is unknown
                if not types.keys() >= set(group.sees) or not (
                    results.names.depend_on_all.isdisjoint(group.names)
                ):
                    continue
                own = of_packages(results, group.packages)
                self._answers.remember(group.question, fingerprint(group), own)
                types.update(dict.fromkeys(group.names, own))

        return list(distinct.values()), remember


def _groups(read: ReadResult) -> Iterable[_PackageGroup]:
    """Yield the groups of packages that see no checked one, each after those that it sees."""
    by_name: dict[str, list[Package]] = {}
    for package in read.packages:
        by_name.setdefault(package.id.name, []).append(package)
    sees = {
        name: ({CORE_LIBRARY, *read.index.sees(name)} - {name}) & by_name.keys() for name in by_name
    }
    checked = set(read.wanted)
    for names in components(sees):
        others = set(chain.from_iterable(sees[name] for name in names)).difference(names)
        if checked.isdisjoint((*names, *others)):
            packages = tuple(chain.from_iterable(by_name[name] for name in names))
            yield _PackageGroup(names, packages, tuple(sorted(others)))
        else:
            checked.update(names)
