"""The graph of packages: which package requires which, in what versions, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from muranopl.phases.results import PhaseResults
from muranopl.views.graph.declared import Data
from muranopl.views.graph.drawing import digraph, dot_label, mermaid_label


class RequiringPackage(NamedTuple):
    """A package that was read; `checked` is false if it was only required."""

    name: str
    version: str
    checked: bool


class PackageRequirement(NamedTuple):
    """A requirement of a package, which is "full.Name/version".

    `target` is the package that was chosen for the specification, None if there is none.
    """

    source: str
    name: str
    spec: str
    target: str | None


class PackageGraph(msgspec.Struct, frozen=True):
    """Packages and their requirements, both sorted.

    What all packages require implicitly, the core library, is left out, unless a manifest names it.
    """

    packages: tuple[RequiringPackage, ...]
    requirements: tuple[PackageRequirement, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """The names of the packages that are required and not at hand in a version that fits."""
        names = {item.name for item in self.requirements if item.target is None}
        return tuple(sorted(names))

    def to_data(self) -> Data:
        """Return the graph as plain data."""
        return {
            "packages": [package._asdict() for package in self.packages],
            "requirements": [item._asdict() for item in self.requirements],
            "missing": list(self.missing),
        }

    def dot(self) -> str:
        """Return the graph for Graphviz; what is missing is dashed."""
        lines = []
        for package in self.packages:
            name = dot_label(_id(package))
            label = dot_label(package.name, package.version)
            lines.append(f"  {name} [label={label}];")
        lines += [f"  {dot_label(name)} [style=dashed];" for name in self.missing]
        for source, target, spec in self._edges():
            ends = f"{dot_label(source)} -> {dot_label(target)}"
            lines.append(f"  {ends} [label={dot_label(spec)}];")
        return digraph("packages", "LR", lines)

    def mermaid(self) -> str:
        """Return the graph as a Mermaid flowchart; what is missing is dashed."""
        ids = [*map(_id, self.packages), *self.missing]
        alias = {id_: f"p{number}" for number, id_ in enumerate(ids)}
        lines = ["flowchart LR", "  classDef missing stroke-dasharray: 5 5"]
        lines += [f"  {alias[id_]}[{mermaid_label(id_)}]" for id_ in ids]
        lines += [f"  class {alias[name]} missing" for name in self.missing]
        lines += [
            f"  {alias[source]} -->|{mermaid_label(spec)}| {alias[target]}"
            for source, target, spec in self._edges()
        ]
        return "\n".join([*lines, ""])

    def _edges(self) -> Iterator[tuple[str, str, str]]:
        for item in self.requirements:
            yield item.source, item.target or item.name, item.spec


def package_graph(results: PhaseResults) -> PackageGraph:
    """Return the graph of the packages that are checked, and of those that they require."""
    checked = {package.id for package in results.read.targets}
    requirements: list[PackageRequirement] = []
    shown = sorted(checked)
    for id_ in shown:  # grows during the loop
        for item in results.names.written_requirements(id_):
            requirement, chosen = item.requirement, item.chosen
            if chosen is not None and chosen not in shown:
                shown.append(chosen)
            target = None if chosen is None else str(chosen)
            requirements.append(
                PackageRequirement(str(id_), requirement.name, requirement.spec, target)
            )
    packages = [RequiringPackage(id_.name, id_.version, id_ in checked) for id_ in shown]
    # Without the targets, some of which may be None
    in_order = sorted(requirements, key=lambda item: item[:3])
    return PackageGraph(tuple(sorted(packages)), tuple(in_order))


def _id(package: RequiringPackage) -> str:
    return f"{package.name}/{package.version}"
