"""Executions over installed packages: the settings with which sessions are opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muranopl.ard.model_path import ROOT, ModelPath
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import mapping_at
from muranopl.diagnostics import arguments
from muranopl.diagnostics.catalogue.objects import BAD_HEADER
from muranopl.diagnostics.reasons import Reason, ResolutionError
from muranopl.execution.budget import ExecutionLimits
from muranopl.execution.natives import Registry
from muranopl.execution.running.inputs import MODEL, OBJECTS, Given, Inputs, saved_objects
from muranopl.execution.session import Session
from muranopl.execution.simulation.offline import offline
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.default_networks import with_default_networks
from muranopl.render.node_data import data_of

if TYPE_CHECKING:
    from muranopl.execution.simulation.cloud.definition import CloudDefinition


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
        from muranopl.execution.simulation.cloud.reader import (
            read_cloud,  # few have one
        )

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
            configs=ClassConfigs(self.configs, self.findings),
            limits=self.limits,
            offline=offline(definition, registry),
            schedule=self.schedule,
        )

    def read_model(self, given: Given) -> MappingNode | None:
        """Return an object model as nodes; None after a report."""
        node = self.read(given, MODEL)
        if node is None or isinstance(node, MappingNode):
            return node
        problem = "an object model is a mapping"
        self.findings.report(BAD_HEADER, node.place, path=ROOT, problem=problem)
        return None

    def opened(self) -> Session:
        """Return a new execution. Raise ResolutionError if the cloud file is invalid."""
        # Problems of paths may have been reported before
        errors = self.findings.errors
        definition = self.definition()
        if self.findings.errors > errors:
            raise ResolutionError(
                "the cloud file is wrong", self.findings.in_order(), Reason.BAD_INPUT
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
