"""The commands of the README and of docs/ run as they stand in a fresh clone.

They are the blocks fenced as `sh`. A synopsis, with words in capitals for what a user puts in, is
an indented block without such a fence. The commands of a tutorial are run one after another, in one
clone.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh clone that the commands of all pages share."""
    return fresh_clone(tmp_path_factory.mktemp("clone"))


def fresh_clone(folder: Path) -> Path:
    """Make a clone in a folder; its files are those that are, or would be, committed."""
    if not (ROOT / ".git").exists():  # an unpacked source distribution
        pytest.skip("this is not a checkout")
    git = ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z"]
    listed = subprocess.run(git, capture_output=True, text=True, check=True).stdout
    for name in listed.split("\0"):
        if name.startswith(("examples/", "docs/")) and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    # `git archive` of a block takes the commit of the clone
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all"],
    ):
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    return folder


@pytest.mark.parametrize(
    ("page", "line"), RUN, ids=[f"{page} {line.split('#')[0]}" for page, line in RUN]
)
def test_command(page: str, line: str, clone: Path) -> None:
    run(line, clone)


@pytest.mark.parametrize("page", TUTORIALS, ids=[page.stem for page in TUTORIALS])
def test_tutorial(page: Path, tmp_path: Path) -> None:
    clone = fresh_clone(tmp_path / "clone")
    for line in commands(page):
        if not line.startswith((*NOT_RUN,)):
            run(line, clone)


def run(line: str, clone: Path) -> None:
    """Run a command in a clone; those about mistaken examples end with status 1."""
    environment = {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
        "MURANOPL_CACHE_DIR": str(clone / ".cache"),
    }
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", line],
        cwd=clone,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    mistaken = MISTAKEN.search(line) and "--exit-zero" not in line
    expected = 1 if mistaken and "--write-baseline" not in line else 0
    assert done.returncode == expected, done.stdout[-500:] + done.stderr[-500:]


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
