"""Which of two documents of one name counts, as the engine's loader has it."""

from __future__ import annotations

from pathlib import Path

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Classes:
  example.app.Listed: All.yaml
  example.app.Child: All.yaml
=== Classes/All.yaml
Namespaces: {=: example.app}
Name: Listed
Methods: {one: {}}
---
Name: Listed
Methods: {two: {}}
---
Name: Unlisted
Methods: {first: {}}
---
Name: Unlisted
Methods: {second: {}}
---
Name: Child
Extends: [Listed, Unlisted]
"""


def test_of_a_listed_class_the_last_document_counts_of_others_the_first(tmp_path: Path) -> None:
    write(files(PACKAGE), tmp_path)
    catalog = muranopl.Catalog([tmp_path])
    assert {"two", "first"} <= set(catalog.resolve("example.app.Child").methods)
    assert not {"one", "second"} & set(catalog.resolve("example.app.Child").methods)
    assert [
        diagnostic.line for diagnostic in catalog.check().diagnostics if diagnostic.code == "MPL203"
    ] == [5, 11]
