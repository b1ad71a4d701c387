"""Write the Python of the documents into files, for `make types`.

Each block of README.md and docs/ that is fenced as `python` is a module of its own in build/documents/.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "build" / "documents"

_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def snippets() -> dict[str, str]:
    """Return the blocks by the name of their page and their number in it."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return {
        f"{page.stem}-{number}": code
        for page in pages
        for number, code in enumerate(_BLOCK.findall(page.read_text(encoding="utf-8")))
    }


if __name__ == "__main__":
    shutil.rmtree(TARGET, ignore_errors=True)
    TARGET.mkdir(parents=True)
    for name, code in snippets().items():
        file = TARGET / f"{name.replace('-', '_')}.py"
        file.write_text(code, encoding="utf-8")
