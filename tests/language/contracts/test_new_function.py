"""Adding a contract function touches its declaration and its registration: here is one, known to every phase."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.language.contracts import chains, kinds
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import (
    ContractFunction,
    DispatchContext,
    Fragment,
    Given,
    RefusedError,
    SchemaContext,
    ValueContext,
)
from muranopl.semantics.evaluation import layers
from tests.material import write
from tests.workspace.completion.package import at_cursor


class PortFunction(ContractFunction):
    """`portNumber()`: the number of a port; one that is written as a text is converted."""

    name = "portNumber"
    suggested_for = ("tcpPort",)
    gives = kinds.INT | kinds.NULL
    converts = kinds.INT | kinds.STRING | kinds.NULL
    converts_some = kinds.INT | kinds.STRING
    inferred = kinds.INT
    refusal = "not a port"

    def transform(self, value: Any, arguments: Any, context: ValueContext, path: Any) -> Any:
        number = int(value) if isinstance(value, str) and value.isdecimal() else value
        return self.validate(number, arguments, context, path)

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: Any) -> Any:
        if value is None or (kinds.kind_of(value) == kinds.INT and 0 < value < 65536):
            return value
        raise RefusedError(f"{context.shown(value)} is not a port")

    def accepts(self, value: Any, arguments: Any, context: DispatchContext) -> bool:
        return value is None or (kinds.kind_of(value) == kinds.INT and 0 < value < 65536)

    def schema(self, given: Given, context: SchemaContext) -> Iterator[Fragment]:
        yield {"type": "integer", "minimum": 1, "maximum": 65535}


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The function is registered; what was made of the functions before is made again, and once more afterwards."""
    monkeypatch.setitem(FUNCTIONS, PortFunction.name, PortFunction())
    caches = (layers.contracts.cache_clear, chains.form_of.cache_clear)
    for clear in caches:
        clear()
    yield
    for clear in caches:
        clear()


CONTRACT = "Name: Server\nProperties:\n  port:\n    Contract: |"
BASE = """\
Namespaces: {=: shop}
Name: Base
Properties:
  port: {Contract: $.portNumber().notNull(), Default: 80}
"""


def catalog(folder: Path, text: str) -> muranopl.Catalog:
    manifest = (
        "Format: MuranoPL/1.4\nType: Library\nFullName: shop\nName: Shop\n"
        "Classes: {shop.Base: Base.yaml, shop.Sample: Sample.yaml}\n"
    )
    sample = f"Namespaces: {{=: shop}}\nName: Sample\n{text}"
    package = f"=== manifest.yaml\n{manifest}=== Classes/Base.yaml\n{BASE}=== Classes/Sample.yaml\n{sample}"
    return muranopl.Catalog([write(files(package), folder)])


def problems(made: muranopl.Catalog) -> list[tuple[str, str]]:
    return [(diagnostic.code, diagnostic.message) for diagnostic in made.check().diagnostics]


FAULTS = {
    "nothing is wrong": ("Properties:\n  p: {Contract: $.portNumber()}\n", []),
    "too many arguments": (
        "Properties:\n  p: {Contract: $.portNumber(1)}\n",
        [("MPL164", 'Contract of property "p": portNumber() takes no arguments, not 1')],
    ),
    "misspelt": (
        "Properties:\n  p: {Contract: $.portNumbr()}\n",
        [
            (
                "MPL163",
                'Contract of property "p" calls "portNumbr", which is not a contract function',
            )
        ],
    ),
    "not called": (
        "Properties:\n  p: {Contract: $.portNumber}\n",
        [("MPL145", 'Contract of property "p" names portNumber without calling it')],
    ),
    "default": (
        "Properties:\n  p: {Contract: $.portNumber(), Default: 70000}\n",
        [
            (
                "MPL501",
                'the Default of property "p" does not fit its contract: the number 70000 is not a port',
            )
        ],
    ),
    "call": (
        "Methods:\n  m:\n    Arguments:\n    - p: {Contract: $.portNumber()}\n"
        "  n:\n    Body:\n    - $x: [1]\n    - $.m($x)\n",
        [
            (
                "MPL654",
                'argument "p" of method "m" of shop.Sample does not accept this value: the list [1] is not a port',
            )
        ],
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_check(name: str, tmp_path: Path) -> None:
    text, expected = FAULTS[name]
    assert problems(catalog(tmp_path, text)) == expected


@pytest.mark.parametrize(
    ("contract", "fits"), [("$.portNumber()", True), ("$.int()", True), ("$.string()", False)]
)
def test_override(contract: str, fits: bool, tmp_path: Path) -> None:
    text = f"Extends: Base\nProperties:\n  port: {{Contract: {contract}.notNull()}}\n"
    result = problems(catalog(tmp_path, text))
    refused = [message for _, message in result if "no value satisfies both" in message]
    assert bool(refused) is not fits


def test_name_in_other_languages(tmp_path: Path) -> None:
    report = catalog(tmp_path, "Properties:\n  p: {Contract: $.tcpPort()}\n").check()
    (result,) = report.diagnostics
    assert result.suggestion is not None
    assert "portNumber" in result.suggestion


@pytest.mark.parametrize("contract", ["$.portNumber()", "coalesce($.portNumber(), 80)"])
@pytest.mark.parametrize(("given", "made"), [(443, 443), ("443", 443), (70000, None), ([1], None)])
def test_render(contract: str, given: Any, made: int | None, tmp_path: Path) -> None:
    model = {"?": {"type": "shop.Sample", "id": "1"}, "p": given}
    rendered = catalog(tmp_path, f"Properties:\n  p:\n    Contract: {contract}\n").render(model)
    refused = [
        diagnostic.message
        for diagnostic in rendered.diagnostics
        if "is not a port" in diagnostic.message
    ]
    assert bool(refused) == (made is None), [
        diagnostic.message for diagnostic in rendered.diagnostics
    ]
    if made is not None:
        assert rendered.model is not None
        assert rendered.model["p"] == made


@pytest.mark.parametrize("draft", ["04", "2020-12"])
def test_schema(draft: str, tmp_path: Path) -> None:
    result = catalog(
        tmp_path, "Properties:\n  p: {Contract: $.portNumber().notNull().check($ > 1024)}\n"
    )
    schema = result.schema("shop.Sample", draft=draft)[""]["properties"]["p"]
    assert "65535" in str(schema)
    assert "1024" in str(schema)


def test_completion() -> None:
    labels = {item.label for item in at_cursor("Classes/Server.yaml", CONTRACT)}
    assert {"$.portNumber()", "$.portNumber().notNull()"} <= labels
