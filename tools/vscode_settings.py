"""Write the settings of the extension of VS Code into its manifest: `python tools/vscode_settings.py`.

They are those of configuration files that concern an editor, in camel case. A test compares the two.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from muranopl.diagnostics.configuration.settings import settings_schema

PATH = Path(__file__).resolve().parent.parent / "editors" / "vscode" / "package.json"
LEFT_OUT = {"rules", "severity", "fail-level", "format", "jobs"}
"""`rules` is code, which only a file may name; the others are about the output of commands."""
_PREFIX = "muranopl."
_OWN = ("path", "args", "trace.server")


def settings() -> dict[str, Any]:
    """Return the settings of configuration files as those of an editor."""
    schema = settings_schema()
    properties = schema["$defs"]["Settings"]["properties"]
    return {
        _camel(key): _setting(value, schema["$defs"])
        for key, value in properties.items()
        if key not in LEFT_OUT
    }


def _camel(key: str) -> str:
    return re.sub("-([a-z])", lambda match: match[1].upper(), key)


def _setting(value: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a setting, which has no value unless somebody sets it."""
    setting = _inline(value, definitions)
    words = re.sub(r" \(docs/.*?\)", "", setting.pop("description", ""))
    return {
        **setting,
        "type": [setting["type"], "null"],
        "default": None,
        "markdownDescription": words,
    }


def _inline(value: Any, definitions: dict[str, Any]) -> Any:
    """Return a schema with its definitions in place, as the settings of an editor have no others."""
    if isinstance(value, list):
        return [_inline(item, definitions) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        value = {**definitions[value["$ref"].rpartition("/")[2]], **value}
    return {
        key: _inline(item, definitions)
        for key, item in value.items()
        if key not in {"$ref", "title", "required"} or (key == "required" and item)
    }


def text() -> str:
    """Return the whole manifest, with the settings of its own as they are."""
    manifest = json.loads(PATH.read_text(encoding="utf-8"))
    configuration = manifest["contributes"]["configuration"]
    own = {_PREFIX + name: configuration["properties"][_PREFIX + name] for name in _OWN}
    taken = {_PREFIX + name: value for name, value in settings().items()}
    configuration["properties"] = {**own, **taken}
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
