"""Python classes as classes of MuranoPL, read without running them (reference: extensions)."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from muranopl.diagnostics.catalogue import extensions as rules
from muranopl.diagnostics.findings import Findings
from muranopl.extensions.interface import PluginClass, PluginMethod, PluginParameter
from muranopl.extensions.members import MethodBinding, PythonMember, class_body
from muranopl.extensions.names import camel_case
from muranopl.extensions.parameters import anything, parameters
from muranopl.extensions.scopes import (
    PythonDefinition,
    dotted,
    has_star_import,
    meaning,
    targets,
    top_statements,
)
from muranopl.extensions.specifications import ModuleNames, specification

_CONSTRUCTOR = "__init__"
_LIFE_CYCLE = {"initialize", "destroy"}
_USAGES = {"Runtime", "Static", "Extension", "Action"}

_WITHOUT_METHODS = {
    # The engine exposes plain functions only, and methods of builtins are none
    *("abc.ABC", "dict", "list", "object", "set", "str", "threading.local", "tuple"),
    *("typing.Generic", "typing.Protocol"),
}
"""Bases elsewhere that add no methods to a class of MuranoPL."""
_HARMLESS_DECORATORS = {
    "murano.dsl.dsl.name",
    "six.python_2_unicode_compatible",
    "typing.final",
    "functools.total_ordering",
}


class _Ancestors(NamedTuple):
    """A class and its bases in the distribution, in order, and why there may be others."""

    classes: list[PythonDefinition]
    unseen: list[str]


def plugin_class(
    name: str, defined: PythonDefinition, names: ModuleNames, findings: Findings
) -> PluginClass:
    """Return a class by its full name in MuranoPL; what the engine does not do is reported."""
    ancestors = _ancestors(defined, names)
    unseen = list(ancestors.unseen)
    attributes: dict[str, tuple[PythonMember, bool]] = {}
    for position, ancestor in enumerate(ancestors.classes):
        body = class_body(_node(ancestor), ModuleNames(ancestor.module, names.modules))
        unseen += body.unseen
        for attribute, member in body.members.items():
            # As in Python, the class that comes first in the order of bases wins
            attributes.setdefault(attribute, (member, position > 0))
    place = defined.module.place(defined.node)
    # Two names in Python may be one in MuranoPL, such as `get_it` and `getIt`
    methods = {
        method.name: method for method in _methods(name, attributes, unseen, findings)
    }
    return PluginClass(
        name,
        place,
        _constructor(attributes, is_seen=not unseen),
        tuple(methods.values()),
        tuple(dict.fromkeys(unseen)),
    )


def _methods(
    class_name: str,
    attributes: Mapping[str, tuple[PythonMember, bool]],
    unseen: list[str],
    findings: Findings,
) -> Iterator[PluginMethod]:
    for attribute, (member, is_inherited) in attributes.items():
        if attribute.startswith("_") or member.function is None:
            continue
        # The engine calls them like other methods; a class file has no way to say so
        if camel_case(attribute) in _LIFE_CYCLE:
            unseen.append(
                f'its method "{attribute}" has the name of a constructor in MuranoPL'
            )
            continue
        yield _method(class_name, attribute, member, is_inherited, findings)


def _method(
    class_name: str,
    attribute: str,
    member: PythonMember,
    is_inherited: bool,
    findings: Findings,
) -> PluginMethod:
    name = camel_case(attribute)
    place = member.names.module.place(member.node)
    shown = f"{class_name}.{name}"
    is_static = member.binding is not MethodBinding.INSTANCE
    if member.lost:
        decorator = member.binding.value
        at = member.names.module.place(member.lost[0])
        findings.report(rules.LOST_SPECIFICATION, at, decorator=decorator, method=shown)
    # Measured: the engine takes the first argument of these for the object
    if is_static and is_inherited:
        findings.report(rules.INHERITED_STATIC, place, method=shown)
        return PluginMethod(name, attribute, place, anything(place))
    meta = specification(member.specified, member.names).meta
    usage = meta.get("Usage") or ("Static" if is_static else "Runtime")
    # A ValueError of the engine, at the first use of the class
    if usage not in _USAGES:
        findings.report(rules.BAD_METHOD_USAGE, place, usage=usage, method=shown)
        usage = "Runtime"
    skipped = 0 if member.binding is MethodBinding.STATIC else 1
    taken = parameters(member, skipped=skipped)
    is_public = meta.get("Scope") == "Public"
    return PluginMethod(name, attribute, place, taken, usage, is_public)


def _constructor(
    attributes: Mapping[str, tuple[PythonMember, bool]], *, is_seen: bool
) -> tuple[PluginParameter, ...] | None:
    """Return the parameters of `__init__`, without those that have no name in calls."""
    if _CONSTRUCTOR not in attributes or "__new__" in attributes or not is_seen:
        return None
    member, _ = attributes[_CONSTRUCTOR]
    if member.function is None or member.is_open:
        return None
    return tuple(
        item for item in parameters(member, skipped=1) if item.taking.value != "VarArgs"
    )


def _node(defined: PythonDefinition) -> ast.ClassDef:
    assert isinstance(defined.node, ast.ClassDef)  # noqa: S101 - bases and entry points are checked
    return defined.node


def _ancestors(defined: PythonDefinition, names: ModuleNames) -> _Ancestors:
    classes: dict[int, PythonDefinition] = {}
    unseen: list[str] = []
    pending = [defined]
    while pending:
        current = pending.pop(0)
        if id(current.node) in classes:
            continue
        classes[id(current.node)] = current
        scope = ModuleNames(current.module, names.modules)
        node = _node(current)
        unseen += _changes(node, scope)
        bases: list[PythonDefinition] = []
        for base in node.bases:
            meant = _base(base, scope)
            if isinstance(meant, PythonDefinition):
                bases.append(meant)
            elif meant:
                unseen.append(meant)
        # Depth first, as in Python where no base is shared
        pending = bases + pending
    return _Ancestors(list(classes.values()), unseen)


def _base(node: ast.expr, names: ModuleNames) -> PythonDefinition | str:
    """Return a base class of the distribution, "" for one without methods, else the reason."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call) and names.full(node.func) == "six.with_metaclass":
        inner = [_base(item, names) for item in node.args[1:]]
        return inner[0] if inner else ""
    written = dotted(node)
    if written is None:
        return "a base class is an expression"
    meant = meaning(written, names.module, names.modules)
    if isinstance(meant, PythonDefinition) and isinstance(meant.node, ast.ClassDef):
        return meant
    full = names.full(node).removeprefix("builtins.")
    if full in _WITHOUT_METHODS or _is_builtin_exception(full):
        return ""
    return f"its base class {written} is not in the distribution"


