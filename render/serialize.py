"""Objects as an object model again: each written out where it belongs, and as its id wherever else it is.

Measured: conformance/models.json, owned-*, ref-*, id-duplicate-*, template-*, serialize-*.
"""

from __future__ import annotations

import enum
import functools
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.plain_data import rebuilt
from muranopl.diagnostics import quirks
from muranopl.diagnostics.bounds import INTEGER_BITS
from muranopl.diagnostics.catalogue.objects import UNWRITABLE
from muranopl.language.contracts.apply import EXCLUDED, Poison
from muranopl.language.grammar.property import PropertyUsage
from muranopl.render.context import LoadingContext
from muranopl.render.excluded_properties import remove_excluded
from muranopl.render.value_text import shown
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, TemplateObject

HIDDEN = frozenset({PropertyUsage.RUNTIME, PropertyUsage.CONFIG, PropertyUsage.STATIC})
"""Usages of properties that are not written."""


HeaderEntries = Callable[[MuranoObject], Mapping[str, Any]]


class HeaderForm(enum.Enum):
    """How `dump` writes the header of objects, by its names for that."""

    SERIALIZABLE = "Serializable"
    MIXED = "Mixed"
    INLINE = "Inline"


class _Link:
    """An object that is not written out at this place, yet."""

    __slots__ = ("object",)

    def __init__(self, object_: MuranoObject) -> None:
        self.object = object_


def serialize(root: MuranoObject, context: LoadingContext) -> dict[str, Any]:
    """The object model of an object and all that belongs to it, as JSON can hold it."""
    return _ModelWriter(context).write(root)


def saved(root: MuranoObject, context: LoadingContext, entries: HeaderEntries | None = None) -> dict[str, Any]:
    """The object model that an execution ends with: every object is written out where it is met first.

    `entries` gives further entries of the header of an object.
    """
    return _SavingWriter(context, entries).write(root)


def dumped(object_: MuranoObject, type_: MuranoType, form: HeaderForm, context: LoadingContext) -> dict[Any, Any]:
    """An object and what belongs to it as `dump` writes them; of the object itself what `type_` has."""
    writer = _DumpWriter(context, form, object_, type_)
    return writer.write(object_)


def plain_value(value: Any, context: LoadingContext) -> Any:
    """A value of a property as plain data: objects written out."""
    writer = _ModelWriter(context)
    return writer.closed(writer.placed(writer.value(value, None)))


def written_templates(value: Any, context: LoadingContext) -> tuple[Any, list[str]]:
    """Return the value with the objects that were made for a template written out, nothing yet in the first pass.

    With it, the properties to be left out that are not there, which the engine trips over.
    """
    missing: list[str] = []

    def written(value: Any) -> Any:
        if not isinstance(value, MuranoObject) or value.template is None:
            return value
        if context.initializing:
            return {}
        data = _TemplateWriter(context).write(value.original if isinstance(value, TemplateObject) else value)
        missing.extend(remove_excluded(data, value.template))
        return data

    return rebuilt(value, written), missing


