"""Packages in memory, checked beside a core library of a few classes, which takes milliseconds."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from muranopl.api.report import PhaseRun, Report
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.examples import files as example_files
from muranopl.language import library
from muranopl.phases.check import check
from muranopl.phases.job import Job
from muranopl.phases.report import DraftReport
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.one_run import run_all
from muranopl.phases.workers.workers import Workers
from tests.memory_source import MemorySource

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


@functools.cache
def _core_library() -> MemorySource:
    return MemorySource(
        {path: entry.content for path, entry in example_files(CORE_LIBRARY).items()}, library.NAME
    )


def checked(files: Mapping[str, bytes]) -> tuple[Report, PhaseResults]:
    """The report of a package, as `Catalog.check` makes it, and what the phases gave."""
    sources = [MemorySource(files)]
    job = Job(
        sources, embedded=(_core_library(),), engine_classes=library.ENGINE_CLASSES, closed=True
    )
    result = check(job, Workers(1), None, Phase.RENDER)
    results = result.results or run_all(job, None, Phase.RENDER)
    phases = PhaseRun(job, Phase.RENDER, None, results)
    report = DraftReport(job, result, RulesByFile(Settings())).filled()
    return Report(report.diagnostics, result.index, phases), results
