"""Write diagnostics/configuration/settings.schema.json: `python tools/settings_schema.py`.

A test compares the two.
"""

import json
from pathlib import Path

from muranopl.diagnostics.configuration.settings import settings_schema

PATH = (
    Path(__file__).resolve().parent.parent
    / "diagnostics"
    / "configuration"
    / "settings.schema.json"
)


def text() -> str:
    """Return the whole file."""
    return json.dumps(settings_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
