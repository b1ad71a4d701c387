"""Reads the attributes that the body of a Python class defines, as far as they may be methods."""

from __future__ import annotations

import ast
import enum
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from muranopl.read.extensions.modules import Module
from muranopl.read.extensions.scopes import (
    DEFINITIONS,
    FUNCTIONS,
    PythonDefinition,
    dotted,
    full_name,
    meaning,
    targets,
    top_statements,
)
from muranopl.read.extensions.specifications import is_specification

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


class MethodBinding(enum.Enum):
    """The first argument that a function gets: an object, none, or the class."""

    INSTANCE = "instance"
    STATIC = "staticmethod"
    CLASS = "classmethod"


class PythonMember(msgspec.Struct, frozen=True, eq=False):
    """An attribute of a class.

    `function` is None if the attribute is not a method; `is_open` is true if the arguments that it takes
    are not seen. `specified` are the decorators that yaql reads, `lost` those that it does not.
    """

    module: Module
    node: ast.AST
    function: Function | None = None
    binding: MethodBinding = MethodBinding.INSTANCE
    is_open: bool = False
    specified: Sequence[ast.expr] = ()
    lost: Sequence[ast.expr] = ()


class ClassBody(NamedTuple):
    """The attributes of a class by name, and why it may have others."""

    members: dict[str, PythonMember]
    unseen: list[str]


def class_body(node: ast.ClassDef, module: Module) -> ClassBody:
    """Return the attributes that a class defines, without those of its bases."""
    members: dict[str, PythonMember] = {}
    unseen: list[str] = []
    outer = set(map(id, node.body))
    for statement in top_statements(node):
        # A definition in a branch may be for another version of Python or of a library
        is_certain = id(statement) in outer
        for name, member in _defined(statement, members, module):
            is_open = not is_certain or _is_unlike(members.get(name), member)
            members[name] = _opened(member) if is_open else member
        if isinstance(statement, ast.Delete):
            for target in statement.targets:
                members.pop(dotted(target) or "", None)
        if _fills_namespace(statement):
            unseen.append("its body fills its own namespace")
    return ClassBody(members, unseen)


def _opened(member: PythonMember) -> PythonMember:
    if member.function is None:
        return member
    return msgspec.structs.replace(member, is_open=True)


def _is_unlike(first: PythonMember | None, second: PythonMember) -> bool:
    """Return whether an earlier definition of the name was in one of several branches."""
    return first is not None and first.is_open and second.function is not None


def _defined(
    statement: ast.stmt, members: dict[str, PythonMember], module: Module
) -> list[tuple[str, PythonMember]]:
    if isinstance(statement, FUNCTIONS):
        return [(statement.name, _decorated(statement, module))]
    if isinstance(statement, ast.ClassDef):
        return [(statement.name, PythonMember(module, statement))]
    value = getattr(statement, "value", None)
    return [
        (target.id, _assigned(target, value, members, module))
        for target in targets(statement)
        if isinstance(target, ast.Name) and value is not None
    ]


def _decorated(node: ast.FunctionDef | ast.AsyncFunctionDef, module: Module) -> PythonMember:
    """Return a function with its decorators; the last one is applied first."""
    result = PythonMember(module, node, node)
    specified: list[ast.expr] = []
    lost: list[ast.expr] = []
    for decorator in reversed(node.decorator_list):
        kind = _full(decorator, module)
        if is_specification(decorator, module):
            # Above `@staticmethod` the engine loses them (measured; reference: extensions)
            if result.binding is MethodBinding.INSTANCE:
                specified.append(decorator)
            else:
                lost.append(decorator)
        elif kind in _BINDINGS:
            result = msgspec.structs.replace(result, binding=_BINDINGS[kind])
        elif kind in _NO_METHODS or kind.endswith((".setter", ".getter", ".deleter")):
            return PythonMember(module, node)
        else:
            result = msgspec.structs.replace(result, is_open=True)
    return msgspec.structs.replace(result, specified=specified, lost=lost)


_BINDINGS = {"staticmethod": MethodBinding.STATIC, "classmethod": MethodBinding.CLASS}
# They make objects that are not a plain functions, which the engine leaves out
_NO_METHODS = {
    "property",
    "abc.abstractproperty",
    "functools.cache",
    "functools.cached_property",
    "functools.lru_cache",
    "functools.singledispatchmethod",
}


def _full(decorator: ast.expr, module: Module) -> str:
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    return full_name(target, module).removeprefix("builtins.")


def _assigned(
    target: ast.Name, value: ast.expr, members: dict[str, PythonMember], module: Module
) -> PythonMember:
    """Return what an attribute is that a value is assigned to."""
    if isinstance(value, ast.Lambda):
        return PythonMember(module, target, value)
    if isinstance(value, ast.Call) and _full(value, module) in _BINDINGS and value.args:
        inner = _assigned(target, value.args[0], members, module)
        binding = _BINDINGS[_full(value, module)]
        return msgspec.structs.replace(inner, binding=binding)
    written = dotted(value)
    if written in members:
        return members[written]
    meant = None if written is None else meaning(written, module)
    if isinstance(meant, PythonDefinition) and isinstance(meant.node, FUNCTIONS):
        return _decorated(meant.node, meant.module)
    # A name without a meaning is a builtin: `f = len` is not a method (reference: extensions)
    if isinstance(value, _DATA) or target.id.isupper() or (meant is None and written):
        return PythonMember(module, target)
    return PythonMember(module, target, _ANY, is_open=True)


_ANY = ast.Lambda(
    args=ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]),
    body=ast.Constant(None),
)
"""Stands for a function that is not seen."""
_DATA = (
    ast.Constant,
    ast.Dict,
    ast.DictComp,
    ast.JoinedStr,
    ast.List,
    ast.ListComp,
    ast.Set,
    ast.SetComp,
    ast.Tuple,
    ast.BinOp,
    ast.UnaryOp,
    ast.Compare,
)


def _fills_namespace(statement: ast.stmt) -> bool:
    """Return whether a statement in the body of a class may define names that are not written."""
    if isinstance(statement, DEFINITIONS):
        return False
    # Functions that the body imports are methods too
    if isinstance(statement, ast.ImportFrom):
        return True
    return any(
        isinstance(node, ast.Call) and dotted(node.func) in {"locals", "vars", "exec"}
        for node in ast.walk(statement)
    )
