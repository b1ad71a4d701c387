"""Versions of packages: specifications that are decided with and without the library."""

from __future__ import annotations

import itertools

import pytest
import semantic_version

from muranopl.language.grammar.versions import accepts, bounds_of, is_spec

NUMBERS = ("0", "1", "10")
VERSIONS = [
    f"{version}{rest}"
    for version in map(".".join, itertools.product(NUMBERS, repeat=3))
    for rest in ("", "-rc.1", "+build")
]


@pytest.mark.parametrize("length", [1, 2, 3])
def test_a_specification_of_numbers_accepts_what_the_library_accepts(length: int) -> None:
    for numbers in itertools.product(NUMBERS, repeat=length):
        spec = ".".join(numbers)
        expected = semantic_version.SimpleSpec(f"=={spec}")
        assert is_spec(spec)
        assert [version for version in VERSIONS if accepts(spec, version)] == [
            version for version in VERSIONS if expected.match(semantic_version.Version(version))
        ]


@pytest.mark.parametrize("sign", ["==", "<", "<=", ">", ">="])
@pytest.mark.parametrize("numbers", ["1.0.10", "0.0.0", "1.0", "10"])
@pytest.mark.parametrize("further", ["", ",<10.1.0", ",==1"])
def test_comparisons_accept_what_the_library_accepts(sign: str, numbers: str, further: str) -> None:
    spec = f"{sign}{numbers}{further}"
    expected = semantic_version.SimpleSpec(spec)
    assert is_spec(spec)
    assert [version for version in VERSIONS if accepts(spec, version)] == [
        version for version in VERSIONS if expected.match(semantic_version.Version(version))
    ]


@pytest.mark.parametrize(
    ("spec", "other"),
    [
        ("1", "==1"),
        ("1.2", ">=1.2.0, <1.3.0"),
        ("1.2", "~1.2.0"),
        (">=0.0.0", "*"),
        (">1.2", ">=1.3.0"),
    ],
)
def test_notations_of_one_specification_have_the_same_bounds(spec: str, other: str) -> None:
    assert bounds_of(spec) == bounds_of(other)


@pytest.mark.parametrize(("spec", "other"), [("1", "1.0"), (">1.0.0", ">=1.0.0"), ("1", "!=1")])
def test_other_specifications_have_other_bounds(spec: str, other: str) -> None:
    assert bounds_of(spec) != bounds_of(other)


@pytest.mark.parametrize("spec", ["!=1,>=0", ">=0, !=1.2", "!=1,!=1"])
def test_a_condition_that_matches_nothing_stands_alone(spec: str) -> None:
    """The engine fails on it among others."""
    assert not is_spec(spec)


@pytest.mark.parametrize("spec", ["!=1", "!=1.0.0,>=0", ">=0, !=1.2.0"])
def test_conditions_that_the_engine_takes(spec: str) -> None:
    assert is_spec(spec)


@pytest.mark.parametrize("spec", ["01", "1.", "1.2.3.4", "x", "", "1.x"])
def test_what_only_looks_like_numbers_is_left_to_the_library(spec: str) -> None:
    assert not is_spec(spec)
