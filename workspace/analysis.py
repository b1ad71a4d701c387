"""The results of the phases for a package while it is edited."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from muranopl.ard.sources.package_folder import MANIFEST
from muranopl.diagnostics.diagnostic import Phase
from muranopl.inherit.complete import CompleteType
from muranopl.namespace.result import DeclaredClass
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.one_run import run_all
from muranopl.read.package import Package
from muranopl.read.packages import ui_file


class Analysis(msgspec.Struct, frozen=True, eq=False, dict=True, weakref=True):
    """The results of phases 1 to 4 over a package and all that it requires.

    `texts` has the current text of the package's files by the path of the `File`. The results may be
    those of an earlier text: a file that cannot be read keeps the unit that was read last. `seen` is
    the hash of all that the meaning of a class file depends on besides that file, None if unknown.
    """

    package: Package
    results: PhaseResults
    texts: Mapping[str, str]
    seen: bytes | None = None

    def path_in_package(self, path: str) -> str:
        """Return the path of a file in its package; reports call it by that in the catalog."""
        manifest = self.package.header.file.path
        return path.removeprefix(manifest.removesuffix(MANIFEST))

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
