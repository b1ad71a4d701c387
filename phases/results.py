"""The results that phases pass to each other and to the caller."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, TypeVar

import msgspec

from muranopl.diagnostics.catalogue.manifest import FILE_NOT_LISTED
from muranopl.diagnostics.diagnostic import (
    Diagnostic,
    DiagnosticKey,
    Phase,
    as_error,
    at_most_warning,
    key_of,
)
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.usage import UsageError
from muranopl.hierarchy.phase import Hierarchy
from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import Names
from muranopl.read.package import PackageId
from muranopl.read.phase import ReadResult
from muranopl.semantics.bodies.surroundings import FactAnswers

if TYPE_CHECKING:
    from muranopl.render.phase import Rendering


T = TypeVar("T")


_NOT_READ = "a misspelt key is read here as the intended key; the engine does not read it, and finds nothing wrong"


class PhaseResults(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The results of the phases that ran, in order; None for those that did not.

    The results of the packages of the names `depend_on_all_names` may change with any package at hand, others
    with the `answers` of their `Surroundings`. `quirks` are followed. `unproven` are errors that only
    follow from misspelt keys that were corrected, `harmful` such keys without which the engine fails,
    with a note.
    """

    read: ReadResult
    maybe_names: Names | None = None
    maybe_hierarchy: Hierarchy | None = None
    maybe_inheritance: Inheritance | None = None
    maybe_rendering: Rendering | None = None
    depend_on_all_names: frozenset[str] = frozenset()
    answers: FactAnswers = {}
    quirks: frozenset[Quirk] = frozenset()
    unproven: frozenset[DiagnosticKey] = frozenset()
    harmful: dict[DiagnosticKey, str] = {}

    @property
    def names(self) -> Names:
        """The result of phase 2.

        Raise UsageError if it did not run, as the following properties do.
        """
        return self._reached(self.maybe_names, Phase.NAMESPACE)

    @property
    def hierarchy(self) -> Hierarchy:
        """The result of phase 3."""
        return self._reached(self.maybe_hierarchy, Phase.HIERARCHY)

    @property
    def inheritance(self) -> Inheritance:
        """The result of phase 4."""
        return self._reached(self.maybe_inheritance, Phase.INHERIT)

    @property
    def rendering(self) -> Rendering:
        """The result of phase 5."""
        return self._reached(self.maybe_rendering, Phase.RENDER)

    @functools.cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of all phases about all packages, in no order.

        In files that the engine never reads, as no manifest lists them, errors become warnings, and
        so do errors that only follow from keys that it does not read, and what it accepts by a quirk
        that is followed. Misspelt keys without which it fails become errors.
        """
        match = tuple(
            diagnostic
            for result in self._all()
            if result is not None
            for diagnostic in result.diagnostics
        )
        # The engine never reads these files, so nothing in them can break the package.
        dead = {
            unit.file.display
            for package in self.read.packages
            for unit in package.units
            # The only unit of a package that was given up has its manifest as file
            if not unit.listed and unit.file is not package.header.file
        }

        followed = {quirk.name for quirk in self.quirks}

        def judged(item: Diagnostic) -> Diagnostic:
            if item.quirk in followed:
                return at_most_warning(item)
            # A file that is not listed may be an error itself, though nothing in it is
            if item.place.file.display in dead and item.code != FILE_NOT_LISTED.code:
                return at_most_warning(item)
            if self.unproven and key_of(item) in self.unproven:
                return at_most_warning(item, _NOT_READ)
            if self.harmful and key_of(item) in self.harmful:
                return as_error(item, self.harmful[key_of(item)])
            return item

        return tuple(map(judged, match))

    @property
    def depend_on_all(self) -> frozenset[str]:
        """The names of the packages whose checks asked about packages that they do not see."""
        return self.depend_on_all_names.union(package for _, package, _ in self.answers)

    def count_reported(self, phase: Phase) -> int:
        """Return the number of diagnostics that a phase gave, 0 if it did not run."""
        result = self._all()[phase.number - 1]
        return 0 if result is None else len(result.diagnostics)

    def requires(self, package: PackageId) -> tuple[tuple[str, Place], ...]:
        """Return the existing packages that a package requires, with places of the requirements."""
        if self.maybe_names is None:
            return ()
        return tuple(
            (entry.requirement.name, entry.requirement.name_node.place)
            for entry in self.maybe_names.written_requirements(package)
            if entry.chosen
        )

    def require(self, phase: Phase) -> None:
        """Raise UsageError if a phase did not run."""
        self._reached(self._all()[phase.number - 1], phase)

    def _all(self) -> tuple[ReadResult | Names | Hierarchy | Inheritance | Rendering | None, ...]:
        return (
            self.read,
            self.maybe_names,
            self.maybe_hierarchy,
            self.maybe_inheritance,
            self.maybe_rendering,
        )

    def _reached(self, result: T | None, phase: Phase) -> T:
        if result is None:
            last = list(Phase)[sum(item is not None for item in self._all()) - 1]
            raise UsageError(
                f"phase {phase.value} was not run: the check stopped after {last.value}"
            )
        return result
