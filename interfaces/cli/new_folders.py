"""Writing the files of a package that a command makes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from muranopl.diagnostics.visible import visible
from muranopl.interfaces.cli.exits import EnvironmentFailure


def write_new_folder(top: Path, files: Mapping[str, str]) -> None:
    """Write the files of a package. Raise EnvironmentFailure for a folder with other files."""
    try:
        if top.exists() and (not top.is_dir() or any(top.iterdir())):
            raise EnvironmentFailure(
                f'"{visible(str(top))}" is there already, and not empty: -o names another folder'
            )
        for path, text in files.items():
            file = top / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            if file.suffix == ".sh":
                file.chmod(0o755)
    except OSError as error:
        why = error.strerror or str(error)
        raise EnvironmentFailure(f'"{visible(str(top))}" cannot be written: {why}') from None
