"""`conflict` against an evaluator of contracts that knows nothing of it, and a table for what that does not run."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.diagnostics.quirks import EVERYTHING, chosen
from muranopl.language.contracts.compatible.comparison import ConflictEffect, Subtyping
from muranopl.language.contracts.compatible.conflict import conflict
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.parse import parse_contract
from muranopl.language.contracts.tree import Contract
from muranopl.language.contracts.type_names import TypeName
from tests.language.contracts.evaluator import RefusedError, Spec, accepts, run, samples, written

BY_ENGINE = ContractFacts(quirks=chosen([EVERYTHING]))
ABOVE = {"Dog": ("Pet",), "Puppy": ("Dog", "Pet"), "Pet": (), "Rock": ()}


def contract(text: str) -> Contract:
    """The contract of a text."""
    findings = Findings()
    (node,) = load(text.encode(), File("", "x.yaml"), findings, dialect=Dialect.MURANO)
    parsed = parse_contract(node, findings, "it")
    assert not findings.diagnostics, findings.diagnostics
    return parsed


def relation(first: TypeName, second: TypeName) -> Subtyping:
    if first.text not in ABOVE or second.text not in ABOVE:
        return Subtyping.UNKNOWN
    if second.text in (first.text, *ABOVE[first.text]):
        return Subtyping.SUBTYPE
    return Subtyping.NOT_SUBTYPE if first.text in ABOVE[second.text] else Subtyping.UNRELATED


SCALAR = st.tuples(st.sampled_from(["int", "string", "bool", "any"]), st.booleans())
PART = SCALAR | st.tuples(st.just("constant"), st.sampled_from(["x", "", None]))


def lists(part: st.SearchStrategy[Spec]) -> st.SearchStrategy[Spec]:
    bounds = st.sampled_from(
        [(0, None), (1, None), (2, None), (0, 1), (0, 2), (1, 2), (2, 3), (3, 4)]
    )
    items = st.lists(part, min_size=1, max_size=2)
    return st.builds(lambda item, bound: ("list", item, *bound), items, bounds)


def dicts(part: st.SearchStrategy[Spec]) -> st.SearchStrategy[Spec]:
    keys = st.dictionaries(st.sampled_from(["a", "b"]), part, max_size=2)
    pattern = st.none() | st.tuples(SCALAR.filter(lambda item: item[0] != "bool"), part)
    return st.builds(lambda fixed, rest: ("dict", fixed, rest), keys, pattern)


SMALL = lists(PART) | dicts(PART)
SPEC = SCALAR | SMALL | lists(SCALAR | SMALL) | dicts(SCALAR | SMALL)


def outputs(spec: Spec) -> list[Any]:
    """Values a contract gives."""
    result = []
    for value in [None, *samples(spec)]:
        try:
            result.append(run(spec, value, converting=True))
        except RefusedError:
            continue
    return result


@settings(max_examples=500)
@given(SPEC, SPEC, st.booleans())
def test_what_is_said_is_so(ours: Spec, theirs: Spec, converting: bool) -> None:
    result = conflict(
        contract(written(ours)),
        contract(written(theirs)),
        relation,
        BY_ENGINE.applied(converting=converting),
    )
    given_ = outputs(ours)
    assume(given_)  # a contract may contradict itself
    passing = [value for value in given_ if accepts(theirs, value, converting=converting)]
    if result is None:
        assert len(passing) == len(given_)
    elif result.effect is ConflictEffect.NEVER:
        assert not passing
    elif result.effect is ConflictEffect.ONLY_NULL:
        assert all(value is None for value in passing)
    elif result.effect is ConflictEffect.SOMETIMES:
        assert len(passing) < len(given_)
    else:
        assert passing


@settings(max_examples=300)
@given(SPEC, st.booleans())
def test_every_contract_keeps_itself(spec: Spec, converting: bool) -> None:
    both = contract(written(spec)), contract(written(spec))
    assert conflict(*both, relation, BY_ENGINE.applied(converting=converting)) is None


NARROWER = [
    ("$.int().notNull()", "$.int()"),
    ("$.int()", "$"),
    ("$.string()", "$"),
    ("$.int().check($ > 3)", "$.int()"),
    ("$.string().check($ in [a, b])", "$.string()"),
    ("$.class(Dog)", "$.class(Pet)"),
    ("$.class(Puppy).notNull()", "$.class(Pet)"),
    ("$.template(Dog)", "$.class(Pet)"),
    ("[$.int()]", "[$]"),
    ("[$.int(), 1]", "[$.int()]"),
    ("[$.int(), 1, 2]", "[$.int(), 0, 3]"),
    ("[$.class(Dog)]", "[$.class(Pet)]"),
    ("{a: $.int()}", "{}"),
    ("{a: $.int().notNull()}", "{a: $.int()}"),
    ("{$.string().notNull(): $.int()}", "{$.string(): $.int()}"),
    ("{$.string(): $.class(Dog)}", "{$.string(): $.class(Pet)}"),
]


@pytest.mark.parametrize(("narrow", "wide"), NARROWER)
def test_narrowing_is_silent_and_widening_is_not(narrow: str, wide: str) -> None:
    assert conflict(contract(narrow), contract(wide), relation) is None
    widened = conflict(contract(wide), contract(narrow), relation)
    assert widened is not None
    assert widened.effect is ConflictEffect.SOMETIMES


@pytest.mark.parametrize(
    ("given_", "taken", "effect"),
    [
        (
            "$.class(Rock)",
            "$.class(Pet)",
            ConflictEffect.SOMETIMES,
        ),  # an object may be of a class that extends both
        ("$.class(Pet)", "$.class(Dog)", ConflictEffect.SOMETIMES),
        ("$.class(Pet)", "$.string()", ConflictEffect.ONLY_NULL),
        ("$.class(Pet).notNull()", "$.string()", ConflictEffect.NEVER),
        ("$.string()", "$.class(Pet).notNull()", ConflictEffect.NEVER),
        ("$.class(Pet)", "[$.class(Pet)]", ConflictEffect.UNLISTED),
        ("$.int()", "$.int().check($ > 3)", ConflictEffect.SOMETIMES),
        ("$.string()", "$.string().check(len($) < 100)", ConflictEffect.SOMETIMES),
        ("$.string()", "$.string().check(not $ in [a, ''])", ConflictEffect.SOMETIMES),
        ("$.string()", "$.string().check($.len() > 2 and $ != x)", ConflictEffect.SOMETIMES),
        # Nothing is said of what is not known.
        ("$.class(Pet)", "$.class(Unknown)", None),
        ("$.class(Unknown)", "$.class(Pet)", None),
        ("$.class(Pet)", "$.class(Dog, Dog, '1')", None),
        ("$.class(Pet).check($.name = x)", "$.class(Dog)", None),
        ("$.int().check($ > 3)", "$.int().notNull()", None),
        ("$.int().check($ > 3)", "$.int().check($ > 5)", None),
        ("$.string()", "$.string().check(matches($, '^a'))", None),
        ("$.string()", "$.string().check($ = null or len($) >= 0)", None),
        ("$.frob()", "$.int()", None),
        ("$.int()", "$.frob()", None),
        ("$.class(Pet).owned()", "$.class(Pet).owned()", None),
    ],
)
def test_what_a_value_can_be(given_: str, taken: str, effect: ConflictEffect | None) -> None:
    result = conflict(contract(given_), contract(taken), relation)
    assert (result and result.effect) == effect


@pytest.mark.parametrize(
    ("given_", "taken", "effect"),
    [
        ("$.int()", "$.string()", None),
        ("$.string()", "$.int()", ConflictEffect.SOMETIMES),
        ("$.class(Pet)", "$.class(Dog)", None),  # callers know
        ("$.class(Pet)", "$.class(Rock)", ConflictEffect.SOMETIMES),
        ("$.class(Pet)", "$.string()", None),
        ("$.class(Pet)", "$.int()", ConflictEffect.ONLY_NULL),
        ("$.int()", "[$.int()]", None),
    ],
)
def test_what_an_argument_can_be(given_: str, taken: str, effect: ConflictEffect | None) -> None:
    result = conflict(contract(given_), contract(taken), relation, BY_ENGINE)
    assert (result and result.effect) == effect
