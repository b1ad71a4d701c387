"""Try a release: `python tools/release_check.py [--quick] [--files DIR] [PYTHON...]`, in the checkout.

Build the source distribution and the wheel from it, look at their metadata, and install the wheel
into empty environments: on every PYTHON without extras, with each extra alone and with all, and on
the first one, which should be the oldest, with the oldest versions of the dependencies that
pyproject.toml permits. In each environment the program is used. Write the bill of materials of the
last environment, with licences, to build/release/. With --files nothing is built: DIR has the
distributions. With --quick there are two environments only, on the first PYTHON: one with all extras,
and one with the oldest versions, too. The exit status is 1 if anything fails.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = ROOT / "build" / "release"
_EXAMPLES = ROOT / "examples"
_TOOL = OUTPUT / "tool"
SMOKE: Sequence[tuple[int, Sequence[str]]] = (
    (0, ["--version"]),
    (0, ["check", str(_EXAMPLES / "hello"), "--no-cache"]),
    (1, ["check", str(_EXAMPLES / "broken"), "--format", "sarif", "--no-cache"]),
    (0, ["test", str(_EXAMPLES / "tested")]),
    (0, ["render", str(_EXAMPLES / "hello-environment.json"), "-L", str(_EXAMPLES / "hello")]),
    (0, ["graph", str(_EXAMPLES / "hello"), "--format", "graphml"]),
    (0, ["schema", "example.forms.Shop", "-L", str(_EXAMPLES / "forms")]),
    (0, ["explain", "MPL163"]),
    (0, ["call", "tried.Tool", "patched", "-L", str(_TOOL)]),
)
"""Exit statuses and words of the commands that are tried."""

_TOOL_FILES = {
    "manifest.yaml": "{Format: 1.4, Type: Library, FullName: tried, Name: Tried, Classes: {tried.Tool: Tool.yaml}}",
    "Classes/Tool.yaml": """
Name: tried.Tool
Methods:
  patched:
    Usage: Static
    Scope: Public
    Body:
      - Return: dict(a => 1).patch([dict(op => add, path => '/b', value => 2)])
""",
}
"""A package with a method that needs jsonpatch, which few others do."""

OF_EXTRAS = {
    "html": ["doc", str(_EXAMPLES / "hello"), "--format", "html"],
    "lsp": ["lsp", "--help"],
    "server": ["serve", "--help"],
}
"""What only an extra makes possible, so that its modules are imported."""
_NAMES_LICENCES = """
import importlib.metadata, json
print(json.dumps([
    {
        "name": item.metadata["Name"],
        "version": item.version,
        "licence": item.metadata.get("License-Expression") or item.metadata.get("License") or "; ".join(
            value.split(" :: ")[-1]
            for value in item.metadata.get_all("Classifier", [])
            if value.startswith("License ::")
        ),
    }
    for item in importlib.metadata.distributions()
]))
"""


def main(pythons: Sequence[str], built: Path | None, *, is_quick: bool) -> int:
    """Try everything; return the exit status."""
    shutil.rmtree(OUTPUT, ignore_errors=True)
    for name, text in _TOOL_FILES.items():
        (_TOOL / name).parent.mkdir(parents=True, exist_ok=True)
        (_TOOL / name).write_text(text)
    if built is None:
        built = OUTPUT
        run([sys.executable, "-m", "build", "--outdir", str(OUTPUT), str(ROOT)])
    files = sorted(str(path) for path in built.iterdir() if path.is_file())
    run([sys.executable, "-m", "twine", "check", "--strict", *files])
    wheel = next(built.glob("*.whl"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = sorted(project["optional-dependencies"])
    alone = [] if is_quick else [[], *([extra] for extra in extras)]
    for python in pythons[:1] if is_quick else pythons:
        for chosen in (*alone, extras):
            environment = installed(python, wheel, chosen)
            use(environment, chosen)
            if chosen == extras:
                write_materials(environment)
    oldest = OUTPUT / "oldest.txt"
    oldest.write_text("".join(f"{line}\n" for line in lower_bounds(project)))
    use(installed(pythons[0], wheel, extras, "--constraint", str(oldest)), extras)
    return 0


def installed(python: str, wheel: Path, extras: Sequence[str], *options: str) -> Path:
    """Install the wheel with extras into an empty environment; return the environment's folder."""
    label = " ".join([python, *extras, *(["oldest"] if options else [])])
    print(f"== {label}", flush=True)
    folder = OUTPUT / "venv"
    shutil.rmtree(folder, ignore_errors=True)
    run([python, "-m", "venv", str(folder)])
    wanted = f"{wheel}[{','.join(extras)}]" if extras else str(wheel)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "install", "--quiet", *options, wanted])
    run([*pip, "check"])
    return folder


def use(environment: Path, extras: Sequence[str]) -> None:
    """Use the program of an environment, outside of the checkout."""
    commands = [*SMOKE, *((0, OF_EXTRAS[name]) for name in extras if name in OF_EXTRAS)]
    for status, words in commands:
        run([str(environment / "bin" / "muranopl"), *words], status=status)


def lower_bounds(project: dict[str, Any]) -> Iterator[str]:
    """Yield a constraint for each dependency that has a lower bound: exactly this version."""
    optional = project["optional-dependencies"].values()
    for requirement in [*project["dependencies"], *(item for group in optional for item in group)]:
        match = re.match(r"([\w.-]+)>=([\w.]+)", requirement)
        if match:
            yield f"{match[1]}=={match[2]}"


def write_materials(environment: Path) -> None:
    """Write names, versions and licences of what is installed."""
    command = [str(environment / "bin" / "python"), "-c", _NAMES_LICENCES]
    listed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    listed.sort(key=lambda item: item["name"].lower())
    (OUTPUT / "dependencies.json").write_text(json.dumps(listed, indent=2) + "\n")


def run(command: Sequence[str], *, status: int = 0) -> None:
    """Run a command outside of the checkout. Exit with what it printed if its status is another."""
    done = subprocess.run(command, cwd=OUTPUT, capture_output=True, text=True, check=False)
    if done.returncode != status:
        print(done.stdout + done.stderr)
        print(f"exit status {done.returncode}, not {status}: {' '.join(command)}")
        sys.exit(1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Try a release.")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--files", type=lambda name: Path(name).resolve())
    parser.add_argument("pythons", nargs="*", default=[sys.executable])
    given = parser.parse_args()
    sys.exit(main(given.pythons, given.files, is_quick=given.quick))
