"""Changes of packages: what they write, and that the package checks clean afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import muranopl
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.refactoring.form import generate_form
from muranopl.workspace.refactoring.refactoring import (
    Refactoring,
    extract_prefix,
    implement_methods,
)
from muranopl.workspace.symbols.index import At
from tests.workspace.marked import analysed

MANIFEST = """\
Format: MuranoPL/1.4
Type: Application
FullName: example.app.Server
Classes:
  example.app.Server: Server.yaml
  example.app.Base: Base.yaml
"""
SERVER = """\
Namespaces:
  =: example.app

Name: Server

Extends:
  - Base
  - io.murano.Application

Properties:
  port:
    Contract: $.int().notNull().check($ > 0 and $ < 65536)
    Default: 8080
  kind:
    Contract: $.string().notNull().check($ in list(small, large))
  note:
    Contract: $.string()
  secure:
    Contract: $.bool()
    Default: true
  other:
    Contract: $.class(Server)
  parent:
    Contract: $.class('io.murano.Application')
  instance:
    Contract: $.class('io.murano.resources.Instance').notNull()
  sizes:
    Contract:
      - $.int()
  state:
    Contract: $.string()
    Usage: Runtime
"""
BASE = """\
Namespaces:
  =: example.app

Name: Base

Methods:
  start:
    Arguments:
      - delay:
          Contract: $.int().notNull()
      - rest:
          Contract: $.string()
          Usage: VarArgs
  stop:
  pause:
    Body:
      - Return: null
"""
FILES = {"manifest.yaml": MANIFEST, "Classes/Server.yaml": SERVER, "Classes/Base.yaml": BASE}
CLASS = "Classes/Server.yaml"


def _analysis(files: Mapping[str, str] = FILES) -> Analysis:
    return analysed(files)[0]


def _applied(files: Mapping[str, str], change: Refactoring) -> dict[str, str]:
    result = dict(files)
    edits = sorted(
        change.edits, key=lambda edit: (edit.place.line, edit.place.column), reverse=True
    )
    for edit in edits:
        place = edit.place
        lines = [*result[place.file.path].splitlines(keepends=True), ""]
        before = "".join(lines[: place.line - 1]) + lines[place.line - 1][: place.column - 1]
        after = lines[place.end_line - 1][place.end_column - 1 :] + "".join(lines[place.end_line :])
        result[place.file.path] = before + edit.text + after
    return result | {file.path: file.text for file in change.files}


def _checked(files: Mapping[str, str], folder: Path) -> list[str]:
    """Return the errors and warnings about a package."""
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    report = muranopl.validate(str(folder), cache=None)
    return sorted(
        f"{item.code} {item.message}" for item in report.diagnostics if item.severity != "info"
    )


def _position(text: str, part: str) -> tuple[int, int]:
    at = text.index(part)
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def test_a_prefix_is_extracted(tmp_path: Path) -> None:
    line, column = _position(SERVER, "murano.Application")
    change = extract_prefix(At(_analysis(), CLASS, line, column))
    assert change is not None
    result = _applied(FILES, change)[CLASS]
    assert "  std: io.murano\n" in result
    assert "  - std:Application\n" in result
    assert "$.class(std:Application)" in result
    assert "$.class('io.murano.resources.Instance')" in result


def test_no_prefix_is_extracted_elsewhere() -> None:
    line, column = _position(SERVER, "Name: Server")
    assert extract_prefix(At(_analysis(), CLASS, line, column)) is None


def test_a_known_prefix_is_used() -> None:
    server = SERVER.replace("  =: example.app\n", "  =: example.app\n  m: io.murano\n")
    files = {**FILES, CLASS: server}
    line, column = _position(server, "murano.Application")
    change = extract_prefix(At(_analysis(files), CLASS, line, column))
    assert change is not None
    assert "  - m:Application\n" in _applied(files, change)[CLASS]


def test_methods_without_body_are_implemented(tmp_path: Path) -> None:
    change = implement_methods(At(_analysis(), CLASS, 5, 1))
    assert change is not None
    assert change.title == "Implement start(), stop(), deploy()"
    files = _applied(FILES, change)
    assert files[CLASS].endswith(
        """
Methods:
  start:
    Arguments:
      - delay:
          Contract: $.int().notNull()
      - rest:
          Contract: $.string()
          Usage: VarArgs
    Body:
      - Throw: NotImplemented
        Message: not implemented
  stop:
    Body:
      - Throw: NotImplemented
        Message: not implemented
  deploy:
    Body:
      - Throw: NotImplemented
        Message: not implemented
"""
    )
    assert implement_methods(At(_analysis(files), CLASS, 5, 1)) is None
    assert _checked(files, tmp_path) == _checked(FILES, tmp_path / "before")


def test_a_form_is_generated(tmp_path: Path) -> None:
    change = generate_form(At(_analysis(), CLASS, 5, 1))
    assert change is not None
    (file,) = change.files
    assert file.path == "UI/ui.yaml"
    assert "type: example.app.Server" in file.text
    assert "  # sizes: no field has values of this type\n" in file.text
    assert "state" not in file.text
    for lines in (
        ["- name: port", "type: integer", "label: port", "initial: 8080", "minValue: 1"],
        ["- name: kind", "type: choice", "label: kind", "choices:", '- ["small", "small"]'],
        ["- name: other", "type: example.app.Server", "label: other", "required: false"],
    ):
        text = " ".join(file.text.split())
        assert " ".join(lines) in text
    files = _applied(FILES, change)
    assert _checked(files, tmp_path) == _checked(FILES, tmp_path / "before")


def test_no_form_is_generated_where_there_is_one() -> None:
    change = generate_form(At(_analysis(), CLASS, 5, 1))
    assert change is not None
    assert generate_form(At(_analysis(_applied(FILES, change)), CLASS, 5, 1)) is None
