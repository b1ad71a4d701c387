"""Objects and classes as expressions see them at run time.

Values of properties are plain Python data: None, bool, int, float, str, dates, list, dict, and `MuranoObject`s in any
place of them.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.apply import Poison
from muranopl.language.grammar.property import PropertyUsage
from muranopl.namespace.result import DeclaredClass, DeclaredPackage, TypeId
from muranopl.semantics.evaluation.errors import NotEvaluatedError, PoisonedError, PropertyReadError, UninitializedError


class Unknown(Poison):
    """The value of a property that takes a method body to make; `what` names the method."""

    def __init__(self, what: str) -> None:
        self.what = what


class MuranoType:
    """A class that was loaded: its complete type, its parents in written order, and the package it is in.

    Two are equal when they are the same class of the same package and version.
    """

    __slots__ = ("__dict__", "complete", "opened", "parents")

    def __init__(self, complete: CompleteType, parents: tuple[MuranoType, ...], opened: DeclaredPackage) -> None:
        self.complete = complete
        self.parents = parents
        self.opened = opened

    @property
    def id(self) -> TypeId:
        """Return full name and package."""
        return self.complete.id

    @property
    def name(self) -> str:
        """Return the full name."""
        return self.complete.id.name

    @property
    def declared(self) -> DeclaredClass:
        """Return its declaration, with the namespaces that names in it are written in."""
        return self.complete.declared

    @functools.cached_property
    def runtime(self) -> tuple[int, int]:
        """Return the version of MuranoPL its package is written for, e.g. (1, 4)."""
        format_ = self.opened.package.header.format
        return (format_.major, format_.minor)

    @functools.cached_property
    def linearization(self) -> tuple[MuranoType, ...]:
        """Return the class itself and all its ancestors, breadth first over parents in written order, each once."""
        found: dict[TypeId, MuranoType] = {self.id: self}
        level: tuple[MuranoType, ...] = (self,)
        while level:
            following = [parent for type_ in level for parent in type_.parents if parent.id not in found]
            found.update((parent.id, parent) for parent in following)
            level = tuple(following)
        return tuple(found.values())

    def ancestor(self, id_: TypeId) -> MuranoType:
        """Return the class of that id among this one and its ancestors."""
        return next(each for each in self.linearization if each.id == id_)

    def extends(self, other: MuranoType) -> bool:
        """Return whether this is the other class or one of its descendants."""
        return any(each.id == other.id for each in self.linearization)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MuranoType) and other.id == self.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"{self.name}/{self.id.package.version}@{self.id.package.name}"


def missing_property(type_: MuranoType, name: str) -> PropertyReadError:
    """Return what to raise for a property that a class does not have, for those who ask."""
    error = PropertyReadError(f'class {type_.name} has no property "{name}"')
    error.engine_message = f'Property "{name}" in class "{type_.name}" cannot be read'
    return error


def unset_property(type_: MuranoType, name: str) -> UninitializedError:
    """Return what to raise for a property that has no value, where code of a class reads it."""
    error = UninitializedError(f'property "{name}" of class {type_.name} has no value')
    error.engine_message = f'Access to uninitialized property "{name}" in class "{type_.name}" is forbidden'
    return error


class MuranoObject:
    """An object of a model. `owner` is the one it is written inside of; `properties` are those that have a value yet.

    `attributes` are the entries of its header that designers add (their names begin with `_`). `template` is set for
    one that is only made to be written out again, to the properties left out then; it and the objects inside of it are
    `transient`: they are neither constructed nor destroyed. `private` are values of properties
    that no class declares, each known to one class. One that is `destroyed` has no methods any more.
    """

    __slots__ = (
        "attributes",
        "destroyed",
        "frozen",
        "generated",
        "id",
        "metadata",
        "name",
        "owner",
        "private",
        "properties",
        "template",
        "transient",
        "type",
    )

    def __init__(self, type_: MuranoType, owner: MuranoObject | None, object_id: str, *, generated: bool) -> None:
        self.type = type_
        self.owner = owner
        self.id = object_id
        self.generated = generated
        self.name: Any = None
        self.metadata: Any = None
        self.attributes: dict[str, Any] = {}
        self.properties: dict[str, Any] = {}
        self.frozen: dict[str, Any] = {}
        self.template: tuple[str, ...] | None = None
        self.transient = False
        self.private: dict[tuple[TypeId, str], Any] = {}
        self.destroyed = False

    def get(self, name: str) -> Any:
        """Return the value of a property that its class declares.

        Raise PropertyReadError, UninitializedError, PoisonedError, NotEvaluatedError.
        """
        if name in self.properties:
            value = self.properties[name]
            if isinstance(value, Poison):
                raise NotEvaluatedError(value.what) if isinstance(value, Unknown) else PoisonedError(name)
            return value
        if name not in self.type.complete.properties:
            raise missing_property(self.type, name)
        raise unset_property(self.type, name)

    def set(self, name: str, value: Any) -> None:
        """Give a property its value."""
        self.properties[name] = value
        self.frozen.pop(name, None)

    def owners(self) -> Iterator[MuranoObject]:
        """Yield its owner, the owner of that, and so on."""
        owner = self.owner
        while owner is not None:
            yield owner
            owner = owner.owner

    def usage(self, name: str) -> PropertyUsage | None:
        """Return the usage of a property, None where there is no such property."""
        member = self.type.complete.properties.get(name)
        return None if member is None else member.declaration.usage

    def __repr__(self) -> str:
        return f"<{self.type.name}/{self.type.id.package.version} {self.id}>"


class TemplateObject(MuranoObject):
    """Stands for an object that is written out in its place: what `template()` makes of one that is there already."""

    __slots__ = ("original",)

    def __init__(self, original: MuranoObject, template: tuple[str, ...]) -> None:
        super().__init__(original.type, original.owner, original.id, generated=original.generated)
        self.properties = original.properties
        self.template = template
        self.original = original


class ObjectView:
    """An object as one of the classes it is an instance of: methods and properties are looked up from that class on.

    Views are equal to views of the same object and class, never to the object itself (workflow.md, Dispatch). A view as
    the object's own class is what `find()` gives: the engine wraps that, so that it does not equal the object either.
    Outside of expressions a view is the object.
    """

    __slots__ = ("object", "type")

    def __init__(self, object_: MuranoObject, type_: MuranoType) -> None:
        self.object = object_
        self.type = type_

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ObjectView) and other.object is self.object and other.type == self.type

    def __hash__(self) -> int:
        return hash(self.object)

    def __repr__(self) -> str:
        return repr(self.object)


def real(target: MuranoObject | ObjectView) -> MuranoObject:
    """Return the object itself."""
    return target.object if isinstance(target, ObjectView) else target


def seen_as(object_: MuranoObject | ObjectView, type_: MuranoType) -> MuranoObject | ObjectView:
    """Return the object as one of its ancestors."""
    object_ = real(object_)
    return object_ if object_.type == type_ else ObjectView(object_, type_)


class UnresolvedReference:
    """A reference by id to an object that is not loaded yet; contracts let it pass until it is."""

    __slots__ = ("id",)

    def __init__(self, object_id: str) -> None:
        self.id = object_id
