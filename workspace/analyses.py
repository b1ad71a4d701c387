"""Analyses of edited packages; a half-typed file counts with its last readable text."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.places import File
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.phases.driver import run
from muranopl.phases.job import Job
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.package import ClassUnit, Package
from muranopl.read.packages import ui_file
from muranopl.workspace.analysis import Analysis, texts_of
from muranopl.workspace.kept_reading import is_broken
from muranopl.workspace.knowledge import Knowledge


class Analyses:
    """The analyses of packages, computed on demand.

    A file with broken YAML counts with the last text whose YAML was valid.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._known: dict[str, tuple[Job, Analysis]] = {}
        self._units: dict[File, ClassUnit] = {}
        self._definitions: dict[File, UIDefinition] = {}

    def of(self, job: Job, location: str) -> Analysis | None:
        """Return the analysis of the package at a location; None if a job does not have it."""
        kept = self._known.get(location)
        if kept is not None and kept[0] is job:
            return kept[1]
        index = self._knowledge.located(self._knowledge.index(job))
        entry = next((item for item in index if item.source.location == location), None)
        if entry is None:
            return None
        package = self._knowledge.reader.package(entry)
        if kept is not None and is_broken(package.header.file):
            # Without its manifest, little is known of a package
            result = msgspec.structs.replace(kept[1], texts=texts_of(package))
        else:
            result = self._anew(job, index, entry, package)
        self._known[location] = job, result
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
        return Analysis(full, results, texts_of(package))

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
            return (
                package.ui if file is None else self._definitions.get(file, package.ui)
            )
        if package.ui is not None:
            self._definitions[file] = package.ui
        return package.ui
