"""Converts Python classes to classes of MuranoPL, without running them (reference: extensions)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from muranopl.diagnostics.catalogue import extensions as rules
from muranopl.diagnostics.findings import Findings
from muranopl.read.extensions.ancestors import ancestors_of, class_node
from muranopl.read.extensions.interface import (
    PluginClass,
    PluginMethod,
    PluginParameter,
    camel_case,
)
from muranopl.read.extensions.members import MethodBinding, PythonMember, class_body
from muranopl.read.extensions.modules import Module
from muranopl.read.extensions.parameters import anything, parameters
from muranopl.read.extensions.scopes import PythonDefinition, dotted, has_star_import
from muranopl.read.extensions.specifications import specification

_CONSTRUCTOR = "__init__"
_LIFE_CYCLE = {"initialize", "destroy"}
_USAGES = {"Runtime", "Static", "Extension", "Action"}


def plugin_class(name: str, defined: PythonDefinition, findings: Findings) -> PluginClass:
    """Return a class by its full name in MuranoPL; what the engine does not do is reported."""
    ancestors = ancestors_of(defined)
    unseen = list(ancestors.unseen)
    attributes: dict[str, tuple[PythonMember, bool]] = {}
    for position, ancestor in enumerate(ancestors.classes):
        body = class_body(class_node(ancestor), ancestor.module)
        unseen += body.unseen
        defined.module.modules.use(len(body.members))
        for attribute, member in body.members.items():
            # As in Python, the class that comes first in the order of bases wins
            attributes.setdefault(attribute, (member, position > 0))
    place = defined.module.place(defined.node)
    methods: dict[str, PluginMethod] = {}
    for method in _methods(name, attributes, unseen, findings):
        other = methods.get(method.name)
        # Names such as `getIt` and `get_it` are one in MuranoPL: the last one of `dir()` counts
        if other is None or other.python_name < method.python_name:
            methods[method.name] = method
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
            unseen.append(f'its method "{attribute}" has the name of a constructor in MuranoPL')
            continue
        yield _method(class_name, attribute, member, is_inherited, findings)


def _method(
    class_name: str, attribute: str, member: PythonMember, is_inherited: bool, findings: Findings
) -> PluginMethod:
    name = camel_case(attribute)
    place = member.module.place(member.node)
    shown = f"{class_name}.{name}"
    is_static = member.binding is not MethodBinding.INSTANCE
    if member.lost:
        decorator = member.binding.value
        at = member.module.place(member.lost[0])
        findings.report(rules.LOST_SPECIFICATION, at, decorator=decorator, method=shown)
    # Measured: the engine takes the first argument of these for the object
    if is_static and is_inherited:
        findings.report(rules.INHERITED_STATIC, place, method=shown)
        return PluginMethod(name, attribute, place, anything(place))
    meta = specification(member.specified, member.module).meta
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
    return tuple(item for item in parameters(member, skipped=1) if item.taking.value != "VarArgs")


def is_open_module(module: Module) -> bool:
    """Return whether a module may define names that are not seen."""
    memo = module.memo
    if "is open" not in memo:
        memo["is open"] = has_star_import(module) or any(
            isinstance(node, ast.Call) and dotted(node.func) in {"globals", "exec"}
            for node in ast.walk(module.tree)
        )
    return bool(memo["is open"])
