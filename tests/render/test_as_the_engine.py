"""Models that the engine loads and those that it refuses, with its quirks and by the documents.

The order in which the engine asks contracts, and what it takes for equal, is that of its functions
`initialize` and `set_property`, and of yaql.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

import muranopl
from tests.render.test_models import write


class Case(NamedTuple):
    """Properties of classes X, of Y, which extends X, and of Z, which extends `of_z`; a model of Z.

    `document` and `engine` are what property `p` becomes, "refused" or "absent".
    """

    of_x: str
    of_y: str
    given: dict[str, Any]
    document: Any
    engine: Any
    of_z: str = "Y"


RUNTIME = "p: {Contract: $.string(), Usage: Runtime, Default: abc}"
NUMBER = "p: {Contract: $.int()%s}"
LISTS = "p: {Contract: []}\n  q:\n    Contract: $.check($this.p = list(1))\n    Default: 1"
OTHER = "r: {Contract: $}"

CASES = {
    "a Default that only the child accepts": Case(NUMBER % "", RUNTIME, {}, "refused", "refused"),
    "the same, and a value that both accept": Case(
        "p: {Contract: $.string()}",
        "p: {Contract: $.int(), Usage: Runtime, Default: abc}",
        {"p": 7},
        "absent",
        "refused",
    ),
    "a value of the ancestor in place of the Default": Case(
        NUMBER % "", "p: {Contract: $.int(), Usage: Runtime, Default: abc}", {"p": 7}, "absent", 7
    ),
    "Runtime in the ancestor as well": Case(
        NUMBER % ", Usage: Runtime", RUNTIME, {}, "absent", "absent"
    ),
    "Static in the ancestor": Case(NUMBER % ", Usage: Static", RUNTIME, {}, "absent", "absent"),
    "Config, the ancestor first": Case(
        NUMBER % ", Usage: Config, Default: 5",
        "p: {Contract: $.string(), Usage: Config, Default: abc}",
        {},
        "refused",
        "absent",
        "[X, Y]",
    ),
    "Config, the ancestor last": Case(
        NUMBER % ", Usage: Config, Default: 5",
        "p: {Contract: $.string(), Usage: Config, Default: abc}",
        {},
        "refused",
        "refused",
        "[Y, X]",
    ),
    "a number for a string, the ancestor first": Case(
        "p: {Contract: $.string()}", "p: {Contract: $.string()}", {"p": 7}, "7", "refused", "[X, Y]"
    ),
    "a list of the model": Case(LISTS, OTHER, {"p": [1]}, [1], "refused"),
    "an item of the model": Case(LISTS, OTHER, {"p": 1}, [1], "refused"),
    "null": Case(LISTS.replace("list(1)", "list()"), OTHER, {"p": None}, [], "refused"),
    "a list of a Default": Case(LISTS.replace("[]", "[], Default: [1]"), OTHER, {}, [1], [1]),
    "a list with items of a contract": Case(
        LISTS.replace("[]", "[$.int()]"), OTHER, {"p": [1]}, [1], [1]
    ),
    "a list inside": Case(
        LISTS.replace("[]", "[[]]").replace("list(1)", "list(list(1))"),
        OTHER,
        {"p": [[1]]},
        [[1]],
        "refused",
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_model(case: Case, tmp_path: Path) -> None:
    text = (
        f"Namespaces: {{=: shop}}\nName: X\nProperties:\n  {case.of_x}\n"
        f"---\nName: Y\nExtends: X\nProperties:\n  {case.of_y}\n"
        f"---\nName: Z\nExtends: {case.of_z}\n"
    )
    folder = write(tmp_path, text)

    def answer(*quirks: str) -> Any:
        model = {"?": {"type": "shop.Z"}, **case.given}
        result = muranopl.Catalog([folder], quirks=quirks).render(model)
        return "refused" if result.model is None else result.model.get("p", "absent")

    assert (answer(), answer("engine")) == (case.document, case.engine)
