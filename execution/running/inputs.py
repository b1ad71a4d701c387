"""What object models are rendered and methods are run with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from muranopl.ard.json import data
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import Node
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.diagnostics.quirks import Quirk
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.opening import Installed
from muranopl.read.object_model import read_model
from muranopl.render.class_configs import ConfigFolder
from muranopl.render.loaded_types import InstalledPackages

Given = str | Mapping[str, Any]
"""The path of a file, or plain data."""
MODEL = "<model>"
"""The name of a model that is not in a file, in diagnostics."""
OBJECTS = "Objects"
"""The key of the objects in a saved model, which has attributes and a copy beside them."""


def saved_objects(node: Node) -> Node | None:
    """Return the objects of a saved model; None for a model that is the objects alone."""
    return node.get(OBJECTS) if isinstance(node, MappingNode) else None


class Inputs(msgspec.Struct, frozen=True):
    """The installed packages, and what the user passes besides.

    `findings` takes the diagnostics, `configs` is the folder of class configs, and `streams` maps
    paths that are not files to their bytes.
    """

    installed: Installed
    findings: Findings
    quirks: frozenset[Quirk] = frozenset()
    configs: ConfigFolder | None = None
    streams: Mapping[str, bytes] = {}

    @property
    def results(self) -> PhaseResults:
        """The results of the phases for the installed packages."""
        return self.installed.results

    def packages(self) -> InstalledPackages:
        """Return the packages as models and sessions load them, with the quirks followed."""
        results = self.installed.results
        return InstalledPackages(results.names, results.diagnostics, self.quirks)

    def read(self, given: Given, name: str, what: str = "object model") -> Node | None:
        """Return what is passed as nodes, None after a report.

        `name` is its name in diagnostics if it is not a file, `what` its kind.
        """
        if isinstance(given, str):
            return read_model(given, self.streams.get(given), self.findings, what)
        return data.load(given, File(name, ""), self.findings)
