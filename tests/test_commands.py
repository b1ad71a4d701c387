"""The commands of the README and of docs/ run as they stand in a fresh clone.

They are the blocks fenced as `sh`. A synopsis, with words in capitals for what a user puts in, is
an indented block without such a fence. The commands of a tutorial are run one after another, in one
clone.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from starlette.applications import Starlette

from muranopl.interfaces.cli.main import COMMANDS as GROUPS
from muranopl.interfaces.server import listening
from tests.command_line import Outcome, start
from tests.git_repository import commit_all
from tests.project import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(ROOT.glob("docs/*.md"))]
TUTORIALS = sorted(ROOT.glob("docs/tutorials/*.md"))
NOT_RUN = {
    "pip install": "needs a package index",
    "make ": "makes an environment, for which it needs a package index",
    "bash .ci/": "needs package indexes and a browser",
    "build/venv/": "needs the environment that make sets up",
    "muranopl serve": "serves until it is stopped",
    "muranopl deploy": "needs the core library with its bodies, a part of a checkout of Murano",
    "muranopl export": "needs the core library with its bodies, a part of a checkout of Murano",
}
"""Beginnings of commands that are not run here, and why."""
MISTAKEN = re.compile(r"examples/(broken|mistaken)")
"""The examples in which something is wrong, so that the status is 1."""

_BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)
_BEGINS_COMMAND = re.compile(r"^(?:muranopl|pip|make|python|git|npm|curl) ")


def commands(page: Path) -> Iterator[str]:
    """The commands of a page; lines that go on are one command."""
    for block in _BLOCK.findall(page.read_text(encoding="utf-8")):
        text = re.sub(r"([|\\])\n +", r"\1 ", block)
        for line in text.splitlines():
            if line.strip() and not line.strip().startswith("#"):
                yield line


COMMANDS = dict.fromkeys((page.name, line) for page in PAGES for line in commands(page))
RUN = [(page, line) for page, line in COMMANDS if not line.startswith((*NOT_RUN,))]


def plain_words(line: str) -> list[str] | None:
    """Return the words of a line that is a command of muranopl and nothing for a shell; else None."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    words = list(lexer)
    if words[:1] != ["muranopl"] or any(set(word) <= set("();<>|&") for word in words):
        return None
    return words[1:]


PLAIN = [case for case in RUN if plain_words(case[1]) is not None]
WITH_SHELL = [case for case in RUN if plain_words(case[1]) is None]


def name_of(value: str) -> str:
    return value.split("#", maxsplit=1)[0].strip()


