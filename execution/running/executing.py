"""Prepares executions over installed packages: their inputs, and the settings of sessions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from muranopl.ard.input_document import read_model
from muranopl.ard.json import data
from muranopl.ard.model_path import ROOT, ModelPath
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import Node, mapping_at
from muranopl.diagnostics import arguments
from muranopl.diagnostics.catalogue.objects import BAD_HEADER
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.reasons import Reason, ResolutionError
from muranopl.execution.budget import ExecutionLimits
from muranopl.execution.native_registry import Registry
from muranopl.execution.session import Session
from muranopl.execution.simulation.cloud.definition import CloudDefinition, read_cloud
from muranopl.execution.simulation.registry import offline
from muranopl.phases.report import in_order
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.opening import Installed
from muranopl.render.api_models import from_api
from muranopl.render.class_configs import ClassConfigs, ConfigFolder
from muranopl.render.loaded_types import InstalledPackages
from muranopl.render.node_data import data_of
from muranopl.render.whole_model import with_default_networks

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

    def read_objects(self, given: Given) -> Node | None:
        """Return an object model as nodes, also one that the API returned; None after a report."""
        node = self.read(given, MODEL)
        return from_api(node, self.findings) if isinstance(node, MappingNode) else node


class Executing(Inputs, frozen=True):
    """The settings for running methods; `cloud` is the cloud file.

    `limits` are those of each execution, None the usual ones; `schedule` is the seed for the order
    of branches.
    """

    cloud: Given | None = None
    limits: ExecutionLimits | None = None
    schedule: int | None = None

    def definition(self) -> CloudDefinition | None:
        """Return the content of the cloud file, if there is one; its problems are reported."""
        if self.cloud is None:
            return None
        stream = self.streams.get(self.cloud) if isinstance(self.cloud, str) else None
        return read_cloud(self.cloud, stream, self.findings)

    def session(
        self, definition: CloudDefinition | None, registry: Registry | None = None
    ) -> Session:
        """Return a new execution with a cloud of its own.

        Problems of class configs are reported.
        """
        return Session(
            self.packages(),
            offline(definition, registry),
            configs=ClassConfigs(self.configs, self.findings),
            limits=self.limits,
            schedule=self.schedule,
        )

    def read_model(self, given: Given) -> MappingNode | None:
        """Return an object model as nodes; None after a report."""
        node = self.read_objects(given)
        if node is None or isinstance(node, MappingNode):
            return node
        problem = "an object model must be a mapping"
        self.findings.report(BAD_HEADER, node.place, path=ROOT, problem=problem)
        return None

    def opened(self) -> Session:
        """Return a new execution. Raise ResolutionError if the cloud file is invalid."""
        # Problems of paths may have been reported before
        errors = self.findings.errors
        definition = self.definition()
        if self.findings.errors > errors:
            raise ResolutionError(
                "the cloud file is invalid", in_order(self.findings.diagnostics), Reason.BAD_INPUT
            )
        return self.session(definition)


def checked(value: object) -> ExecutionLimits | None:
    """Return the limits of executions, None for the usual ones. Raise UsageError."""
    if value is None:
        return None
    result = arguments.instance(value, ExecutionLimits, "limits", "ExecutionLimits")
    for name, most in result._asdict().items():
        if isinstance(most, bool) or not isinstance(most, (int, float)) or not most > 0:
            arguments.refuse(f"{name} of limits", "a number above 0", most)
    return result


def as_created(node: MappingNode) -> MappingNode:
    """Return a model with what the reference API adds to an environment when it creates one."""
    objects = saved_objects(node)
    if objects is None:
        return with_default_networks(node)
    if not isinstance(objects, MappingNode):
        return node
    pairs = [
        (key, with_default_networks(objects) if value is objects else value)
        for key, value in node.pairs
    ]
    return mapping_at(node, pairs)


def load_model(session: Session, node: MappingNode) -> None:
    """Load a model: the objects alone, or with their attributes as a saved model has them.

    What rendering it would warn of is among the warnings of the session. Raise MuranoError.
    """
    data = data_of(node)
    objects = saved_objects(node)
    if objects is None:
        session.load({OBJECTS: data}, ModelPath(node))
    else:
        session.load(data, ModelPath(objects))
