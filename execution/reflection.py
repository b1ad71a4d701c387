"""Reflection while methods run: properties, calls, meta objects, serialized objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from muranopl.execution.construction import SessionLoader
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.machine import This
from muranopl.execution.properties import PropertyWriter
from muranopl.execution.schedule import ALWAYS, Synchronized
from muranopl.execution.values import evaluated
from muranopl.inherit.complete import Member
from muranopl.language.grammar.class_ import Cardinality, ClassDeclaration
from muranopl.language.grammar.members import MetaUse
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.render.serialize import HeaderForm, dumped
from muranopl.semantics.evaluation import properties
from muranopl.semantics.evaluation.conversion import thaw
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import (
    MuranoObject,
    MuranoType,
    ObjectView,
    real,
    seen_as,
)
from muranopl.semantics.evaluation.reflected import (
    ReflectedArgument,
    ReflectedMethod,
    ReflectedProperty,
    ReflectedType,
)

Instance = MuranoObject | ObjectView
_SYNCHRONIZE = "io.murano.metadata.engine.Synchronize"
_Attached = tuple[MetaUse, MuranoType, MuranoType]
Select = Callable[[ClassDeclaration], tuple[MetaUse, ...]]


class Reflection:
    """Reflection in one execution."""

    def __init__(self, loader: SessionLoader, writer: PropertyWriter) -> None:
        self._loader = loader
        self._machine = loader.machine
        self._writer = writer
        self._meta: dict[tuple[int, MuranoType], tuple[Any, tuple[MuranoObject, ...]]] = {}

    def value(
        self, frame: VariableFrame, property_: ReflectedProperty, object_: Instance | None
    ) -> Any:
        """Return the value of a property of an object, or of a static one; raise MuranoError."""
        name = property_.declaration.name
        if object_ is None:
            return properties.static(frame, property_.type, name)
        return properties.read(frame, _cast(object_, property_.type), name)

    def set_value(self, property_: ReflectedProperty, object_: Instance | None, value: Any) -> None:
        """Set a property of an object, or a static one of the class; raise MuranoError."""
        name = property_.declaration.name
        if object_ is None:
            self._writer.write_static(property_.type, name, value)
            return
        target = real(_cast(object_, property_.type))
        if self._machine.activations:
            self._writer.write(self._machine.activations[-1], target, name, value)
        else:  # no method is running: a model is loaded
            self._writer.set(target, name, value)

    def invoke(
        self,
        method: ReflectedMethod,
        object_: Instance | None,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """Call a method on an object, or on the class if it is static; raise MuranoError.

        An object must be of the class that declares the method, even if that is static.
        """
        if object_ is not None and not object_.type.extends(method.type):
            raise MuranoError("Exception", "'this' must be of compatible type")
        receiver: This = method.type
        if object_ is not None:
            if method.declaration.usage is MethodUsage.EXTENSION:
                args = (object_, *args)
            else:
                receiver = real(object_)
        elif not method.declaration.is_on_class:
            raise MuranoError("Exception", "A class instance is required")
        return self._loader.calls.call(receiver, _member(method), args, kwargs)

    def dump(self, object_: MuranoObject, type_: MuranoType, form: str) -> Any:
        """Return a serialized object."""
        return dumped(object_, type_, HeaderForm(form), self._loader)

    # Meta objects

    def meta(self, declaration: Any) -> tuple[MuranoObject, ...]:
        """Return the meta objects of a declaration."""
        if isinstance(declaration, ReflectedType):
            return self._effective(
                declaration.type, lambda class_: class_.meta, declaration.type.declared
            )
        if isinstance(declaration, ReflectedArgument):
            argument, declaring = declaration.declaration, declaration.method.type
            return self._made(((use, declaring) for use in argument.meta), argument, declaring)
        if isinstance(declaration, (ReflectedProperty, ReflectedMethod)):
            member = declaration.declaration
            members = "methods"
            if isinstance(declaration, ReflectedProperty):
                members = "properties"
            return self._effective(
                declaration.type, lambda class_: _of(getattr(class_, members), member.name), member
            )
        return ()

    def synchronized(self, type_: MuranoType, name: str) -> Synchronized:
        """Return how a method that a class declares is locked."""
        declaration = type_.complete.methods[name].declaration
        for meta in self.meta(ReflectedMethod(type_, name, declaration)):
            if meta.type.name == _SYNCHRONIZE:
                return Synchronized(bool(meta.get("onThis")), tuple(meta.get("onArgs") or ()))
        return ALWAYS

    def _effective(self, type_: MuranoType, select: Select, key: Any) -> tuple[MuranoObject, ...]:
        """Return the effective meta objects of a declaration in a class, its own first."""
        classes = self._loader.classes
        result: list[_Attached] = []
        for current in type_.linearization:
            for use in select(current.declared.declaration):
                meta_type = classes.type_named(use.type, current)
                if current is type_ or meta_type.declared.declaration.inherited:
                    result.append((use, current, meta_type))
        # Meta objects of descendants hide those of ancestors.
        kept = [item for item in result if not self._is_hidden(item, result)]
        single = [
            meta for _, _, meta in kept if meta.declared.declaration.cardinality is Cardinality.ONE
        ]
        if len(set(single)) < len(single):
            raise MuranoError(
                "ValueError", "the class of these meta objects allows only one of them"
            )
        return self._made(((use, owner) for use, owner, _ in kept), key, type_)

    @staticmethod
    def _is_hidden(
        each: _Attached,
        found: Sequence[_Attached],
    ) -> bool:
        _, owner, meta_type = each
        if meta_type.declared.declaration.cardinality is not Cardinality.ONE:
            return False
        return any(
            other is not owner and meta == meta_type and other.extends(owner)
            for _, other, meta in found
        )

    def _made(
        self, uses: Iterator[tuple[MetaUse, MuranoType]], key: Any, type_: MuranoType
    ) -> tuple[MuranoObject, ...]:
        cached = self._meta.get((id(key), type_))
        if cached is None:
            result = tuple([self._object(use, owner) for use, owner in uses])
            # The key is kept, so that no other object gets its id
            cached = self._meta[id(key), type_] = key, result
        return cached[1]

    def _object(self, use: MetaUse, owner: MuranoType) -> MuranoObject:
        loader = self._loader
        type_ = loader.classes.type_named(use.type, owner)
        values: Any = {}
        if use.values is not None:
            values = evaluated(self._machine, use.values, owner, owner)
        model = {type_: thaw(values, self._machine.budget.expressions) or {}}
        return loader.detached(model, None, owner, "meta")


def _of(members: Sequence[Any], name: str) -> tuple[MetaUse, ...]:
    return next((member.meta for member in members if member.name == name), ())


def _member(method: ReflectedMethod) -> Member[MethodDeclaration]:
    """Return a method as a member of the class that declares it."""
    member = method.type.complete.methods.get(method.name)
    if member is not None and member.declaration is method.declaration:
        return member
    return Member[MethodDeclaration](method.name, ((method.type.id, method.declaration),))


def _cast(object_: Instance, type_: MuranoType) -> Instance:
    """Return an object as an ancestor of its class, or of the class it is seen as.

    Raise MuranoError.
    """
    view = object_.type
    if not view.extends(type_):
        shown = [f"MuranoClass({item.name}/{item.id.package.version})" for item in (view, type_)]
        raise MuranoError("TypeError", f"Cannot cast {shown[0]} to {shown[1]}")
    return seen_as(object_, type_)
