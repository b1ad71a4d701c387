"""Creates values that classes contain: defaults, and the values of meta objects.

They are created as in an object model, without the rest of the model: references to ids are
accepted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from msgspec.structs import replace

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node
from muranopl.diagnostics.bounds import CLASS_STEPS, CLASS_VALUE_STEPS
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.quirks import Quirk
from muranopl.inherit.complete import CompleteType
from muranopl.namespace.result import Names, TypeId
from muranopl.namespace.session import NameSession
from muranopl.read.package import PackageId
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.class_lookup import ClassLookup, checked_types
from muranopl.render.context import LoadingContext
from muranopl.render.loader import ModelLoader
from muranopl.render.plans import Prepared
from muranopl.semantics.evaluation.bounds import LIMITS, SharedBudget
from muranopl.semantics.evaluation.errors import UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

REFUSALS = frozenset(
    rule.code
    for rule in (
        rules.VALUE_REFUSED,
        rules.CHECK_FAILS,
        object_rules.UNKNOWN_MODEL_TYPE,
        object_rules.BAD_HEADER,
        object_rules.BAD_KEY,
        rules.CIRCULAR_VALUES,
        rules.DEFAULT_FAILS,
        object_rules.TOO_DEEP,
    )
)
"""Codes of diagnostics that prevent all objects that use the value."""


_LIMITS = replace(LIMITS, total_steps=CLASS_STEPS.most)


class ClassValues:
    """Creates values that classes contain, for the classes of a checked catalog."""

    def __init__(self, names: Names, types: Mapping[TypeId, CompleteType]) -> None:
        self._classes = ClassLookup(
            names, NameSession(names), checked_types(names, types), names.quirks
        )
        self._prepared = Prepared(names.quirks)
        self._budgets = defaultdict[PackageId, SharedBudget](lambda: SharedBudget(_LIMITS))

    @property
    def quirks(self) -> frozenset[Quirk]:
        """The quirks that are followed."""
        return self._classes.quirks

    def type(self, id_: TypeId) -> MuranoType | None:
        """Return a class, None if it is not known completely."""
        try:
            return self._classes.load(id_)
        except UnknownTypeError:
            return None

    def context(self, package: PackageId) -> LoadingContext:
        """Return a context to create one value of a package.

        All values of a package share a budget.
        """
        budget = self._budgets[package]
        budget.begin(CLASS_VALUE_STEPS.most)
        return value_context(self._classes, self._prepared, budget)

    def steps_left(self, package: PackageId) -> int:
        """Return the steps that are left for all values of a package."""
        return self._budgets[package].left


def value_context(
    classes: ClassLookup,
    prepared: Prepared | None = None,
    budget: SharedBudget | None = None,
) -> LoadingContext:
    """Return a context for one value, without class configs, accepting every id."""
    context = ModelLoader(
        classes,
        classes.quirks,
        ClassConfigs(None, Findings()),
        b"",
        budget=budget,
        prepared=prepared,
    )
    context.calls_static = context.initializing = True
    return context


def meta_object(
    context: LoadingContext,
    type_: MuranoType,
    values: Node | None,
    scope: MuranoType,
    path: ModelPath,
) -> MuranoObject:
    """Return the meta object of a class whose `values` are written in the class `scope`, or None.

    Raise EvaluationError, NotEvaluatedError, PoisonedError, SpentError, and SilentError after a
    report.
    """
    context.begin(path)
    data = {} if values is None else context.value_of(values, scope, scope)
    return context.load(data, None, path, type_)


def reports_in(context: LoadingContext, node: Node) -> list[Diagnostic]:
    """Return the diagnostics inside a value.

    Defects of defaults of other classes are reported there. Return [] if the budget is spent, as
    the value is incomplete then.
    """
    # Reports of an incomplete value may be wrong.
    if context.budget.spent is not None:
        return []
    return [item for item in context.reporter.values() if _is_inside(item.place, node.place)]


def problem_of(diagnostic: Diagnostic, path: str) -> str:
    """Return the message of a diagnostic, with its path relative to the value at `path`."""
    return diagnostic.message.removeprefix(path).removeprefix(": ")


def _is_inside(place: Place, outer: Place) -> bool:
    first, last = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return (
        place.file is outer.file
        and first <= (place.line, place.column)
        and (place.end_line, place.end_column) <= last
    )
