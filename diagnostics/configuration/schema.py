"""The JSON schema of configuration files, which editors use: made of the types of `Settings`."""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.formats import FORMATS
from muranopl.diagnostics.quirks import EVERYTHING, QUIRKS


def settings_schema() -> dict[str, Any]:
    """Return the schema of `muranopl.toml`, and of the table `tool.muranopl`."""
    schema = msgspec.json.schema(Settings)
    for table in schema["$defs"].values():
        table["description"] = " ".join(table["description"].split())
        for name, key in table.get("properties", {}).items():
            # TOML has no null: a key without a value is left out
            if "anyOf" in key:
                table["properties"][name] = key["anyOf"][0]
    properties = schema["$defs"]["Settings"]["properties"]
    # The types leave these open, as they are listed elsewhere
    properties["format"]["enum"] = list(FORMATS)
    properties["quirks"]["items"]["enum"] = [EVERYTHING, *QUIRKS]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Configuration of muranopl",
        **schema,
    }
