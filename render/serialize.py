"""Serializes objects as an object model.

An object is written at one place, and as its id elsewhere. Measured: conformance/models.json,
owned-*, ref-*, id-duplicate-*, template-*, serialize-*.
"""

from __future__ import annotations

import enum
import functools
import math
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.plain_data import rebuilt
from muranopl.diagnostics import quirks
from muranopl.diagnostics.bounds import INTEGER_BITS
from muranopl.diagnostics.catalogue.objects import UNWRITABLE
from muranopl.language.contracts.apply import EXCLUDED, Poison
from muranopl.language.grammar.property import HIDDEN
from muranopl.render.context import LoadingContext
from muranopl.render.excluded_properties import remove_excluded
from muranopl.render.model_reporter import shown
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, TemplateObject

HeaderEntries = Callable[[MuranoObject], Mapping[str, Any]]


class HeaderForm(enum.Enum):
    """The forms in which `dump` writes the header of objects, by its names."""

    SERIALIZABLE = "Serializable"
    MIXED = "Mixed"
    INLINE = "Inline"


class _Link:
    """A reference to an object that is not serialized at this place, or not yet."""

    __slots__ = ("object",)

    def __init__(self, object_: MuranoObject) -> None:
        self.object = object_


def serialize(root: MuranoObject, context: LoadingContext) -> dict[str, Any]:
    """Return the object model of an object and all objects it owns, as JSON-compatible data."""
    return _ModelWriter(context).write(root)


def saved(
    root: MuranoObject, context: LoadingContext, entries: HeaderEntries | None = None
) -> dict[str, Any]:
    """Return the object model after an execution: each object is written at its first occurrence.

    `entries` returns additional entries of the header of an object.
    """
    # The saved model ignores the meta object Serialize (reference: running)
    writer = _ModelWriter(context, only_unowned=False, keeps_references=False, entries=entries)
    return writer.write(root)


def dumped(
    object_: MuranoObject, type_: MuranoType, form: HeaderForm, context: LoadingContext
) -> dict[Any, Any]:
    """Return the result of `dump` for an object.

    The object itself is written with the members of `type_` only.
    """
    writer = _DumpWriter(context, form, object_, type_)
    return writer.write(object_)


def plain_value(value: Any, context: LoadingContext) -> Any:
    """Return a value of a property as plain data, with its objects serialized."""
    writer = _ModelWriter(context)
    return writer.finished(writer.value(value, None))


def written_templates(value: Any, context: LoadingContext) -> tuple[Any, list[str]]:
    """Return the value with its template objects serialized, and missing excluded properties.

    The engine fails on the latter. In the first pass, templates are empty mappings.
    """
    missing: list[str] = []

    def written(value: Any) -> Any:
        if not isinstance(value, MuranoObject) or value.excluded is None:
            return value
        # The properties of the objects have no values yet
        if context.initializing:
            return {}
        # Classes stay references until the model is written. An object whose owner is elsewhere is
        # written as its id (measured)
        writer = _ModelWriter(context, only_unowned=True, shown_type=lambda type_: type_)
        data = writer.write(value.original if isinstance(value, TemplateObject) else value)
        missing.extend(remove_excluded(data, value.excluded))
        return data

    return rebuilt(value, written), missing


def serialized_properties(object_: MuranoObject, context: LoadingContext) -> Collection[str]:
    """Return the names of the properties of an object that are serialized, in order.

    The engine uses the declaration of each class separately.
    """
    names: dict[str, None] = {}
    engine = quirks.HIDDEN_RUNTIME in context.quirks
    for level in context.plan(object_.type).levels:
        for property_ in level.properties:
            usage = property_.usage if engine else property_.declaration.usage
            if usage not in HIDDEN and property_.name in object_.properties:
                names[property_.name] = None
    return names


