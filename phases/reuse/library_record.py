"""Records of the embedded core library, made when the program is built.

`python -m muranopl.phases.reuse.library_record` makes them, `muranopl.read.embedded` loads them.
"""

from __future__ import annotations

import contextlib
import io
import os
import pickle
from typing import Any

from muranopl.ard.sources.discovery import discover
from muranopl.ard.sources.source import Source
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language import library
from muranopl.language.contracts.functions.declaration import ContractFunction
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.phases.driver import core_library
from muranopl.read.embedded import RECORDED_WITH, SOURCE, EmbeddedPackage, record_path


class _LibraryPickler(pickle.Pickler):
    """Pickles a package: files with their text, references for objects of the program."""

    def persistent_id(self, obj: Any) -> str | None:
        if isinstance(obj, ContractFunction):
            return obj.name
        return SOURCE if obj is self._source else None

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, File):
            return File, (obj.root, obj.path, obj.text, obj.archive)
        return NotImplemented

    def __init__(self, file: io.BytesIO, source: Source) -> None:
        super().__init__(file, protocol=5)
        self._source = source


def record(source: Source) -> bytes:
    """Return the record of an embedded package."""
    written = io.BytesIO()
    recorder = _LibraryPickler(written, source)
    embedded = EmbeddedPackage(source)
    if embedded.header.id.name == CORE_LIBRARY:
        alone = core_library(embedded.package)
    else:
        alone = None
    for part in (RECORDED_WITH, embedded.header, embedded.package, alone):
        recorder.dump(part)  # the pickler refers to objects of earlier parts
    return written.getvalue()


def write_records() -> None:
    """Write the record of each package beside its folder, replacing those of earlier builds."""
    sources = {
        record_path(source): source for source in discover(library.path(), Findings(), library.NAME)
    }
    # Removed before any is written, as `EmbeddedPackage` would load the old record
    for path in sources:
        with contextlib.suppress(FileNotFoundError):
            os.remove(path)
    for path, source in sources.items():
        content = record(source)
        with open(path, "wb") as file:
            file.write(content)


if __name__ == "__main__":
    write_records()
