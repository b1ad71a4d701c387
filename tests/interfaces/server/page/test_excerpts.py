"""The page lays out excerpts as the terminal does: both get the same diagnostics of files with text of every kind.

What the terminal makes of them is kept beside the module of the page that is tested with it, `npm
test`.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import textwrap
from pathlib import Path

import muranopl
from muranopl.interfaces.server.reports import catalog_report
from tests.project import ROOT

PAGE = ROOT / "interfaces" / "server" / "page"
RECORDED = PAGE / "src" / "check" / "terminal.json"
WORD = "\u4e2d\u6587"
FILES = {
    "manifest.yaml": """\
        Format: '1.4'
        Type: Library
        FullName: example.excerpts
        Name: Excerpts
        Description: Places of every kind.
        Classes:
          example.excerpts.Letters: Letters.yaml
          example.excerpts.Lines: Lines.yaml
        """,
    "Classes/Letters.yaml": f"""\
        Name: example.excerpts.Letters
        Properties:
          wide{WORD}:
            Contract: $.string().check($ = '{WORD}').notNul()
          emoji:
            Contract: $.string().check($ = '\U0001f40d\U0001f469\u200d\U0001f4bb').notNul()
          combined:
            Contract: $.string().check($ = 'e\u0301').notNul()
          hidden:
            Contract: $.string().check($ = '\u202e\u200b\u00a0').notNul()
          tabs:
            Contract: $.string().check($ = '\t\t').notNul()
          """,
    "Classes/Lines.yaml": """\
        Name: example.excerpts.Lines
        Methods:
          run:
            Arguments:
            - first:
                Contract: $.int()
            - second:
                Contract: $.int()
            Usage: Everywhere
            Body:
            # A comment is nothing that encloses.
            - If: true

              Than:
              - Return: $frist
            - Do:
              - $.runn(
                  1)
        Colour:
        - red
        - green

        - blue
        """,
}


def recorded_now(folder: Path) -> str:
    """What the page's modules are tested with: the report, the sources, and what the terminal shows."""
    package = folder / "package"
    for name, text in FILES.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(textwrap.dedent(text), encoding="utf-8")

    with contextlib.chdir(folder):
        report = catalog_report(muranopl.Catalog([package.name]).check()).data("all")
    # With `--all` the same advice is not grouped
    command = [sys.executable, "-m", "muranopl", "check", "--all", "--no-cache"]
    terminal = subprocess.run(
        [*command, package.name], cwd=folder, capture_output=True, text=True, check=False
    ).stdout
    return json.dumps({"report": report, "terminal": terminal}, indent=1) + "\n"


def test_what_the_page_is_tested_with_is_what_the_terminal_shows(
    tmp_path: Path, rewrite: bool
) -> None:
    now = recorded_now(tmp_path)
    if rewrite:
        RECORDED.write_text(now, encoding="utf-8")
    assert RECORDED.read_text(encoding="utf-8") == now
