"""Packages sent to machines that do not have them on disk: a plan with the files of a check."""

from __future__ import annotations

from muranopl.ard.sources.file_names import MANIFEST, TEMPLATE
from muranopl.ard.sources.source import Damage, Source, digest_of, entry_in, file_in
from muranopl.ard.sources.wrapped import content_of, readable
from muranopl.diagnostics.places import File
from muranopl.phases.reuse.shard import Plan
from muranopl.phases.reuse.traced_source import TracedSource, bare
from muranopl.read.classes import class_files
from muranopl.read.index import PackageEntry
from muranopl.read.one_package import ui_file
from muranopl.read.plan_files import plan_files

_RESOURCES = "Resources/"
"""The folder of files that a check knows by name only, except execution plans."""


class NotSentError(BaseException):
    """A task needs a file that was not sent.

    No part of a check handles it as a fault of the package, so the task fails, and is run by the
    process that has the package.
    """


class SentSource(Source):
    """A package with the content of some files; see `Source`."""

    __slots__ = ("_archived", "_damage", "_files", "_names", "base", "location", "root")

    def __init__(self, source: Source, paths: set[str]) -> None:
        self.root, self.base, self.location = source.root, source.base, source.location
        self._names, self._damage = source.paths(), source.damage()
        self._archived = source.file("").archive is not None
        self._files = {path: content_of(source, path) for path in paths}

    def paths(self) -> tuple[str, ...]:
        """Return the sorted names of the regular files."""
        return self._names

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError, NotSentError."""
        content = self._files.get(path)
        if content is None:
            raise NotSentError(path)
        return readable(content)

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        return (entry_in if self._archived else file_in)(self.root, self.base, path)

    def damage(self) -> tuple[Damage, ...]:
        """Return the files that cannot be unpacked."""
        return self._damage


def with_contents(plan: Plan) -> Plan:
    """Return a plan to be sent, whose packages have the content of all files that a check reads.

    Packages at addresses have not: they are fetched where they are read.
    """

    def sent(entry: PackageEntry) -> PackageEntry:
        source = entry.source
        if digest_of(bare(source)) is not None:
            return entry
        sent_source: Source = SentSource(bare(source), _paths(plan, entry))
        if isinstance(source, TracedSource):
            sent_source = TracedSource(sent_source, None)
        return PackageEntry(sent_source, entry.summary, entry.embedded)

    result = Plan(plan.job, plan.index.with_entries(sent), run=plan.run)
    result.holds = plan.holds
    return result


def _paths(plan: Plan, entry: PackageEntry) -> set[str]:
    """Return the paths that are read of a package, whether they exist or not."""
    header = plan.manifests.header(entry)
    ui = ui_file(header)
    result = {MANIFEST, TEMPLATE, "logo.png", "supplier_logo.png", *class_files(header)}
    if ui is not None:
        result.add(ui)
    paths = entry.source.paths()
    result.update(path for path in paths if not path.startswith(_RESOURCES))
    return result.union(plan_files(paths))
