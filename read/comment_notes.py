"""Comments that suppress diagnostics, noted while the files of a package are read."""

from __future__ import annotations

from muranopl.ard.nodes import Node
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.expression.dialects import Dialect
from muranopl.suppressions.comments import MARKER, Suppression


class CommentNotes:
    """Notes the suppressions of all YAML files that are loaded, and of the manifest, which was."""

    def __init__(self, load: YamlLoader, manifest: File) -> None:
        self._load = load
        self.suppressions: list[Suppression] = []
        self._note(manifest)

    def load(
        self, data: bytes, file: File, findings: Findings, *, dialect: Dialect | None
    ) -> list[Node]:
        """Return the documents of a YAML stream, as the loader does."""
        documents = self._load(data, file, findings, dialect=dialect)
        self._note(file)
        return documents

    def _note(self, file: File) -> None:
        # Hardly any file mentions it, so that the others cost no more than this search
        if file.text is not None and MARKER in file.text:
            from muranopl.suppressions.scanning import suppressions_in

            self.suppressions += suppressions_in(file)
