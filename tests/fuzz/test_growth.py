"""The target `growth`: it sees what grows too fast, which no seed does; regular expressions are timed, not counted."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from muranopl.ard.yaql.tree import walk
from muranopl.semantics.bodies import rewriting
from tests.fuzz import growth
from tests.fuzz.counting import is_linear

PREFIX = "Namespaces: {=: lab, unused: a.b}\nName: Sample\n# "
OPERANDS = "class\nName: Sample\nMethods:\n  run:\n    Body:\n    - $x: a"


def name_of(seed: bytes) -> str:
    kind, repeated, _ = seed.decode().split(growth.DIVIDER)
    return f"{kind.split()[0]}: {repeated.strip()}"


@pytest.mark.parametrize("seed", list(growth.seeds()), ids=name_of)
def test_seeds(seed: bytes) -> None:
    growth.growth(seed)


@pytest.mark.parametrize(
    ("counts", "linear"),
    [
        ([10_000, 20_000, 40_000, 80_000], True),
        ([10_000, 10_000, 10_000, 10_000], True),
        ([90_000, 20_000, 40_000, 80_000], True),
        ([10_000, 20_000, 30_000, 90_000], True),
        ([10_000, 40_000, 160_000, 640_000], False),
        ([1_000, 8_000, 64_000, 512_000], False),
    ],
)
def test_judges_counts(counts: list[int], linear: bool) -> None:
    sizes = [1_000, 2_000, 4_000, 8_000]
    assert is_linear(sizes, counts, growth.SLACK) == linear


def test_sizes_need_not_double() -> None:
    assert is_linear([100, 200, 1_000], [10, 20, 100], 0)
    assert not is_linear([100, 200, 300], [10, 20, 35], 0)


def test_sees_what_is_walked_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    data = growth.DIVIDER.join((OPERANDS, ".b/a", "\n")).encode()
    growth.growth(data)
    monkeypatch.setattr(growth, "CHARACTERS", 100)
    monkeypatch.setattr(rewriting, "quoted", _walking(rewriting.quoted))
    with pytest.raises(AssertionError, match="lines of code are run"):
        growth.growth(data)


def _walking(quoted: Callable[..., str | None]) -> Callable[..., str | None]:
    def walks(tree: object, scope: object) -> str | None:
        assert list(walk(scope.node.tree))  # type: ignore[attr-defined]
        return quoted(tree, scope)

    return walks


@pytest.mark.parametrize(
    ("kind", "beginning", "repeated"),
    [
        ("class", PREFIX, "x"),
        ("class", f"{PREFIX}(", "a."),
        ("plan", "", "\n"),
        ("plan", "", " {\n"),
    ],
)
def test_regular_expressions_take_time_in_proportion(
    kind: str, beginning: str, repeated: str
) -> None:
    def seconds(characters: int) -> float:
        started = time.process_time()
        growth.KINDS[kind](beginning + repeated * (characters // len(repeated)) + "\n")
        return time.process_time() - started

    seconds(100)
    # 33 times as much; a quadratic one takes 1,100 times
    assert seconds(100_000) < max(2.0, 300 * seconds(3_000))
