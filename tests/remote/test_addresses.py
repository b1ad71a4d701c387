"""Addresses in texts, and which configuration files may name some."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.addresses import is_address, masked


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
    ],
)
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
    with pytest.raises(muranopl.UsageError, match=r"toml:1:\d+: addresses use the net"):
        muranopl.settings_for(package)
    address = "https://example.com/a.zip"
    assert getattr(muranopl.settings_from(file), key)[0] == address
    monkeypatch.chdir(package)
    assert getattr(muranopl.settings_for(package), key) == (address, "near")
