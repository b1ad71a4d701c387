"""Hints for forms from meta objects, and the sections of a form (`formSections`).

Language/forms.txt, UI hints; reference: json-schema, UI hints and Sections.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from muranopl.ard.model_path import ModelPath
from muranopl.inherit.class_loader import LoadedClass
from muranopl.inherit.effective_meta import (
    MetaConflictError,
    MetaObject,
    MetaSelector,
    effective_meta,
)
from muranopl.language.contracts.apply import POISON, SilentError
from muranopl.language.contracts.functions.declaration import SchemaProblemError
from muranopl.language.grammar.known_names import METADATA, POSITION, SECTION, TEXTS
from muranopl.language.grammar.members import MetaUse
from muranopl.namespace.result import TypeId
from muranopl.render.class_values import meta_object, value_context
from muranopl.semantics.evaluation.errors import NO_VALUE_ERRORS, UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoObject
from muranopl.views.schema.setting import Json, SchemaSetting

_KEYWORDS = {
    **{name: (keyword, "text") for name, keyword in TEXTS.items()},
    f"{METADATA}.forms.Hidden": ("visible", "visible"),
    POSITION: ("formSection", "section"),
}
"""The keyword of the schema for each meta class, and the property of the meta object with its
value.
"""


class Hint(NamedTuple):
    """A meta object, and the class that wrote it."""

    object: MuranoObject
    owner: TypeId

    @property
    def name(self) -> str:
        """The full name of its class."""
        return self.object.type.name

    def get(self, name: str) -> Any:
        """Return the value of one of its properties."""
        return self.object.properties.get(name)


class Hints:
    """Makes the meta objects of one class, and the parts of schemas that come from them."""

    def __init__(self, setting: SchemaSetting, loaded: LoadedClass) -> None:
        self._setting = setting
        self._loaded = loaded
        self._node = loaded.hierarchy.nodes[loaded.type.id]
        self._distances: dict[str, int] = {}
        # Breadth first, so that each ancestor gets its shortest distance.
        level, distance = [self._node], 0
        while level:
            for item in level:
                self._distances.setdefault(item.id.name, distance)
            level, distance = ([parent for item in level for parent in item.parents], distance + 1)

    def inherited(self, select: MetaSelector) -> list[Hint]:
        """Return the meta objects in effect at one place, inherited ones included.

        Raise SchemaProblemError.
        """
        loaded = self._loaded
        try:
            result = effective_meta(self._node, select, loaded.names, loaded.inheritance.types)
        except MetaConflictError as error:
            raise SchemaProblemError(f"several parents pass on a {error.args[0].name}") from None
        return [self._hint(item) for item in result]

    def own(self, uses: Iterable[MetaUse], owner: TypeId) -> list[Hint]:
        """Return the meta objects of an argument, which are not inherited.

        Raise SchemaProblemError.
        """
        result = []
        for use in uses:
            meaning = self._loaded.names.resolved.get(use.type)
            if meaning is not None:
                result.append(self._hint(MetaObject(meaning, use, owner)))
        return result

    def _hint(self, attached: MetaObject) -> Hint:
        types = self._setting.types
        try:
            type_, scope = types.load(attached.type), types.load(attached.owner)
        except UnknownTypeError as error:
            raise SchemaProblemError(str(error)) from None
        context = value_context(types, budget=self._setting.context.budget)
        if attached.values is None:
            node = type_.declared.declaration.node
        else:
            node = attached.values
        result = None
        with context.reporter.apart() as reports:
            try:
                result = meta_object(context, type_, attached.values, scope, ModelPath(node))
            except SilentError:
                pass
            except NO_VALUE_ERRORS as error:
                raise SchemaProblemError(f"a {type_.name} cannot be created: {error}") from None
        if result is None or reports.failed or POISON in result.properties.values():
            reasons = [report.message for report in reports.values()]
            raise SchemaProblemError(
                f"a {type_.name} cannot be created: {reasons[0] if reasons else 'invalid values'}"
            )
        return Hint(result, attached.owner)

    def keys(self, found: Iterable[Hint]) -> Json:
        """Return the keys of a schema that come from the meta objects at one place."""
        by_name = {item.name: item for item in found}
        schema: Json = {}
        for name, (keyword, property_) in _KEYWORDS.items():
            if name in by_name:
                schema[keyword] = by_name[name].get(property_)
        position = by_name.get(POSITION)
        if position is not None and position.get("index") is not None:
            schema["formIndex"] = self._rank(position)
        return schema

    def _rank(self, hint: Hint) -> int:
        """Return the sort key of a field or section with an index.

        Among equal indexes the remotest ancestor comes first.
        """
        index: int = hint.get("index")
        return (index + 1) * len(self._distances) - self._distances[hint.owner.name]

    def sections(self, found: Iterable[Hint]) -> Json:
        """Return the sections by name, those with an index first.

        The nearest of equal names counts.
        """

        def precedence(hint: Hint) -> tuple[int, bool, int]:
            index = hint.get("index")
            return self._distances[hint.owner.name], index is None, index or 0

        chosen: dict[str, Hint] = {}
        for hint in found:
            if hint.name == SECTION and precedence(hint) < precedence(
                chosen.setdefault(hint.get("name"), hint)
            ):
                chosen[hint.get("name")] = hint
        ordered = sorted(
            (item for item in chosen.values() if item.get("index") is not None), key=self._rank
        )
        unordered = [item for item in chosen.values() if item.get("index") is None]
        result: Json = {}
        for hint in (*ordered, *unordered):
            title = hint.get("title")
            if title is None and not self._setting.follow_engine:
                title = hint.get("name")
            result[hint.get("name")] = {"title": title}
        for position, hint in enumerate(ordered):
            result[hint.get("name")]["index"] = position
        return result
