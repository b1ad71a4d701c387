"""Records which instructions of a package its tests run."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from muranopl.ard.nodes import Node
from muranopl.diagnostics.places import File
from muranopl.execution.machine import Activation
from muranopl.namespace.result import DeclaredPackage

Span = tuple[str, int, int]
"""The start of an instruction: the path of its file, line, column."""


class CoveredFile(NamedTuple):
    """A class file: the numbers of its instructions and of those that were run, and its lines."""

    file: File
    instructions: int
    run: int
    lines: dict[int, bool]
    """Whether all instructions that begin on a line were run, by line."""

    @property
    def missing(self) -> list[int]:
        """The lines with an instruction that was not run."""
        return [line for line, is_run in sorted(self.lines.items()) if not is_run]

    @property
    def missing_text(self) -> str:
        """These lines as ranges: `3-5, 9`; lines without an instruction do not end a range."""
        ranges: list[str] = []
        for is_run, group in itertools.groupby(sorted(self.lines), key=self.lines.get):
            if not is_run:
                first, *others = group
                ranges.append(f"{first}-{others[-1]}" if others else f"{first}")
        return ", ".join(ranges)


class CoverageRecorder:
    """Records the instructions that activations run; `activation` is their class."""

    def __init__(self) -> None:
        self._nodes: set[Node] = set()
        nodes = self._nodes

        class CoveredActivation(Activation):
            """An activation that records its instructions."""

            __slots__ = ("_at",)

            @property
            def node(self) -> Node:
                return self._at

            @node.setter
            def node(self, node: Node) -> None:
                self._at = node
                nodes.add(node)

        self.activation: type[Activation] = CoveredActivation

    @property
    def spans(self) -> frozenset[Span]:
        """The instructions that were run."""
        return frozenset(span(node) for node in self._nodes)


def span(node: Any) -> Span:
    """Return the start of an instruction."""
    place = node.place
    return place.file.display, place.line, place.column


def covered_files(
    packages: Iterable[DeclaredPackage], left_out: frozenset[str], run: frozenset[Span]
) -> list[CoveredFile]:
    """Return the class files of packages, without the classes `left_out`, with their coverage."""
    files: dict[str, tuple[File, list[Span]]] = {}
    for package in packages:
        for declared in package.classes.values():
            if declared.listed is not None and declared.id.name not in left_out:
                for file, result in _instructions(declared.declaration.methods):
                    files.setdefault(file.display, (file, []))[1].append(result)
    return [_file(file, spans, run) for _, (file, spans) in sorted(files.items())]


def _instructions(methods: Iterable[Any]) -> Iterator[tuple[File, Span]]:
    for method in methods:
        for block in () if method.body is None else method.body.blocks:
            for instruction in block.instructions:
                yield instruction.node.file, span(instruction.node)


def _file(file: File, spans: list[Span], run: frozenset[Span]) -> CoveredFile:
    lines: dict[int, bool] = {}
    for item in spans:
        lines[item[1]] = lines.get(item[1], True) and item in run
    return CoveredFile(file, len(spans), sum(item in run for item in spans), lines)
