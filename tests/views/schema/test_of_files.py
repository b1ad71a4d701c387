"""JSON schemas of manifests, class files and UI definitions."""

from __future__ import annotations

import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from click.testing import CliRunner

from muranopl.interfaces.cli.main import cli
from muranopl.views.schema import FileKind
from muranopl.views.schema.of_files import file_schema
from tests.project import EXAMPLES, ROOT

FOLDERS = (
    EXAMPLES / "hello",
    EXAMPLES / "forms",
    EXAMPLES / "tested",
    ROOT / "language" / "library" / "io.murano",
    ROOT / "language" / "library" / "io.murano.applications",
)


class _Loader(yaml.SafeLoader):
    """Reads `!yaql` and keys such as `=` as text, as editors do."""


_Loader.add_constructor("!yaql", lambda loader, node: loader.construct_scalar(node))
_Loader.add_constructor(
    "tag:yaml.org,2002:value", lambda loader, node: loader.construct_scalar(node)
)


def _documents(text: str) -> list[Any]:
    return [item for item in yaml.load_all(text, _Loader) if item is not None]


def _files() -> Iterator[tuple[FileKind, Path]]:
    for folder in FOLDERS:
        for manifest in folder.rglob("manifest.yaml"):
            yield FileKind.MANIFEST, manifest
            for path in manifest.parent.glob("Classes/**/*.yaml"):
                yield FileKind.CLASS, path
            for path in manifest.parent.glob("UI/*.yaml"):
                yield FileKind.UI, path


def _errors(kind: FileKind, text: str) -> list[str]:
    validator = jsonschema.Draft7Validator(file_schema(kind))
    return [
        error.message for document in _documents(text) for error in validator.iter_errors(document)
    ]


@pytest.mark.parametrize("kind", FileKind)
def test_published_schemas_are_current(kind: FileKind) -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "file_schemas.py"))
    published = tool["path"](kind).read_text(encoding="utf-8")
    assert published == tool["text"](kind), "run make generated"


@pytest.mark.parametrize("kind", FileKind)
def test_schemas_are_valid(kind: FileKind) -> None:
    jsonschema.Draft7Validator.check_schema(file_schema(kind))


def test_files_without_mistakes_are_taken() -> None:
    files = list(_files())
    assert len(files) > 50
    refused = {
        str(path): errors
        for kind, path in files
        if (errors := _errors(kind, path.read_text(encoding="utf-8")))
    }
    assert refused == {}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (FileKind.MANIFEST, "Type: Library"),
        (FileKind.MANIFEST, "FullName: a.b\nType: Program"),
        (FileKind.MANIFEST, "FullName: a.b\nType: Library\nClases: {}"),
        (FileKind.MANIFEST, "FullName: a.b\nType: Library\nRequire: [a.c]"),
        (FileKind.MANIFEST, "FullName: a.b\nType: Library\nTags: web"),
        (FileKind.CLASS, "Name: X\nMethod: {}"),
        (FileKind.CLASS, "Name: X\nUsage: Metal"),
        (FileKind.CLASS, "Name: X\nApplies: All"),
        (FileKind.CLASS, "Name: X\nProperties: {p: {}}"),
        (FileKind.CLASS, "Name: X\nProperties: {p: {Contract: $, Usage: Inn}}"),
        (FileKind.CLASS, "Name: X\nMethods: {m: {Arguments: [a]}}"),
        (FileKind.CLASS, "Name: X\nMethods: {m: {Body: [{If: $}]}}"),
        (FileKind.CLASS, "Name: X\nMethods: {m: {Body: [{Iff: $, Then: []}]}}"),
        (FileKind.CLASS, "Name: X\nMethods: {m: {Body: [{$x: 1, $y: 2}]}}"),
        (FileKind.UI, "Version: 2.4"),
        (FileKind.UI, "Application: {}\nForms: {a: {fields: []}}"),
        (FileKind.UI, "Application: {}\nForms: [{a: {}}]"),
        (FileKind.UI, "Application: {}\nForms: [{a: {fields: [{name: x}]}}]"),
        (FileKind.UI, "Application: {}\nForms: [{a: {fields: [{name: x, type: strnig}]}}]"),
        (
            FileKind.UI,
            "Application: {}\nForms: [{a: {fields: [{name: x, type: string, required: 3}]}}]",
        ),
    ],
)
def test_mistakes_are_refused(kind: FileKind, text: str) -> None:
    assert _errors(kind, text) != []


def test_meta_classes_have_keys_of_their_own() -> None:
    assert _errors(FileKind.CLASS, "Name: X\nUsage: Meta\nApplies: All") == []


def test_the_command_line_writes_them() -> None:
    result = CliRunner().invoke(cli, ["schema", "--file", "manifest"])
    assert json.loads(result.output) == file_schema(FileKind.MANIFEST)
    refused = CliRunner().invoke(cli, ["schema", "--file", "ui", "io.murano.Object"])
    assert refused.exit_code == 2


def test_the_layout_of_schema_store() -> None:
    tool = ROOT / "tools" / "schema_store.py"
    files: dict[str, str] = runpy.run_path(str(tool))["files"]()
    for kind in FileKind:
        name = f"murano-{kind.value}"
        schema = json.loads(files[f"src/schemas/json/{name}.json"])
        assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
        assert schema["$id"] == f"https://json.schemastore.org/{name}.json"
        validator = jsonschema.Draft7Validator(schema)
        for folder, is_taken in (("test", True), ("negative_test", False)):
            of_kind = [
                text for path, text in files.items() if path.startswith(f"src/{folder}/{name}/")
            ]
            assert of_kind
            for text in of_kind:
                assert all(map(validator.is_valid, _documents(text))) == is_taken
    entries = json.loads(files["catalog.json"])
    assert [item["url"].rpartition("/")[2] for item in entries] == [
        f"murano-{kind.value}.json" for kind in FileKind
    ]
    assert all(item["fileMatch"] and item["description"] for item in entries)
