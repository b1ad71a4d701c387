"""Places in the current text of a file: random edits leave them where they are, or nowhere."""

from __future__ import annotations

import random

import pytest

from muranopl.diagnostics.places import File, Place
from muranopl.workspace.current_places import current_extent, current_place
from tests.fuzz.counting import executed_lines, is_linear

LINES = ["a: 1", "  b: 2", "", "", "c:", "- d", "- d", "e", "f", "g"]


def edited(chance: random.Random, lines: list[str]) -> list[str]:
    result = list(lines)
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(result) + 1)
        count = chance.randrange(3)
        new = [chance.choice([*LINES, "new", "{"]) for _ in range(chance.randrange(3))]
        result[at : at + count] = new
    return result


@pytest.mark.parametrize("seed", range(300))
def test_the_text_at_a_place_is_the_same(seed: int) -> None:
    chance = random.Random(seed)
    before = chance.choices(LINES, k=chance.randrange(12))
    after = edited(chance, before)
    file = File("", "x", "\n".join(before))
    moved = [
        current_place(Place(file, line, 1, line, 2), "\n".join(after))
        for line in range(1, len(before) + 1)
    ]
    numbers = [place.line for place in moved if place is not None]
    assert numbers == sorted(set(numbers))
    for line, place in zip(before, moved, strict=True):
        assert place is None or after[place.line - 1] == line
    if before == after:
        assert None not in moved


@pytest.mark.parametrize(
    ("before", "after", "line", "expected"),
    [
        ("a\nb\nc", "new\na\nb\nc", 2, 3),
        ("a\nb\nc", "a\nc", 3, 2),
        ("a\nb\nc", "a\nB\nc", 2, None),
        # Between two edits
        ("a\nb\nc\nd\ne", "A\nx\nb\nc\nd\nE", 3, 4),
        ("a\nx\nx\nb", "new\na\nx\nnew\nx\nb", 2, 3),
        # Nothing that occurs twice decides
        ("x\nx", "x\nx\nx", 1, 1),
        # The longest order of what was moved
        ("a\nb\nc\nd", "d\na\nb\nc", 4, None),
        ("a\r\nb", "a\nb", 2, 2),
        ("", "a", 1, None),
        ("a", "", 1, None),
    ],
)
def test_lines(before: str, after: str, line: int, expected: int | None) -> None:
    place = current_place(Place(File("", "x", before), line, 1, line, 2), after)
    assert (None if place is None else place.line) == expected


def test_an_extent_has_its_lines_that_are_left() -> None:
    before = File("", "x", "a:\n  b: 1\n  c: 2\nd: 3")
    extent = Place(before, 1, 1, 3, 7)
    moved = current_extent(extent, "\na:\n  b: 1\n  c: {\nd: 3")
    assert moved == Place(before, 2, 1, 3, 7)
    assert current_extent(extent, "A:\n  b: 1\n  c: 2\nd: 3") == Place(before, 2, 1, 3, 7)
    assert current_extent(extent, "A:\n  b: 2\n  c: 3\nd: 3") is None


def test_many_moved_lines_take_a_step_for_each() -> None:
    def work(size: int) -> int:
        lines = [str(number) for number in range(size)]
        place = Place(File("", "x", "\n".join(lines)), 1, 1, 1, 2)
        random.Random(size).shuffle(lines)
        after = "\n".join(lines)
        return executed_lines(lambda: current_place(place, after))

    sizes = [125, 250, 500, 1000]
    assert is_linear(sizes, [work(size) for size in sizes], slack=200)
