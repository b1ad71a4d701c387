"""The packages and models of the contract cases, rebuilt as the `about` of contracts.json says."""

from __future__ import annotations

import json
import re
import textwrap
from pathlib import Path
from typing import Any

HEAD = "Namespaces: {'=': contracts.case, std: io.murano, lib: contracts.lib}\n"


WRITTEN = (
    *("runtime", "require", "packages", "classes", "config"),
    *("contract", "default", "usage", "properties", "methods"),
)
"""What of a case is in its packages and class configs."""


def written(case: dict[str, Any]) -> list[Any]:
    """Return what two cases with the same packages and class configs have in common."""
    return [case.get(key) for key in WRITTEN]


def rebuild(case: dict[str, Any], folder: Path) -> None:
    """Write the packages of a case below `folder`/catalog, and class configs into `folder`/configs."""
    catalog = folder / "catalog"
    text = sample(case) + (f"---\n{case['classes']}" if "classes" in case else "")
    names = re.findall(r"^Name: (\S+)$", text, re.M)
    manifest = {
        "Format": f"MuranoPL/{case['runtime']}",
        "Type": "Application",
        "FullName": "contracts.case",
        "Name": "case",
        "Classes": {f"contracts.case.{name}": "Sample.yaml" for name in names},
    }
    if "require" in case:
        manifest["Require"] = case["require"]
    _write(catalog / "case", manifest, "Sample.yaml", text)
    for at, package in enumerate(case.get("packages", ())):
        space, name = package["namespace"], package["name"]
        manifest = {
            "Format": "MuranoPL/1.4",
            "Type": "Application",
            "FullName": package["full_name"],
            "Name": package["full_name"],
            "Version": package["version"],
            "Classes": {f"{space}.{name}": f"{name}.yaml"},
        }
        body = f"Namespaces: {{'=': {space}, std: io.murano}}\nName: {name}\n{package['body']}"
        _write(catalog / f"other{at}", manifest, f"{name}.yaml", body)
    configs = folder / "configs"
    configs.mkdir()
    if "config" in case:
        (configs / "contracts.case.Sample.json").write_text(
            json.dumps(case["config"]), encoding="utf-8"
        )


def sample(case: dict[str, Any]) -> str:
    """The document of the class Sample."""
    text = f"{HEAD}Name: Sample\nProperties:\n  p:\n"
    if "contract" not in case:
        text += "    Usage: In\n" if not case.keys() & {"default", "usage"} else ""
    for key, name in (("contract", "Contract"), ("default", "Default"), ("usage", "Usage")):
        if key in case:
            text += f"    {name}:\n{textwrap.indent(case[key], ' ' * 6, lambda _: True)}\n"
    text += textwrap.indent(case.get("properties", ""), "  ") + "\n"
    if "methods" in case:
        text += f"Methods:\n{textwrap.indent(case['methods'], '  ')}\n"
    return text


def model(case: dict[str, Any]) -> dict[str, Any]:
    """The object model of a case."""
    if "model" in case:
        result: dict[str, Any] = case["model"]
        return result
    given = {"p": case["value"]} if "value" in case else {}
    return {"?": {"id": "root", "type": "contracts.case.Sample"}, **given}


def _write(folder: Path, manifest: dict[str, Any], name: str, text: str) -> None:
    (folder / "Classes").mkdir(parents=True)
    (folder / "manifest.yaml").write_text(json.dumps(manifest), encoding="utf-8")
    (folder / "Classes" / name).write_text(text, encoding="utf-8")
