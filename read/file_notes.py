"""Notes made while the YAML files of a package are read: the files, and their suppressions."""

from __future__ import annotations

from muranopl.ard.nodes import Node
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.ard.yaql.dialects import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.diagnostics.suppressions.comments import NEAR_MARKERS, Suppression


class FileNotes:
    """Notes the YAML files that are passed to `note`, or loaded through `load`, and their suppressions."""

    def __init__(self, load: YamlLoader) -> None:
        self._load = load
        self.files: list[File] = []
        self.suppressions: list[Suppression] = []

    def load(
        self, data: bytes, file: File, findings: Findings, *, dialect: Dialect | None
    ) -> list[Node]:
        """Return the documents of a YAML stream, as the loader does."""
        documents = self._load(data, file, findings, dialect=dialect)
        self.note(file)
        return documents

    def note(self, file: File) -> None:
        """Note a file that was read, and its suppressions."""
        self.files.append(file)
        text = file.text
        # Hardly any file mentions them, so that the others cost no more than this search
        if text is not None and any(marker in text for marker in NEAR_MARKERS):
            from muranopl.diagnostics.suppressions.scanning import suppressions_in

            self.suppressions += suppressions_in(file)
