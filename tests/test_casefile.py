"""The notation of case files, and what --rewrite does to them."""

from __future__ import annotations

import pytest

from tests.casefile import Expectation, Found, compare, read, rewritten

TEXT = """\
# Two mistakes.
check: a
libraries: lib b

=== a/manifest.yaml
FullName: x #! MPL1: some #! MPL2
Type: Library

=== a/logo.png [base64]
aGk=
=== expect
a:1 MPL3: no: such
"""


def test_read() -> None:
    case = read(TEXT)
    assert case.options == {"check": ["a"], "libraries": ["lib", "b"]}
    assert {path: file.content for path, file in case.files.items()} == {
        "a/manifest.yaml": b"FullName: x\nType: Library\n\n",
        "a/logo.png": b"hi",
    }
    assert case.expected == [
        Expectation("a/manifest.yaml", 1, "MPL1: some"),
        Expectation("a/manifest.yaml", 1, "MPL2"),
        Expectation("a", 1, "MPL3: no: such"),
    ]


def test_compare_is_both_ways() -> None:
    case = read(TEXT)
    here = Found("a/manifest.yaml", 1, "MPL1", "awesome")
    there = Found("a", 1, "MPL3", "no: such thing")
    other = Found("a", 2, "MPL3", "no: such thing")
    assert compare(case.expected, [here, there]).missing == [
        Expectation("a/manifest.yaml", 1, "MPL2")
    ]
    assert compare(case.expected, [here, here, there]).surplus == [here]
    assert compare(case.expected, [other]).surplus == [other]


def test_the_most_exact_expectation_is_served_first() -> None:
    loose, exact = Expectation("a", 1, "X"), Expectation("a", 1, "X: one")
    result = [Found("a", 1, "X", "one"), Found("a", 1, "X", "two")]
    assert compare([loose, exact], result).missing == []


def test_rewrite_keeps_what_fits_and_takes_what_was_found() -> None:
    case = read(TEXT)
    result = [
        Found("a/manifest.yaml", 1, "MPL1", "awesome"),
        Found("a/manifest.yaml", 3, "MPL4", "blank"),
        Found("a/manifest.yaml", 9, "MPL5", "beyond the end"),
        Found("a/logo.png", 1, "MPL6", "no picture"),
    ]
    text = rewritten(case, compare(case.expected, result))
    assert text == TEXT.replace(" #! MPL2", "").replace(
        "Library\n\n", "Library\n #! MPL4: blank\n"
    ).replace(
        "a:1 MPL3: no: such\n",
        "a/logo.png:1 MPL6: no picture\na/manifest.yaml:9 MPL5: beyond the end\n",
    )
    again = read(text)
    assert again.files == case.files
    outcome = compare(again.expected, result)
    assert (outcome.missing, outcome.surplus) == ([], [])


@pytest.mark.parametrize(
    "text", ["x\n=== a\n", "# x\nother: 1\n=== a\n", "# x\n", "# x\n=== a", "# x\n=== expect\na\n"]
)
def test_bad_case_files_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"case|option|path:line"):
        read(text)
