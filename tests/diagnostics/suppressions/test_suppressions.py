"""Comments that suppress diagnostics: what they cover, and what is said about those without an effect."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

import muranopl
from muranopl.diagnostics.suppressions.lines import scanned
from muranopl.diagnostics.suppressions.writing import suppressing_edits
from tests.command_line import run
from tests.project import EXAMPLES

MANIFEST = """\
Format: 1.4
Type: Library
FullName: example.app
Classes:
  example.app.Sample: Sample.yaml
"""
HEAD = "Namespaces:\n  =: example.app\nName: Sample\n"
Check = Callable[..., list[str]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with the package `app`."""
    (tmp_path / "app" / "Classes").mkdir(parents=True)
    (tmp_path / "app" / "manifest.yaml").write_text(MANIFEST)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MURANOPL_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


def sample(text: str) -> None:
    Path("app/Classes/Sample.yaml").write_bytes(text.encode())


def codes(**options: object) -> list[str]:
    """Return `line: code` of all diagnostics of the package."""
    report = muranopl.validate("app", **options)  # type: ignore[arg-type]
    return [f"{item.line}: {item.code}" for item in report.diagnostics]


UNKNOWN_KEYS = {
    "at the end of the line": ("Color: red  # muranopl: ignore[MPL120] why", []),
    "after another comment": ("Color: red # x # muranopl:ignore[MPL120]", []),
    "by name": ("Color: red  # muranopl: ignore[unknown-key]", []),
    "by a beginning": ("Color: red  # muranopl: ignore[mpl1]", []),
    "several": ("Color: red  # muranopl: ignore[MPL651, MPL120]", ["4: MPL803"]),
    "before the line": ("# muranopl: ignore[MPL120]\nColor: red", []),
    "before blank lines": ("# muranopl: ignore[MPL120]\n\n# x\nColor: red", []),
    "of two lines": (
        "# muranopl: ignore[MPL120]\nColor: red\nSize: 1",
        ["6: MPL120"],
    ),
    "of another line": (
        "Color: red\nSize: 1  # muranopl: ignore[MPL120]",
        ["4: MPL120"],
    ),
    "before a block": (
        "# muranopl: ignore[MPL120]\nProperties:\n  a:\n    Color: 1\n  b:\n    Color: 1\nColor: 1",
        ["10: MPL120"],
    ),
    "before a list that is not indented": (
        "Methods:\n  a:\n    # muranopl: ignore[MPL121]\n    Arguments:\n    - x: {Contract: $.int(), Color: 1}\n"
        "    - y: {Contract: $.int(), Color: 1} # muranopl: ignore[MPL120]",
        ["6: MPL803", "8: MPL120"],
    ),
    "before an item": (
        "Methods:\n  a:\n    Arguments:\n    # muranopl: ignore[MPL120]\n    - x:\n        Contract: $.int()\n"
        "        Color: 1\n    - y: {Contract: $.int(), Color: 1}",
        ["11: MPL120"],
    ),
    "in the second document": (
        "---\n# muranopl: ignore[MPL120]\nName: Second\nColor: red\n",
        ["5: MPL803", "7: MPL120"],
    ),
    "before nothing": ("Color: red\n# muranopl: ignore[MPL120]\n", ["4: MPL120", "5: MPL803"]),
    "in quotes": ('Color: "# muranopl: ignore[MPL120]"', ["4: MPL120"]),
    "in a block scalar": (
        "Color: |\n  # muranopl: ignore[MPL120]\n  red # muranopl: ignore[MPL120]\n",
        ["4: MPL120"],
    ),
    "on the header of a block scalar": (
        "Color: |  # muranopl: ignore[MPL120]\n  red\n",
        [],
    ),
    "after a long text": ("Color: 'red\n  blue'  # muranopl: ignore[MPL120]", []),
    "after a long plain text": (
        "Color: red\n  blue\n\n  green  # muranopl: ignore[MPL120]",
        [],
    ),
    "in brackets": ("Color: [1,\n  2]\nSize: {a: 1}  # muranopl: ignore[MPL120]", ["4: MPL120"]),
    "without codes": ("Color: red  # muranopl: ignore", ["4: MPL120", "4: MPL801"]),
    "with empty codes": ("Color: red # muranopl: ignore[ ]", ["4: MPL120", "4: MPL801"]),
    "without a colon": ("Color: red  # muranopl ignore[MPL120]", ["4: MPL120", "4: MPL801"]),
    "as ruff has it": ("Color: red  # noqa: MPL120", ["4: MPL120", "4: MPL801"]),
    "of other tools": ("Usage: Class  # noqa: E501\n# muranopl ignores this\n# muranopl", []),
    "without a bracket": ("Color: 1 # muranopl: ignore[MPL120", ["4: MPL120", "4: MPL801"]),
    "another word": ("Color: 1 # muranopl: ignroe[MPL120]", ["4: MPL120", "4: MPL801"]),
    "an unknown code": ("Color: 1 # muranopl: ignore[MPL120, MPL998]", ["4: MPL802"]),
    "an unknown name": ("Color: 1 # muranopl: ignore[unknown-kex]", ["4: MPL120", "4: MPL802"]),
    "useless": ("# muranopl: ignore[MPL120]\nUsage: Class", ["4: MPL803"]),
    "with CRLF": ("Color: red  # muranopl: ignore[MPL120]\r\nSize: 1\r\n", ["5: MPL120"]),
}  # fmt: skip


