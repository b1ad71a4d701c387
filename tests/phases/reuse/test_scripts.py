"""Scripts of execution plans, which shellcheck looks at where it is installed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.bounds import SCRIPT_SIZE
from muranopl.read import shellcheck, shellcheck_program

MANIFEST = "Format: 1.4\nType: Library\nFullName: example.app\nClasses: {}\n"
PLAN = """\
FormatVersion: 2.0.0
Version: 1.0.0
Name: Deploy
Body: return run()
Scripts:
  run:
    Type: Application
    Version: 1.0.0
    EntryPoint: run.sh
    Files: [part, <tool.py>, missing.sh]
"""
RUN = "#!/bin/bash\nsource part\ncd /tmp\necho $unset\n\tfor x in $@; do echo $x; done\n"
PART = "#!/usr/bin/env sh\nif true; then\n"

needs_shellcheck = pytest.mark.skipif(
    shellcheck_program.shellcheck_program() is None, reason="the extra shellcheck"
)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "Resources" / "scripts"
    folder.mkdir(parents=True)
    (tmp_path / "manifest.yaml").write_text(MANIFEST)
    (tmp_path / "Resources" / "Deploy.template").write_text(PLAN)
    (folder / "run.sh").write_text(RUN)
    (folder / "part").write_text(PART)
    (folder / "tool.py").write_text("#!/usr/bin/env python3\nprint(")
    (folder / "unused.sh").write_text(RUN)
    return tmp_path


def found(report: muranopl.Report) -> list[tuple[str, str, str, int]]:
    return [
        (item.severity.value, item.code, item.place.file.path, item.line)
        for item in report.diagnostics
        if item.code.startswith("SC") or item.code == "MPL003"
    ]


EXPECTED = [
    ("warning", "SC1073", "Resources/scripts/part", 2),
    ("warning", "SC1072", "Resources/scripts/part", 3),
    ("info", "SC2164", "Resources/scripts/run.sh", 3),
    ("warning", "SC2068", "Resources/scripts/run.sh", 5),
]


@needs_shellcheck
def test_scripts_that_plans_run_are_looked_at(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = muranopl.Cache.in_memory()
    report = muranopl.Catalog(package, cache=cache).check()
    assert found(report) == EXPECTED

    # What is known of a script is kept, in whatever package it is
    monkeypatch.setattr(shellcheck, "_output", None)
    assert found(muranopl.Catalog(package, cache=cache).check()) == found(report)


@needs_shellcheck
def test_codes_of_shellcheck_are_selected_as_others(package: Path) -> None:
    settings = muranopl.Settings(ignore=("SC",), select=("ALL", "SC2164"))
    report = muranopl.Catalog(package, settings=settings).check()
    assert [item[1] for item in found(report)] == ["SC2164"]
    (diagnostic,) = (item for item in report.diagnostics if item.code == "SC2164")
    assert diagnostic.docs_url == "https://www.shellcheck.net/wiki/SC2164"


@needs_shellcheck
def test_a_script_that_is_too_long(package: Path) -> None:
    text = RUN + "#" * SCRIPT_SIZE.most
    (package / "Resources/scripts/run.sh").write_text(text)
    report = muranopl.validate(package)
    assert ("warning", "MPL003", "Resources/scripts/run.sh", 1) in found(report)


@needs_shellcheck
@pytest.mark.parametrize("error", [subprocess.TimeoutExpired("shellcheck", 1), OSError("no")])
def test_a_script_about_which_shellcheck_says_nothing(
    error: Exception, package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original: Callable[..., object] = shellcheck._output

    def output(program: str, items: list[bytes], shell: str) -> object:
        if PART.encode() in items:
            raise error
        return original(program, items, shell)

    monkeypatch.setattr(shellcheck, "_output", output)
    reported = found(muranopl.validate(package))
    assert ("warning", "MPL003", "Resources/scripts/part", 1) in reported
    assert [item for item in reported if item in EXPECTED[2:]] == EXPECTED[2:]


def test_without_the_extra_nothing_is_looked_at(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shellcheck_program.sys, "executable", "/nowhere/python")
    assert found(muranopl.validate(package)) == []
