"""The objects of a model by their ids, and the values that earlier executions saved.

The value of an Out property is the workflow's, and that of a Const one is fixed once it was
deployed (language/muranopl.txt, Property usage). Saved models have the state after the last
execution in ObjectsCopy, beside the Objects that users edit (reference: running, Which values live
how long). Loading, whatever it is for, asks `EarlierValues` alone.
"""

from __future__ import annotations

from _blake2 import blake2b  # `hashlib` loads OpenSSL too: 2 ms
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.diagnostics import quirks
from muranopl.language.grammar.property import PropertyUsage
from muranopl.render.definition import ObjectDefinition
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


class ModelState(msgspec.Struct, frozen=True):
    """The state of a store for one model, saved while a nested one is loaded.

    `first` are the first paths of ids in this pass. `renamed` are the objects by the ids that are
    written in a nested model, where generated ones replace them.
    """

    first: dict[Any, ModelPath]
    root: ModelPath | None = None
    unnamed_root: MuranoObject | None = None
    renamed: dict[Any, MuranoObject] | None = None


class ObjectStore:
    """Keeps the objects of a model over both passes.

    `seed`, the text of the model, determines generated ids.
    """

    def __init__(self, seed: bytes) -> None:
        self._seeds = [seed]
        self._seed = b""
        self._objects: dict[Any, MuranoObject] = {}
        self.state = ModelState({})

    def mix(self, text: str) -> None:
        """Add a text that determines generated ids."""
        self._seeds.append(text.encode("utf-8", "surrogatepass"))

    def begin(self, root: ModelPath) -> None:
        """Begin a pass over the model at a path, without known ids."""
        self.state = msgspec.structs.replace(self.state, first={}, root=root)

    def nested(self, *, keep_ids: bool = False) -> ModelState:
        """Begin a model nested in this one; return the state of this one, which is to be restored.

        Unless `keep_ids` is set, its objects get generated ids, and the written ids are valid only
        inside it.
        """
        kept = self.state
        self.state = msgspec.structs.replace(
            kept, unnamed_root=None, renamed=None if keep_ids else {}
        )
        return kept

    def remove(self, object_: MuranoObject) -> None:
        """Remove an object."""
        self._objects.pop(object_.id, None)

    def get(self, identity: object) -> MuranoObject | None:
        """Return the object with an id, or None."""
        renamed = self.state.renamed or {}
        return renamed[identity] if identity in renamed else self._objects.get(identity)

    def all(self) -> list[MuranoObject]:
        """Return all objects, in order of creation."""
        return list(self._objects.values())

    def first(self, identity: object, path: ModelPath) -> ModelPath:
        """Return the first path of an id in this pass; it is `path` if the id is new."""
        return self.state.first.setdefault(identity, path)

    def given_ids(self) -> Iterator[str]:
        """Return the ids that are written in the model."""
        return (str(key) for key, object_ in self._objects.items() if not object_.generated)

    def take(
        self,
        definition: ObjectDefinition,
        type_: MuranoType,
        owner: MuranoObject | None,
        path: ModelPath,
    ) -> MuranoObject:
        """Return the object of a definition: the existing one with its id, or a new one."""
        # While a model is loaded, `new` in a default makes objects that are apart from it
        identity, is_root = definition.id or None, path is self.state.root
        renamed, header = self.state.renamed, definition.header
        if identity is None:
            # Objects without an id are new in each pass, except the root.
            object_ = self.state.unnamed_root if is_root else None
        else:
            object_ = (self._objects if renamed is None else renamed).get(identity)
        if object_ is None:
            # Nested models get generated ids, see `nested`.
            explicit_id = identity if renamed is None else None
            object_ = MuranoObject(
                type_, owner, explicit_id or self._generated(path), generated=not explicit_id
            )
            if renamed is not None and identity is not None:
                renamed[identity] = object_
            object_.name, object_.metadata = header.get("name"), header.get("metadata")
            object_.attributes = definition.attributes
            self._objects[object_.id] = object_
            if is_root and identity is None:
                self.state = msgspec.structs.replace(self.state, unnamed_root=object_)
        return object_

    def _generated(self, path: ModelPath) -> str:
        """Return an id for an object without one, which depends only on the model and the path."""
        # Hashed on demand: most models have ids for all objects.
        while self._seeds:
            self._seed = blake2b(self._seed + self._seeds.pop(0)).digest()
        return blake2b(
            self._seed + path.text.encode("utf-8", "surrogatepass"), digest_size=16
        ).hexdigest()


COPY = "ObjectsCopy"
ATTRIBUTES = "Attributes"
QUIRKS = {PropertyUsage.OUT: quirks.OUT_VALUE, PropertyUsage.CONST: quirks.CONST_VALUE}
"""The usages whose values users may not change, with the quirks of an engine that lets them."""
_NOTHING: Mapping[str, Any] = {}


class EarlierValues:
    """The values of a model before a user edited it.

    `copy` has the objects as they were saved. An `unedited` model is itself as it was saved.
    """

    def __init__(self, copy: Any = None, *, unedited: bool = False) -> None:
        self.unedited = unedited
        self._objects: dict[Any, Mapping[str, Any]] = dict(_objects(copy))

    def of(self, identity: Any) -> Mapping[str, Any]:
        """Return the saved properties of the object with an id; none for a new object."""
        return self._objects.get(identity, _NOTHING) if self._objects else _NOTHING


class ApiModel(MappingNode):
    """A model as the reference API returned it: with values of Out properties, which no user wrote."""


def earlier_values(model: Mapping[str, Any]) -> EarlierValues:
    """Return what a model {Objects, ObjectsCopy, Attributes} says about earlier executions.

    One with attributes and without the key of a copy is what an execution here left.
    """
    unedited = ATTRIBUTES in model and COPY not in model
    return EarlierValues(model.get(COPY), unedited=unedited)


def is_same(first: Any, second: Any) -> bool:
    """Return whether two values of models are equal; objects are if they have the same id.

    The values inside an object are compared where its own properties are set.
    """
    return bool(_with_ids(first) == _with_ids(second))


def _with_ids(value: Any) -> Any:
    """Return a value with the ids of its objects in place of them."""
    identity = _identity(value)
    if identity is not None:
        return identity
    if isinstance(value, Mapping):
        return {key: _with_ids(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_ids(part) for part in value]
    # 1 and true are different values of a model.
    return (value,) if isinstance(value, bool) else value


def _objects(value: Any) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    """Yield the objects in a value by their ids."""
    if isinstance(value, Mapping):
        identity = _identity(value)
        if identity is not None:
            yield identity, value
        parts: Any = value.values()
    else:
        parts = value if isinstance(value, (list, tuple)) else ()
    for part in parts:
        yield from _objects(part)


def _identity(value: Any) -> Any:
    """Return the id of an object, None for other values and objects without an id."""
    header = value.get("?") if isinstance(value, Mapping) else None
    identity = header.get("id") if isinstance(header, Mapping) else None
    return identity if isinstance(identity, (str, int, float)) else None