@pytest.mark.parametrize("name", UNKNOWN_KEYS)
def test_what_a_comment_covers(folder: Path, name: str) -> None:
    text, expected = UNKNOWN_KEYS[name]
    sample(HEAD + text)
    found = [item for item in codes() if not item.endswith(("MPL121", "MPL139", "MPL204"))]
    assert found == expected


@pytest.mark.parametrize(
    "head",
    ["# muranopl: ignore[MPL120]\n", "%YAML 1.1\n# x\n# muranopl: ignore[MPL120]\n---\n"],
)  # fmt: skip
def test_at_the_head_of_a_file_for_all_of_it(folder: Path, head: str) -> None:
    keys = "".join(f"Key{number}: 1\n" for number in range(300))
    sample(f"{head}{HEAD}{keys}Extends: Sample")
    # Some are left out, and one stands for them
    assert [item[-6:] for item in codes()] == ["MPL301"]
    assert codes(max_per_code=None) == codes()


def test_one_that_stands_for_others_is_not_useless(folder: Path) -> None:
    keys = "".join(f"Key{number}: 1\n" for number in range(200))
    sample(f"{HEAD}{keys}Last: 1  # muranopl: ignore[MPL120]\n")
    assert "MPL803" not in "".join(codes())
    assert "203: MPL120" in codes(max_per_code=None)
    assert "204: MPL120" not in codes(max_per_code=None)


def test_all_files_with_yaml_have_comments(folder: Path) -> None:
    sample(HEAD)
    ui = "Version: 2.2\nForms:\n  - a:\n      fields:\n        - {name: x, type: strng}\n"
    ui += "Application:\n  ?: {type: example.app.Sample}  # muranopl: ignore[MPL703]\n"
    plan = (
        "FormatVersion: 2.0.0\nVersion: 1.0.0\nName: x\nParametres: {}\nBody: return\nScripts: {}\n"
    )
    files = {
        "manifest.yaml": (f"{MANIFEST}Color: red\n", "Color: red", "MPL120"),
        "UI/ui.yaml": (ui, "        - {name: x, type: strng}", "MPL183, MPL7"),
        "Resources/A.template": (plan, "Parametres: {}", "unknown-key"),
    }
    for name, (text, _, _) in files.items():
        Path("app", name).parent.mkdir(exist_ok=True)
        Path("app", name).write_text(text)
    before = muranopl.validate("app").diagnostics
    assert {item.file for item in before} == set(files)
    for name, (text, line, code) in files.items():
        suppressed = text.replace(line, f"{line}  # muranopl: ignore[{code}]")
        Path("app", name).write_text(suppressed)
    assert codes() == []