class _ModelWriter:
    """Writes one model: first owned objects, then others at their first occurrence, then ids.

    With `only_unowned`, objects whose owner is elsewhere are always ids. `shown_type` returns the
    class in a header, and `entries` additional entries of it. `keeps_references` is set if the meta
    object Serialize decides which objects are ids.
    """

    def __init__(
        self,
        context: LoadingContext,
        *,
        only_unowned: bool | None = None,
        shown_type: Callable[[MuranoType], Any] = str,
        keeps_references: bool = True,
        entries: HeaderEntries | None = None,
    ) -> None:
        self._context = context
        if only_unowned is None:
            only_unowned = quirks.UNNAMED_OWNER in context.quirks
        self._only_unowned = only_unowned
        self._shown_type = shown_type
        self._keeps_references = keeps_references
        self._entries = entries
        self._written: set[int] = set()
        self._has_links = False

    def write(self, root: MuranoObject) -> dict[str, Any]:
        tree: dict[str, Any] = self.finished(self._object(root))
        return tree

    def finished(self, value: Any) -> Any:
        """Return the value with objects without their owner at their first occurrence, then ids."""
        while True:
            before = len(self._written)
            value = self._placed(value)
            # Placed objects may contain links to further ones, until nothing changes.
            if len(self._written) == before:
                return self._closed(value)

    def _object(self, object_: MuranoObject) -> dict[str, Any]:
        self._written.add(id(object_))
        header: dict[str, Any] = {"type": self._shown_type(object_.type)}
        # The engine always writes the name and the metadata, null if they are absent
        entries = {
            "id": object_.id,
            "name": object_.name,
            "metadata": object_.metadata,
            **object_.attributes,
        }
        for key, entry in entries.items():
            self._add(header, object_, ("?", key), entry)
        values: dict[str, Any] = {"?": header}
        self._add_properties(values, object_)
        if self._entries is not None:
            header.update(self._entries(object_))
        return values

    def _add_properties(self, values: dict[str, Any], object_: MuranoObject) -> None:
        references = self._context.plan(object_.type).references if self._keeps_references else ()
        for name in self._names(object_):
            value = object_.properties[name]
            if isinstance(value, MuranoObject) and name in references:
                value = value.id
            self._add(values, object_, (name,), value)

    def _add(
        self, written: dict[str, Any], object_: MuranoObject, path: tuple[str, ...], value: Any
    ) -> None:
        try:
            written[path[-1]] = self.value(value, object_)
        except UnwritableError as error:
            self._report(object_, path, str(error))

    def _report(self, object_: MuranoObject, path: tuple[str, ...], value: str) -> None:
        """Report a property, or an entry of the header, that cannot be serialized."""
        where = self._paths.get(id(object_), self._context.root_path)
        for name in path:
            where = where.member(name)
        self._context.reporter.report_value(UNWRITABLE, where, value=value)

    @functools.cached_property
    def _paths(self) -> dict[int, ModelPath]:
        """The path at which each object is loaded first, computed if one cannot be serialized."""
        return {id(object_): path for object_, _, path in reversed(self._context.loaded)}

    def _names(self, object_: MuranoObject) -> Iterable[str]:
        return serialized_properties(object_, self._context)

    def value(self, value: Any, parent: MuranoObject | None) -> Any:
        def written(value: Any) -> Any:
            if isinstance(value, MuranoObject):
                # Written at its owner; other occurrences are links.
                if value.owner is parent and id(value) not in self._written:
                    return self._object(value)
                self._has_links = True
                return _Link(value)
            return None if isinstance(value, Poison) else _scalar(value)

        return rebuilt(value, written, _key)

    def _placed(self, value: Any) -> Any:
        """Return the value with the first occurrence of objects without their owner written out."""
        if not self._has_links:
            return value

        def placed(link: _Link) -> Any:
            is_kept = id(link.object) in self._written or (
                self._only_unowned and link.object.owner is not None
            )
            return link if is_kept else self._object(link.object)

        return _replaced(value, placed)

    def _closed(self, value: Any) -> Any:
        """Return the value with the remaining links replaced by ids."""
        if self._has_links:
            return _replaced(value, lambda link: link.object.id)
        return value


class _DumpWriter(_ModelWriter):
    """Writes objects as `dump` does: classes stay references unless the header is that of a model.

    Owned objects outside of the dumped one are always ids (measured).
    """

    def __init__(
        self, context: LoadingContext, form: HeaderForm, root: MuranoObject, type_: MuranoType
    ) -> None:
        super().__init__(context, only_unowned=True)
        self._form = form
        self._root = root
        self._type = type_

    def _object(self, object_: MuranoObject) -> dict[Any, Any]:
        self._written.add(id(object_))
        type_ = self._type if object_ is self._root else object_.type
        entries = {"id": object_.id, "name": object_.name, "metadata": object_.metadata}
        values: dict[Any, Any] = {}
        self._add_properties(values, object_)
        if self._form is HeaderForm.INLINE:
            return {type_: values, **entries}
        shown = str(type_) if self._form is HeaderForm.SERIALIZABLE else type_
        return {"?": {"type": shown, **entries}, **values}

    def _names(self, object_: MuranoObject) -> Iterable[str]:
        type_ = self._type if object_ is self._root else object_.type
        return [name for name in super()._names(object_) if name in type_.complete.properties]


def _replaced(value: Any, replacement: Callable[[_Link], Any]) -> Any:
    """Return a value with its links replaced."""
    return rebuilt(value, lambda item: replacement(item) if isinstance(item, _Link) else item)


class UnwritableError(Exception):
    """A value is not representable in JSON; `args[0]` describes it."""


def _key(key: Any) -> Any:
    if isinstance(key, bytes):  # as a value, a list
        raise UnwritableError(shown(key))
    return _scalar(key)


def _scalar(value: Any) -> Any:
    """Return a value as in JSON; the engine refuses dates, too.

    Measured: contracts.json, default.any-yaml-date.
    """
    # The mark of excluded properties stays in the data until `remove_excluded` has read it
    if value is None or value is EXCLUDED or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int) and value.bit_length() <= INTEGER_BITS.most:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, MuranoType):
        return str(value)
    if isinstance(value, bytes):
        return list(value)
    raise UnwritableError(shown(value))
