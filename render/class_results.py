"""The results of single classes in phase 5, which may be kept from an earlier run."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.repeated import Repeated
from muranopl.inherit.complete import CompleteType
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.bodies.surroundings import Answers


class Taken(msgspec.Struct, frozen=True):
    """The use that the check of a class makes of the budgets of its package.

    These are steps of evaluation, searches for similar names, and the names that these compare.
    """

    steps: int
    searches: int
    names: int


class ClassResult(msgspec.Struct, frozen=True):
    """The diagnostics of a class.

    `missing` are the members that its code uses and classes lack, which are reported once for all
    classes of a package. `answers` are those to questions about packages that its package does not
    see.
    """

    diagnostics: list[Diagnostic]
    missing: Repeated
    answers: Answers
    taken: Taken


CheckClass = Callable[[CompleteType], ClassResult]
"""Returns the result of a class."""

Keeping = Callable[[ClassIndex, CheckClass], CheckClass]
"""Returns a function that may return kept results of classes, in place of checking them."""
