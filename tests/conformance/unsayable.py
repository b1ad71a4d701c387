"""Why a schema takes a value that rendering refuses: kinds of refusals that JSON schema has no words for."""

from __future__ import annotations

import re
from typing import Any

import muranopl
from muranopl.diagnostics.diagnostic import Diagnostic, Severity

# What the refusal is about, by its code; then, by its words or the contract.
BY_CODE = {
    "MPL522": "the contract is evaluated as an expression, and fails",
    "MPL524": "the class of an object is not there",
    "MPL525": "the header of an object",
    "MPL526": "what ids there are",
    "MPL528": "names of properties",
    "MPL529": "it depends on other properties",
    "MPL531": "a Default fails to run",
    "MPL534": "values that JSON lacks",
}
BY_WORDS: tuple[tuple[str, str], ...] = (
    (
        r"not of class|is of \S+, which|is inside|is not inside|object whose property",
        "classes and owners of objects",
    ),
    (r'the object "|the object of class', "properties of an object"),
    (r"not an integer", "JSON schema has no numbers apart from texts, nor 1 apart from 1.0"),
    (r"template\(\)", "properties that an object is written with"),
)
BY_CONTRACT: tuple[tuple[str, str], ...] = (
    (r"\$this|\$\.\w+\(\$\)|:\w+\.", "methods and properties"),
    (r"\$ *[<>]=? *'", "the order of texts"),
    (r"\$ (mod|\+|-|\*|/) |\$\w+|->", "arithmetic and variables"),
    (
        r"\$\.(?!int|string|bool|class|template|notNull|owned|notOwned|check)\w+",
        "functions of the value",
    ),
    (r"check\(.*\b(?!list|len|in|and|or|not|check)\w+\(", "functions of the value"),
    (r"\.(string|int|bool)\(\).*\.(string|int|bool)\(\)", "the value is converted twice"),
)


def reason(case: dict[str, Any], result: muranopl.RenderResult) -> str | None:
    """Return why no schema refuses what is refused here; None where one should."""
    for diagnostic in result.diagnostics:
        if diagnostic.severity is Severity.ERROR and (
            match := _reason(diagnostic, str(case.get("contract", "")))
        ):
            return match
    value = case.get("value")
    is_text = isinstance(value, str)
    if (
        "value" in case
        and not is_text
        and re.search(r"\$\.(string|bool)\(\)", str(case.get("contract")))
    ):
        return "the value is checked when it was converted"
    if is_text and re.search(r"\$\.int\(\)", str(case.get("contract"))):
        return "the value is checked when it was converted"
    if case.get("usage") in {"Static", "Out", "Runtime", "Config"}:
        return "forms do not show the property"
    if "value" not in case and "default" in case:
        return "an object that is the Default"
    return None


def _reason(diagnostic: Diagnostic, contract: str) -> str | None:
    if diagnostic.code in BY_CODE:
        return BY_CODE[diagnostic.code]
    if (
        diagnostic.in_model
        and diagnostic.in_model.path.startswith("$.p.")
        and re.search("class|template", contract)
    ):
        return "properties of an object"
    words = next((why for pattern, why in BY_WORDS if re.search(pattern, diagnostic.message)), None)
    return words or next(
        (why for pattern, why in BY_CONTRACT if re.search(pattern, contract)), None
    )
