"""Executions over installed packages: the settings with which sessions are opened."""

from __future__ import annotations

from muranopl import arguments
from muranopl.ard.model_path import ROOT, ModelPath
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.diagnostics.catalogue.objects import BAD_HEADER
from muranopl.diagnostics.quirks import OUT_VALUE
from muranopl.execution.budget import ExecutionLimits
from muranopl.execution.natives import Registry
from muranopl.execution.session import Session
from muranopl.inputs import Given, Inputs
from muranopl.opening import Installed, PackagePaths
from muranopl.reasons import Reason
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.node_data import data_of
from muranopl.render.type_sources import InstalledPackages
from muranopl.resolved import ResolutionError
from muranopl.simulation.cloud.definition import CloudDefinition
from muranopl.simulation.cloud.reader import read_cloud
from muranopl.simulation.offline import offline

_OBJECTS = "Objects"


class Executing(Inputs, frozen=True):
    """The settings for running methods; `cloud` is the cloud file.

    `limits` are those of each execution, None the usual ones.
    """

    cloud: Given | None = None
    limits: ExecutionLimits | None = None

    def definition(self) -> CloudDefinition:
        """Return the content of the cloud file; its problems are reported."""
        cloud = self.cloud
        if cloud is None:
            return CloudDefinition()
        return read_cloud(
            cloud, self.streams.get(cloud) if isinstance(cloud, str) else None, self.findings
        )

    def session(self, definition: CloudDefinition, registry: Registry | None = None) -> Session:
        """Return a new execution with a cloud of its own.

        Problems of class configs are reported.
        """
        quirks = self.quirks | {OUT_VALUE}  # a model may be one that an earlier execution saved
        installed = InstalledPackages(self.results.names, self.results.diagnostics, quirks)
        configs = ClassConfigs(self.configs, self.findings)
        return Session(
            installed, configs=configs, limits=self.limits, offline=offline(definition, registry)
        )

    def read_model(self, given: Given, name: str) -> MappingNode | None:
        """Return an object model as nodes; None after a report.

        `name` is the name of data in place of a path.
        """
        node = self.read(given, name)
        if node is None or isinstance(node, MappingNode):
            return node
        self.findings.report(
            BAD_HEADER, node.place, path=ROOT, problem="an object model is a mapping"
        )
        return None

    def opened(self) -> Session:
        """Return a new execution. Raise ResolutionError if the cloud file is invalid."""
        known = self.findings.errors
        definition = self.definition()
        if self.findings.errors > known:
            raise ResolutionError(
                "the cloud file is wrong", tuple(self.findings.diagnostics), Reason.BAD_INPUT
            )
        return self.session(definition)


def executing(
    paths: PackagePaths,
    installed: Installed,
    class_configs: object,
    cloud: object,
    limits: object = None,
) -> Executing:
    """Return the settings for running methods of the installed packages.

    Raise UsageError for an invalid path.
    """
    findings = paths.findings()
    findings.take(installed.empty)
    configs, answers = arguments.configs(class_configs), arguments.given(cloud, paths.streams)
    given = None if limits is None else _limits(limits)
    return Executing(installed, findings, paths.quirks, configs, paths.streams, answers, given)


def _limits(value: object) -> ExecutionLimits:
    limits = arguments.instance(value, ExecutionLimits, "limits", "ExecutionLimits")
    for name, most in limits._asdict().items():
        if isinstance(most, bool) or not isinstance(most, (int, float)) or not most > 0:
            arguments.refuse(f"{name} of limits", "a number above 0", most)
    return limits


def load_model(session: Session, node: MappingNode) -> None:
    """Load a model: the objects alone, or with their attributes as a saved model has them.

    Raise MuranoError.
    """
    given = data_of(node)
    objects, is_whole = node.get(_OBJECTS), _OBJECTS in given
    session.load(given if is_whole else {_OBJECTS: given}, ModelPath(objects or node))
