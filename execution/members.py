"""Finds members of objects while methods run: methods by name, actions, and attributes.

Actions are those that saved models list for the API; attributes are the values that setAttr stores
in addition to the properties. Reference: running, Calling from outside; Attributes, owner, find,
new.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.execution.exceptions import MuranoError, engine_error
from muranopl.inherit.complete import Member
from muranopl.language.grammar.known_names import TEXTS
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.reflected import ReflectedMethod

ACTIONS = "_actions"
"""The entry of the header of an object that lists its actions."""
Metas = Callable[[ReflectedMethod], tuple[MuranoObject, ...]]
Key = tuple[str, str, str]
"""Object id, full name of the class that can read it, name."""


def method_of(target: MuranoObject | MuranoType, name: str) -> Member[MethodDeclaration]:
    """Return the method of an object or a class; raise MuranoError if not exactly one has it."""
    type_ = target if isinstance(target, MuranoType) else target.type
    member = type_.complete.methods.get(name)
    if member is None:
        raise engine_error("NoMethodFound", f'Method "{name}" is not found')
    if member.ambiguous:
        raise engine_error("AmbiguousMethodName", f'Found more than one method "{name}"')
    return member


def listed_actions(object_: MuranoObject, metas: Metas) -> dict[str, dict[str, Any]]:
    """Return the public methods and actions of an object, by `<object id>_<method>`.

    `metas` returns their meta objects. All actions are enabled, whatever the model says. If an
    ancestor has the method as well, the texts are the ancestor's: the engine visits the classes
    from the object's own on, and the last one counts.
    """
    exposed = [
        (type_, declaration)
        for type_ in object_.type.linearization
        for declaration in type_.declared.declaration.methods
        if declaration.is_exposed
    ]
    return {
        f"{object_.id}_{method.symbol}": _entry(type_, method, metas) for type_, method in exposed
    }


def _entry(type_: MuranoType, declaration: MethodDeclaration, metas: Metas) -> dict[str, Any]:
    name = declaration.symbol
    attached = metas(ReflectedMethod(type_, name, declaration))
    texts = {
        TEXTS[item.type.name]: item.get("text") for item in attached if item.type.name in TEXTS
    }
    # The text of a Title comes later, and replaces the name, which is the engine's default
    return {"enabled": True, "name": name, "title": name, **texts}


class Attributes:
    """The attributes of all objects of one execution."""

    def __init__(self) -> None:
        self._values: dict[Key, Any] = {}

    def load(self, rows: object) -> None:
        """Add the rows of a saved model: object id, class, name, value.

        Raise MuranoError for others.
        """
        if not isinstance(rows, (list, tuple)) or not all(map(_is_row, rows)):
            raise MuranoError(
                "ValueError", "Attributes must be a list of [object id, class, name, value]"
            )
        for object_id, class_name, name, value in rows:
            self.set((object_id, class_name, name), value)

    def set(self, key: Key, value: Any) -> None:
        """Store a value; null removes it."""
        if value is None:
            self._values.pop(key, None)
        else:
            self._values[key] = value

    def get(self, key: Key) -> Any:
        """Return a value, or null."""
        return self._values.get(key)

    def forget(self, object_id: str) -> None:
        """Remove the attributes of a destroyed object."""
        # A list, as the dictionary changes meanwhile.
        for key in [key for key in self._values if key[0] == object_id]:
            del self._values[key]

    def saved(self, ids: frozenset[str]) -> list[list[Any]]:
        """Return the rows of the objects with these ids."""
        return [[*key, value] for key, value in self._values.items() if key[0] in ids]


def _is_row(row: object) -> bool:
    return (
        isinstance(row, (list, tuple))
        and len(row) == 4
        and not any(isinstance(item, (dict, list)) for item in row[:3])
    )