def _is_builtin_exception(name: str) -> bool:
    value = getattr(builtins, name, None)
    return isinstance(value, type) and issubclass(value, BaseException)


def _changes(node: ast.ClassDef, names: ModuleNames) -> Iterator[str]:
    """Yield the reasons why a class may get methods that its body does not define."""
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        full = names.full(target)
        if full not in _HARMLESS_DECORATORS and not _adds_abc(decorator, full, names):
            yield f"the decorator {dotted(target) or 'of the class'} may change it"
    for keyword in node.keywords:
        if names.full(keyword.value) not in {"abc.ABCMeta", "type"}:
            yield f"its {keyword.arg or 'metaclass'} may change it"
    if any(
        isinstance(item, ast.FunctionDef) and item.name == "__init_subclass__"
        for item in node.body
    ):
        yield "__init_subclass__ may change it"
    yield from _changed_later(node.name, names)


def _adds_abc(decorator: ast.expr, full: str, names: ModuleNames) -> bool:
    return (
        full == "six.add_metaclass"
        and isinstance(decorator, ast.Call)
        and all(names.full(item) == "abc.ABCMeta" for item in decorator.args)
    )


def _changed_later(name: str, names: ModuleNames) -> Iterator[str]:
    """Yield the reason if a module assigns to attributes of one of its classes."""
    for statement in top_statements(names.module.tree):
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        assigned = (dotted(target) or "" for target in targets(statement))
        if any(target.startswith(f"{name}.") for target in assigned):
            yield "the module assigns to its attributes"
        for node in ast.walk(statement):
            if (
                isinstance(node, ast.Call)
                and dotted(node.func) == "setattr"
                and node.args
                and dotted(node.args[0]) == name
            ):
                yield "the module calls setattr() for it"


def is_open_module(names: ModuleNames) -> bool:
    """Return whether a module may define names that are not seen."""
    return has_star_import(names.module.tree) or any(
        isinstance(node, ast.Call) and dotted(node.func) in {"globals", "exec"}
        for node in ast.walk(names.module.tree)
    )
