"""The objects of a model by their ids."""

from __future__ import annotations

from _blake2 import blake2b  # where `hashlib` has it from, which loads OpenSSL as well: two milliseconds
from collections.abc import Iterator
from typing import Any, NamedTuple

from muranopl.ard.model_path import ModelPath
from muranopl.render.definition import ObjectDefinition
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


class Nested(NamedTuple):
    """What a store knows of the model that is being loaded."""

    first: dict[Any, ModelPath]
    unnamed_root: MuranoObject | None
    renamed: dict[Any, MuranoObject] | None


class ObjectStore:
    """Keeps the objects of a model over both passes. `seed` is what generated ids depend on: the text of the model."""

    def __init__(self, seed: bytes) -> None:
        self._seeds = [seed]
        self._seed = b""
        self._objects: dict[Any, MuranoObject] = {}
        self._first: dict[Any, ModelPath] = {}
        self._unnamed_root: MuranoObject | None = None
        self._renamed: dict[Any, MuranoObject] | None = None

    def mix(self, text: str) -> None:
        """Let generated ids depend on a text as well."""
        self._seeds.append(text.encode("utf-8", "surrogatepass"))

    def begin(self) -> None:
        """Begin a pass: no id was met yet."""
        self._first = {}

    def nested(self, *, keep_ids: bool = False) -> Nested:
        """Begin with another model inside of this one; return what `resume` needs to go on with this one.

        Unless it is to `keep_ids`, its objects get ids of their own, and the written ones are known inside of it only.
        """
        kept = Nested(self._first, self._unnamed_root, self._renamed)
        self._unnamed_root = None
        self._renamed = None if keep_ids else {}
        return kept

    def resume(self, kept: Nested) -> None:
        """Go on with the model around one that is done."""
        self._first, self._unnamed_root, self._renamed = kept

    def objects(self) -> Iterator[MuranoObject]:
        """Return all objects."""
        return iter(tuple(self._objects.values()))

    def remove(self, object_: MuranoObject) -> None:
        """Forget an object."""
        self._objects.pop(object_.id, None)

    def get(self, identity: object) -> MuranoObject | None:
        """Return the object with an id."""
        if self._renamed is not None and identity in self._renamed:
            return self._renamed[identity]
        return self._objects.get(identity)

    def all(self) -> list[MuranoObject]:
        """Return all objects, in the order in which they were made."""
        return list(self._objects.values())

    def first(self, identity: object, path: ModelPath) -> ModelPath:
        """Return the path at which an id is met first in this pass, which is this one if it was not met before."""
        return self._first.setdefault(identity, path)

    def given_ids(self) -> Iterator[str]:
        """Return the ids that are written in the model."""
        return (str(key) for key, known in self._objects.items() if not known.generated)

    def take(
        self, definition: ObjectDefinition, type_: MuranoType, owner: MuranoObject | None, path: ModelPath
    ) -> MuranoObject:
        """Return the object of a definition: the one that has its id already, or a new one."""
        identity, is_root = definition.id or None, path.parent is None
        if identity is None:
            known = self._unnamed_root if is_root else None
        else:
            known = self.get(identity) if self._renamed is None else self._renamed.get(identity)
        if known is None:
            given = identity if self._renamed is None else None
            known = MuranoObject(type_, owner, given or self._generated(path), generated=not given)
            if self._renamed is not None and identity is not None:
                self._renamed[identity] = known
            known.name, known.metadata = definition.header.get("name"), definition.header.get("metadata")
            known.attributes = definition.attributes
            self._objects[known.id] = known
            if is_root and identity is None:
                self._unnamed_root = known
        return known

    def _generated(self, path: ModelPath) -> str:
        """Return an id for an object without one: the same for one place of one model, so that runs can be compared."""
        while self._seeds:
            self._seed = blake2b(self._seed + self._seeds.pop(0)).digest()
        return blake2b(self._seed + path.text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
