"""Write the schemas of files in the layout of SchemaStore: `python tools/schema_store.py FOLDER`.

    src/schemas/json/murano-KIND.json       with the `$id` that SchemaStore gives them
    src/test/murano-KIND/*.yaml             files that are taken: those of examples/hello
    src/negative_test/murano-KIND/*.yaml    files that are refused: the same with a misspelt key
    catalog.json                            the entries for src/api/json/catalog.json

Files of packages have common names, so the patterns of the entries are those of the usual layout,
in which a package is a folder `package`.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from muranopl.views.schema import FileKind
from muranopl.views.schema.of_files import file_schema

PACKAGE = Path(__file__).resolve().parent.parent / "examples" / "hello"
ADDRESS = "https://www.schemastore.org"
ID = "https://json.schemastore.org"


class Published(NamedTuple):
    """The files that a schema is for, those of the example, and a key to misspell in them."""

    pattern: str
    example: str
    key: str


PUBLISHED = {
    FileKind.MANIFEST: Published("manifest.yaml", "manifest.yaml", "FullName"),
    FileKind.CLASS: Published("Classes/**/*.yaml", "Classes/*.yaml", "Contract"),
    FileKind.UI: Published("UI/ui.yaml", "UI/ui.yaml", "Forms"),
}


def name_of(kind: FileKind) -> str:
    """Return the name of a schema in the catalog."""
    return f"murano-{kind.value}"


def schema(kind: FileKind) -> dict[str, object]:
    """Return a schema with its `$id` beside `$schema`."""
    content = dict(file_schema(kind))
    draft = content.pop("$schema")
    return {"$schema": draft, "$id": f"{ID}/{name_of(kind)}.json", **content}


def entry(kind: FileKind) -> dict[str, object]:
    """Return the entry of the catalog."""
    content = file_schema(kind)
    return {
        "name": content["title"],
        "description": content["description"],
        "fileMatch": [f"**/package/{PUBLISHED[kind].pattern}"],
        "url": f"{ADDRESS}/{name_of(kind)}.json",
    }


def files() -> dict[str, str]:
    """Return all files by their paths."""
    result = {"catalog.json": _text([entry(kind) for kind in FileKind])}
    for kind, published in PUBLISHED.items():
        name = name_of(kind)
        result[f"src/schemas/json/{name}.json"] = _text(schema(kind))
        for example in sorted(PACKAGE.glob(published.example)):
            text = example.read_text(encoding="utf-8")
            wrong = text.replace(f"{published.key}:", f"{published.key}s:")
            result[f"src/test/{name}/{example.name}"] = text
            if wrong != text:
                result[f"src/negative_test/{name}/{example.name}"] = wrong
    return result


def _text(content: object) -> str:
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (folder,) = map(Path, sys.argv[1:])
    for path, text in files().items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
