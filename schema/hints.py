"""What meta objects say of the form (language/forms.txt, UI hints; reference: json-schema, UI hints)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from muranopl.ard.model_path import ModelPath
from muranopl.inherit.class_loader import LoadedClass
from muranopl.inherit.effective_meta import MetaConflictError, MetaObject, MetaSelector, effective_meta
from muranopl.language.contracts.apply import SilentError
from muranopl.language.contracts.functions.declaration import SchemaProblemError
from muranopl.language.grammar.meta import MetaUse
from muranopl.namespace.result import TypeId
from muranopl.render.class_values import meta_object, value_context
from muranopl.schema.setting import Json, SchemaSetting
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError, PoisonedError, UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

METADATA = "io.murano.metadata"
BUILDER = f"{METADATA}.ModelBuilder"
SECTION = f"{METADATA}.forms.Section"
POSITION = f"{METADATA}.forms.Position"
_TEXTS = {"Title": "title", "Description": "description", "HelpText": "helpText"}


class Hint(NamedTuple):
    """A meta object that was made, and the class that wrote it."""

    object: MuranoObject
    owner: TypeId

    @property
    def name(self) -> str:
        """The full name of its class."""
        return self.object.type.name

    def get(self, name: str) -> Any:
        """The value of one of its properties."""
        return self.object.properties.get(name)


class Hints:
    """Makes the meta objects of one class; `distances` has its ancestors by name, with the edges to each."""

    def __init__(self, setting: SchemaSetting, loaded: LoadedClass) -> None:
        self._setting = setting
        self._loaded = loaded
        node = loaded.hierarchy.nodes[loaded.type.id]
        self.distances: dict[str, int] = {}
        level, distance = [node], 0
        while level:
            for each in level:
                self.distances.setdefault(each.id.name, distance)
            level, distance = [parent for each in level for parent in each.parents], distance + 1

    def inherited(self, select: MetaSelector) -> list[Hint]:
        """The meta objects in effect at one place, those that ancestors hand down included."""
        loaded = self._loaded
        node = loaded.hierarchy.nodes[loaded.type.id]
        try:
            found = effective_meta(node, select, loaded.names, loaded.inheritance.types)
        except MetaConflictError as error:
            raise SchemaProblemError(f"several parents hand down a {error.args[0].name}") from None
        return [self._hint(each) for each in found]

    def own(self, uses: Iterable[MetaUse], owner: TypeId) -> list[Hint]:
        """The meta objects of an argument, which are not inherited."""
        found = []
        for use in uses:
            meaning = self._loaded.names.resolved.get(use.type)
            if meaning is not None:
                found.append(self._hint(MetaObject(meaning, use.values, owner)))
        return found

    def _hint(self, attached: MetaObject) -> Hint:
        setting = self._setting
        try:
            type_ = setting.types.load(attached.type)
            scope = setting.types.load(attached.owner)
            return Hint(self._object(attached, type_, scope), attached.owner)
        except UnknownTypeError as error:
            raise SchemaProblemError(str(error)) from None

    def _object(self, attached: MetaObject, type_: MuranoType, scope: MuranoType) -> MuranoObject:
        context = value_context(self._setting.types)
        node = type_.declared.declaration.node if attached.values is None else attached.values
        made = None
        with context.reporter.apart() as reports:
            try:
                made = meta_object(context, type_, attached.values, scope, ModelPath(node))
            except SilentError:
                pass
            except (EvaluationError, NotEvaluatedError, PoisonedError) as error:
                raise SchemaProblemError(f"a {type_.name} cannot be made: {error}") from None
        if made is None or reports.failed:
            reasons = [each.message for each in reports.values()]
            raise SchemaProblemError(f"a {type_.name} cannot be made: {reasons[0] if reasons else 'its values'}")
        return made


def hints(found: Iterable[Hint], distances: dict[str, int]) -> Json:
    """The keys that the meta objects at one place give a schema."""
    by_name = {each.name: each for each in found}
    schema: Json = {}
    for short, key in _TEXTS.items():
        hint = by_name.get(f"{METADATA}.{short}")
        if hint is not None:
            schema[key] = hint.get("text")
    hidden = by_name.get(f"{METADATA}.forms.Hidden")
    if hidden is not None:
        schema["visible"] = hidden.get("visible")
    position = by_name.get(POSITION)
    if position is not None:
        schema["formSection"] = position.get("section")
        index = position.get("index")
        if index is not None:
            schema["formIndex"] = rank(index, position, distances)
    return schema


def rank(index: int, hint: Hint, distances: dict[str, int]) -> int:
    """Return the sort key of a field or section: of equal indexes the one of the remotest ancestor first."""
    return (index + 1) * len(distances) - distances[hint.owner.name]
