"""Packages in memory, checked against a catalog whose libraries are looked for and opened once."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

CATALOG = """\
=== apps/used/manifest.yaml
Format: 1.4
Type: Library
FullName: example.used
Version: 1.0.0
Classes: {example.used.Base: Base.yaml}
=== apps/used/Classes/Base.yaml
Name: example.used.Base
Properties:
  size: {Contract: $.int().notNull()}
=== apps/unused/manifest.yaml
Format: 1.4
Type: Library
FullName: example.unused
Classes: {example.unused.Thing: Thing.yaml}
=== apps/unused/Classes/Thing.yaml
Name: example.unused.Thing
=== libraries/broken/manifest.yaml
Format: [
"""
UPLOADED = """\
=== manifest.yaml
Format: 1.4
Type: Application
FullName: example.new
Require: {example.used: 1, example.unusd: 1}
Classes: {example.new.App: App.yaml}
=== Classes/App.yaml
Name: example.new.App
Extends: example.used.Base
Methods:
  run:
    Body:
      - $.siz
"""


def zipped(text: str) -> bytes:
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for name, entry in files(text).items():
            archive.writestr(name, entry.content)
    return result.getvalue()


@pytest.mark.parametrize("cached", [False, True])
def test_uploads_are_checked_as_with_libraries(tmp_path: Path, cached: bool) -> None:
    write(files(CATALOG), tmp_path)
    (tmp_path / "empty").mkdir()
    folders, package = [tmp_path / "apps", tmp_path / "empty"], zipped(UPLOADED)
    cache = muranopl.Cache.in_memory() if cached else None
    served = muranopl.Catalog(folders, libraries=tmp_path / "libraries", cache=cache)
    expected = muranopl.Catalog(
        "new.zip", libraries=[folders[0], tmp_path / "libraries"], streams={"new.zip": package}
    ).check()
    assert {diagnostic.code for diagnostic in expected.diagnostics} >= {"MPL652", "MPL211"}
    for _ in range(3):
        assert (
            served.with_uploads({"new.zip": package}, {}).check().diagnostics
            == expected.diagnostics
        )
    other = zipped(UPLOADED.replace("$.siz", "$.size"))
    assert "MPL652" not in {
        diagnostic.code
        for diagnostic in served.with_uploads({"new.zip": other}, {}).check().diagnostics
    }


@pytest.mark.parametrize("cached", [False, True])
def test_what_nobody_requires_is_not_opened_again(tmp_path: Path, cached: bool) -> None:
    write(files(CATALOG), tmp_path)
    cache = muranopl.Cache.in_memory() if cached else None
    served = muranopl.Catalog(tmp_path / "apps", cache=cache)
    first = served.with_uploads({"new.zip": zipped(UPLOADED)}, {}).check()
    shutil.rmtree(tmp_path / "apps" / "unused")
    assert (
        served.with_uploads({"new.zip": zipped(UPLOADED)}, {}).check().diagnostics
        == first.diagnostics
    )


@pytest.mark.parametrize("cached", [False, True])
def test_a_second_check_has_the_entries_of_libraries(tmp_path: Path, cached: bool) -> None:
    write(files(CATALOG), tmp_path)
    cache = muranopl.Cache.in_memory() if cached else None
    served = muranopl.Catalog(tmp_path / "apps", cache=cache)
    catalog = served.with_uploads({"new.zip": zipped(UPLOADED)}, {})
    first = catalog.check()
    write(files(CATALOG.replace("FullName: example.unused", "FullName: [")), tmp_path)
    (tmp_path / "apps" / "unused" / "Classes" / "Thing.yaml").unlink()
    assert catalog.check().diagnostics == first.diagnostics
    again = served.with_uploads({"new.zip": zipped(UPLOADED)}, {}).check()
    assert again.diagnostics == first.diagnostics


@pytest.mark.parametrize("zips", [False, True])
@pytest.mark.parametrize("cached", [False, True])
def test_libraries_stay_as_they_were_when_the_catalog_was_made(
    tmp_path: Path, cached: bool, zips: bool
) -> None:
    write(files(CATALOG), tmp_path)
    if zips:
        for folder in [*(tmp_path / "apps").iterdir()]:
            shutil.make_archive(str(folder), "zip", folder)
            shutil.rmtree(folder)
    cache = muranopl.Cache.in_memory() if cached else None
    package = zipped(UPLOADED)
    expected = muranopl.Catalog(
        "new.zip", libraries=tmp_path / "apps", streams={"new.zip": package}
    ).check()
    served = muranopl.Catalog(tmp_path / "apps", cache=cache)
    served.with_uploads({}, {})
    shutil.rmtree(tmp_path / "apps")
    for change in ("", "# a comment", "# another one"):
        changed = zipped(f"{UPLOADED}{change}\n")
        report = served.with_uploads({"new.zip": changed}, {}).check()
        assert report.diagnostics == expected.diagnostics


def test_models_come_with_uploads(tmp_path: Path) -> None:
    write(files(CATALOG), tmp_path)
    model = b'{"?": {"type": "example.new.App", "id": "a"}, "size": 5}'
    package = zipped(UPLOADED.replace(", example.unusd: 1", "").replace("$.siz", "$.size"))
    rendered = muranopl.Catalog(tmp_path / "apps").with_uploads(
        {"new.zip": package}, {"<model>": model}
    )
    result = rendered.render("<model>")
    assert result.model is not None, result.diagnostics
    assert result.model["size"] == 5
