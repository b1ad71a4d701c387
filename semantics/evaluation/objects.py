"""Defines objects and classes at run time, as expressions see them.

Values of properties are plain Python data: None, bool, int, float, str, dates, list, dict, and
`MuranoObject`s at any depth.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.apply import Poison
from muranopl.language.grammar.property import PropertyUsage
from muranopl.namespace.result import DeclaredClass, DeclaredPackage, Names, TypeId
from muranopl.semantics.evaluation.errors import (
    NotEvaluatedError,
    PoisonedError,
    PropertyReadError,
    UninitializedError,
)


class Unknown(Poison):
    """The value of a property that only a method body can compute; `what` names the method."""

    def __init__(self, what: str) -> None:
        self.what = what


class MuranoType:
    """A loaded class: its complete type, its parents in written order, and its package.

    Two are equal if they are the same class of the same package and version. One that is cloned for
    a descendant, for which versions of an ancestor are merged, is equal to the class that others see.
    """

    __slots__ = ("__dict__", "complete", "opened", "parents")

    def __init__(
        self, complete: CompleteType, parents: tuple[MuranoType, ...], opened: DeclaredPackage
    ) -> None:
        self.complete = complete
        self.parents = parents
        self.opened = opened

    @property
    def id(self) -> TypeId:
        """The full name and package."""
        return self.complete.id

    @property
    def name(self) -> str:
        """The full name."""
        return self.complete.id.name

    @property
    def declared(self) -> DeclaredClass:
        """The declaration, with the namespaces of the file."""
        return self.complete.declared

    @functools.cached_property
    def runtime(self) -> tuple[int, int]:
        """The version of MuranoPL the package is written for, e.g. (1, 4)."""
        format_ = self.opened.package.header.format
        return (format_.major, format_.minor)

    @functools.cached_property
    def linearization(self) -> tuple[MuranoType, ...]:
        """The class and all its ancestors, breadth first, parents in written order, each once."""
        result: dict[TypeId, MuranoType] = {self.id: self}
        level: tuple[MuranoType, ...] = (self,)
        while level:
            following = [
                parent for type_ in level for parent in type_.parents if parent.id not in result
            ]
            result.update((parent.id, parent) for parent in following)
            level = tuple(following)
        return tuple(result.values())

    def ancestor(self, id_: TypeId) -> MuranoType:
        """Return the class of that id, this one or an ancestor."""
        # An ancestor may be there in another version than other classes see.
        return next(item for item in self.linearization if item.id == id_)

    def extends(self, other: MuranoType) -> bool:
        """Return whether this is the other class or one of its descendants."""
        return self is other or any(item.id == other.id for item in self.linearization)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, MuranoType) and other.id == self.id

    def __deepcopy__(self, _memo: object) -> MuranoType:
        return self  # copies of data refer to the same classes

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"{self.name}/{self.id.package.version}@{self.id.package.name}"


def build_type(
    complete: CompleteType, load: Callable[[TypeId], MuranoType], names: Names
) -> MuranoType:
    """Return the class of a complete type; `load` returns those of its parents that are no clones."""
    return _built(complete, load, names, {})


def _built(
    complete: CompleteType,
    load: Callable[[TypeId], MuranoType],
    names: Names,
    cloned: dict[CompleteType, MuranoType],
) -> MuranoType:
    """Return the class of a complete type; `cloned` has those of clones among its ancestors."""
    clones = {clone.id: clone for clone in complete.clones}
    parents: list[MuranoType] = []
    for id_ in complete.parents:
        clone = clones.get(id_)
        if clone is None:
            parents.append(load(id_))
            continue
        if clone not in cloned:
            cloned[clone] = _built(clone, load, names, cloned)
        parents.append(cloned[clone])
    return MuranoType(complete, tuple(parents), names.packages[complete.id.package])


def missing_property(type_: MuranoType, name: str) -> PropertyReadError:
    """Return the error for reading a property that a class does not have."""
    error = PropertyReadError(f'class {type_.name} has no property "{name}"')
    error.engine_message = f'Property "{name}" in class "{type_.name}" cannot be read'
    return error


def unset_property(type_: MuranoType, name: str) -> UninitializedError:
    """Return the error for reading a property that has no value."""
    error = UninitializedError(f'property "{name}" of class {type_.name} has no value')
    error.engine_message = (
        f'Access to uninitialized property "{name}" in class "{type_.name}" is forbidden'
    )
    return error


@dataclass(slots=True, eq=False, repr=False)
class MuranoObject:
    """An object of a model.

    `owner` is the object it is nested in; `properties` are those that have a value. `attributes`
    are the entries of its header that designers add (their names begin with `_`). `excluded` are the
    properties left out of a template, which is created only to be serialized, and None for other
    objects; a template and the objects inside it are `transient`: they are neither constructed nor
    destroyed. `private` are values of properties that no class declares, each visible to one class.
    A `destroyed` object has no methods.
    """

    type: MuranoType
    owner: MuranoObject | None
    id: str
    generated: bool = field(kw_only=True)
    name: Any = None
    metadata: Any = None
    attributes: dict[str, Any] = field(default_factory=dict)
    properties: dict[str, Any] = field(default_factory=dict)
    frozen: dict[str, Any] = field(default_factory=dict)
    excluded: tuple[str, ...] | None = None
    transient: bool = False
    private: dict[tuple[TypeId, str], Any] = field(default_factory=dict)
    destroyed: bool = False

    @property
    def is_template(self) -> bool:
        """Whether it is created only to be serialized."""
        return self.excluded is not None

    def get(self, name: str) -> Any:
        """Return the value of a property that its class declares.

        Raise PropertyReadError, UninitializedError, PoisonedError, NotEvaluatedError.
        """
        if name in self.properties:
            value = self.properties[name]
            if isinstance(value, Poison):
                if isinstance(value, Unknown):
                    raise NotEvaluatedError(value.what)
                raise PoisonedError(name)
            return value
        if name not in self.type.complete.properties:
            raise missing_property(self.type, name)
        raise unset_property(self.type, name)

    def set(self, name: str, value: Any) -> None:
        """Give a property its value."""
        self.properties[name] = value
        # The yaql form of the old value.
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

    def __deepcopy__(self, _memo: object) -> MuranoObject:
        return self  # copies of data refer to the same objects

    def __repr__(self) -> str:
        return f"<{self.type.name}/{self.type.id.package.version} {self.id}>"


class TemplateObject(MuranoObject):
    """An object that is serialized in place of another.

    This is what `template()` makes of an existing object.
    """

    __slots__ = ("original",)

    def __init__(self, original: MuranoObject, excluded: tuple[str, ...]) -> None:
        super().__init__(original.type, original.owner, original.id, generated=original.generated)
        self.properties = original.properties
        self.excluded = excluded
        self.original = original


class ObjectView:
    """An object seen as one of its classes.

    Methods and properties are looked up from that class on. Views are equal to views of the same
    object and class, never to the object itself (workflow.md, Dispatch). `find()` returns a view as
    the object's own class: the engine wraps that too, so that it does not equal the object either.
    Outside of expressions a view is the object.
    """

    __slots__ = ("object", "type")

    def __init__(self, object_: MuranoObject, type_: MuranoType) -> None:
        self.object = object_
        self.type = type_

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, ObjectView)
            and other.object is self.object
            and other.type == self.type
        )

    def __hash__(self) -> int:
        return hash(self.object)

    def __repr__(self) -> str:
        return repr(self.object)


def real(target: MuranoObject | ObjectView) -> MuranoObject:
    """Return the object itself."""
    return target.object if isinstance(target, ObjectView) else target


def seen_as(object_: MuranoObject | ObjectView, type_: MuranoType) -> MuranoObject | ObjectView:
    """Return the object seen as one of its ancestors."""
    object_ = real(object_)
    return object_ if object_.type == type_ else ObjectView(object_, type_)


class UnresolvedReference:
    """A reference by id to an object that is not loaded yet; contracts let it pass until it is."""

    __slots__ = ("id",)

    def __init__(self, object_id: str) -> None:
        self.id = object_id
