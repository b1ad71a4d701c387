"""Runs the examples of rules of one's own, in the tests of such rules."""

from __future__ import annotations

import os
import tempfile

import muranopl
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.examples import files
from muranopl.diagnostics.own_rules import OwnRule


def check_examples(rule: OwnRule) -> None:
    """Raise AssertionError unless the bad example of a rule gives its code, and the good one none.

    A rule without examples is refused: they are what its page shows.
    """
    code = rule.rule.code
    assert rule.page.bad, f"{code} has no bad example"  # noqa: S101 - it is a test helper
    assert rule.page.good, f"{code} has no good example"  # noqa: S101
    bad, good = (_checked(rule, text) for text in (rule.page.bad, rule.page.good))
    codes = [item.code for item in bad]
    assert code in codes, f"the bad example of {code} does not cause it"  # noqa: S101
    assert set(codes) == {code}, "\n".join(map(str, bad))  # noqa: S101
    assert not good, "\n".join(map(str, good))  # noqa: S101


def _checked(rule: OwnRule, example: str) -> tuple[Diagnostic, ...]:
    with tempfile.TemporaryDirectory() as folder:
        for name, entry in files(example).items():
            path = os.path.join(folder, "example", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as stream:
                stream.write(entry.content)
        catalog = muranopl.Catalog(os.path.join(folder, "example"), rules=[rule])
        return catalog.check().diagnostics
