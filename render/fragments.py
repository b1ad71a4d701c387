"""Parts of object models that are written in classes: defaults, and values of meta objects.

They are rendered as if a model had them, without the rest of the model: references to ids pass.
"""

from __future__ import annotations

from collections.abc import Mapping

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import values as rules
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.quirks import EVERYTHING, chosen
from muranopl.inherit.complete import CompleteType
from muranopl.namespace.result import Names, TypeId
from muranopl.namespace.session import Session
from muranopl.render.configs import Configs
from muranopl.render.data import data_of
from muranopl.render.load import Load
from muranopl.render.sources import CheckedSource
from muranopl.render.types import Types
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
"""What keeps every object from being made that the fragment is used for."""


class Fragments:
    """Renders fragments against the classes that the check of a catalog made, by the engine's ways."""

    def __init__(self, names: Names, types: Mapping[TypeId, CompleteType]) -> None:
        self._types = Types(names, Session(names), CheckedSource(names, types))

    def type(self, id_: TypeId) -> MuranoType | None:
        """A class, None where not all of it is known."""
        try:
            return self._types.load(id_)
        except UnknownTypeError:
            return None

    def load(self) -> Load:
        """A load for one fragment."""
        return fragment_load(self._types)


def fragment_load(types: Types) -> Load:
    """A load for one fragment: by the engine's ways, without class configs, all ids being those of some model."""
    load = Load(types, chosen([EVERYTHING]), Configs(None, Findings()))
    load.initializing = True
    return load


def meta_object(load: Load, type_: MuranoType, values: Node | None, scope: MuranoType, path: ModelPath) -> MuranoObject:
    """The meta object that a class, `scope`, describes by `values`, none of them if None.

    Raises EvaluationError, NotEvaluatedError, PoisonedError, and SilentError after a report.
    """
    load.begin(path)
    given = {} if values is None else data_of(values, lambda yaql: load.evaluator.value(yaql, scope, scope))
    return load.nested(given, None, path, type_)


def reports_in(load: Load, node: Node) -> list[Diagnostic]:
    """What was reported inside of a fragment; what is wrong with defaults of other classes is reported with these."""
    return [each for each in load.reports.values() if _is_inside(each.place, node.place)]


def problem_of(diagnostic: Diagnostic, path: str) -> str:
    """What a diagnostic says, with its path from the fragment at `path` on."""
    return diagnostic.message.removeprefix(path).removeprefix(": ")


def _is_inside(place: Place, outer: Place) -> bool:
    first, last = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return (
        place.file is outer.file and first <= (place.line, place.column) and (place.end_line, place.end_column) <= last
    )