def copied(folder: Path) -> Path:
    """Copy what pages are about into a folder, which stands for a fresh clone."""
    for name in ("examples", "docs"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clone without its history, which the commands of all pages share."""
    return copied(tmp_path_factory.mktemp("clone") / "clone")


@pytest.fixture(scope="module")
def clone(copy: Path) -> Path:
    """The same with a commit."""
    commit_all(copy)
    return copy


def folder_for(line: str, request: pytest.FixtureRequest) -> Path:
    """Return the clone, with its history where a command needs it."""
    needs_git = re.search(r"\bgit\b|\bHEAD:", line)
    folder: Path = request.getfixturevalue("clone" if needs_git else "copy")
    return folder


@pytest.mark.parametrize(("page", "line"), PLAIN, ids=name_of)
def test_command(
    page: str, line: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(line, folder_for(line, request), monkeypatch)


@pytest.mark.parametrize(("page", "line"), WITH_SHELL, ids=name_of)
def test_command_of_a_shell(
    page: str, line: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(line, folder_for(line, request), monkeypatch)


@pytest.mark.parametrize("page", TUTORIALS, ids=[page.stem for page in TUTORIALS])
def test_tutorial(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clone = copied(tmp_path / "clone")
    if re.search(r"\bgit |\bHEAD:", page.read_text(encoding="utf-8")):
        commit_all(clone)
    for line in commands(page):
        if not line.startswith((*NOT_RUN,)):
            run(line, clone, monkeypatch)


def run(line: str, clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run a command in a clone; those about mistaken examples end with status 1."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    monkeypatch.setenv("PATH", programs)
    monkeypatch.setenv("MURANOPL_CACHE_DIR", str(clone.parent / "cache"))
    monkeypatch.chdir(clone)
    words = plain_words(line)
    if words is None:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", line], capture_output=True, text=True, check=False
        )
        outcome = Outcome(done.returncode, done.stdout, done.stderr)
    else:
        outcome = start(*words)
    mistaken = MISTAKEN.search(line) and "--exit-zero" not in line
    expected = 1 if mistaken and "--write-baseline" not in line else 0
    assert outcome.status == expected, outcome.stdout[-500:] + outcome.stderr[-500:]


BY_DOOR: dict[str, tuple[str, str]] = {
    # words after the command, a part of what it prints
    "build": ("examples/hello -o dist", "example.hello.zip"),
    "cache": ("info", "records"),
    "call": (
        "example.forms.Shop standardShop -L examples/forms -a name=Shop "
        """-a 'model={"?": {"type": "example.forms.Shop"}}'""",
        '"database"',
    ),
    "check": ("examples/hello", "All checks passed: 1 package."),
    "config": ("show examples/hello", "select"),
    "deploy": ("examples/hello-environment.json -L examples/hello --dry-run", "MPL"),
    "diff": ("examples/hello examples/hello", "example.hello"),
    "doc": ("examples/hello", "# Hello"),
    "explain": ("MPL120", "unknown-key"),
    "export": ("examples/hello-environment.json -L examples/hello -o doors/exported", "MPL"),
    "extension": ("describe doors/plugin", "com.example"),
    "graph": ("examples/hello --format mermaid", "classDiagram"),
    "lock": ("examples/site -L examples", "muranopl.lock"),
    "lsp": ("--stdio", '"capabilities"'),
    "new": ("com.example.Door -o doors/package", "Created doors/package"),
    "render": ("examples/hello-environment.json -L examples/hello", '"port": 8081'),
    "schema": ("example.forms.Shop -L examples/forms", '"$schema"'),
    "serve": ("examples/hello --port 0", "127.0.0.1:0 serves / "),
    "stats": ("examples/hello", "example.hello"),
    "test": ("examples/tested -j1", "passed"),
    "upgrade": ("examples/tested", "Nothing to upgrade"),
}


def message(method: str, **more: object) -> bytes:
    """Return a message to a language server."""
    body = json.dumps({"jsonrpc": "2.0", "method": method, **more})
    return f"Content-Length: {len(body)}\r\n\r\n{body}".encode()


MESSAGES = (
    message("initialize", id=1, params={"processId": None, "rootUri": None, "capabilities": {}})
    + message("shutdown", id=2)
    + message("exit")
)


def test_the_table_of_doors_has_every_command() -> None:
    assert list(BY_DOOR) == sorted(GROUPS)


@pytest.mark.parametrize("command", BY_DOOR)
def test_each_command_by_its_door(
    command: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words, part = BY_DOOR[command]
    monkeypatch.chdir(copy)
    # Which would wait for requests
    monkeypatch.setattr(listening, "listen", served)
    if command == "extension":
        plugin = "new com.example.Door --type plugin -o doors/plugin"
        assert start(*plugin.split()).status == 0
    outcome = start(command, *shlex.split(words), stdin=MESSAGES)
    # The core library here has no bodies, which deploying runs
    expected = 1 if command in {"deploy", "export"} else 0
    assert outcome.status == expected, outcome
    assert part in outcome.stdout + outcome.stderr


def served(application: Starlette, host: str, port: int, _: float) -> None:
    """Print the routes of a service in place of serving it."""
    paths = [getattr(route, "path", "") for route in application.routes]
    click.echo(f"{host}:{port} serves {' '.join(paths)}")


def test_every_exception_is_needed() -> None:
    lines = [line for _, line in COMMANDS]
    lines += [line for page in TUTORIALS for line in commands(page)]
    used = {word for word in NOT_RUN for line in lines if line.startswith(word)}
    assert used == NOT_RUN.keys()


def test_commands_stand_in_blocks_that_are_run() -> None:
    """What looks like a command elsewhere has a word in capitals or an option to choose."""
    for page in [*PAGES, *TUTORIALS]:
        text = _BLOCK.sub("", page.read_text(encoding="utf-8"))
        for line in re.findall(r"^    (.*)$", text, re.M):
            if _BEGINS_COMMAND.match(line):
                assert re.search(r"\b[A-Z]{3,}\b", line), (page.name, line)
