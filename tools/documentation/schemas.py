"""The JSON schemas of the program, as files of the site."""

from __future__ import annotations

import shutil
from pathlib import Path

_SCHEMAS = {
    "diagnostics/configuration/settings.schema.json": "configuration files (`muranopl.toml`), [](../configuration.md)",
    "diagnostics/formats/report.schema.json": "reports (`--format json`), [](../reports.md)",
    "views/dumps/dump.schema.json": "dumps (`--dump-phase`), [](../dumps.md)",
    "views/graph/graph.schema.json": "graphs of classes (`muranopl graph --format json`)",
    "views/graph/model.schema.json": "graphs of object models (`muranopl graph --model`)",
    "views/schema/manifest.schema.json": "manifests of packages, [](../editor.md)",
    "views/schema/class.schema.json": "files of classes, [](../editor.md)",
    "views/schema/ui.schema.json": "UI definitions, [](../editor.md)",
}


def copy_schemas(root: Path, folder: Path) -> None:
    """Write the schemas of a checkout, and the page that lists them, into a folder of the site."""
    (folder / "schemas").mkdir(parents=True, exist_ok=True)
    lines = ["# JSON schemas\n"]
    for path, words in _SCHEMAS.items():
        name = Path(path).name
        shutil.copy(root / path, folder / "schemas" / name)
        lines.append(f"- {{download}}`{name} <schemas/{name}>`: {words}")
    (folder / "schemas.md").write_text("\n".join([*lines, ""]), encoding="utf-8")
