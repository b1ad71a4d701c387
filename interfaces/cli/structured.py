"""Plain data in the format that the user chose."""

from __future__ import annotations

from typing import Any

from muranopl.diagnostics.formats.encode import to_json


def structured(data: Any, format_: str) -> str:
    """Return data as text in a format, `json` or `yaml`."""
    if format_ == "json":
        return to_json(data)
    from muranopl.interfaces.cli.yaml_text import to_yaml

    return to_yaml(data, explicit_start=False)
