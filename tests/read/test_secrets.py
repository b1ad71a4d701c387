"""Secrets in packages: private keys in any file, and defaults of passwords."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.language.grammar.known_names import names_password, names_secret

DATA = "bm90IGEga2V5LCBvbmx5IGFuIGV4YW1wbGUgb2Ygb25lIQ=="
KEY = f"-----BEGIN RSA PRIVATE KEY-----\n{DATA}\n-----END RSA PRIVATE KEY-----\n"
MANIFEST = "Format: 1.4\nType: Library\nFullName: example.app\nClasses: {}\n"


def found(files: dict[str, str], folder: Path) -> list[tuple[str, str, int]]:
    """Return path, code and line of what is reported about secrets."""
    for path, text in {"manifest.yaml": MANIFEST, **files}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(text.encode())
    report = muranopl.validate(folder)
    return [
        (item.place.file.path, item.code, item.line)
        for item in report.diagnostics
        if item.code.startswith("MPL9")
    ]


@pytest.mark.parametrize(
    ("path", "content", "line"),
    [
        ("Resources/scripts/key.pem", KEY, 1),
        ("Resources/scripts/run.sh", f"#!/bin/sh\ncat > key <<END\n{KEY}END\n", 3),
        ("Resources/Deploy.template", f"FormatVersion: 2.0.0\nBody: |\n  {KEY}", 3),
        ("Resources/a.json", f'{{"key": "-----BEGIN PRIVATE KEY-----\\n{DATA}\\n"}}', 1),
        ("Resources/ec", KEY.replace("RSA", "EC").replace("\n", "\r\n"), 1),
        ("Resources/open", KEY.replace("RSA", "OPENSSH"), 1),
        ("Resources/crypt", KEY.replace("RSA", "ENCRYPTED"), None),
        ("Resources/public", KEY.replace("RSA PRIVATE", "PUBLIC"), None),
        ("Resources/look.sh", "grep -- '-----BEGIN RSA PRIVATE KEY-----' key\n", None),
        ("Resources/archive.zip", KEY, None),
    ],
)
def test_private_keys(path: str, content: str, line: int | None, tmp_path: Path) -> None:
    expected = [] if line is None else [(path, "MPL901", line)]
    assert found({path: content}, tmp_path) == expected


@pytest.mark.parametrize(
    ("name", "is_password", "is_secret"),
    [
        ("password", True, True),
        ("adminPassword", True, True),
        ("ADMIN_PASSWORD", True, True),
        ("db-passwd", True, True),
        ("apiKey", False, True),
        ("clientSecret", False, True),
        ("passwordLength", False, False),
        ("passwordless", False, False),
        ("secretName", False, False),
        ("keyname", False, False),
        ("monkey", False, False),
        ("_", False, False),
    ],
)
def test_names(name: str, is_password: bool, is_secret: bool) -> None:
    assert (names_password(name), names_secret(name)) == (is_password, is_secret)


@pytest.mark.parametrize(
    ("default", "is_reported"),
    [
        ("changeme", True),
        ("'change me'", True),
        ("''", False),
        ("null", False),
        ("randomName()", False),
        ("$.other", False),
    ],
)
def test_defaults(default: str, is_reported: bool, tmp_path: Path) -> None:
    text = (
        "Namespaces: {=: example.app}\nName: Sample\nProperties:\n"
        "  other: {Contract: $.string()}\n"
        "  password:\n    Contract: $.string()\n"
        f"    Default: {default}\n"
        "Methods:\n  go:\n    Arguments:\n      - apiKey:\n          Contract: $.string()\n"
        f"          Default: {default}\n    Body:\n      - Return: $apiKey\n"
    )
    path = "Classes/Sample.yaml"
    manifest = MANIFEST.replace("{}", "{example.app.Sample: Sample.yaml}")
    reported = found({"manifest.yaml": manifest, path: text}, tmp_path)
    assert reported == ([(path, "MPL902", 7), (path, "MPL902", 13)] if is_reported else [])


def test_a_comment_in_a_script_of_yaml_suppresses_what_is_meant(tmp_path: Path) -> None:
    text = f"# muranopl: ignore[private-key] of a test\nFormatVersion: 2.0.0\nBody: |\n  {KEY}"
    assert found({"Resources/Deploy.template": text}, tmp_path) == []
