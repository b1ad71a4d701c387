"""What a check shows and how it ends: severities, sums, statistics, files, formats at once."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.diagnostics.formats import FORMATS
from tests import command_line
from tests.material import write

Invoke = Callable[..., Result]

EACH_SEVERITY = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Classes:
  example.app.Sample: Sample.yaml
=== Classes/Sample.yaml
Namespaces:
  =: example.app
  unused: example.other
Name: Sample
Colour: red
Extends: nowhere:Object
"""
"""A package with an error, a warning and an info."""
GOOD = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.good
Classes:
  example.good.Sample: Sample.yaml
=== Classes/Sample.yaml
Namespaces:
  =: example.good
Name: Sample
"""
BAD = GOOD.replace("example.good", "example.bad") + "Properties: port\n"
WARNING = GOOD.replace("example.good", "example.warning") + "Colour: red\n"


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Run the command in a folder that holds the packages good, warning, bad, and every."""
    packages = {"good": GOOD, "warning": WARNING, "bad": BAD, "every": EACH_SEVERITY}
    for name, package in packages.items():
        write(files(package), tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return command_line.run


def test_infos_are_one_line_for_each_code(invoke: Invoke) -> None:
    path = Path("warning/Classes/Sample.yaml")
    unused = "".join(f"  p{number}: example.p{number}\n" for number in range(9))
    path.write_text(path.read_text().replace("Namespaces:\n", f"Namespaces:\n{unused}"))
    result = invoke("check", "warning", "good", "-o", "text:report.txt").stdout
    assert result == Path("report.txt").read_text()
    blocks = result.split("\n\n")
    assert blocks[0].startswith("warning[")
    assert blocks[1] == (
        "info[MPL219] unused-prefix: 9 in example.warning; --all shows them; --fix fixes 9"
    )
    assert blocks[2] == "Found 1 warning, 9 infos in 2 packages; --fix fixes 9.\n"
    everything = invoke("check", "warning", "--all").stdout
    assert re.findall(r"^info\[MPL219\] .*\"(p\d)\"", everything, re.M) == [
        f"p{number}" for number in range(9)
    ]
    assert invoke("check", "warning", "--format", "concise").stdout.count(" MPL219 ") == 9


LEVELS = {
    # options → exit status, severities that are shown
    "": (1, ["error", "warning", "info"]),
    "--severity warning": (1, ["error", "warning"]),
    "--severity error": (1, ["error"]),
    "--exit-zero": (0, ["error", "warning", "info"]),
    "--severity error --exit-zero": (0, ["error"]),
    "--ignore MPL208": (0, ["warning", "info"]),
    "--ignore MPL208 --fail-level warning": (1, ["warning", "info"]),
    "--ignore MPL208 --severity error": (0, []),
    "--ignore MPL208 --severity error --fail-level warning": (1, []),
    "--select MPL219": (0, ["info"]),
    "--select MPL219 --fail-level warning": (0, ["info"]),
    "--select MPL219 --fail-level info": (1, ["info"]),
    "--select MPL219 --fail-level info --exit-zero": (0, ["info"]),
}


@pytest.mark.parametrize("options", LEVELS)
def test_levels_of_what_is_shown_and_of_failure(options: str, invoke: Invoke) -> None:
    status, severities = LEVELS[options]
    for times in ("checked", "answered from the cache"):
        result = invoke("check", "every", "--format", "concise", *options.split())
        assert result.exit_code == status, times
        shown = {line.split()[1] for line in result.stdout.splitlines()}
        assert shown == set(severities)
    told = invoke("check", "every", "--all", *options.split()).stdout
    assert re.findall(r"^(error|warning|info)\[", told, re.M) == severities


CLOSINGS = {
    "error": "Found 1 error in 1 package; --fix fixes 1; --severity hides 2 more.",
    "warning": "Found 1 error, 1 warning in 1 package; --fix fixes 1; --severity hides 1 more.",
    "info": "Found 1 error, 1 warning, 1 info in 1 package; --fix fixes 2.",
    "error --ignore MPL208": "Found nothing at this severity or above in 1 package; --severity hides 2 more.",
}


@pytest.mark.parametrize("options", CLOSINGS)
def test_the_totals_say_what_is_hidden(options: str, invoke: Invoke) -> None:
    result = invoke("check", "every", "--severity", *options.split())
    assert result.stdout.splitlines()[-1] == CLOSINGS[options]


def test_quiet_shows_diagnostics_only(invoke: Invoke) -> None:
    loud, quiet = (invoke("check", "bad", *words) for words in ([], ["-q"]))
    assert (quiet.exit_code, quiet.stderr) == (1, "")
    assert loud.stdout == f"{quiet.stdout}\nFound 1 error in 1 package.\n"
    assert invoke("check", "good", "--quiet").stdout == ""
    machine = [invoke("check", "bad", "--format", "json", *q).stdout for q in ([], ["-q"])]
    assert machine[0] == machine[1]


def test_statistics_count_codes_and_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(files(EACH_SEVERITY), tmp_path / "one")
    again = EACH_SEVERITY.replace("example.app", "example.second")
    write(files(again.replace("Colour: red\n", "")), tmp_path / "two")
    monkeypatch.chdir(tmp_path)
    command = ["check", ".", "--statistics", "-o", "json:report.json"]
    result = command_line.run(*command)
    assert (result.exit_code, result.stdout) == (1, STATISTICS)
    assert len(json.loads(Path("report.json").read_text())["diagnostics"]) == 5
    format_ = command_line.run("check", ".", "--format", "statistics")
    assert format_.stdout == STATISTICS
    quiet = command_line.run("check", ".", "--statistics", "-q")
    assert quiet.stdout == STATISTICS.partition("\n\nFound")[0] + "\n"
    refused = command_line.run("check", ".", "--statistics", "--format", "json")
    assert refused.exit_code == 2
    assert "-o json:FILE" in refused.stderr


STATISTICS = """\
2  error    MPL208 unknown-prefix, in 2 packages
2  info     MPL219 unused-prefix, in 2 packages
1  warning  MPL120 unknown-key, in 1 package

example.app     1 error, 1 warning, 1 info
example.second  1 error, 1 info

Found 2 errors, 1 warning, 2 infos in 2 packages; --fix fixes 4.
"""


def test_files_are_listed_and_not_checked(invoke: Invoke) -> None:
    result = invoke("check", "bad", "good", "--show-files")
    assert result.exit_code == 0
    listed = result.stdout.splitlines()
    assert all(Path(file).is_file() for file in listed)
    assert {file.split("/")[0] for file in listed} == {"bad", "good"}
    assert "bad/manifest.yaml" in listed
    zipped = shutil.make_archive("packed", "zip", "good")
    entries = invoke("check", zipped, "--show-files").stdout.splitlines()
    assert "packed.zip/manifest.yaml" in entries
    Path("empty").mkdir()
    for path in ("empty", "nowhere"):
        assert invoke("check", path, "--show-files").exit_code == 2


def test_several_formats_are_written_at_once(invoke: Invoke) -> None:
    outputs = [word for name in FORMATS for word in ("-o", f"{name}:report.{name}")]
    command = invoke("check", "bad", "--all", *outputs, "-o", "json=as-before.json")
    assert command.exit_code == 1
    report = muranopl.validate("bad")
    for name in FORMATS:
        assert Path(f"report.{name}").read_text() == report.render(name)
    assert Path("as-before.json").read_text() == report.render("json")


MISSING = {
    "one": "  org.elsewhere.Base:\n",
    "two": "  org.elsewhere.Base: 1.0\n  com.single.Thing:\n",
    "three": "  org.elsewhere.Base:\n",
}


def test_a_required_package_that_is_nowhere_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, require in MISSING.items():
        (tmp_path / "all" / name).mkdir(parents=True)
        manifest = f"Format: 1.4\nType: Library\nFullName: example.{name}\nRequire:\n{require}Classes: {{}}\n"
        (tmp_path / "all" / name / "manifest.yaml").write_text(manifest, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for jobs in ("1", "2"):
        command = ["check", "all", "--no-cache", "-j", jobs]
        text = command_line.run(*command).stdout
        assert text.count("error[MPL211]") == 2
        assert text.count('"org.elsewhere.Base" is missing') == 1
        assert text.count('"com.single.Thing" is missing') == 1
        assert "^^^^" in text
        assert "and here, in example.three" in text
        assert "Found 2 errors in 3 packages." in text
    report = muranopl.validate("all")
    base, single = report.diagnostics
    assert [related.path for related in base.related] == [
        "all/three/manifest.yaml",
        "all/two/manifest.yaml",
    ]
    assert single.related == ()
    assert [error.related for error in muranopl.validate("all/one").diagnostics] == [()]


def test_a_format_that_is_too_old_is_told_once_for_each_package(tmp_path: Path) -> None:
    for name in ("one", "two"):
        package = TOO_OLD.replace("example.app", f"example.{name}")
        write(files(package), tmp_path / name)
    found = [
        diagnostic
        for diagnostic in muranopl.validate(tmp_path).diagnostics
        if diagnostic.code == "MPL126"
    ]
    assert [diagnostic.package for diagnostic in found] == ["example.one", "example.two"]
    for diagnostic in found:
        assert "Scope" in diagnostic.message
        assert [related.line for related in diagnostic.related] == [8, 10]
    assert muranopl.validate(tmp_path).render().count("MPL126] key-too-new") == 2


TOO_OLD = """\
=== manifest.yaml
Format: 1.3
Type: Library
FullName: example.app
Classes:
  example.app.Sample: Sample.yaml
=== Classes/Sample.yaml
Namespaces:
  =: example.app
Name: Sample
Methods:
  a:
    Scope: Public
  b:
    Scope: Public
  c:
    Scope: Public
"""
