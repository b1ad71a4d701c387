"""What imported classes have beyond what was read of them."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from muranopl.ard.sources.regular_files import error_reason
from muranopl.diagnostics.catalogue import extensions as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.visible import visible
from muranopl.extensions.distribution import CLASSES, Distribution
from muranopl.extensions.importing.sandbox import Isolation, SandboxError, ask
from muranopl.extensions.interface import (
    Extension,
    PluginClass,
    PluginMethod,
    PluginParameter,
    Taking,
)
from muranopl.extensions.names import camel_case, is_hidden
from muranopl.extensions.reading import target_of
from muranopl.extensions.trees import ArchiveTree

_TAKING = {"VAR_POSITIONAL": Taking.VAR_ARGS, "VAR_KEYWORD": Taking.KW_ARGS}


def completed(
    extension: Extension,
    distribution: Distribution,
    isolated: Isolation | None,
    findings: Findings,
) -> Extension:
    """Return an extension whose classes have what is seen when they are imported.

    A class that cannot be imported stays as it was read, with a report.
    """
    targets = {
        point.name: target_of(point)
        for point in distribution.of(CLASSES)
        if any(item.name == point.name and item.unseen for item in extension.classes)
    }
    if not targets:
        return extension
    try:
        with _folders(distribution) as folders:
            answers = ask(folders, targets, isolated)
    except SandboxError as error:
        answers = {name: {"error": str(error)} for name in targets}
    classes = (
        _completed(item, answers[item.name], findings)
        if isinstance(answers.get(item.name), dict)
        else item
        for item in extension.classes
    )
    return msgspec.structs.replace(extension, classes=tuple(classes))


@contextmanager
def _folders(distribution: Distribution) -> Iterator[list[str]]:
    """Yield the folders to import from: those of the distribution, then the installed ones.

    Raise SandboxError for an archive that has files that cannot be.
    """
    modules = distribution.modules
    installed = [path for path in sys.path if "site-packages" in path]
    with tempfile.TemporaryDirectory(prefix="muranopl-") as folder:
        tree = modules.tree
        top = tree.location
        if isinstance(tree, ArchiveTree):
            top = folder
            _unpack(tree.files(), folder)
        yield [*(os.path.join(top, root) for root in modules.roots), *installed]


def _unpack(files: Mapping[str, bytes], folder: str) -> None:
    for name, data in files.items():
        path = os.path.join(folder, name)
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(data)
        except (OSError, ValueError) as error:
            reason = error_reason(error)
            raise SandboxError(f"a file cannot be unpacked: {reason}") from None


def _completed(
    item: PluginClass, answer: Mapping[str, Any], findings: Findings
) -> PluginClass:
    """Return a class with the methods that were not seen in its source."""
    if "error" in answer:
        reason = visible(str(answer["error"]))[:500]
        findings.report(rules.NOT_IMPORTED, item.place, name=item.name, reason=reason)
        return item
    read = {method.name for method in item.methods}
    new = [
        method
        for method in _methods(answer["methods"], item.place)
        if method.name not in read
    ]
    constructor = item.constructor
    if constructor is None and answer["constructor"] is not None:
        taken = _parameters(answer["constructor"], item.place, skipped=1)
        constructor = tuple(one for one in taken if one.taking is not Taking.VAR_ARGS)
    stubs = (
        f"its base class {visible(name)} is not installed" for name in answer["stubs"]
    )
    return msgspec.structs.replace(
        item,
        constructor=constructor,
        methods=(*item.methods, *new),
        unseen=tuple(stubs),
    )


def _methods(
    methods: Mapping[str, Mapping[str, Any]], place: Place
) -> Iterator[PluginMethod]:
    for python_name, method in methods.items():
        binding, parameters = method["binding"], method["parameters"]
        is_static = binding != "instance"
        # As in source: inherited static methods lose their first argument
        is_broken = is_static and method["inherited"]
        yield PluginMethod(
            camel_case(python_name),
            python_name,
            place,
            _parameters(parameters, place, skipped=binding != "static" or is_broken),
            "Static" if is_static and not is_broken else "Runtime",
        )


def _parameters(
    parameters: Sequence[Mapping[str, Any]], place: Place, *, skipped: int
) -> tuple[PluginParameter, ...]:
    return tuple(_shown(parameters[skipped:], place))


def _shown(
    parameters: Iterable[Mapping[str, Any]], place: Place
) -> Iterator[PluginParameter]:
    for item in parameters:
        if not is_hidden(item["name"]):
            yield PluginParameter(
                camel_case(item["name"]),
                place,
                default=item["default"],
                taking=_TAKING.get(item["kind"], Taking.STANDARD),
            )
