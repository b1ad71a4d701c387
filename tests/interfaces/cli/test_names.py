"""Names of files are bytes, and a locale may know few letters: no command fails for either, and data stays data."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

from muranopl.language import library
from tests.command_line import Outcome, start
from tests.project import EXAMPLES, ROOT

NAMES = {
    "Latin-1": b"caf\xe9",
    "letters": "Äpfel-包-яблоко".encode(),
    "no UTF-8": b"\xff\xfe\xc3",
    "a newline": b"a\nb",
    "control characters": b"a\x1b[31m\x07\x7f",
    "right to left": "a\u202ebc".encode(),
    "emoji": "😀".encode(),
    "a surrogate": b"\xed\xa0\x80",
    "signs": b"a '\"%<&>;=b",
    "long": b"x" * 200 + b"\xe9",
}

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""The environment of a process whose locale knows ASCII only."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Packages with each name, whose files have such names; zips of them; a model; and empty folders."""
    folder = os.fsencode(tmp_path_factory.mktemp("names"))
    os.makedirs(folder + b"/packages")
    os.makedirs(folder + b"/zips")
    os.makedirs(folder + b"/cores")
    for number, name in enumerate(NAMES.values()):
        package = folder + b"/packages/" + name
        shutil.copytree(os.fsencode(EXAMPLES / "broken"), package)
        manifest = Path(os.fsdecode(package)) / "manifest.yaml"
        text = manifest.read_text().replace("example.broken", f"example.broken{number}")
        text = text.replace(
            "Classes:\n", f'Classes:\n  example.Broken{number}: "Grün\\u202e.yaml"\n'
        )
        manifest.write_text(text, encoding="utf-8")
        for file in (
            "Classes/Grün\u202e.yaml".encode(),
            b"Classes/" + name + b".yaml",
            b"Resources/" + name,
        ):
            os.makedirs(os.path.dirname(package + b"/" + file), exist_ok=True)
            with open(package + b"/" + file, "wb") as stream:
                stream.write(
                    f"Namespaces:\n  =: example\nName: Broken{number}\nFärbe: ü\n".encode()
                )
        os.symlink(os.fsencode(library.path()), folder + b"/cores/" + name)
        zip_file(folder + b"/zips/" + name + b".zip", package, name)
    model = json.loads((EXAMPLES / "hello-environment.json").read_text())
    model["applications"][0]["greeting"] = "Grüße"
    with open(folder + "/modèle.json".encode(), "w") as file:
        json.dump(model, file)
    return folder


def zip_file(path: bytes, package: bytes, name: bytes) -> None:
    """Write a zip of a package, with entries of a name whose bytes are stored as they are, under either flag."""
    with zipfile.ZipFile(os.fsdecode(path), "w") as archive:
        for file in ("manifest.yaml", "Classes/Account.yaml"):
            archive.write(os.fsdecode(package + b"/" + file.encode()), file)
        archive.writestr("Resources/@" + "-" * len(name), "")
        archive.writestr("Resources/é" + "-" * len(name), "")
    data = Path(os.fsdecode(path)).read_bytes()
    with open(path, "wb") as stream:
        stream.write(data.replace(b"-" * len(name), name))


def anything(_: bytes) -> None:
    pass


def is_text(output: bytes) -> None:
    """Text for a terminal commands nothing, whatever the names are."""
    assert not set(output) & ({*range(32), 127} - {10})


def is_json(output: bytes) -> None:
    assert output.isascii()
    assert isinstance(json.loads(output), dict | list)


def is_junit(output: bytes) -> None:
    output.decode("utf-8")
    assert list(ElementTree.fromstring(output).iter("testcase"))


def is_yaml(output: bytes) -> None:
    assert "Grüße" in str(yaml.safe_load(output))


COMMANDS: dict[str, tuple[int, Callable[[bytes], None]]] = {
    # the words, where P stands for all packages and zips: exit status, what standard output is
    "check P": (1, is_text),
    "check P --format concise": (1, is_text),
    "check P --format github": (1, is_text),
    "check P --format json": (1, is_json),
    "check P --format sarif": (1, is_json),
    "check P --format junit": (1, is_junit),
    "check packages zips -j 2 -v --log-file {name}.log --cache-dir {name}.cache": (1, is_text),
    "check packages zips -j 2 --log-file {name}.log --cache-dir {name}.cache --format json": (
        1,
        is_json,
    ),
    "check P -o json={name}.json -o junit={name}.xml --dump-phase all --dump-format json": (
        1,
        is_json,
    ),
    "check packages/{name} --dump-phase all -L packages --core-library cores/{name}": (1, is_text),
    "graph P -o {name}.graph": (1, is_text),
    "graph P --format mermaid": (1, is_text),
    "render modèle.json -L packages -L {hello} --format yaml": (0, is_yaml),
    "render modèle.json -L packages -L {hello} -o {name}.model": (0, is_text),
    "schema -L packages -L zips --all {name}.schemas": (1, is_text),
    "cache info --cache-dir {name}.cache": (0, is_text),
    "check {name}.none -L {name}.none": (2, is_text),
    "{name}": (2, is_text),
    "explain {name}": (2, is_text),
}


def arguments(command: str, name: bytes) -> Iterator[bytes]:
    for word in command.split():
        if word == "P":
            yield from [b"packages/" + item for item in NAMES.values()]
            yield from [b"zips/" + item + b".zip" for item in NAMES.values()]
        else:
            parts = os.fsencode(word).replace(b"{hello}", os.fsencode(EXAMPLES / "hello"))
            yield parts.replace(b"{name}", name)


CASES = [
    (command, [*NAMES.values()][number % len(NAMES)]) for number, command in enumerate(COMMANDS)
]


def require_expected(command: str, outcome: Outcome, encoding: str) -> None:
    status, check = COMMANDS[command]
    assert "Traceback" not in outcome.stderr, outcome.stderr
    assert outcome.status == status, outcome.stderr
    check(outcome.stdout.encode(encoding))
    is_text(outcome.stderr.encode(encoding))


@pytest.mark.parametrize(("command", "name"), CASES)
def test_no_name_makes_a_command_fail(
    folder: bytes, command: str, name: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(os.fsdecode(folder))
    encoding = ("utf-8", "latin-1")[CASES.index((command, name)) % 2]
    words = map(os.fsdecode, arguments(command, name))
    require_expected(command, start(*words, encoding=encoding), encoding)


IN_ASCII = """\
import json, sys
sys.path.insert(0, sys.argv[1])
from tests.command_line import start
for line in sys.stdin:
    print(json.dumps(start(*json.loads(line), encoding="ascii")), flush=True)
"""
"""A process that runs commands, the words of each in a line."""


def test_no_locale_makes_a_command_fail(folder: bytes) -> None:
    lines = [
        json.dumps([word.decode("ascii", "surrogateescape") for word in words])
        for words in (arguments(*case) for case in CASES)
    ]
    done = subprocess.run(
        [sys.executable, "-c", IN_ASCII, str(ROOT)],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={**os.environ, **ASCII},
    )
    outcomes = map(json.loads, done.stdout.splitlines())
    for (command, _), outcome in zip(CASES, outcomes, strict=True):
        require_expected(command, Outcome(*outcome), "ascii")
