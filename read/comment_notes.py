"""Comments that suppress diagnostics, noted while the files of a package are read."""

from __future__ import annotations

from muranopl.ard.nodes import Node
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.expression.dialects import Dialect
from muranopl.suppressions.comments import MARKER, Suppression


class CommentNotes:
    """Notes the suppressions of files that are passed to `note`, or loaded through `load`."""

    def __init__(self, load: YamlLoader) -> None:
        self._load = load
        self.suppressions: list[Suppression] = []

    def load(
        self, data: bytes, file: File, findings: Findings, *, dialect: Dialect | None
    ) -> list[Node]:
        """Return the documents of a YAML stream, as the loader does."""
        documents = self._load(data, file, findings, dialect=dialect)
        self.note(file)
        return documents

    def note(self, file: File) -> None:
        """Note the suppressions of a file that was read."""
        # Hardly any file mentions it, so that the others cost no more than this search
        if file.text is not None and MARKER in file.text:
            from muranopl.suppressions.scanning import suppressions_in

            self.suppressions += suppressions_in(file)
