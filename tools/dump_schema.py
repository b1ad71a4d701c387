"""Write views/dumps/dump.schema.json: `python tools/dump_schema.py`.

A test compares the two.
"""

import json
from pathlib import Path

from muranopl.views.dumps.dump import dump_schema

PATH = Path(__file__).resolve().parent.parent / "views" / "dumps" / "dump.schema.json"


def text() -> str:
    """Return the whole file."""
    return json.dumps(dump_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
