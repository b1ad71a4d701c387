"""Analyses packages while they are edited: runs phases 1 to 4 over their last readable texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.internal_errors import UncontainedError
from muranopl.diagnostics.places import File
from muranopl.inherit.complete import CompleteType
from muranopl.namespace.result import DeclaredClass
from muranopl.phases.driver import run
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.answers import Answers, Same
from muranopl.phases.reuse.bodies import seen_by_classes
from muranopl.phases.reuse.one_run import run_all
from muranopl.phases.reuse.types import RememberedTypes
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.one_package import ui_file
from muranopl.read.package import Package
from muranopl.workspace.current_packages import CurrentPackages


class Analysis(msgspec.Struct, frozen=True, eq=False, dict=True, weakref=True):
    """The results of phases 1 to 4 over a package and all that it requires.

    `texts` has the current text of the package's files by the path of the `File`. While the YAML of a
    file is broken, the results are those of a recovered text. `seen` is the hash of all that the
    meaning of a class file depends on besides that file, None if unknown. `answers` remembers what is
    computed from it.
    """

    package: Package
    results: PhaseResults
    texts: Mapping[str, str]
    seen: bytes | None = None
    answers: Answers = msgspec.field(default_factory=Answers)

    def path_in_package(self, path: str) -> str:
        """Return the path of a file in its package; reports call it by that in the catalog."""
        return self.package.header.source.inside(path)

    @property
    def is_alone(self) -> bool:
        """Whether it is about a file in no package: other files may declare any other name."""
        return self.package.header.source.is_alone

    def class_at(self, path: str, line: int) -> CompleteType | None:
        """Return the last class of a file that begins above a line (from 1), or in it."""
        package = self.results.names.packages.get(self.package.id)
        if package is None:
            return None
        result: DeclaredClass | None = None
        path = self.path_in_package(path)
        for declared in (*package.classes.values(), *package.unlisted):
            node = declared.declaration.node
            if self.path_in_package(node.file.path) != path or node.line > line:
                continue
            if result is None or node.line > result.declaration.node.line:
                result = declared
        return None if result is None else self.results.inheritance.types.get(result.id)


def analyse(job: Job) -> list[Analysis]:
    """Return the analysis of every package of a job."""
    results = run_all(job, None, Phase.INHERIT)
    return [Analysis(package, results, texts_of(package)) for package in results.read.targets]


def texts_of(package: Package) -> Mapping[str, str]:
    """Return the texts of the manifest, the class files and the UI definition by their paths."""
    source = package.header.source
    files = [package.header.file, *(unit.file for unit in package.units)]
    definition = ui_file(package.header)
    if package.ui is not None:
        files.append(package.ui.node.file)
    elif definition is not None and definition in source.paths():
        files.append(source.file(definition))
    return {file.path: file.text for file in files if file.text is not None}


class Analyses:
    """The analyses of packages, computed on demand.

    `broken` returns the files with the current texts that are broken.
    """

    def __init__(self, current: CurrentPackages, broken: Callable[[], Iterable[File]]) -> None:
        self._current, self._broken = current, broken

    def of(self, job: Job, location: str) -> Analysis | None:
        """Return the analysis of the package at a location; None if a job does not have it.

        Only that package and those that it sees are read.
        """
        try:
            entry = self._current.packages(job).at(location)
            return None if entry is None else self._analysis(job, entry)
        except UncontainedError:
            # Without the packages on which a part of the program fails
            return {item.package.header.source.location: item for item in analyse(job)}.get(
                location
            )

    def all(self, job: Job) -> Iterator[Analysis]:
        """Yield the analysis of each package."""
        analyses = (self.of(job, source.location) for source in job.targets)
        yield from (item for item in analyses if item is not None)

    def _analysis(self, job: Job, entry: PackageEntry) -> Analysis:
        """Return the analysis of a package, the same as long as no package that it sees changes."""
        answers, packages = self._current.answers, self._current.packages(job)
        question = ("analysis", entry.source.location)

        def analysed() -> Analysis:
            package = self._current.reader.package(entry)
            return self._anew(job, packages.around(entry.name), entry, package)

        return answers.ask(question, Same(*packages.sees(entry)), analysed)

    def _anew(
        self, job: Job, index: PackageIndex, entry: PackageEntry, package: Package
    ) -> Analysis:
        answers = self._current.answers
        # The check of an edited file has just computed them
        results: PhaseResults | None = answers.find(("phases", entry.source.location), Same(job))
        if results is None:
            results = run(
                job,
                index,
                self._current.reader,
                Phase.INHERIT,
                wanted=[entry.name],
                types=RememberedTypes(answers),
            )
        seen = seen_by_classes(package, self._current.packages(job).key(entry))
        broken = {file.path: file.text or "" for file in self._broken()}
        return Analysis(package, results, {**texts_of(package), **broken}, seen, answers)
