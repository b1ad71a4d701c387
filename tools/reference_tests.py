"""Copy the reference project's language tests, core library and plugins into build/, for tests.

    python tools/reference_tests.py CHECKOUT-OR-GIT-REPOSITORY

They are another project's files, and never committed here.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

TARGET = Path(__file__).parents[1] / "build" / "reference"
COPIED = {
    "murano/tests/unit/dsl": "dsl",
    "meta/io.murano": "io.murano",
    "contrib/plugins": "plugins",
}
"""Folders of the reference project, and what they are called here."""


def main(source: str) -> None:
    """Copy them from a checkout, or from a clone of a repository that git knows by `source`."""
    if all(Path(source, folder).is_dir() for folder in COPIED):
        _copy(Path(source))
        return
    with tempfile.TemporaryDirectory() as clone:
        subprocess.run(["git", "clone", "--quiet", "--depth=1", "--", source, clone], check=True)
        _copy(Path(clone))


def _copy(checkout: Path) -> None:
    for folder, name in COPIED.items():
        shutil.rmtree(TARGET / name, ignore_errors=True)
        shutil.copytree(checkout / folder, TARGET / name)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
