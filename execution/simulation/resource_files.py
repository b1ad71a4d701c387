"""The files of a package's `Resources` folder, read like the native `Resources` and `Agent` do."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from muranopl.ard.sources.source import Source, SourceError, join_inside
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.diagnostic import errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation.objects import copied
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.bounds import Budget

_FOLDER = "Resources"
_BYTES_OF_STEP = 8
"""The binary logarithm of the number of bytes per step, as for texts in expressions."""


class PackageResources(msgspec.Struct, eq=False):
    """The resource files of one package; reading takes steps of the `budget` of the run.

    `copies` are files that the engine copies there, by their new paths.
    """

    _source: Source
    _budget: Budget
    _copies: Mapping[str, str]

    def content(self, name: str) -> bytes:
        """Return the bytes of a file; raise MuranoError."""
        path = join_inside(_FOLDER, name)
        if path is None:
            raise MuranoError(
                "ValueError", f"path {name} is not allowed: it leads out of {_FOLDER}"
            )
        try:
            content = self._source.read(self._copies.get(path, path))
        except SourceError as error:
            missing = error.kind == "missing"
            raise MuranoError(
                "FileNotFoundError" if missing else "OSError", f"{path}: {error.message}"
            ) from error
        self._budget.spend(1 + (len(content) >> _BYTES_OF_STEP))
        return content

    def text(self, name: str) -> str:
        """Return a file as UTF-8 text, with line ends converted to newlines.

        Raise MuranoError.
        """
        try:
            text = self.content(name).decode()
        except UnicodeDecodeError as error:
            problem = f"{_FOLDER}/{name} is not valid UTF-8: {error.reason}"
            raise MuranoError("UnicodeDecodeError", problem) from error
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def json(self, name: str) -> Any:
        """Return the content of a JSON file; raise MuranoError."""
        try:
            return json.loads(self.text(name))
        except (ValueError, RecursionError) as error:
            machine_limits.note(error)
            raise MuranoError(
                "json.decoder.JSONDecodeError", f"{_FOLDER}/{name}: {error}"
            ) from error

    def yaml(self, name: str) -> Any:
        """Return the content of the only document of a YAML file; raise MuranoError."""
        findings = Findings()
        documents = load(
            self.text(name).encode(),
            self._source.file(f"{_FOLDER}/{name}"),
            findings,
            # Resources contain no expressions
            dialect=None,
        )
        for error in errors_of(findings.diagnostics):
            place = f"line {error.place.line}, column {error.place.column}"
            raise MuranoError("yaml.YAMLError", f"{_FOLDER}/{name}, {place}: {error.message}")
        if len(documents) > 1:
            raise MuranoError("yaml.YAMLError", f"{_FOLDER}/{name}: it has more than one document")
        # The copy has dates as text, as the engine reads them
        return copied(data_of(documents[0])) if documents else None
