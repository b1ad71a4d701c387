"""Executions over installed packages."""

from __future__ import annotations

from typing import Any

from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import Quirk
from muranopl.execution.session import Session
from muranopl.phases.results import PhaseResults
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.type_sources import InstalledPackages


def session(results: PhaseResults, quirks: frozenset[Quirk], *, configs: str | None, cloud: Any) -> Session:
    """Return an execution; see `muranopl.Catalog.session`."""
    installed = InstalledPackages(results.names, results.diagnostics, quirks)
    return Session(installed, configs=ClassConfigs(configs, Findings()), cloud=cloud)
