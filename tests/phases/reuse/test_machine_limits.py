"""What comes of a limit of the machine (time, memory, stack) is never kept: the next check may do better."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics import machine_limits
from muranopl.interfaces.cli.repeated import CommandOutput, Question, answer_of
from muranopl.phases.reuse.memory import MemoryStore
from muranopl.semantics.evaluation.bounds import Budget
from tests.project import EXAMPLES, ROOT

FOLDERS = ("api", "ard", "diagnostics", "execution", "hierarchy", "inherit", "language")
FOLDERS += ("namespace", "phases", "read", "render", "semantics", "views/schema")
NOT_CHECKED = (
    "ard/remote",
    "diagnostics/configuration",
    "diagnostics/suppressions",
    "execution/running",
    "namespace/required",
    "read/extensions",
)
"""Folders whose results no check keeps: files beside packages, and what is fetched before a check."""
LIMITS = {"MemoryError", "RecursionError", "TimeoutError"}
NOT_KEPT = {
    "phases/reuse/database.py": "the cache fails, and the work is done again",
    "phases/reuse/cache.py": "the record is not read, and the work is done again",
    "phases/reuse/parsed_files.py": "nothing is recorded",
    "semantics/evaluation/bounds.py": "`_out_of_time` notes it",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a package with a regular expression that runs when it is checked."""
    folder = tmp_path / "package"
    (folder / "Classes").mkdir(parents=True)
    (folder / "manifest.yaml").write_text(
        "Format: 1.4\nType: Library\nFullName: lab.rx\nClasses: {lab.rx.A: A.yaml}\n"
    )
    contract = "$.string().check(regex('^(a|aa)+$').matches($))"
    (folder / "Classes" / "A.yaml").write_text(
        f"Namespaces: {{=: lab.rx}}\nName: A\nProperties:\n  a:\n    Contract: {contract}\n    Default: aaa\n"
    )
    return folder


def run_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every regular expression take longer than it may."""

    def matching(self: Budget, *_: Any, **__: Any) -> Any:
        raise self._out_of_time(self._seconds)

    monkeypatch.setattr(Budget, "matching", matching)


def codes(package: Path, cache: muranopl.Cache, **options: Any) -> list[str]:
    return [
        diagnostic.code
        for diagnostic in muranopl.Catalog([package], cache=cache, **options).check().diagnostics
    ]


@pytest.mark.parametrize("threads", [0, 2])
def test_a_result_that_took_too_long_is_not_kept(
    package: Path, monkeypatch: pytest.MonkeyPatch, threads: int
) -> None:
    cache = muranopl.Cache.in_memory()
    options = {"executor": ThreadPoolExecutor(threads), "jobs": 2} if threads else {}
    with monkeypatch.context() as slow:
        run_out_of_time(slow)
        assert codes(package, cache, **options) == ["MPL501"]
    assert codes(package, cache, **options) == []
    run_out_of_time(monkeypatch)
    assert codes(package, cache, **options) == []  # that one is kept


def test_nothing_is_put_into_a_store_after_a_limit(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = muranopl.Cache.in_memory()
    run_out_of_time(monkeypatch)
    put: list[bool] = []
    of_memory = MemoryStore.put

    def noted(self: MemoryStore, key: bytes, record: bytes) -> None:
        put.append(watch.met)
        of_memory(self, key, record)

    monkeypatch.setattr(MemoryStore, "put", noted)
    watch = machine_limits.LimitWatch()
    codes(package, cache)
    assert watch.met
    assert put
    assert not any(put)


@pytest.mark.parametrize("limited", [False, True])
def test_an_answer_that_met_a_limit_is_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limited: bool
) -> None:
    monkeypatch.setattr("muranopl.phases.reuse.signature.QUIET", 0.0)
    words = ["check", str(EXAMPLES / "hello"), "--cache-dir", str(tmp_path)]
    question = Question(words, [words[1]])
    if limited:
        machine_limits.meet()
    question.keep(0, "text", str(tmp_path))
    assert answer_of(words) == (None if limited else CommandOutput(0, "text"))


def test_whatever_goes_on_after_a_limit_says_so() -> None:
    silent = []
    for file in sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py")):
        path = file.relative_to(ROOT).as_posix()
        text = file.read_text()
        if path.startswith(NOT_CHECKED):
            continue
        if not any(limit in text for limit in LIMITS):
            continue  # parsing all files takes seconds
        handlers = [
            node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ExceptHandler)
        ]
        for handler in handlers:
            caught = {
                node.id for node in ast.walk(handler.type or handler) if isinstance(node, ast.Name)
            }
            if caught & LIMITS and path not in NOT_KEPT and not _says_so(handler):
                silent.append(f"{path}:{handler.lineno}")
    assert silent == []


def _says_so(handler: ast.ExceptHandler) -> bool:
    """Whether a handler notes the limit, or raises again what it caught."""
    inside = list(ast.walk(ast.Module(handler.body, [])))
    notes = any(isinstance(node, ast.Name) and node.id == "machine_limits" for node in inside)
    return notes or any(isinstance(node, ast.Raise) and node.exc is None for node in inside)
