"""Resolves names at the top of modules of a distribution, and follows them through imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple, cast

import msgspec

from muranopl.read.extensions.modules import Module, ModuleError

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = (*FUNCTIONS, ast.ClassDef)
_MOST_IMPORTS = 30
"""Imports that are followed from one name to its definition."""


class PythonDefinition(msgspec.Struct, frozen=True, eq=False):
    """The statement that defines a name, and its module."""

    module: Module
    node: ast.stmt


class Outside(msgspec.Struct, frozen=True):
    """A name that is not defined in the distribution: the dotted name that it is imported as."""

    name: str


Meaning = PythonDefinition | Outside | None
"""None for a name that is not defined at all."""


def meaning(name: str, module: Module) -> Meaning:
    """Return what a dotted name refers to at the top of a module."""
    return _meaning(name.split("."), module, _MOST_IMPORTS)


def full_name(node: ast.expr | None, module: Module) -> str:
    """Return the full name of what an expression imports or names, "" if it is neither."""
    written = dotted(node)
    if written is None:
        return ""
    meant = meaning(written, module)
    return meant.name if isinstance(meant, Outside) else written


class _Bindings(NamedTuple):
    """The statements at the top of a module by the names that they bind, and its star imports.

    `outer` are the ids of the statements that are in no block.
    """

    by_name: dict[str, list[ast.stmt]]
    stars: list[ast.ImportFrom]
    outer: set[int]


def _bindings(module: Module) -> _Bindings:
    """Return the bindings of a module, which are collected once: a hostile module asks for each class."""
    if "bindings" not in module.memo:
        result = _Bindings({}, [], set(map(id, module.tree.body)))
        for node in top_statements(module.tree):
            for name in dict.fromkeys(bound_names(node)):
                result.by_name.setdefault(name, []).append(node)
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                result.stars.append(node)
        module.memo["bindings"] = result
    return cast(_Bindings, module.memo["bindings"])


def _meaning(parts: list[str], module: Module, left: int) -> Meaning:
    # Modules that import one another by several stars lead to the same question again and again
    key = left, *parts
    if key not in module.memo:
        module.memo[key] = _found(parts, module, left)
    return cast(Meaning, module.memo[key])


def _found(parts: list[str], module: Module, left: int) -> Meaning:
    first, rest = parts[0], parts[1:]
    if left == 0:
        return Outside(".".join(parts))
    # The last one counts, also among branches: which of these run is not known
    binding = _bindings(module).by_name.get(first)
    node = binding[-1] if binding else None
    if isinstance(node, ast.ImportFrom):
        return _imported_from(node, parts, module, left - 1)
    if isinstance(node, ast.Import):
        return _imported(node, parts, module, left - 1)
    if node is None:
        if has_star_import(module):
            return _through_star(parts, module, left - 1)
        return None
    alias = _alias(node) if not rest else None
    # `name = name` would lead here again
    if alias is not None and alias != first:
        return _meaning(alias.split("."), module, left - 1)
    return PythonDefinition(module, node) if not rest else Outside(".".join(parts))


def _alias(node: ast.stmt) -> str | None:
    """Return the name that another one is assigned from."""
    if isinstance(node, ast.Assign):
        return dotted(node.value)
    return None


def is_bound_in_branches(name: str, module: Module) -> bool:
    """Return whether it is not known which one of several statements binds a name last."""
    bindings = _bindings(module)
    binding = bindings.by_name.get(name, [])
    return len(binding) > 1 and id(binding[-1]) not in bindings.outer


def top_statements(tree: ast.Module | ast.ClassDef) -> Iterator[ast.stmt]:
    """Yield the statements that run when a module or a class is made, those in blocks included."""
    pending = list(reversed(tree.body))
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(list(blocks(node))))


def blocks(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the statements in the blocks of an `if`, `try`, `with` or loop."""
    if isinstance(node, DEFINITIONS):
        return
    for field in ("body", "handlers", "orelse", "finalbody"):
        for item in getattr(node, field, ()):
            if isinstance(item, ast.ExceptHandler):
                yield from item.body
            elif isinstance(item, ast.stmt):
                yield item


def bound_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement binds, without those in its blocks."""
    if isinstance(node, DEFINITIONS):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for item in node.names:
            yield item.asname or item.name.partition(".")[0]
    else:
        for target in targets(node):
            for part in ast.walk(target):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    yield part.id


def targets(node: ast.stmt) -> list[ast.expr]:
    """Return what a statement assigns to."""
    if isinstance(node, ast.Assign):
        return node.targets
    if isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.For, ast.AsyncFor)):
        return [node.target]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return [item.optional_vars for item in node.items if item.optional_vars]
    return []


def has_star_import(module: Module) -> bool:
    """Return whether a module imports names that are not written."""
    return bool(_bindings(module).stars)


def _through_star(parts: list[str], module: Module, left: int) -> Meaning:
    """Return what a name refers to that only a star import may bind."""
    result: Meaning = Outside(parts[0])
    for node in _bindings(module).stars:
        other = _read(source_of(node, module), module)
        meant = None if other is None else _meaning(parts, other, left)
        if isinstance(meant, PythonDefinition):
            result = meant
    return result


def _imported_from(node: ast.ImportFrom, parts: list[str], module: Module, left: int) -> Meaning:
    original = _original(node, parts[0])
    source = source_of(node, module)
    other = _read(source, module)
    if other is not None:
        meant = _meaning([original, *parts[1:]], other, left)
        if meant is not None:
            return meant
    # Submodules can be imported from a package that binds no such name
    inner = _read(f"{source}.{original}".strip("."), module)
    if inner is not None and parts[1:]:
        return _meaning(parts[1:], inner, left)
    return Outside(".".join([*filter(None, (source, original)), *parts[1:]]))


def _imported(node: ast.Import, parts: list[str], module: Module, left: int) -> Meaning:
    written = _original(node, parts[0])
    path = [*written.split("."), *parts[1:]]
    # `a.b.c` is the name c of module `a.b` if there is one, else `b.c` of module `a`
    for length in range(len(path) - 1, 0, -1):
        other = _read(".".join(path[:length]), module)
        if other is not None:
            return _meaning(path[length:], other, left)
    return Outside(".".join(path))


def _original(node: ast.Import | ast.ImportFrom, name: str) -> str:
    """Return the imported name that is bound to `name`."""
    for item in node.names:
        if item.asname == name:
            return item.name
    return name


def source_of(node: ast.ImportFrom, module: Module) -> str:
    """Return the dotted name of the module that names are imported from."""
    if not node.level:
        return node.module or ""
    package = module.name.split(".")
    # One dot is the package of a module, and a package itself
    up = node.level - module.is_package
    package = package[: len(package) - up] if up else package
    return ".".join([*package, *([node.module] if node.module else [])])


def _read(name: str, module: Module) -> Module | None:
    """Return a module of the distribution, None if it is none, or is unreadable.

    Plugins for Python 2 import modules beside them without naming the package.
    """
    if not name:
        return None
    package = module.name if module.is_package else module.name.rpartition(".")[0]
    for written in (name, f"{package}.{name}" if package else name):
        try:
            return module.modules.module(written)
        except ModuleError:
            continue
    return None


def dotted(node: ast.expr | None) -> str | None:
    """Return a dotted name, None for any other expression."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    return ".".join([node.id, *reversed(parts)])
