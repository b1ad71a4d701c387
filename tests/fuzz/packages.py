"""Packages in memory, checked beside a core library of a few classes, which takes milliseconds."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from muranopl.ard.sources.source import SourceError, file_in, join_inside
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.examples import files as example_files
from muranopl.diagnostics.places import File
from muranopl.incremental.check import check, run_all
from muranopl.incremental.workers import Workers
from muranopl.language import library
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults
from muranopl.report import Report

CORE_LIBRARY = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: io.murano
Classes:
  io.murano.Object: Object.yaml
  io.murano.Application: Application.yaml
  io.murano.Environment: Environment.yaml
  io.murano.Exception: Exception.yaml
  io.murano.metadata.Title: Title.yaml
  io.murano.metadata.ModelBuilder: ModelBuilder.yaml
  io.murano.resources.Instance: Instance.yaml
  io.murano.resources.LinuxMuranoInstance: LinuxMuranoInstance.yaml
  io.murano.resources.ExistingNeutronNetwork: ExistingNeutronNetwork.yaml
=== Classes/Object.yaml
Namespaces: {=: io.murano}
Name: Object
Methods:
  setAttr:
    Arguments: [name: {Contract: $.string().notNull()}, value: {Contract: $}]
  initialize: {}
=== Classes/Application.yaml
Namespaces: {=: io.murano}
Name: Application
Methods:
  deploy: {Scope: Public}
=== Classes/Environment.yaml
Namespaces: {=: io.murano}
Name: Environment
Properties:
  name: {Contract: $.string().notNull()}
  applications: {Contract: [$.class(Application).owned().notNull()]}
  region: {Contract: $.string(), Usage: InOut}
=== Classes/Exception.yaml
Namespaces: {=: io.murano}
Name: Exception
Properties:
  message: {Contract: $.string(), Usage: Runtime}
=== Classes/Title.yaml
Namespaces: {=: io.murano.metadata}
Name: Title
Usage: Meta
Applies: All
Inherited: true
Properties:
  text: {Contract: $.string().notNull()}
=== Classes/ModelBuilder.yaml
Namespaces: {=: io.murano.metadata}
Name: ModelBuilder
Usage: Meta
Applies: Method
Properties:
  enabled: {Contract: $.bool().notNull(), Default: true}
=== Classes/Instance.yaml
Namespaces: {=: io.murano.resources}
Name: Instance
Properties:
  name: {Contract: $.string().notNull()}
  flavor: {Contract: $.string().notNull()}
  networks: {Contract: {custom: [$.class(ExistingNeutronNetwork)]}}
=== Classes/LinuxMuranoInstance.yaml
Namespaces: {=: io.murano.resources}
Name: LinuxMuranoInstance
Extends: Instance
=== Classes/ExistingNeutronNetwork.yaml
Namespaces: {=: io.murano.resources}
Name: ExistingNeutronNetwork
Properties:
  internalNetworkName: {Contract: $.string().notNull()}
  internalSubnetworkName: {Contract: $.string()}
"""


class MemorySource:
    """A package whose files are given; see `Source`."""

    def __init__(self, files: Mapping[str, bytes], root: str = "-") -> None:
        self.root = root
        self.base = ""
        self.location = root
        self._files = dict(files)

    def paths(self) -> tuple[str, ...]:
        return tuple(sorted(self._files))

    def read(self, path: str) -> bytes:
        inside = join_inside("", path)
        if inside is None:
            raise SourceError("outside", "the path leads out of the package")
        if inside not in self._files:
            raise SourceError("missing", "no such file")
        return self._files[inside]

    def damage(self) -> tuple[()]:
        return ()

    def packed(self) -> Iterator[bytes]:
        return iter(())

    def file(self, path: str) -> File:
        return file_in(self.root, self.base, path)


@functools.cache
def _core_library() -> MemorySource:
    return MemorySource({path: entry.content for path, entry in example_files(CORE_LIBRARY).items()}, library.NAME)


def checked(files: Mapping[str, bytes]) -> tuple[Report, PhaseResults]:
    """The report of a package, as `Catalog.check` makes it, and what the phases gave."""
    sources = [MemorySource(files)]
    job = Job(sources, embedded=(_core_library(),), engine_classes=library.ENGINE_CLASSES, closed=True)
    found = check(job, Workers(1), None, Phase.RENDER)
    results = found.results or run_all(job, None, Phase.RENDER)
    return Report(found.diagnostics, found.index, lambda: results), results
