"""Whether a value must be given has one answer, whoever is asked: objects, schemas, forms, calls and overrides."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Application
FullName: shop
Name: Shop
UI: ui.yaml
Classes: {shop.Thing: Thing.yaml, shop.Base: Base.yaml, shop.Kid: Kid.yaml, shop.Caller: Caller.yaml}
=== Classes/Thing.yaml
Namespaces: {=: shop}
Name: Thing
Properties:
  p:
    Contract: %(contract)s
=== Classes/Base.yaml
Namespaces: {=: shop}
Name: Base
Methods:
  f:
    Arguments:
    - a: {Contract: $}
=== Classes/Kid.yaml
Namespaces: {=: shop}
Name: Kid
Extends: Base
Methods:
  f:
    Arguments:
    - a:
        Contract: %(contract)s
=== Classes/Caller.yaml
Namespaces: {=: shop}
Name: Caller
Methods:
  creates:
    Body:
    - Return: new(Thing)
  calls:
    Body:
    - Return: $.takes()
  takes:
    Arguments:
    - a:
        Contract: %(contract)s
  parameters:
    Usage: Static
    Scope: Public
    Arguments:
    - a:
        Contract: %(contract)s
=== UI/ui.yaml
Version: 2.4
ParametersSource: shop.Caller.parameters
Application:
  ?: {type: shop.Thing}
"""

ASKERS = {
    "form": ("MPL707", 'shop.Thing requires "p"'),
    "new()": ("MPL663", 'new() needs "p"'),
    "call": ("MPL653", 'needs "a"'),
    "override": ("MPL413", 'argument "a" is required'),
    "source": ("MPL750", "requires a, but is called without arguments"),
}
"""Codes and words of those that say that a value must be given."""

REQUIRED = [
    "$.int().notNull()",
    "$.notNull().class(Base, Kid)",
    "$.string().check(len($) > 0)",
    "$.string().check($.matches('^a'))",
    "$.int().check($ > 0 and $ < 9)",
    "$.string().check($ in [a, b])",
    "[$.int(), $.string()]",
    "[$.int(), 1]",
    "{a: $.int().notNull()}",
    "{a: {b: [$.int(), $.string()]}}",
    "{a: $.int().check($ > 0)}",
]
OPTIONAL = [
    "$",
    "$.int()",
    "$.class(Base)",
    "$.class(Base, Kid)",
    "$.class(Base, Kid).notNull()",
    "$.template(Base, Kid)",
    "$.int().check($ < 9)",
    "$.int().check($ = null or $ > 0)",
    "[$.int()]",
    "[$.int(), $.string(), 0]",
    "[]",
    "{}",
    "{a: $.int()}",
    "{$.string().notNull(): $.int().notNull()}",
    "{a: [$.int().notNull()]}",
]


def answers(contract: str, folder: Path, quirks: tuple[str, ...] = ()) -> dict[str, bool]:
    """Who says that a value must be given to a declaration of a contract."""
    package = PACKAGE % {"contract": contract}
    catalog = muranopl.Catalog([write(files(package), folder)], quirks=quirks)
    reported = [(diagnostic.code, diagnostic.message) for diagnostic in catalog.check().diagnostics]
    result = {
        asker: any(code == other and words in message for other, message in reported)
        for asker, (code, words) in ASKERS.items()
    }
    result["render"] = not catalog.render({"?": {"type": "shop.Thing", "id": "root"}}).ok
    result["schema"] = "required" in catalog.schema("shop.Thing", draft="2020-12")[""]
    return result


@pytest.mark.parametrize("contract", [*REQUIRED, *OPTIONAL])
def test_all_agree_on_what_must_be_given(contract: str, tmp_path: Path) -> None:
    result = answers(contract, tmp_path)
    assert set(result.values()) == {contract in REQUIRED}, result


def test_a_quirk_counts_for_all(tmp_path: Path) -> None:
    result = answers("[$.int(), $.string()]", tmp_path, ("list-length",))
    assert set(result.values()) == {False}, result
