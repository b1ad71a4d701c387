"""Addresses in texts, and which configuration files may name some."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.visible import is_address, masked


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("https://example.com/a.zip", True),
        ("GIT+https://example.com/a", True),
        ("zip://a.zip::b.zip", True),
        ("C://packages/a", False),
        ("packages/https://a", False),
        ("main:packages", False),
        ("-", False),
    ],
)
def test_an_address_begins_with_a_scheme(path: str, is_one: bool) -> None:
    assert is_address(path) == is_one


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://example.com/a.zip?v=2", "https://example.com/a.zip?v=2"),
        ("https://me:pass@example.com/a", "https://***@example.com/a"),
        (
            "https://example.com/a?X-Amz-Signature=1f&v=2&token=x",
            "https://example.com/a?X-Amz-Signature=***&v=2&token=***",
        ),
        ("zip://a.zip::https://p@h/b.zip", "zip://a.zip::https://***@h/b.zip"),
        ("git+ssh://git@h/r@main", "git+ssh://***@h/r@main"),
        ("packages/a@b", "packages/a@b"),
        ("https://me:p@ss@h/a", "https://***@h/a"),
        ("https://me@example.com:pass@h:8443/a", "https://***@h:8443/a"),
        ("https://me:pass@/a", "https://***@/a"),
        ("https://me:my pass@h/a", "https://***@h/a"),
        ("https://me:pa/ss@h/a", "https://***@h/a"),
        ("https://me@example.com:p?a/ss@h/a", "https://***@h/a"),
        ("git+https://me:p@[::1]:80/r@main", "git+https://***@[::1]:80/r@main"),
        ("git+https://h:8443/r@main", "git+https://h:8443/r@main"),
        ("fatal: unable to access 'https://me:p@ss@h/r/'", "fatal: unable to access 'https://***@h/r/'"),
        ("https://h/a?pwd=x", "https://h/a?pwd=***"),
        ("https://h/a?%70wd=x&PIN=1", "https://h/a?%70wd=***&PIN=***"),
        ("https://h/a?key=a;b c'd", "https://h/a?key=***"),
        ("https://h/a?code=a#b", "https://h/a?code=***"),
        ("https://h/a?c2VjcmV0", "https://h/a?***"),
        ("https://h/a;session=x/b.zip?download", "https://h/a;session=***"),
        ("https://h/a#jwt=x", "https://h/a#jwt=***"),
        ("git+https://h/r?private=x#subdirectory=a", "git+https://h/r?private=***#subdirectory=a"),
        ("zip://R&D/a.zip::https://h/b?sas=x", "zip://R&D/a.zip::https://h/b?sas=***"),
        ("murano+https://h#io.KeyPair/>=1.2,<2", "murano+https://h#io.KeyPair/>=1.2,<2"),
        ("no 'https://h/a?pwd=x': no", "no 'https://h/a?pwd=***': no"),
    ],
)  # fmt: skip
def test_secrets_of_addresses_are_not_shown(address: str, shown: str) -> None:
    assert masked(address) == shown


@pytest.mark.parametrize("key", ["libraries", "extensions"])
def test_only_a_file_of_the_user_may_name_addresses(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, elsewhere = tmp_path / "package", tmp_path / "elsewhere"
    package.mkdir()
    elsewhere.mkdir()
    file = package / "muranopl.toml"
    file.write_text(f'{key} = ["https://example.com/a.zip", "near"]\n')
    monkeypatch.chdir(elsewhere)
    with pytest.raises(muranopl.UsageError, match=r"toml:1:\d+: URLs use the net"):
        muranopl.settings_for(package)
    address = "https://example.com/a.zip"
    assert getattr(muranopl.settings_from(file), key)[0] == address
    monkeypatch.chdir(package)
    assert getattr(muranopl.settings_for(package), key) == (address, "near")
