"""Reads distributions that are not built: `pyproject.toml`, `setup.cfg` and `setup.py`, as data.

Built ones: `metadata`. Both are used by `finding`.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.read.extensions.dependencies import package_version
from muranopl.read.extensions.distribution import Distribution, entry_points
from muranopl.read.extensions.metadata import (
    PROJECT_FILES,
    SOURCE_ROOTS,
    built_distributions,
    read_ini,
    released_version,
    report_metadata,
    requirement_lines,
    text_of,
)
from muranopl.read.extensions.modules import Modules
from muranopl.read.extensions.trees import Tree


class _Declared(msgspec.Struct):
    """The declarations of the files of a project, as far as they are known."""

    name: str | None = None
    groups: dict[str, dict[str, str]] = {}
    file: File | None = None
    roots: tuple[str, ...] = ()
    version: str | None = None
    requires: tuple[str, ...] = ()


def checkout(tree: Tree, findings: Findings) -> list[Distribution]:
    """Return the distribution whose source is in a tree; none if it is not for the engine."""
    declared = _Declared()
    for part in _parts(tree, findings):
        declared.name = declared.name or part.name
        declared.roots = declared.roots or part.roots
        # It may also say where the version is: `attr: package.__version__`
        if declared.version is None and package_version(part.version) is not None:
            declared.version = part.version
        declared.requires = declared.requires or part.requires
        # The first file that declares entry points has all: pyproject.toml wins, as for setuptools
        if part.groups and declared.file is None:
            declared.groups, declared.file = part.groups, part.file
    roots = tuple(dict.fromkeys((*declared.roots, *SOURCE_ROOTS)))
    points = entry_points(declared.groups, declared.file) if declared.file else []
    # `setup.py` may compute them: then the metadata of an earlier build has them
    if not points:
        return _built(tree, findings, roots)
    if declared.name is None:
        place = Place(points[0].place.file)
        report_metadata(place, "it does not state the name", findings, "write the name as a string")
        return []
    return [
        Distribution(
            declared.name,
            points[0].place,
            tree.location,
            tuple(points),
            Modules(tree, roots),
            declared.version or released_version(tree, findings),
            declared.requires or _of_pbr(tree, findings),
        )
    ]


def _of_pbr(tree: Tree, findings: Findings) -> tuple[str, ...]:
    """Return the requirements in the file where pbr has them."""
    file = text_of(tree, "requirements.txt", findings)
    return () if file is None else tuple(requirement_lines(file.text or ""))


def _built(tree: Tree, findings: Findings, roots: tuple[str, ...]) -> list[Distribution]:
    """Return the distribution by the metadata that was built in a checkout, if any."""
    built = (built_distributions(tree, findings, folder, roots) for folder in roots)
    return next(filter(None, built), [])[:1]


def _parts(tree: Tree, findings: Findings) -> Iterator[_Declared]:
    for name, read in zip(PROJECT_FILES, (_pyproject, _setup_cfg, _setup_py), strict=True):
        file = text_of(tree, name, findings)
        if file is not None:
            yield read(file, findings)


def _pyproject(file: File, findings: Findings) -> _Declared:
    try:
        data = tomllib.loads(file.text or "")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        report_metadata(Place(file), str(error), findings, "correct the file")
        return _Declared()
    project, poetry = _table(data, "project"), _table(data, "tool", "poetry")
    groups = {**_table(poetry, "plugins"), **_table(project, "entry-points")}
    name = _string(project.get("name", poetry.get("name")))
    setuptools = _table(data, "tool", "setuptools")
    where = _table(setuptools, "packages", "find").get("where")
    roots = _roots(setuptools.get("package-dir"), where)
    version = _string(project.get("version", poetry.get("version")))
    requires = project.get("dependencies") or _of_poetry(poetry.get("dependencies"))
    return _Declared(
        name,
        _texts(groups),
        file,
        roots,
        version,
        _strings(requires),
    )


def _string(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _strings(items: object) -> tuple[str, ...]:
    items = items if isinstance(items, (list, tuple)) else []
    return tuple(item for item in items if isinstance(item, str))


def _of_poetry(written: object) -> list[str]:
    """Return the names of the dependencies of poetry, whose versions have a notation of their own."""
    return list(map(str, written)) if isinstance(written, dict) else []


def _table(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    for key in keys:
        inner = data.get(key)
        data = inner if isinstance(inner, dict) else {}
    return data


def _texts(groups: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return the groups that are tables, with the entry points that are texts."""
    result: dict[str, dict[str, str]] = {}
    for group, points in groups.items():
        if isinstance(points, dict):
            texts = ((key, text) for key, text in points.items() if isinstance(text, str))
            result[group] = dict(texts)
    return result


