"""Every input that once broke a target, and the seeds of a few, through all targets: without a fuzzer."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from tests.fuzz.__main__ import NAMES
from tests.fuzz.seeds import seeds
from tests.fuzz.targets import TARGETS

CRASHES = Path(__file__).parent / "crashes"


def content(file: Path) -> bytes:
    """The input in a file: its bytes, or what they are in base64."""
    data = file.read_bytes()
    return base64.b64decode(data) if file.suffix == ".base64" else data


@pytest.mark.parametrize("file", sorted(CRASHES.iterdir()), ids=lambda file: file.name)
@pytest.mark.parametrize("target", TARGETS)
def test_kept_inputs_break_nothing(target: str, file: Path) -> None:
    TARGETS[target](content(file))


@pytest.mark.parametrize("target", [name for name in TARGETS if name != "growth"])
def test_seeds_break_nothing(target: str) -> None:
    result = seeds(target)
    assert result
    for data in result[:: max(1, len(result) // 50)]:
        TARGETS[target](data)


def test_names_are_those_of_the_targets() -> None:
    assert set(NAMES) == TARGETS.keys()
