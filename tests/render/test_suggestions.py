"""What is suggested for values of object models."""

from __future__ import annotations

import pytest

import muranopl

ENVIRONMENT = "{'?': {type: io.murano.Environment, id: e}, name: e, REST}"
SUGGESTIONS = {
    "aplications: []": 'did you mean "applications"?',
    "colour: red": "remove it, or declare it",
    "applications: [{?: {type: a.B}}]": "quote it: `'?'`",
}


@pytest.mark.parametrize("rest", SUGGESTIONS)
def test_suggestion(rest: str) -> None:
    model = f"Objects: {ENVIRONMENT.replace('REST', rest)}\n"
    catalog = muranopl.Catalog([], streams={"model.yaml": model.encode()})
    result = catalog.render("model.yaml")
    assert {item.suggestion for item in result.diagnostics} == {SUGGESTIONS[rest]}
