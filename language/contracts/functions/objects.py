"""`class()`, `template()`, `owned()`, `notOwned()` (language/muranopl.txt, Contract and Object model).

Measured: conformance/contracts.json, class.*, ref.*, template.*, and models.json.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.model import Function, RefusedError, Setting, Target


def _class(value: Any, target: Target, setting: Setting, path: ModelPath) -> Any:
    setting.require_classes(target)
    if value is None:
        if target.default is None or setting.follows(quirks.DEFAULT_CLASS, path, ""):
            return None
        made = setting.create(target, path)
        if made is not None:
            setting.follows(quirks.DEFAULT_CLASS, path)
        return made
    made = value if setting.is_object(value) else setting.object_of(value, target, path)
    return made if setting.is_reference(made) else _instance(made, target, setting, path)


def _instance(value: Any, target: Target, setting: Setting, path: ModelPath) -> Any:
    """An object some other declaration made; a reference is looked at when its object is loaded."""
    if setting.is_reference(value):
        if setting.follows(quirks.FORWARD_REFERENCE, path):
            raise RefusedError(f"{setting.shown(value)} is no object yet")
        return value
    if value is None:
        return value
    if not setting.is_object(value):
        raise RefusedError(f"{setting.shown(value)} is no object")
    problem = setting.instance_problem(value, target)
    if problem is not None:
        raise RefusedError(problem)
    return value


def _template(value: Any, target: Target, setting: Setting, path: ModelPath) -> Any:
    setting.require_classes(target)
    if value is None:
        return None
    made = value if setting.is_object(value) else setting.template_of(value, target, path)
    return _instance(made, target, setting, path)


def _owned(value: Any, _: None, setting: Setting, __: ModelPath) -> Any:
    if _is_owned(value, setting) is False:
        raise RefusedError(f"{setting.shown(value)} is not inside the object whose property it is, as owned() demands")
    return value


def _not_owned(value: Any, _: None, setting: Setting, path: ModelPath) -> Any:
    if _is_owned(value, setting) is True:
        raise RefusedError(
            f"{setting.shown(value)} is inside the object whose property it is, which notOwned() refuses"
        )
    if setting.is_object(value) and setting.is_this(value) and not setting.follows(quirks.NOT_OWNED_SELF, path, ""):
        hint = f"the engine takes it (--quirk {quirks.NOT_OWNED_SELF.name})"
        raise RefusedError(
            f"{setting.shown(value)} is the object whose property it is, which notOwned() refuses", (hint,)
        )
    return value


def _is_owned(value: Any, setting: Setting) -> bool | None:
    """None for null, and for an object that is not loaded yet."""
    if value is None or setting.is_reference(value):
        return None
    if not setting.is_object(value):
        raise RefusedError(f"{setting.shown(value)} is no object")
    return setting.is_owned(value)


_OBJECT = kinds.OBJECT | kinds.NULL

CLASS = Function(
    "class",
    gives=_OBJECT,
    validates=_OBJECT,
    converts=_OBJECT | kinds.DICT | kinds.STRING,
    transform=_class,
    validate=_instance,
)
TEMPLATE = Function(
    "template",
    gives=_OBJECT,  # it is turned into data only after all declarations agreed
    validates=_OBJECT,
    converts=_OBJECT | kinds.DICT,
    transform=_template,
    validate=_instance,
)
OWNED = Function("owned", gives=_OBJECT, validates=_OBJECT, converts=_OBJECT, transform=_owned, validate=_owned)
NOT_OWNED = Function(
    "notOwned", gives=_OBJECT, validates=_OBJECT, converts=_OBJECT, transform=_not_owned, validate=_not_owned
)