def test_errors_are_suppressed_also_those_of_syntax(folder: Path) -> None:
    sample(f"{HEAD}Extends: Sample  # muranopl: ignore[MPL301]\n")
    assert run("check", "app").exit_code == 0
    sample(f"# muranopl: ignore[MPL111]\n{HEAD}Extends: [\n")
    assert "MPL111" not in "".join(codes())
    sample(f"{HEAD}Extends: [\n")
    assert "MPL111" in "".join(codes())


def test_internal_errors_are_not(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("failed on purpose")

    monkeypatch.setattr("muranopl.read.one_package.check_logos", fail)
    sample(HEAD)
    Path("app/manifest.yaml").write_text(f"# muranopl: ignore[MPL0, ALL]\n{MANIFEST}")
    assert [item[-6:] for item in codes()] == ["MPL001"]


def test_what_is_not_selected_is_not_useless(folder: Path) -> None:
    sample(f"{HEAD}Usage: Class  # muranopl: ignore[MPL1]\n")
    assert codes() == ["4: MPL803"]
    for settings in ({"select": ("MPL8", "MPL12")}, {"ignore": ("MPL12",)}):
        assert codes(settings=muranopl.Settings(**settings)) == []
    assert codes(stop_after="inherit") == []
    assert codes(settings=muranopl.Settings(ignore=("useless-suppression",))) == []


def test_comments_can_be_left_out_of_account(folder: Path) -> None:
    sample(f"{HEAD}Color: red  # muranopl: ignore[MPL120]\nSize: 1 # muranopl: ignore\n")
    summary = run("check", "app").stdout.splitlines()[-1]
    assert summary.endswith("; comments suppress 1 more.")
    result = run("check", "app", "--no-suppressions", "--format", "concise")
    assert re.findall("MPL\\d+", result.stdout) == ["MPL120", "MPL120"]
    Path("muranopl.toml").write_text("suppressions = false\n")
    assert run("check", "app", "--format", "concise").stdout == result.stdout
    report = muranopl.validate("app", settings=muranopl.settings_for("app"))
    assert (len(report.diagnostics), report.suppressed) == (2, 0)
    assert muranopl.validate("app").suppressed == 1


def test_the_same_with_cache_and_processes(folder: Path) -> None:
    for number in range(4):
        package = Path(f"catalog/p{number}")
        (package / "Classes").mkdir(parents=True)
        (package / "manifest.yaml").write_text(MANIFEST.replace("example", f"x{number}"))
        text = HEAD.replace("example", f"x{number}")
        (package / "Classes/Sample.yaml").write_text(
            f"{text}Color: red  # muranopl: ignore[MPL120, MPL6]\nSize: 1\n"
        )
    alone = muranopl.validate("catalog")
    cache = muranopl.Cache("results")
    for options in ({"jobs": 2}, {"jobs": 2, "cache": cache}, {"cache": cache}):
        report = muranopl.validate("catalog", **options)  # type: ignore[arg-type]
        assert report.diagnostics == alone.diagnostics
        assert report.suppressed == alone.suppressed == 4


def _comments(text: str) -> dict[int, int]:
    """Return the columns of comments by line, as the tokens of PyYAML have it."""
    scalars = [token for token in yaml.scan(text) if isinstance(token, yaml.ScalarToken)]
    inside = set[tuple[int, int]]()
    lines = text.split("\n")
    for token in scalars:
        start, end = token.start_mark, token.end_mark
        for number in range(start.line, end.line + 1):
            begin = start.column if number == start.line else 0
            # Behind the header of a block scalar there may be a comment
            if token.style in {"|", ">"} and number == start.line:
                continue
            last = end.column if number == end.line else len(lines[number])
            inside |= {(number, column) for column in range(begin, last)}
    result: dict[int, int] = {}
    for number, line in enumerate(lines):
        for match in re.finditer(r"(?:^|(?<=[ \t]))#", line):
            if (number, match.start()) not in inside:
                result.setdefault(number, match.start())
    return result


ODD = """\
a: it's # 1
'b # c' : "d \\" # e"  # 2
f: [1, 'g # h', i#j, # 3
  "k # l
   # m", {n: o # 4
  }] # 5
p: |2- # 6
    q
   # r
  # s
 # 7
t: >

   # u
  # 8
v: w
  x # y
  # 9
- # not YAML below
"""


@pytest.mark.parametrize(
    "file",
    sorted(
        path
        for path in EXAMPLES.rglob("*.yaml")
        if "broken" not in path.parts and "# " in path.read_text()
    ),
    ids=lambda path: path.name,
)
def test_comments_are_those_of_yaml(file: Path) -> None:
    text = file.read_text()
    assert _found(text) == _comments(text)


def test_odd_comments_are_those_of_yaml() -> None:
    text = ODD.partition("- # not")[0]
    assert _found(text) == _comments(text)
    assert len(_found(text)) == 10


def _found(text: str) -> dict[int, int]:
    lines = scanned(text.split("\n"))
    return {number: line.comment for number, line in enumerate(lines) if line.comment is not None}


ADDED = """\
Namespaces:\r
  =: example.app\r
Name: Sample\r
Color: red\r
Size: |\r
  long # no\r
  text\r
Weight: 'long\r
  text' # why\r
Depth: long\r
   text # muranopl: ignore[MPL651]\r
Width: [1,\r
  2]\r
Last: 1"""


def test_comments_are_added_and_nothing_else_changes(folder: Path) -> None:
    sample(ADDED)
    result = run("check", "app", "--add-suppressions")
    assert (result.exit_code, result.stdout) == (0, "Comments in 1 file suppress 6 diagnostics.\n")
    text = Path("app/Classes/Sample.yaml").read_bytes().decode()
    assert text.split("\r\n")[3:] == [
        "Color: red  # muranopl: ignore[MPL120]",
        "Size: |  # muranopl: ignore[MPL120]",
        "  long # no",
        "  text",
        "Weight: 'long",
        "  text' # why  # muranopl: ignore[MPL120]",
        "Depth: long",
        "   text # muranopl: ignore[MPL651, MPL120]",
        "Width: [1,  # muranopl: ignore[MPL120]",
        "  2]",
        "Last: 1  # muranopl: ignore[MPL120]",
    ]
    assert set(codes()) == {"11: MPL803"}
    added = run("check", "app", "--add-suppressions", "--select", "MPL1")
    assert added.stdout == "Comments in 0 files suppress 0 diagnostics.\n"
    assert Path("app/Classes/Sample.yaml").read_bytes().decode() == text


def test_edits_add_a_comment_for_one_diagnostic_each(folder: Path) -> None:
    text = f"{HEAD}Color: red\nSize: |\n  long\nWeight: 'a\n  b'\n"
    sample(text)
    diagnostics = muranopl.validate("app").diagnostics
    edits = list(suppressing_edits(text, diagnostics))
    places = {(edit.place.line, edit.place.column) for edit in edits if edit}
    assert places == {(4, 11), (5, 8), (8, 5)}
    texts = {edit.text for edit in edits if edit}
    assert texts == {"  # muranopl: ignore[MPL120]"}
    halved = f"{text}# \ud800\n"
    assert list(suppressing_edits(halved, diagnostics)) == [None] * 3


def test_only_what_is_shown_gets_comments(folder: Path) -> None:
    sample(f"{HEAD}Color: red\nExtends: Sample\n")
    run("check", "app", "--add-suppressions", "--severity", "error")
    assert codes() == ["4: MPL120"]
    run("check", "app", "--add-suppressions", "--select", "unknown-key")
    assert codes() == []


def test_what_can_have_no_comment_is_said(folder: Path) -> None:
    sample(HEAD)
    Path("app/Classes/Sample.yaml").write_bytes(b"Name: \xff\n")
    result = run("check", "app", "--add-suppressions")
    assert (result.exit_code, result.stdout) == (1, "Comments in 0 files suppress 0 diagnostics.\n")
    assert "MPL110" in result.stderr
    assert "1 diagnostic cannot be suppressed by comments" in result.stderr
    assert Path("app/Classes/Sample.yaml").read_bytes() == b"Name: \xff\n"


def test_more_than_are_shown_get_comments(folder: Path) -> None:
    sample(HEAD + "".join(f"Key{number}: 1\n" for number in range(150)))
    assert "suppress 150 diagnostics" in run("check", "app", "--add-suppressions").stdout
    assert codes(max_per_code=None) == []