class _ModelWriter:
    """Writes one model: first what belongs where it stands, then what is left where it is met first, then ids."""

    def __init__(self, context: LoadingContext) -> None:
        self._context = context
        self._written: set[int] = set()
        self._has_links = False

    def write(self, root: MuranoObject) -> dict[str, Any]:
        tree: dict[str, Any] = self._object(root)
        while True:
            known = len(self._written)
            tree = self.placed(tree)
            if len(self._written) == known:
                break
        closed: dict[str, Any] = self.closed(tree)
        return closed

    def _object(self, object_: MuranoObject) -> dict[str, Any]:
        self._written.add(id(object_))
        header: dict[str, Any] = {"type": self._shown_type(object_.type)}
        entries = {"id": object_.id, "name": object_.name, "metadata": object_.metadata, **object_.attributes}
        for key, entry in entries.items():
            self._add(header, object_, ("?", key), entry)
        values: dict[str, Any] = {"?": header}
        self._add_properties(values, object_)
        return values

    def _shown_type(self, type_: MuranoType) -> Any:
        return str(type_)

    def _is_reference(self, object_: MuranoObject, name: str) -> bool:
        return name in self._context.plan(object_.type).references

    def _add_properties(self, values: dict[str, Any], object_: MuranoObject) -> None:
        for name in self._names(object_):
            value = object_.properties[name]
            if isinstance(value, MuranoObject) and self._is_reference(object_, name):
                value = value.id
            self._add(values, object_, (name,), value)

    @property
    def _places_only_unowned(self) -> bool:
        return quirks.UNNAMED_OWNER in self._context.quirks

    def _add(self, written: dict[str, Any], object_: MuranoObject, path: tuple[str, ...], value: Any) -> None:
        try:
            written[path[-1]] = self.value(value, object_)
        except UnwritableError as error:
            self._report(object_, path, str(error))

    def _report(self, object_: MuranoObject, path: tuple[str, ...], value: str) -> None:
        """Report what cannot be written: a property, or an entry of the header."""
        where = self._paths.get(id(object_), self._context.root_path)
        for name in path:
            where = where.member(name)
        self._context.reporter.report_value(UNWRITABLE, where, value=value)

    @functools.cached_property
    def _paths(self) -> dict[int, ModelPath]:
        """The path at which each object is loaded first; made when something cannot be written."""
        return {id(object_): path for object_, _, path in reversed(self._context.loaded)}

    def _names(self, object_: MuranoObject) -> Iterable[str]:
        """The properties that are written. The engine asks the declaration of each class for itself."""
        names: dict[str, None] = {}
        engine = quirks.HIDDEN_RUNTIME in self._context.quirks
        for level in self._context.plan(object_.type).levels:
            for each in level.properties:
                usage = each.usage if engine else each.declaration.usage
                if usage not in HIDDEN and each.name in object_.properties:
                    names[each.name] = None
        return names

    def value(self, value: Any, parent: MuranoObject | None) -> Any:
        def written(value: Any) -> Any:
            if isinstance(value, MuranoObject):
                if value.owner is parent and id(value) not in self._written:
                    return self._object(value)
                self._has_links = True
                return _Link(value)
            return None if isinstance(value, Poison) else _scalar(value)

        return rebuilt(value, written, _key)

    def placed(self, value: Any) -> Any:
        """Objects whose owner is not where they are met are written out at the first of their places."""
        if not self._has_links:
            return value
        only_unowned = self._places_only_unowned

        def placed(link: _Link) -> Any:
            is_kept = id(link.object) in self._written or (only_unowned and link.object.owner is not None)
            return link if is_kept else self._object(link.object)

        return _replaced(value, placed)

    def closed(self, value: Any) -> Any:
        """Links that are left are ids."""
        return _replaced(value, lambda link: link.object.id) if self._has_links else value


class _SavingWriter(_ModelWriter):
    """Writes the model of an execution."""

    _places_only_unowned = False

    def __init__(self, context: LoadingContext, entries: HeaderEntries | None) -> None:
        super().__init__(context)
        self._entries = entries

    def _object(self, object_: MuranoObject) -> dict[str, Any]:
        values = super()._object(object_)
        if self._entries is not None:
            values["?"].update(self._entries(object_))
        return values

    def _is_reference(self, _object: MuranoObject, _name: str) -> bool:
        return False


class _TemplateWriter(_ModelWriter):
    """Writes objects of `template()`, whose classes stay references until the whole model is written.

    What belongs to an object elsewhere is its id (measured).
    """

    _places_only_unowned = True

    def _shown_type(self, type_: MuranoType) -> Any:
        return type_


class _DumpWriter(_ModelWriter):
    """Writes objects as `dump` does: classes stay references unless the header is one of a model.

    What belongs to an object that is not inside the one that is dumped is always its id (measured).
    """

    _places_only_unowned = True

    def __init__(self, context: LoadingContext, form: HeaderForm, root: MuranoObject, type_: MuranoType) -> None:
        super().__init__(context)
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
    return rebuilt(value, lambda each: replacement(each) if isinstance(each, _Link) else each)


class UnwritableError(Exception):
    """A value is none that JSON can hold; `args[0]` says which."""


def _key(key: Any) -> Any:
    if isinstance(key, bytes):  # as a value, a list
        raise UnwritableError(shown(key))
    return _scalar(key)


def _scalar(value: Any) -> Any:
    """A value as JSON has it; the engine refuses dates, too (measured: contracts.json, default.any-yaml-date)."""
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
