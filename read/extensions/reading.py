"""Reads the classes of a distribution: follows each entry point to its module, and the class in it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from muranopl.diagnostics.catalogue import extensions as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.visible import visible
from muranopl.language.grammar.versions import DEFAULT_VERSION
from muranopl.read.extensions.dependencies import package_version
from muranopl.read.extensions.distribution import CLASSES, FORMATS, Distribution, EntryPoint
from muranopl.read.extensions.interface import CLASS_NAME, Extension, PluginClass
from muranopl.read.extensions.modules import Module, ModuleError, PluginTooLargeError
from muranopl.read.extensions.python_classes import is_open_module, plugin_class
from muranopl.read.extensions.scopes import (
    FUNCTIONS,
    Meaning,
    PythonDefinition,
    is_bound_in_branches,
    meaning,
)


def read_extension(distribution: Distribution, findings: Findings) -> Extension:
    """Return the interface of a distribution; what is wrong with its entry points is reported.

    A class that cannot be read has unseen members, so that its uses are not reported.
    """
    classes: dict[str, PluginClass] = {}
    for point in distribution.of(CLASSES):
        if CLASS_NAME.fullmatch(point.name):
            classes[point.name] = _read(point, distribution, findings)
        else:
            # The engine skips these, with a warning (reference: extensions, loading)
            name = visible(point.name)
            findings.report(rules.BAD_ENTRY_NAME, point.place, name=name)
    report_formats(distribution, findings)
    return Extension(
        distribution.name,
        distribution.place,
        distribution.location,
        tuple(classes.values()),
        package_version(distribution.version) or DEFAULT_VERSION,
    )


def report_unseen(classes: Iterable[PluginClass], findings: Findings) -> None:
    """Report the classes that may have further methods."""
    for item in classes:
        # Why a class is unreadable was reported at its entry point
        if item.unseen and item.unseen != (_UNREADABLE,):
            reason = "; ".join(item.unseen)
            findings.report(rules.UNSEEN_MEMBERS, item.place, name=item.name, reason=reason)


_UNREADABLE = "it cannot be read"
_NO_STATEMENT = "no class statement of the distribution defines it"


def report_formats(distribution: Distribution, findings: Findings) -> None:
    """Report the formats of packages that a distribution adds to the engine."""
    for point in distribution.of(FORMATS):
        findings.report(
            rules.PACKAGE_FORMAT,
            point.place,
            format=visible(point.name),
            python_class=visible(point.value.rpartition(":")[2]),
            distribution=distribution.name,
        )


def _read(point: EntryPoint, distribution: Distribution, findings: Findings) -> PluginClass:
    module_name, attribute = target_of(point)
    facts: dict[str, Any] = {"module": visible(module_name), "name": point.name}
    unreadable = PluginClass(point.name, point.place, unseen=(_UNREADABLE,))
    try:
        module = distribution.modules.module(module_name)
    except ModuleError as error:
        if error.is_missing:
            findings.report(rules.MODULE_MISSING, point.place, **facts)
        else:
            place = error.place or point.place
            findings.report(rules.UNREADABLE_MODULE, place, reason=error.reason, **facts)
        return unreadable
    facts["python_class"] = visible(attribute)
    meant: Meaning | Module = module
    if attribute:
        meant = meaning(attribute, module)
    if isinstance(meant, PythonDefinition) and isinstance(meant.node, ast.ClassDef):
        try:
            read = plugin_class(point.name, meant, findings)
        except PluginTooLargeError as error:
            return msgspec.structs.replace(unreadable, unseen=(str(error),))
        return _of_branches(read, attribute, module)
    if meant is None and not is_open_module(module):
        findings.report(rules.CLASS_MISSING, point.place, **facts)
        return unreadable
    kind = _kind(meant)
    if kind is None:
        return msgspec.structs.replace(unreadable, unseen=(_NO_STATEMENT,))
    written = f'"{facts["python_class"]}" of module "{facts["module"]}"'
    if not attribute:
        written = f'"{facts["module"]}"'
    findings.report(rules.NOT_A_CLASS, point.place, kind=kind, written=written, **facts)
    return unreadable


def _of_branches(read: PluginClass, attribute: str, module: Module) -> PluginClass:
    """Return a class with what is not seen of it if its name means different ones in branches."""
    if read.unseen or not is_bound_in_branches(attribute, module):
        return read
    unseen = ("it is imported in one of several branches",)
    return msgspec.structs.replace(read, unseen=unseen, constructor=None)


def target_of(point: EntryPoint) -> tuple[str, str]:
    """Return the module and the attribute of an entry point, without its extras."""
    value = point.value.partition("[")[0].strip()
    module, _, attribute = value.partition(":")
    return module.strip(), attribute.strip()


def _kind(meant: Meaning | Module) -> str | None:
    """Return in words what an entry point names, None if it could be a class."""
    if isinstance(meant, Module):
        return "a module"
    node = meant.node if isinstance(meant, PythonDefinition) else None
    if isinstance(node, FUNCTIONS):
        return "a function"
    is_data = isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    return "data" if is_data else None


def without_duplicates(extensions: Sequence[Extension], findings: Findings) -> Iterator[Extension]:
    """Yield the extensions; a class that two of them declare is unreadable in both.

    The engine uses neither (reference: extensions, loading).
    """
    owners: dict[str, list[Extension]] = {}
    for extension in extensions:
        for item in extension.classes:
            owners.setdefault(item.name, []).append(extension)
    twice = {name: both for name, both in owners.items() if len(both) > 1}
    for name, (first, second, *_) in twice.items():
        place = next(item.place for item in second.classes if item.name == name)
        findings.report(
            rules.DUPLICATE_CLASS, place, name=name, first=first.name, second=second.name
        )
    for extension in extensions:
        classes = tuple(
            PluginClass(item.name, item.place, unseen=(_UNREADABLE,))
            if item.name in twice
            else item
            for item in extension.classes
        )
        yield msgspec.structs.replace(extension, classes=classes)
