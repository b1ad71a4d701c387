"""Refusals of object models beside recorded ones: the same place, and a cause that says the same."""

from __future__ import annotations

import re

import muranopl
from muranopl.diagnostics.diagnostic import Diagnostic, Severity

_GROUP = re.compile(r"\[(?:\w+\.)+(\w+)((?:\[[^\]]*\])*)\] ")
"""A property on the way to what is refused: `[lab.A.x['k']] `."""
_ASIDE = re.compile(r"\[[\w ]*:[\w.:]*\]|\[key [^\]]*\]")
"""Steps that the engine does not have: the class of an object that is a key, and keys themselves."""
_UNPLACED = re.compile("is not of a dictionary type|Array length|is not equal to")
"""What the engine says without a place: that of the property counts, or of the expression around."""
_QUOTES = str.maketrans("", "", "'\"")

# What the engine says of a value, and what we do.
VIOLATIONS: tuple[tuple[str, str], ...] = (
    (r"violates int\(\) contract", "is not an integer|evaluates no expressions"),
    (r"violates string\(\) contract", "is not a string|no object of this model has the id"),
    (r"doesn't match predicate", "does not pass check"),
    (r"is not of a dictionary type", "is not a mapping"),
    (r"Array length", "a length of"),
    (r"null value violates notNull", "a value is required"),
    (r"is not compatible with requested type", r"is not of class|which is not|is of .* which"),
    (r"is not equal to", "the only value the contract allows"),
    (r"cannot be represented as class|is not an object", "(?:not|neither) an object"),
    (r"violates owned\(\)", "is not inside"),
    (r"violates notOwned\(\)", "is inside"),
)

# The exceptions of the engine, and the beginnings of our codes.
ERRORS: dict[str, str] = {
    "NoMatchingMethodException": "MPL520 MPL521 MPL522 MPL531",
    "NoFunctionRegisteredException": "MPL521 MPL522 MPL531",
    "NoMethodRegisteredException": "MPL521 MPL522 MPL531",
    "NoMatchingFunctionException": "MPL521 MPL522 MPL531",
    "MuranoPlException": "MPL521 MPL531",
    "ZeroDivisionError": "MPL521 MPL531",
    "NoObjectFoundError": "MPL526",
    "CircularExpressionDependenciesError": "MPL529",
    "DslContractSyntaxError": "MPL520",
    "NoPackageForClassFound": "MPL522 MPL524",
    "NoPackageFound": "MPL522 MPL524",
    "NoClassFound": "MPL521 MPL522 MPL524 MPL531",
    "DslSyntaxError": "MPL524",
    "AmbiguousPropertyNameError": "MPL405",
    "InvalidInheritanceError": "MPL524",
    "PackageClassLoadError": "MPL524",
}


def wrong_violation(text: str, result: muranopl.RenderResult, *, from_root: bool) -> str | None:
    """Return what is missing of a recorded violation; the way to it begins at the root, or somewhere inside."""
    groups = [f".{item[1]}{item[2]}" for item in _GROUP.finditer(text)]
    cause = _GROUP.sub("", text)
    words = next(
        (ours for theirs, ours in VIOLATIONS if re.search(theirs, cause)), re.escape(cause)
    )
    path = "".join(groups).translate(_QUOTES)
    # Of a property that is made because another one reads it
    last = f"${groups[-1]}" if groups else ""
    for error in _errors(result):
        match = _ASIDE.sub("", error.in_model.path.translate(_QUOTES)) if error.in_model else ""
        is_there = match in {f"${path}", last} if from_root else match.endswith(path)
        if _UNPLACED.search(cause):
            is_there = match.startswith(f"${path}") if from_root else path in match
        if is_there and re.search(words, " ".join((error.message, *error.notes))):
            return None
    return f"not refused at {path} for {words}: {shown(result)}"


def wrong_error(name: str, result: muranopl.RenderResult) -> str | None:
    """Return what is wrong where the engine raised an exception: there must be an error, of a code that says it."""
    codes = tuple(ERRORS.get(name, "MPL").split())
    return (
        None
        if any(error.code.startswith(codes) for error in _errors(result))
        else f"no {codes}: {shown(result)}"
    )


def shown(result: muranopl.RenderResult) -> list[str]:
    """Return what a rendering reports, in words."""
    return [f"{diagnostic.code} {diagnostic.message}" for diagnostic in result.diagnostics]


def _errors(result: muranopl.RenderResult) -> list[Diagnostic]:
    return [
        diagnostic for diagnostic in result.diagnostics if diagnostic.severity is Severity.ERROR
    ]
