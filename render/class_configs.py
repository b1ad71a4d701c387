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

import msgspec

from muranopl.ard.nodes import Mapping, Node, text_of
from muranopl.diagnostics.catalogue.objects import DOCUMENTS, UNKNOWN_PROPERTY, UNREADABLE
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.namespace.result import TypeId
from muranopl.semantics.evaluation.objects import MuranoType


class ConfigFolder(msgspec.Struct, frozen=True):
    """A folder with class configs, and its name in diagnostics."""

    path: str
    known_as: str


class ClassConfigs:
    """The configs of one folder, each file read once; no configs if the folder is None."""

    def __init__(self, folder: ConfigFolder | None, findings: Findings) -> None:
        self._folder = folder
        self._findings = findings
        self._read: dict[TypeId, dict[str, Node]] = {}
        if folder is not None and not os.path.isdir(folder.path):
            findings.report(
                UNREADABLE,
                Place(File(folder.known_as, "")),
                path=folder.known_as,
                reason="it is not a folder with class configs",
            )

    def of(self, type_: MuranoType) -> dict[str, Node]:
        """Return the config of a class by property."""
        if self._folder is None:
            return {}
        if type_.id not in self._read:
            self._read[type_.id] = self._load(self._folder, type_)
        return self._read[type_.id]

    def _load(self, folder: ConfigFolder, type_: MuranoType) -> dict[str, Node]:
        # A check of packages has no configs.
        from muranopl.ard.input_document import read_model

        for name in _names(type_.id):
            path = os.path.join(folder.path, name)
            if os.path.exists(path):
                findings = self._findings.apart()
                shown = os.path.join(folder.known_as, name)
                node = read_model(path, None, findings, known_as=shown)
                # An empty file counts as absent
                self._findings.take(
                    item for item in findings.diagnostics if item.code != DOCUMENTS.code
                )
                # The first file counts in the engine even if it is not a mapping
                return self._entries(node, type_) if isinstance(node, Mapping) else {}
        return {}

    def _entries(self, node: Mapping, type_: MuranoType) -> dict[str, Node]:
        result: dict[str, Node] = {}
        for key, value in node.pairs:
            name = text_of(key)
            if name is not None:
                result[name] = value
                if name not in type_.complete.properties:
                    class_ = f"class {type_.name}"
                    self._findings.report(
                        UNKNOWN_PROPERTY, key, path=name, type=class_, noun="property", name=name
                    )
        return result


def _names(id_: TypeId) -> Iterator[str]:
    parts = id_.package.version.partition("-")[0].partition("+")[0].split(".")
    versions = [f"-{'.'.join(parts[:length])}" for length in (3, 2, 1)]
    # A file without a version is for version 0.
    for version in (*versions, "") if parts[0] == "0" else versions:
        yield f"{id_.name}{version}.json"
        yield f"{id_.name}{version}.yaml"
