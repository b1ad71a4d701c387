"""muranopl without any extra, as after a plain `pip install`: what works, and what says which libraries it needs."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from muranopl.diagnostics.extras import EXTRAS, needing
from muranopl.diagnostics.usage import UsageError
from tests.command_line import Outcome
from tests.git_repository import commit_all
from tests.project import ROOT
from tests.test_commands import BY_DOOR, NOT_RUN, PLAIN, copied
from tests.without_extras import run_without_extras

LINES = [line for page, line in PLAIN if page == "commands.md"]
ALWAYS = [
    *(line.partition("#")[0].removeprefix("muranopl ") for line in LINES),
    *(
        f"{name} {words}"
        for name, (words, _) in BY_DOOR.items()
        if name not in {"deploy", "export", "extension", "lsp", "serve"}
    ),
    "lock examples/site -L examples --check",
    "check examples/site -L examples --locked",
    # rich, which muranopl always requires, needs the library of the extra
    "doc examples/hello --format html",
]
"""Commands that need no extra."""
NEEDING = [
    ("check examples/hello --executor dask://127.0.0.1:9", "dask"),
    ("lsp --stdio", "lsp"),
    ("check https://example.org/package.zip", "remote"),
    ("check examples/hello -L https://example.org/", "remote"),
    ("lock examples/hello -L murano+https://example.org", "remote"),
    ("check examples/hello --extensions https://example.org/a.whl", "remote"),
    ("serve examples/hello --port 0", "server"),
    ("check examples/hello --watch", "watch"),
    ("test examples/tested --watch", "watch"),
]
"""Commands with the extra that they need."""


@pytest.mark.needs("git")
def test_all_commands_in_one_process(tmp_path: Path) -> None:
    """Those that need no extra work; others report the libraries that are missing, all in one wording."""
    work = copied(tmp_path / "clone")
    commit_all(work)
    commands = [*ALWAYS, *(words for words, _ in NEEDING)]
    outcomes = run_without_extras(
        list(map(shlex.split, commands)),
        tmp_path / "environment",
        work,
        {"MURANOPL_CACHE_DIR": str(tmp_path / "cache")},
    )
    by_command = list(zip(commands, outcomes, strict=True))
    failed = [item for item in by_command[: len(ALWAYS)] if item[1].status != 0]
    assert failed == []
    assert by_command[len(ALWAYS) :] == [
        (words, Outcome(2, "", f"Error: {_message(extra)}\n")) for words, extra in NEEDING
    ]


def _message(extra: str) -> str:
    command = shlex.join(["pip", "install", *EXTRAS[extra].libraries])
    return f"{EXTRAS[extra].needs} `{command}` (the extra `{extra}`)"


def test_the_wording() -> None:
    with pytest.raises(UsageError) as raised, needing("remote"):
        raise ModuleNotFoundError(name="fsspec")
    text = "URLs need `pip install fsspec httpcore` (the extra `remote`)"
    assert raised.value.problem == text
    with pytest.raises(ModuleNotFoundError), needing("remote"):
        raise ModuleNotFoundError(name="muranopl.ard.remote.missing")


def test_the_table_has_the_extras_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    declared = {
        extra: tuple(re.split("[<>=]", item)[0] for item in requirements)
        for extra, requirements in project["optional-dependencies"].items()
    }
    # `all` is the others; scripts are simply not checked without shellcheck
    del declared["all"], declared["shellcheck"]
    assert {name: extra.libraries for name, extra in EXTRAS.items()} == declared
    assert {*(extra for _, extra in NEEDING), "html"} == declared.keys()


def test_every_command_of_the_page_is_run() -> None:
    page = (ROOT / "docs" / "commands.md").read_text()
    lines = re.findall(r"^muranopl .*$", page, re.M)
    assert [line for line in lines if not line.startswith((*NOT_RUN,))] == LINES