def _roots(package_dir: object, where: object = None) -> tuple[str, ...]:
    """Return the folders that modules are in: `where` packages are found, and those of packages."""
    folders = package_dir if isinstance(package_dir, dict) else {}
    roots: list[object] = [_root(str(key), value) for key, value in folders.items()]
    roots += where if isinstance(where, list) else [where]
    texts = [root for root in roots if isinstance(root, str)]
    return tuple(root.strip("/").removeprefix("./") for root in texts if root != ".")


def _root(package: str, folder: object) -> str | None:
    """Return the folder that a package is in, None if its own folder has another name."""
    below = package.replace(".", "/")
    if not isinstance(folder, str) or not f"/{folder}".endswith(f"/{below}"):
        return folder if isinstance(folder, str) and not below else None
    return folder.removesuffix(below)


def _setup_cfg(file: File, findings: Findings) -> _Declared:
    """Return what setuptools or pbr read of `setup.cfg`."""
    sections = read_ini(file, findings)
    written = {**sections.get("entry_points", {}), **sections.get("options.entry_points", {})}
    groups = {group: _lines(text) for group, text in written.items()}
    package_dir = _lines(sections.get("options", {}).get("package_dir", ""))
    where = sections.get("options.packages.find", {}).get("where")
    root = sections.get("files", {}).get("packages_root") or where
    metadata = sections.get("metadata", {})
    requires = sections.get("options", {}).get("install_requires", "")
    return _Declared(
        metadata.get("name"),
        groups,
        file,
        _roots(package_dir, root),
        metadata.get("version"),
        tuple(requirement_lines(requires)),
    )


def _lines(text: str) -> dict[str, str]:
    """Return the `name = value` lines of a value."""
    pairs = (line.partition("=") for line in text.splitlines() if "=" in line)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _setup_py(file: File, findings: Findings) -> _Declared:
    """Return the literal arguments of `setup(...)`; the file is not run."""
    try:
        tree = ast.parse(file.text or "")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        report_metadata(Place(file), str(error), findings, "correct the file")
        return _Declared()
    arguments = _setup_arguments(tree)
    name, written = arguments.get("name"), arguments.get("entry_points")
    groups = _setup_groups(written, file, findings)
    version = arguments.get("version")
    return _Declared(
        _string(name),
        groups,
        file,
        _roots(arguments.get("package_dir"), arguments.get(_WHERE)),
        _string(version),
        _strings(arguments.get("install_requires")),
    )


_WHERE = "where"


def _setup_arguments(tree: ast.Module) -> dict[str, Any]:
    """Return the arguments of `setup()` that are literals, or names of literals.

    `where` is the folder in which `find_packages()` looks for packages.
    """
    values: dict[str, ast.expr] = {}
    arguments: dict[str, Any] = {}
    # The call may be in a function, or below `if __name__ == ...`
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            values[node.targets[0].id] = node.value
        elif isinstance(node, ast.Call) and _called(node) == "setup":
            for item in node.keywords:
                value = item.value
                if isinstance(value, ast.Name):
                    value = values.get(value.id, value)
                arguments |= _argument(item.arg, value)
    return arguments


def _argument(name: str | None, value: ast.expr) -> dict[str, Any]:
    """Return an argument of `setup()`; without a name those in a dictionary of them."""
    if name == "packages" and isinstance(value, ast.Call):
        folders = [item.value for item in value.keywords if item.arg == _WHERE]
        folders += value.args[:1]
        return {_WHERE: literal(folders[0])} if folders else {}
    if name is not None:
        return {name: literal(value)}
    if isinstance(value, ast.Call):
        return {item.arg: literal(item.value) for item in value.keywords if item.arg}
    several = literal(value)
    return several if isinstance(several, dict) else {}


def _called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def literal(node: ast.expr) -> Any:
    """Return the value of a literal, None for any other expression."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def _setup_groups(written: object, file: File, findings: Findings) -> dict[str, dict[str, str]]:
    if isinstance(written, str):
        text = File(file.root, file.path, written, file.archive)
        return read_ini(text, findings)
    if not isinstance(written, dict):
        return {}
    groups: dict[str, dict[str, str]] = {}
    for group, points in written.items():
        lines = points if isinstance(points, str) else "\n".join(map(str, points))
        groups[str(group)] = _lines(lines)
    return groups
