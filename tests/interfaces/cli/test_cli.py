"""The command line, as a user or a CI job meets it."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml
from click.testing import Result

import muranopl
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.examples import Entry, EntryKind, files
from muranopl.diagnostics.pages import WITHOUT_EXAMPLES
from muranopl.diagnostics.quirks import QUIRKS
from muranopl.interfaces.cli.terminal import PATIENCE, progress_bar, wants_color
from tests import command_line
from tests.archives import zip_of_folder
from tests.command_line import COMMAND, run, start
from tests.material import write

GOOD = "Namespaces:\n  =: example.app\nName: Sample\n"
WARNING = GOOD + "Colour: red\n"
ERROR = GOOD + "Properties: port\n"

Invoke = Callable[..., Result]


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Invoke]:
    """Run the command in a folder that holds the packages good, warning and error."""
    for name, text in {"good": GOOD, "warning": WARNING, "error": ERROR}.items():
        match = files(text.replace("example.app", f"example.{name}"))
        manifest = match["manifest.yaml"].content.replace(
            b"example.app", f"example.{name}".encode()
        )
        write({**match, "manifest.yaml": Entry(EntryKind.FILE, manifest)}, tmp_path / name)
    for folder in ("empty", "none/sub", "hidden/.git"):
        (tmp_path / folder).mkdir(parents=True)
    for file in ("none/text", "none/sub/Manifest.yml", "model.json"):
        (tmp_path / file).write_text("{}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)

    return run


STATUSES: list[tuple[str, int, str]] = [
    # command, exit status, part of the output
    ("--version", 0, f"muranopl {muranopl.__version__}"),
    ("--help", 0, "Check MuranoPL packages and object models"),
    ("-h", 0, "_MURANOPL_COMPLETE"),
    ("check --help", 0, "Examples:\n   muranopl check my.package/"),
    ("graph --help", 0, "Examples:\n   muranopl graph apps/"),
    ("explain --help", 0, "Examples:\n   muranopl explain MPL120"),
    ("check good", 0, "All checks passed: 1 package."),
    ("check warning", 0, "Found 1 warning in 1 package."),
    ("check error", 1, "error[MPL122] wrong-type"),
    ("check .", 1, "Found 1 error, "),
    ("check good error warning", 1, "in 3 packages."),
    ("check error --stop-after read", 1, "MPL122"),
    ("check error --ignore MPL122", 0, "All checks passed"),
    ("check error --ignore wrong-type,MPL2", 0, "All checks passed"),
    ("check error --select MPL120", 0, "All checks passed"),
    ("check error --select MPL99", 2, '"MPL99" is not a code'),
    ("check error --ignore wrong-tipe", 2, 'did you mean "wrong-type"?'),
    ("check", 2, "Missing argument 'PATH...'"),
    (
        "check nowhere good nothing",
        2,
        'the path "nowhere" does not exist\nthe path "nothing" does not exist',
    ),
    ("check good -L nowhere", 2, 'the path "nowhere" does not exist'),
    ("check good --core-library nowhere", 2, 'the path "nowhere" does not exist'),
    ("check empty", 2, 'no package found in "empty": the folder is empty'),
    ("check good empty", 2, 'no package found in "empty"'),
    (
        "check none",
        2,
        "it contains 2 files and 1 folder, but no manifest.yaml and no zip of a package",
    ),
    (
        "check none",
        2,
        '("sub/Manifest.yml" must be renamed): pass the folder that contains manifest.yaml',
    ),
    ("check hidden", 2, "; hidden folders are not searched (1 skipped)"),
    ("check good/Classes", 2, 'it is a folder of a package: pass the package "'),
    ("check good/manifest.yaml", 2, 'it is only the manifest: pass its folder "good"'),
    (
        "check good -L empty",
        2,
        '--library: no package found in "empty": the folder is empty: pass the',
    ),
    ("check good -L none/text", 2, '--library: "none/text" is not a package: it is a text file'),
    (
        "check good --core-library empty",
        2,
        '--core-library: no package found in "empty": the folder is empty',
    ),
    (
        "check good --core-library error",
        2,
        '--core-library: "error" holds no package io.murano, only example.error',
    ),
    ("graph empty", 2, 'no package found in "empty"'),
    ("schema example.good.Sample -L empty", 2, 'no package found in "empty"'),
    ("schema --all out -L empty", 2, 'no package found in "empty"'),
    ("render model.json -L empty", 2, 'no package found in "empty"'),
    (
        "render model.json -L good --core-library good",
        2,
        '--core-library: "good" holds no package io.murano',
    ),
    ("check good --format xml", 2, "'xml' is not one of"),
    ("check good --dump-phase 6", 2, '"6" is not a phase'),
    ("check good --stop-after all", 2, '"all" is not a phase'),
    ("check good --stop-after 1 --dump-phase hierarchy", 2, "leave out --stop-after"),
    (
        "check good --dump-phase read --dump-format dot",
        2,
        "needs --dump-phase hierarchy, and no other phase",
    ),
    ("check good -o xml=f", 2, '"xml" is not a format'),
    ("check good -o json=-", 2, "the file name is missing"),
    ("check good -o json=f -o sarif=f", 2, "twice"),
    ("check good -o no/such/f", 2, 'the folder "no/such" does not exist'),
    ("check good -o error", 2, "it is a folder"),
    ("check good --log-file no/such/f", 2, "the log file"),
    ("graph nowhere", 2, "does not exist"),
    ("graph good -o no/such/f", 2, 'the folder "no/such" does not exist'),
    ("chek good", 2, 'Did you mean "muranopl check"?'),
    ("good", 2, 'Did you mean "muranopl check good"?'),
    ("explain MPL999", 2, 'Unknown diagnostic or quirk "MPL999"'),
    ("explain unknwn-key", 2, 'Did you mean "unknown-key"?'),
]


@pytest.mark.parametrize(("command", "status", "part"), STATUSES)
def test_status_and_output(invoke: Invoke, command: str, status: int, part: str) -> None:
    result = invoke(*command.split())
    shown = "\n".join(
        line.rstrip() for line in (result.stderr if status == 2 else result.stdout).splitlines()
    )
    assert (result.exit_code, part in shown) == (status, True), result.output
    assert "Traceback" not in result.output


def test_nothing_is_checked_where_a_path_is_missing(invoke: Invoke) -> None:
    result = invoke("check", "error", "nowhere", "-o", "json=report.json")
    assert result.stdout == ""
    assert not Path("report.json").exists()


def test_a_circular_link_and_names_of_any_kind(invoke: Invoke) -> None:
    os.symlink("round", "round")
    os.symlink("gone", "broken")
    assert "cannot be read: Too many levels" in invoke("check", "round").stderr
    assert "is a link whose target does not exist" in invoke("check", "broken").stderr
    stderr = invoke("check", "evil\x1b[31m\u202e").stderr
    assert 'the path "evil\\x1b[31m\\u202e" does not exist' in stderr
    write(files(ERROR), Path("пакет 包"))
    assert "пакет 包/Classes/Sample.yaml:4:13" in invoke("check", "пакет 包").stdout


def test_standard_output_gets_the_format(invoke: Invoke) -> None:
    report = json.loads(invoke("check", "error", "--format", "json").stdout)
    assert report["summary"] == {"errors": 1, "warnings": 0, "infos": 0, "packages": 1}
    assert (report["diagnostics"][0]["file"], report["diagnostics"][0]["line"]) == (
        "Classes/Sample.yaml",
        4,
    )
    concise = invoke("check", "error", "--format", "concise").stdout
    assert concise.startswith("error/Classes/Sample.yaml:4:13: error MPL122 ")
    assert invoke("check", "good", "--format", "concise").stdout == ""


def test_files_get_formats_and_the_terminal_text(invoke: Invoke) -> None:
    result = invoke("check", "error", "-o", "sarif=a=b.sarif", "-o", "junit=j.xml", "-o", "plain")
    assert "error[MPL122]" in result.stdout
    assert json.loads(Path("a=b.sarif").read_text())["runs"][0]["results"][0]["ruleId"] == "MPL122"
    assert ElementTree.parse("j.xml").getroot().get("failures") == "1"
    assert Path("plain").read_text() == result.stdout
    result = invoke("check", "error", "--format", "json", "-o", "report")
    assert "error[MPL122]" in result.stdout
    assert json.loads(Path("report").read_text())["summary"]["errors"] == 1
    result = invoke("check", "error", "--format", "json", "-o", "text=report")
    assert json.loads(result.stdout)["summary"]["errors"] == 1


def test_the_suffix_of_a_file_tells_its_format(invoke: Invoke) -> None:
    for suffix, beginning in (
        ("sarif", '{"$schema"'),
        ("json", "{"),
        ("MD", "#"),
        ("txt", "error[MPL122]"),
    ):
        result = invoke("check", "error", "-o", f"report.{suffix}")
        assert "error[MPL122]" in result.stdout
        written = Path(f"report.{suffix}").read_text()
        assert "".join(written.split()).startswith(beginning)
    invoke("check", "error", "--format", "json", "-o", "report.sarif")
    assert "summary" in json.loads(Path("report.sarif").read_text())
    for name, remedy in (
        ("report.xml", "write -o checkstyle:report.xml or -o junit:report.xml."),
        ("report.log", "such as -o json:report.log"),
    ):
        result = invoke("check", "error", "-o", name)
        assert result.exit_code == 2
        assert remedy in " ".join(result.stderr.split())
        assert not Path(name).exists()


def test_the_same_input_gives_the_same_bytes(invoke: Invoke) -> None:
    for name in ("text", "json", "sarif", "github", "junit"):
        assert len({invoke("check", ".", "--format", name).stdout for _ in range(3)}) == 1


def test_dumps_leave_standard_output_parseable(invoke: Invoke) -> None:
    result = invoke("check", "error", "--dump-phase", "1", "--dump-phase", "hierarchy")
    assert [document["phase"] for document in yaml.safe_load_all(result.stdout)] == [
        "read",
        "hierarchy",
    ]
    assert ("error[MPL122]" in result.stderr, result.exit_code) == (True, 1)
    result = invoke("check", "good", "--dump-phase", "all", "--dump-format", "json")
    assert [phase["phase"] for phase in json.loads(result.stdout)] == [
        phase.value for phase in muranopl.Phase
    ]
    result = invoke(
        "check", "good", "--dump-phase", "all", "--stop-after", "namespace", "--dump-format", "json"
    )
    assert [phase["phase"] for phase in json.loads(result.stdout)] == ["read", "namespace"]
    result = invoke(
        "check", "good", "--dump-phase", "read", "--dump-format", "json", "--format", "github"
    )
    assert json.loads(result.stdout)["phase"] == "read"
    for name, part in {"dot": "digraph", "mermaid": "classDiagram"}.items():
        assert (
            part
            in invoke("check", "good", "--dump-phase", "hierarchy", "--dump-format", name).stdout
        )


def test_dumps_do_not_command_terminals(invoke: Invoke, tmp_path: Path) -> None:
    write(
        files(GOOD + 'Properties:\n  имя:\n    Contract: $\n    Default: "é\\u202e\\x1b"\n'),
        tmp_path / "evil",
    )
    dumps = [
        invoke("check", "evil", "--dump-phase", "all", "--dump-format", item).stdout
        for item in ("yaml", "json")
    ]
    for dump in dumps:
        assert not re.search("[\x1b\u202e]", dump)
    assert any(repr("é\u202e\x1b") in str(document) for document in yaml.safe_load_all(dumps[0]))


def test_a_graph_has_formats_and_goes_to_a_file(invoke: Invoke) -> None:
    assert [load["name"] for load in json.loads(invoke("graph", "good").stdout)["packages"]] == [
        "example.good"
    ]
    assert "digraph" in invoke("graph", "good", "--format", "dot").stdout
    result = invoke("graph", "warning", "error", "--format", "mermaid", "-o", "graph.mmd")
    assert (result.stdout, result.exit_code) == ("", 1)
    assert "classDiagram" in Path("graph.mmd").read_text()
    assert ("MPL122" in result.stderr, "MPL120" in result.stderr) == (True, False)


def test_a_zip_from_standard_input(invoke: Invoke) -> None:
    assert (
        "All checks passed: 1 package."
        in invoke("check", "-", input=zip_of_folder(Path("good"))).stdout
    )
    result = invoke("check", "-", input=zip_of_folder(Path("error")))
    assert ("-/Classes/Sample.yaml:4:13" in result.stdout, result.exit_code) == (True, 1)
    for nothing in (b"no zip", b""):
        result = invoke("check", "-", input=nothing)
        assert (result.exit_code, result.stdout) == (2, "")
        assert '"standard input" is not a package' in result.stderr


def test_explanations(invoke: Invoke) -> None:
    known = rules()
    listed = invoke("explain").stdout
    for rule in known.values():
        assert re.search(
            rf"^  {rule.code}  {rule.name} +{rule.severity.value}$", listed, re.MULTILINE
        )
        page = invoke("explain", rule.code.lower()).stdout
        assert page == invoke("explain", rule.name.upper()).stdout
        assert " ".join(rule.page.explanation.split()) in " ".join(page.split())
        assert max(map(len, page.splitlines())) <= 100
    assert "MPL101" not in invoke("explain", "MPL2").stdout
    assert invoke("explain", "65").stdout == invoke("explain", "mpl65").stdout
    assert invoke("explain", "MPL120", "MPL121").stdout.count("Wrong:") == 2


@pytest.mark.parametrize("word", [*rules(), *QUIRKS])
def test_a_page_marks_what_differs_and_fits_the_terminal(
    invoke: Invoke, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    page = invoke("explain", word).stdout
    assert max(map(len, page.splitlines())) <= 80
    if word in rules().keys() - WITHOUT_EXAMPLES:
        wrong, right = page.partition("\nWrong:\n")[2].split("\n\nRight:\n")
        right = right.partition("\nquirk ")[0]
        assert re.search(r"^  - ", wrong, re.M) or re.search(r"^  \+ ", right, re.M)
        assert len(right.splitlines()) <= 40


def test_the_log_tells_phases_and_times(invoke: Invoke) -> None:
    for _ in range(2):
        invoke("check", "good", "--log-file", "run.log", "--no-cache")
    lines = [
        line
        for line in Path("run.log").read_text().splitlines()
        if " muranopl.phases: phase " in line
    ]
    assert len(lines) == 10
    assert re.search(r"phase 5 render: \d+\.\d+ s", lines[-1])
    assert "phase 1 read" in invoke("check", "good", "-v", "--no-cache").stderr
    assert "phase" not in invoke("check", "good").stderr
    assert logging.getLogger("muranopl").handlers == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


COLOURS: list[tuple[str, dict[str, str], bool, bool]] = [
    ("auto", {}, True, True),
    ("auto", {}, False, False),
    ("auto", {"TERM": "dumb"}, True, False),
    ("auto", {"NO_COLOR": "1"}, True, False),
    ("auto", {"NO_COLOR": ""}, True, True),
    ("auto", {"FORCE_COLOR": "1"}, False, True),
    ("auto", {"FORCE_COLOR": "0"}, False, False),
    ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
    ("always", {"NO_COLOR": "1"}, False, True),
    ("never", {"FORCE_COLOR": "1"}, True, False),
]


@pytest.mark.parametrize(("choice", "environment", "terminal", "expected"), COLOURS)
def test_when_there_are_colours(
    monkeypatch: pytest.MonkeyPatch,
    choice: str,
    environment: dict[str, str],
    terminal: bool,
    expected: bool,
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_color(choice, Terminal() if terminal else io.StringIO()) is expected


def test_colours_in_the_output(invoke: Invoke) -> None:
    assert "\x1b[1;31merror" in invoke("check", "error", "--color", "always", color=True).stdout
    assert "\x1b" not in invoke("check", "error", color=True).stdout
    assert "\x1b" in invoke("explain", "MPL120", "--color", "always", color=True).stdout
    invoke("check", "error", "--color", "always", "-o", "report")
    assert "\x1b" not in Path("report").read_text()


def test_the_progress_bar_waits_and_shows_on_terminals_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar(True) as progress:
        assert progress is not None
        progress(1, 3)
        assert terminal.getvalue() == ""
        now[0] = PATIENCE + 1
        progress(2, 3)
    assert "Checking packages" in terminal.getvalue()
    with progress_bar(False) as progress:
        assert progress is None
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress_bar(True) as progress:
        assert progress is None


@pytest.mark.parametrize("error", [RuntimeError("oh \x1b[31m"), RecursionError()])
def test_a_bug_is_reported_as_ours(
    invoke: Invoke, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("muranopl.api.catalog.Catalog.check", fail)
    monkeypatch.setattr("platform.platform", lambda: "Linux")  # may start a process
    result = invoke("check", "good")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "This is a bug in muranopl" in result.stderr
    assert muranopl.__version__ in result.stderr
    assert "command: muranopl check good" in result.stderr
    assert "Traceback" in result.stderr
    assert "\x1b" not in result.stderr


def test_an_interruption_is_no_bug(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("muranopl.api.catalog.Catalog.check", interrupt)
    result = invoke("check", "good")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.strip() == "Interrupted."


def process(*words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *words], capture_output=True, text=True, encoding="utf-8", check=False, **more
    )


def test_as_a_process(invoke: Invoke) -> None:
    assert process("--version").stdout == f"muranopl {muranopl.__version__}\n"
    done = process("check", "error")
    assert (done.returncode, done.stdout, done.stderr) == (1, invoke("check", "error").stdout, "")
    assert process("check", "good").returncode == 0
    assert process("nonsense").returncode == 2
    assert process("check", os.fsdecode(b"\xff")).returncode == 2


FAILURES = {
    "MemoryError()": "Error: out of memory",
    "OSError(12, 'Cannot allocate memory')": "Error: out of memory",
    "ImportError('libx.so: failed to map segment from shared object')": "Error: out of memory",
    "ValueError()": "Error: muranopl failed, and so did the report about the failure",
}


@pytest.mark.parametrize("error", FAILURES)
def test_a_failure_that_cannot_be_reported(invoke: Invoke, error: str) -> None:
    plant = f"""
