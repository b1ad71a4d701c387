"""Object models from files and standard input: which form they are taken for, and what cannot be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from muranopl.ard.input_document import read_model
from muranopl.ard.nodes import Node
from muranopl.ard.plain_data import plain
from muranopl.diagnostics.bounds import MODEL_SIZE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings


def read(path: str | Path, data: bytes | None = None) -> tuple[Node | None, list[Diagnostic]]:
    findings = Findings()
    return read_model(str(path), data, findings), findings.diagnostics


GOOD = {
    "json": ("m.json", b'{"a": [1, null]}'),
    "json in capitals": ("M.JSON", b'\n{"a": [1, null]}'),
    "yaml": ("m.yaml", b"a:\n- 1\n-\n"),
    "yml": ("m.yml", b"{a: [1, null]}"),
    "yaml that looks like JSON": ("m.yml", b"{'a': [1, null]}"),
    "stream of JSON": ("-", b' \r\n{"a": [1, null]}'),
    "stream of YAML": ("-", b"# a: [\na: [1, null]\n"),
    "no ending": ("model", b"--- {a: [1, null]}"),
    "another ending": ("model.txt", b'{"a": [1, null]}'),
}


@pytest.mark.parametrize("name", GOOD)
def test_forms(name: str, tmp_path: Path) -> None:
    path, content = GOOD[name]
    (tmp_path / path).write_bytes(content)
    for node, result in (read(path, content), read(tmp_path / path)):
        assert not result
        assert node is not None
        assert plain(node) == {"a": [1, None]}
        assert node.file.text == content.decode()


BAD = {
    "JSON as YAML": ("m.json", b"a: 1\n", "MPL511", (1, 1)),
    "YAML syntax": ("m.yaml", b"a: [\n", "MPL111", (1, 4)),
    "YAML tag": ("m.yaml", b"a: !yaql $\n", "MPL112", (1, 4)),
    "several documents": ("m.yaml", b"a: 1\n---\nb: 1\n---\nc: 1\n", "MPL514", (3, 1)),
    "empty YAML": ("m.yaml", b"# nothing\n", "MPL514", (1, 1)),
    "empty stream": ("-", b"", "MPL514", (1, 1)),
    "empty JSON": ("m.json", b"", "MPL511", (1, 1)),
    "rubbish": ("-", bytes(range(128, 256)), "MPL110", (1, 1)),
    "broken JSON": ("-", b'[1,\n{"a" = 1}]', "MPL511", (2, 6)),
    "too large": ("-", b" " * (MODEL_SIZE.most + 1), "MPL510", (1, 1)),
}


@pytest.mark.parametrize("name", BAD)
def test_defect(name: str) -> None:
    path, content, code, place = BAD[name]
    _, result = read(path, content)
    assert [(one.code, (one.line, one.column)) for one in result] == [(code, place)]
    assert result[0].place.file.display == path


def test_the_first_document_is_kept() -> None:
    node, _ = read("m.yaml", b"a: 1\n---\nb: 1\n")
    assert node is not None
    assert plain(node) == {"a": 1}


def test_unreadable_paths(tmp_path: Path) -> None:
    (tmp_path / "folder.json").mkdir()
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "circle.json").symlink_to("circle.json")
    with (tmp_path / "large.json").open("wb") as file:
        file.truncate(MODEL_SIZE.most + 1)
    names = [
        "missing.json",
        "folder.json",
        "pipe.json",
        "circle.json",
        "large.json",
        "folder.json/x",
        "nul\0.json",
    ]
    for name in [*names, "long" * 200, "\udc80.json"]:
        node, result = read(tmp_path / name)
        assert node is None
        assert [one.code for one in result] == ["MPL510"], name
        assert result[0].message.encode()
    assert read("")[1][0].code == "MPL510"


def test_a_pipe_without_a_path_is_no_missing_file() -> None:
    """Shells give such a name for `<(command)`."""
    reading, writing = os.pipe()
    try:
        _, result = read(f"/dev/fd/{reading}")
    finally:
        os.close(reading)
        os.close(writing)
    assert "it is a pipe, not a file" in result[0].message
    assert result[0].suggestion == "pass a file, or - for standard input"


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "m.json").write_text("{}")
    (tmp_path / "link.json").symlink_to("m.json")
    node, result = read(tmp_path / "link.json")
    assert not result
    assert node is not None
