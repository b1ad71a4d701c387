"""Executions over installed packages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import Quirk
from muranopl.execution.session import Session
from muranopl.phases.results import PhaseResults
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.type_sources import InstalledPackages
from muranopl.resolved import ResolutionError
from muranopl.simulation.cloud.definition import CloudDefinition
from muranopl.simulation.cloud.reader import read_cloud
from muranopl.simulation.registry import InstalledRegistry
from muranopl.simulation.simulated_cloud import SimulatedCloud


def session(
    results: PhaseResults,
    quirks: frozenset[Quirk],
    cloud: str | Mapping[str, Any] | None,
    *,
    configs: str | None,
    streams: Mapping[str, bytes],
) -> Session:
    """Return an execution with a simulated cloud; see `muranopl.Catalog.session`."""
    findings = Findings()
    stream = streams.get(cloud) if isinstance(cloud, str) else None
    definition = CloudDefinition() if cloud is None else read_cloud(cloud, stream, findings)
    if findings.errors:
        raise ResolutionError("the cloud file is wrong", tuple(findings.diagnostics))
    installed = InstalledPackages(results.names, results.diagnostics, quirks)
    made = Session(installed, configs=ClassConfigs(configs, Findings()), registry=InstalledRegistry())
    made.cloud = SimulatedCloud(definition, lambda: made.clock.now, made.events)
    return made
