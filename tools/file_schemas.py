"""Write views/schema/*.schema.json, the schemas of the files of packages: `python tools/file_schemas.py`.

A test compares them with the grammar.
"""

import json
from pathlib import Path

from muranopl.views.schema import FileKind
from muranopl.views.schema.of_files import file_schema

FOLDER = Path(__file__).resolve().parent.parent / "views" / "schema"


def path(kind: FileKind) -> Path:
    """Return the file of a schema."""
    return FOLDER / f"{kind.value}.schema.json"


def text(kind: FileKind) -> str:
    """Return the whole file."""
    return json.dumps(file_schema(kind), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for kind in FileKind:
        path(kind).write_text(text(kind), encoding="utf-8")
