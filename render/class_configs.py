"""Class configs: files with defaults for properties of a class.

Source: language/muranopl.txt, usage Config. They are in the
folder that the engine's option `class_configs` names. The file name is the class's full name with
`-1.2.3`, `-1.2`, `-1`, and, for version 0 only, without a version; `.json` before `.yaml`; the
first existing file counts. A property uses the config of the class that declares it. Measured:
conformance/models.json, config-*.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar
from muranopl.diagnostics.catalogue.models import DOCUMENTS, UNREADABLE
from muranopl.diagnostics.catalogue.objects import UNKNOWN_PROPERTY
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.namespace.result import TypeId
from muranopl.semantics.evaluation.objects import MuranoType


class ClassConfigs:
    """The configs of one folder, each file read once; no configs if the folder is None."""

    def __init__(self, folder: str | None, findings: Findings) -> None:
        self._folder = folder
        self._findings = findings
        self._read: dict[TypeId, dict[str, Node]] = {}
        if folder is not None and not os.path.isdir(folder):
            place, reason = (
                Place(File(folder, "")),
                "it is no folder with class configs",
            )
            findings.report(UNREADABLE, place, path=folder, reason=reason)

    def of(self, type_: MuranoType) -> dict[str, Node]:
        """Return the config of a class by property."""
        if self._folder is None:
            return {}
        if type_.id not in self._read:
            self._read[type_.id] = self._load(type_)
        return self._read[type_.id]

    def _load(self, type_: MuranoType) -> dict[str, Node]:
        from muranopl.read.object_model import read_model  # noqa: PLC0415 - a check of packages has no configs

        for name in _names(type_.id):
            path = os.path.join(self._folder or "", name)
            if os.path.exists(path):
                findings = self._findings.apart()
                node = read_model(path, None, findings)
                # An empty file counts as absent
                empty = (
                    diagnostic
                    for diagnostic in findings.diagnostics
                    if diagnostic.code != DOCUMENTS.code
                )
                self._findings.take(empty)
                if isinstance(node, Mapping):
                    return self._entries(node, type_)
                # The first file counts in the engine even if it is no mapping
                return {}
        return {}

    def _entries(self, node: Mapping, type_: MuranoType) -> dict[str, Node]:
        result: dict[str, Node] = {}
        for key, value in node.pairs:
            if isinstance(key, Scalar) and isinstance(key.value, str):
                result[key.value] = value
                if key.value not in type_.complete.properties:
                    self._findings.report(
                        UNKNOWN_PROPERTY,
                        key.place,
                        path=key.value,
                        type=f"class {type_.name}",
                        noun="property",
                        name=key.value,
                    )
        return result


def _names(id_: TypeId) -> Iterator[str]:
    parts = id_.package.version.partition("-")[0].partition("+")[0].split(".")
    versions = [f"-{'.'.join(parts[:length])}" for length in (3, 2, 1)]
    # A file without a version is for version 0.
    for version in (*versions, "") if parts[0] == "0" else versions:
        yield f"{id_.name}{version}.json"
        yield f"{id_.name}{version}.yaml"
