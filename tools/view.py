"""Show the sources under their import names in build/view, for tools that run no import hooks (mypy, import-linter).

Real directories with one symlink per file: some tools silently skip symlinked directories.
"""

import shutil
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VIEW = ROOT / "build" / "view"


def folder_of(package: str, mapping: dict[str, str]) -> Path:
    """Return the folder of a package: its nearest mapped ancestor, then the remaining parts."""
    parts = package.split(".")
    for length in range(len(parts), 0, -1):
        folder = mapping.get(".".join(parts[:length]))
        if folder is not None:
            return ROOT.joinpath(folder, *parts[length:])
    return ROOT.joinpath(*parts)


def main() -> None:
    """Rebuild the view from the two tables of pyproject.toml."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    shutil.rmtree(VIEW, ignore_errors=True)
    for package in config["packages"]:
        target = VIEW.joinpath(*package.split("."))
        target.mkdir(parents=True, exist_ok=True)
        for file in folder_of(package, config["package-dir"]).iterdir():
            if file.suffix in {".py", ".pyi"} or file.name == "py.typed":
                (target / file.name).symlink_to(file)


if __name__ == "__main__":
    main()
