"""The objects of a model by their ids."""

from __future__ import annotations

from _blake2 import blake2b  # `hashlib` loads OpenSSL too: 2 ms
from collections.abc import Iterator
from typing import Any, NamedTuple

from muranopl.ard.model_path import ModelPath
from muranopl.render.definition import ObjectDefinition
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


class Nested(NamedTuple):
    """The state of a store for one model, saved while a nested one is loaded."""

    first: dict[Any, ModelPath]
    root: ModelPath | None
    unnamed_root: MuranoObject | None
    renamed: dict[Any, MuranoObject] | None


class ObjectStore:
    """Keeps the objects of a model over both passes.

    `seed`, the text of the model, determines generated ids.
    """

    def __init__(self, seed: bytes) -> None:
        self._seeds = [seed]
        self._seed = b""
        self._objects: dict[Any, MuranoObject] = {}
        self._first: dict[Any, ModelPath] = {}
        self._root: ModelPath | None = None
        self._unnamed_root: MuranoObject | None = None
        self._renamed: dict[Any, MuranoObject] | None = None

    def mix(self, text: str) -> None:
        """Add a text that determines generated ids."""
        self._seeds.append(text.encode("utf-8", "surrogatepass"))

    def begin(self, root: ModelPath) -> None:
        """Begin a pass over the model at a path, without known ids."""
        self._first, self._root = {}, root

    @property
    def state(self) -> Nested:
        """The state of the model being loaded."""
        return Nested(self._first, self._root, self._unnamed_root, self._renamed)

    def nested(self, *, keep_ids: bool = False) -> Nested:
        """Begin a model nested in this one; return the state that `resume` needs.

        Unless `keep_ids` is set, its objects get generated ids, and the written ids are valid only
        inside it.
        """
        kept = self.state
        self._unnamed_root = None
        self._renamed = None if keep_ids else {}
        return kept

    def resume(self, kept: Nested) -> None:
        """Continue with the outer model after a nested one."""
        self._first, self._root, self._unnamed_root, self._renamed = kept

    def objects(self) -> Iterator[MuranoObject]:
        """Return an iterator over all objects."""
        return iter(tuple(self._objects.values()))

    def remove(self, object_: MuranoObject) -> None:
        """Remove an object."""
        self._objects.pop(object_.id, None)

    def get(self, identity: object) -> MuranoObject | None:
        """Return the object with an id, or None."""
        if self._renamed is not None and identity in self._renamed:
            return self._renamed[identity]
        return self._objects.get(identity)

    def all(self) -> list[MuranoObject]:
        """Return all objects, in order of creation."""
        return list(self._objects.values())

    def first(self, identity: object, path: ModelPath) -> ModelPath:
        """Return the first path of an id in this pass; it is `path` if the id is new."""
        return self._first.setdefault(identity, path)

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
        identity, is_root = definition.id or None, path is self._root
        if identity is None:
            # Objects without an id are new in each pass, except the root.
            object_ = self._unnamed_root if is_root else None
        elif self._renamed is None:
            object_ = self.get(identity)
        else:
            object_ = self._renamed.get(identity)
        if object_ is None:
            # Nested models get generated ids, see `nested`.
            explicit_id = identity if self._renamed is None else None
            object_ = MuranoObject(
                type_, owner, explicit_id or self._generated(path), generated=not explicit_id
            )
            if self._renamed is not None and identity is not None:
                self._renamed[identity] = object_
            object_.name, object_.metadata = (
                definition.header.get("name"),
                definition.header.get("metadata"),
            )
            object_.attributes = definition.attributes
            self._objects[object_.id] = object_
            if is_root and identity is None:
                self._unnamed_root = object_
        return object_

    def _generated(self, path: ModelPath) -> str:
        """Return an id for an object without one, which depends only on the model and the path."""
        # Hashed on demand: most models have ids for all objects.
        while self._seeds:
            self._seed = blake2b(self._seed + self._seeds.pop(0)).digest()
        return blake2b(
            self._seed + path.text.encode("utf-8", "surrogatepass"), digest_size=16
        ).hexdigest()
