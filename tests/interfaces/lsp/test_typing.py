"""Files of the project that are typed key by key, see `typing_oracle`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.interfaces.lsp.typing_oracle import type_file

ROOT = Path(__file__).parents[3]
PLACES = 30
FILES = [
    "examples/hello/Classes/Greeter.yaml",
    "examples/hello/UI/ui.yaml",
    "examples/hello/Classes/WebServer.yaml",
    "examples/forms/Classes/Shop.yaml",
    "examples/forms/Classes/Database.yaml",
    "examples/forms/UI/ui.yaml",
    "examples/tested/Classes/AccountTest.yaml",
    "language/library/io.murano.applications/Classes/component/Configurable.yaml",
    "language/library/io.murano.applications/Classes/component/Installable.yaml",
    "language/library/io.murano/Classes/resources/Instance.yaml",
]


@pytest.mark.parametrize("path", FILES)
def test_a_file_is_typed(path: str, tmp_path: Path) -> None:
    # Files of the core library cannot be edited, but copies can
    catalog = tmp_path / "catalog"
    package = path.replace("/UI/", "/Classes/").partition("/Classes/")[0]
    shutil.copytree(ROOT / package, catalog / Path(package).name)
    file = catalog / Path(package).name / path.removeprefix(f"{package}/")
    counts = type_file(catalog, file, PLACES)
    assert counts["broken"] > 5 * PLACES / 2
    assert counts["hovers"] > counts["keys"]
