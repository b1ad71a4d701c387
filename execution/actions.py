"""The actions of objects as saved models list them, for the API.

Reference: running, Calling from outside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.language.grammar.method import MethodDeclaration
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.reflected import ReflectedMethod

ACTIONS = "_actions"
"""The entry of the header of an object that lists its actions."""
_TEXTS = {
    "io.murano.metadata.Title": "title",
    "io.murano.metadata.Description": "description",
    "io.murano.metadata.HelpText": "helpText",
}
"""Classes of meta objects whose text describes an action, with the name of the entry."""

Metas = Callable[[ReflectedMethod], tuple[MuranoObject, ...]]


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
        _TEXTS[item.type.name]: item.get("text") for item in attached if item.type.name in _TEXTS
    }
    # The text of a Title comes later, and replaces the name, which is the engine's default
    return {"enabled": True, "name": name, "title": name, **texts}