import muranopl.api.catalog, muranopl.interfaces.cli.crash
def fail(*_, **__):
    raise {error}
muranopl.api.catalog.Catalog.check = muranopl.interfaces.cli.crash.report_crash = fail
"""
    command = [sys.executable, "-c", plant + COMMAND[-1], "check", "good"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(FAILURES[error])
    assert done.stderr.count("\n") == 1


def test_a_reader_that_goes_away_is_no_error(invoke: Invoke) -> None:
    for words, status in (("check error", 1), ("explain", 0), ("--help", 0)):
        read_end, write_end = os.pipe()
        os.close(read_end)
        done = subprocess.run(
            [*COMMAND, *words.split()],
            stdout=write_end,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        os.close(write_end)
        assert (done.returncode, done.stderr) == (status, "")


def test_a_full_disk_is_no_bug(invoke: Invoke) -> None:
    for words in ("check good", "explain", "--help", "check good -o /dev/full", "graph good"):
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [*COMMAND, *words.split()],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert (done.returncode, "No space left" in done.stderr, "Traceback" in done.stderr) == (
            2,
            True,
            False,
        )


@pytest.mark.parametrize(
    ("words", "closed", "status", "output"),
    [
        ("check error", ">&-", 1, ""),
        ("check error --no-cache", "2>&- <&-", 1, "MPL"),
        ("check nowhere", "2>&-", 2, ""),
        ("check -", "<&-", 2, ""),
    ],
)
def test_standard_streams_may_be_closed(
    invoke: Invoke, words: str, closed: str, status: int, output: str
) -> None:
    command = f"{shlex.join([*COMMAND, *words.split()])} {closed}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, "bug in muranopl" in done.stderr) == (status, False)
    assert output in done.stdout
    assert bool(output) == bool(done.stdout)


@pytest.mark.parametrize(
    ("words", "full", "status", "unbuffered"),
    [
        ("check good", "1", 2, ""),
        ("--version", "1", 2, "1"),
        ("check nowhere", "2", 2, ""),
        ("check error", "2", 1, "1"),
        ("check error", "12", 2, ""),
        ("--help", "12", 2, "1"),
    ],
)
def test_the_status_is_right_where_nothing_can_be_written(
    invoke: Invoke, words: str, full: str, status: int, unbuffered: str
) -> None:
    with open("/dev/full", "w") as stream:
        done = subprocess.run(
            [*COMMAND, *words.split()],
            stdout=stream if "1" in full else subprocess.PIPE,
            stderr=stream if "2" in full else subprocess.PIPE,
            # Without it output is kept until the end, where Python would say that it failed
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            text=True,
            check=False,
        )
    assert done.returncode == status
    assert "ignored" not in (done.stderr or "")


def test_a_file_that_cannot_be_written_hides_no_report(invoke: Invoke) -> None:
    done = invoke("check", "error", "-o", "json=/dev/full", "-o", "sarif=written")
    assert (done.exit_code, done.stdout) == (2, invoke("check", "error").stdout)
    assert "No space left" in done.stderr


@pytest.mark.parametrize("file", ["/dev/full", "log", "/dev/null"])
def test_a_log_that_cannot_be_written_ends_nothing(invoke: Invoke, file: str) -> None:
    limit = "ulimit -f 0; " if file == "log" else ""  # as if the disk was full
    words = [*COMMAND, "check", "error", "--no-cache", "--log-file", file]
    done = subprocess.run(
        ["bash", "-c", f"trap '' XFSZ; {limit}{shlex.join(words)}"],
        capture_output=True,
        text=True,
        check=False,
    )
    warning = f'Warning: the log file "{Path(file).absolute()}" can no longer be written: '
    assert (done.returncode, done.stdout) == (1, invoke("check", "error").stdout)
    assert (done.stderr.count("\n"), done.stderr.startswith(warning)) == (
        (0, False) if "null" in file else (1, True)
    )


def test_an_output_file_is_replaced_whole_or_not_at_all(invoke: Invoke, tmp_path: Path) -> None:
    invoke("check", "error", "-o", "json=report")
    before = Path("report").read_bytes()
    Path("report").chmod(0o640)
    words = [*COMMAND, "check", "error", "warning", "--no-cache", "-o", "json=report"]
    done = subprocess.run(
        ["bash", "-c", f"trap '' XFSZ; ulimit -f 1; {shlex.join(words)}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (
        2,
        'Error: the file "report" cannot be written: File too large\n',
    )
    assert Path("report").read_bytes() == before
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".tmp")]
    invoke("check", "good", "-o", "json=report")
    assert json.loads(Path("report").read_text())["diagnostics"] == []
    assert Path("report").stat().st_mode & 0o777 == 0o640
    # Who reads it by its other name sees it too
    for link in (Path("symbolic").symlink_to, Path("hard").hardlink_to):
        link("report")
    for name in ("symbolic", "hard"):
        before = Path("report").read_bytes()
        invoke("check", "error" if name == "symbolic" else "warning", "-o", f"json={name}")
        assert Path("report").read_bytes() == Path(name).read_bytes() != before


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_that_is_not_utf_8(invoke: Invoke, encoding: str) -> None:
    Path("包").symlink_to("error")
    done = start("check", "包", encoding=encoding)
    assert (done.status, done.stderr) == (1, "")
    assert "\\u5305/Classes/Sample.yaml:4:13" in done.stdout


COMPLETIONS = [
    ("muranopl ch", 1, "plain,check\n"),
    ("muranopl explain MPL12", 2, "plain,MPL120"),
    ("muranopl check x --dump-phase hi", 4, "plain,hierarchy\n"),
    ("muranopl explain lone", 2, "plain,lone-application\n"),
    ("muranopl render x --quirk en", 4, "plain,engine\n"),
    ("muranopl check x --select MPL16", 4, "plain,MPL16"),
    ("muranopl check x --ignore MPL1,MPL2", 4, "plain,MPL1,MPL209\n"),
    ("muranopl check x --select unknown-contract-f", 4, "plain,unknown-contract-function\n"),
]


@pytest.mark.parametrize(("line", "word", "completed"), COMPLETIONS)
def test_shell_completion(
    monkeypatch: pytest.MonkeyPatch, line: str, word: int, completed: str
) -> None:
    monkeypatch.setenv("_MURANOPL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(word))
    assert completed in start().stdout


def test_shell_completion_is_set_up_in_a_process() -> None:
    environment = {**os.environ, "_MURANOPL_COMPLETE": "bash_source"}
    assert "muranopl" in process(env=environment).stdout


def test_a_package_without_a_name_is_called_by_its_folder(tmp_path: Path) -> None:
    (tmp_path / "some" / "folder").mkdir(parents=True)
    (tmp_path / "some" / "folder" / "manifest.yaml").write_text(
        "Format: 1.4\nType: Library\nClasses: {}\n"
    )
    for path in (tmp_path, tmp_path / "some", tmp_path / "some" / "folder"):
        text = command_line.run("check", str(path), "--no-cache", "--format", "json").stdout
        assert {load["package"] for load in json.loads(text)["diagnostics"]} == {"folder"}
