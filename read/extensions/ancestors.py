"""Finds the bases of Python classes, and why a class may have methods that are not seen."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator
from typing import NamedTuple, cast

from muranopl.read.extensions.modules import Module
from muranopl.read.extensions.scopes import (
    PythonDefinition,
    dotted,
    full_name,
    is_bound_in_branches,
    meaning,
    targets,
)

_WITHOUT_METHODS = {
    # The engine exposes plain functions only, and methods of builtins are none
    *("abc.ABC", "dict", "list", "object", "set", "str", "threading.local", "tuple"),
    *("typing.Generic", "typing.Protocol"),
}
"""Bases in other distributions that add no methods to a class of MuranoPL."""
_HARMLESS_DECORATORS = {
    "murano.dsl.dsl.name",
    "six.python_2_unicode_compatible",
    "typing.final",
    "functools.total_ordering",
}


class Ancestors(NamedTuple):
    """A class and its bases in the distribution, in order, and why there may be others."""

    classes: list[PythonDefinition]
    unseen: list[str]


def ancestors_of(defined: PythonDefinition) -> Ancestors:
    """Return a class with its bases, as far as they are in the distribution."""
    finished: list[PythonDefinition] = []
    visited: set[int] = set()
    unseen: list[str] = []
    pending = [(defined, False)]
    while pending:
        current, is_finished = pending.pop()
        if is_finished:
            finished.append(current)
        elif id(current.node) not in visited:
            visited.add(id(current.node))
            current.module.modules.use(1)
            unseen += _changes(class_node(current), current.module)
            bases, reasons = _bases(class_node(current), current.module)
            unseen += reasons
            # A class is finished after its bases, from the last one on: a base that two classes
            # share then follows both in the reversed order, as in Python
            pending += [(current, True), *((base, False) for base in bases)]
    return Ancestors(finished[::-1], unseen)


def _bases(node: ast.ClassDef, module: Module) -> tuple[list[PythonDefinition], list[str]]:
    """Return the bases in the distribution, and the reasons why there may be other methods."""
    meant = [_base(base, module) for base in node.bases]
    bases = [item for item in meant if isinstance(item, PythonDefinition)]
    return bases, [item for item in meant if isinstance(item, str) and item]


def _base(node: ast.expr, module: Module) -> PythonDefinition | str:
    """Return a base class of the distribution, "" for one without methods, else the reason."""
    while isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call) and full_name(node.func, module) == "six.with_metaclass":
        inner = [_base(item, module) for item in node.args[1:]]
        return inner[0] if inner else ""
    written = dotted(node)
    if written is None:
        return "a base class is an expression"
    if is_bound_in_branches(written.partition(".")[0], module):
        return f"its base class {written} is defined in one of several branches"
    meant = meaning(written, module)
    if isinstance(meant, PythonDefinition) and isinstance(meant.node, ast.ClassDef):
        return meant
    full = full_name(node, module).removeprefix("builtins.")
    if full in _WITHOUT_METHODS or _is_builtin_exception(full):
        return ""
    return f"its base class {written} is not in the distribution"


def _is_builtin_exception(name: str) -> bool:
    value = getattr(builtins, name, None)
    return isinstance(value, type) and issubclass(value, BaseException)


def _changes(node: ast.ClassDef, module: Module) -> Iterator[str]:
    """Yield the reasons why a class may get methods that its body does not define."""
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        full = full_name(target, module)
        if full not in _HARMLESS_DECORATORS and not _adds_abc(decorator, full, module):
            yield f"the decorator {dotted(target) or 'of the class'} may change it"
    for keyword in node.keywords:
        if full_name(keyword.value, module) not in {"abc.ABCMeta", "type"}:
            yield f"its {keyword.arg or 'metaclass'} may change it"
    if any(
        isinstance(item, ast.FunctionDef) and item.name == "__init_subclass__" for item in node.body
    ):
        yield "__init_subclass__ may change it"
    if is_bound_in_branches(node.name, module):
        yield "it is defined in one of several branches"
    yield from _changed_later(node, module)


def _adds_abc(decorator: ast.expr, full: str, module: Module) -> bool:
    return (
        full == "six.add_metaclass"
        and isinstance(decorator, ast.Call)
        and all(full_name(item, module) == "abc.ABCMeta" for item in decorator.args)
    )


def _changed_later(node: ast.ClassDef, module: Module) -> Iterator[str]:
    """Yield the reasons if the module of a class, or the class itself, adds methods to it."""
    yield from _changed_by_module(module).get(node.name, [])
    for method in _class_methods(node, module):
        added = _added(method, method.name)
        yield from added.get(method.args.args[0].arg, [])


def _changed_by_module(module: Module) -> dict[str, list[str]]:
    """Return the reasons why a module may add methods to the classes that names in it refer to."""
    if "changes" not in module.memo:
        result = _added(module.tree, "the module")
        for statement in module.tree.body:
            call = statement.value if isinstance(statement, ast.Expr) else None
            if isinstance(call, ast.Call) and dotted(call.func) != "setattr":
                for name in dict.fromkeys(map(dotted, call.args)):
                    reason = "the module passes it to a function"
                    result.setdefault(name or "", []).append(reason)
        module.memo["changes"] = result
    return cast("dict[str, list[str]]", module.memo["changes"])


def _class_methods(node: ast.ClassDef, module: Module) -> Iterator[ast.FunctionDef]:
    """Yield the class methods in the body of a class."""
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.args.args:
            decorators = (full_name(decorator, module) for decorator in item.decorator_list)
            if "classmethod" in decorators:
                yield item


def _added(code: ast.AST, where: str) -> dict[str, list[str]]:
    """Return the reasons why some code may add methods to the classes that names refer to."""
    result: dict[str, list[str]] = {}
    for node in ast.walk(code):
        if isinstance(node, ast.stmt):
            for name in dict.fromkeys(_owners(node)):
                reason = f"{where} assigns to its attributes"
                result.setdefault(name, []).append(reason)
        elif isinstance(node, ast.Call) and dotted(node.func) == "setattr" and node.args:
            name = dotted(node.args[0]) or ""
            result.setdefault(name, []).append(f"{where} calls setattr() for it")
    return result


def _owners(node: ast.stmt) -> Iterator[str]:
    """Yield the names of classes to which a statement assigns what may be a method."""
    if isinstance(getattr(node, "value", None), ast.Constant):
        return
    for target in targets(node):
        owner, _, attribute = (dotted(target) or "").rpartition(".")
        # Names in capitals are those of data
        if owner and attribute[0] != "_" and not attribute.isupper():
            yield owner


def class_node(defined: PythonDefinition) -> ast.ClassDef:
    """Return the statement that defines a class."""
    assert isinstance(defined.node, ast.ClassDef)  # noqa: S101 - bases and entry points are checked
    return defined.node
