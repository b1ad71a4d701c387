"""Analyses of edited packages; a half-typed file counts with its last readable text."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.places import File
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.phases.driver import run
from muranopl.phases.job import Job
from muranopl.phases.reuse.kept_classes import seen_by_classes
from muranopl.phases.reuse.kept_reading import is_broken
from muranopl.phases.reuse.knowledge import Knowledge
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.package import ClassUnit, Package
from muranopl.read.packages import ui_file
from muranopl.workspace.analysis import Analysis, texts_of


class _KeptAnalysis(msgspec.Struct, frozen=True, eq=False):
    """An analysis, the job that it was computed for, and the packages that it depends on."""

    analysis: Analysis
    job: Job
    sees: tuple[PackageEntry, ...]


class Analyses:
    """The analyses of packages, computed on demand.

    A file with a syntax error in its YAML counts with the last text that had none.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._kept: dict[str, _KeptAnalysis] = {}
        self._units: dict[File, ClassUnit] = {}
        self._definitions: dict[File, UIDefinition] = {}

    def of(self, job: Job, location: str) -> Analysis | None:
        """Return the analysis of the package at a location; None if a job does not have it.

        Only that package and those that it sees are read.
        """
        kept = self._kept.get(location)
        if kept is not None and kept.job is job:
            return kept.analysis
        entry = self._knowledge.packages(job).at(location)
        return None if entry is None else self._current(job, entry)

    def all(self, job: Job) -> Iterator[Analysis]:
        """Yield the analysis of each package.

        It may be an earlier one if no package that it sees has changed since.
        """
        packages = self._knowledge.packages(job)
        for entry in packages.index.targets:
            kept = self._kept.get(entry.source.location)
            if kept is not None and kept.sees == packages.sees(entry):
                yield kept.analysis
            else:
                yield self._current(job, entry)

    def _current(self, job: Job, entry: PackageEntry) -> Analysis:
        packages, location = self._knowledge.packages(job), entry.source.location
        index, kept = packages.around(entry.name), self._kept.get(location)
        package = self._knowledge.reader.package(entry)
        if kept is not None and is_broken(package.header.file):
            # Without its manifest, little is known of a package
            texts = texts_of(package)
            result = msgspec.structs.replace(kept.analysis, texts=texts)
        else:
            result = self._anew(job, index, entry, package)
        self._kept[location] = _KeptAnalysis(result, job, packages.sees(entry))
        return result

    def _anew(
        self, job: Job, index: PackageIndex, entry: PackageEntry, package: Package
    ) -> Analysis:
        reader, full = self._knowledge.reader, self._whole(package)
        results = None
        if full is package:
            results = self._knowledge.phases(job, entry)
        else:
            reader = reader.with_package(entry, full)
        if results is None:
            results = run(job, index, reader, Phase.INHERIT, wanted=[entry.name])
        key = self._knowledge.packages(job).key(entry)
        if key is not None:
            key = seen_by_classes(full, key)
        return Analysis(full, results, texts_of(package), key)

    def _whole(self, package: Package) -> Package:
        """Return a package with broken files as they were; the same one if none is broken."""
        units = tuple(map(self._unit, package.units))
        ui = self._ui(package)
        if units == package.units and ui is package.ui:
            return package
        return msgspec.structs.replace(package, units=units, ui=ui)

    def _unit(self, unit: ClassUnit) -> ClassUnit:
        if not is_broken(unit.file):
            self._units[unit.file] = unit
            return unit
        return self._units.get(unit.file, unit)

    def _ui(self, package: Package) -> UIDefinition | None:
        if package.ui is None:
            path = ui_file(package.header)
            file = None if path is None else package.header.source.file(path)
        else:
            file = package.ui.node.file
        if file is None or is_broken(file):
            return package.ui if file is None else self._definitions.get(file, package.ui)
        if package.ui is not None:
            self._definitions[file] = package.ui
        return package.ui
