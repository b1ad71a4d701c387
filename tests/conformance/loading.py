"""Where recorded cases of the reference engine come from."""

from __future__ import annotations

import base64
import json
import os
import textwrap
from pathlib import Path
from typing import Any

# The folder `more` in it has our own cases, which the same engine (murano 16.0.0 of PyPI) answered.
FOLDER = Path(__file__).parent / "cases"
# More cases of the same form may lie in the folder that this variable names, one file per family.
VARIABLE = "MURANOPL_CASES"

NAMESPACES = "Namespaces: {'=': conf, std: io.murano, sys: io.murano.system}\n"


def cases(family: str) -> list[dict[str, Any]]:
    """The cases of a family: those kept here, then those of the named folder that are not among them."""
    result = _read(FOLDER / f"{family}.json") + _read(FOLDER / "more" / f"{family}.json")
    elsewhere = os.environ.get(VARIABLE)
    if elsewhere:
        known = {case["id"] for case in result}
        result += [
            case for case in _read(Path(elsewhere) / f"{family}.json") if case["id"] not in known
        ]
    return result


def by_id(family: str) -> dict[str, dict[str, Any]]:
    """Return the cases of a family by their ids."""
    return {case["id"]: case for case in cases(family)}


def _read(path: Path) -> list[dict[str, Any]]:
    if not path.is_file():
        return []
    content = json.loads(path.read_text(encoding="utf-8"))
    cases: list[dict[str, Any]] = content["cases"]
    return cases


def write_packages(packages: dict[str, dict[str, Any]], folder: Path) -> None:
    """Write the packages of a case, {folder: {path: text or {"base64": ...}}}, below `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for package, files in packages.items():
        for path, content in files.items():
            file = folder / package / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(
                content.encode()
                if isinstance(content, str)
                else base64.b64decode(content["base64"])
            )


def written(case: dict[str, Any]) -> list[Any]:
    """Return what two cases with the same packages and class configs have in common."""
    return [case["packages"], case.get("configs")]


def write_case(case: dict[str, Any], folder: Path) -> None:
    """Write the packages of a case below `folder`/catalog, and class configs into `folder`/configs."""
    write_packages(case["packages"], folder / "catalog")
    configs = folder / "configs"
    configs.mkdir()
    for name, text in case.get("configs", {}).items():
        (configs / name).write_text(text, encoding="utf-8")


def evaluated_packages(case: dict[str, Any], runtime: str) -> dict[str, dict[str, str]]:
    """The packages of a case of evaluation.json in one runtime, put together as `about` of the family says."""
    if "packages" in case:
        result: dict[str, dict[str, str]] = case["packages"]
        return result
    classes = {"Main": main_class(case)}
    for document in case.get("classes", "").split("\n---\n"):
        if document.strip():
            name = (
                next(line for line in document.splitlines() if line.startswith("Name:"))
                .split(": ")[1]
                .strip("'\"")
            )
            classes[name] = document if "Namespaces:" in document else NAMESPACES + document
    listed = "".join(f"  conf.{name}: {name}.yaml\n" for name in classes)
    manifest = f"Format: MuranoPL/{runtime}\nType: Library\nFullName: conf.case\nName: case\nClasses:\n{listed}"
    return {
        "case": {
            "manifest.yaml": manifest,
            **{f"Classes/{name}.yaml": text for name, text in classes.items()},
        }
    }


def main_class(case: dict[str, Any]) -> str:
    """The class with the method that is run."""
    parts = [
        NAMESPACES,
        "Name: Main\n",
        case.get("main", ""),
        "\nMethods:\n  run:\n    Usage: Static\n    Scope: Public\n",
    ]
    if "arguments" in case:
        parts += ["    Arguments:\n", textwrap.indent(case["arguments"], "      "), "\n"]
    parts += ["    Body:\n", textwrap.indent(case["body"], "      "), "\n"]
    parts.append(textwrap.indent(case.get("methods", ""), "  "))
    return "".join(parts)
