"""Which of our codes answer which words of the cases about names, versions and inheritance; see `causes`."""

from __future__ import annotations

from typing import Any

from tests.conformance.exceptions import EXCEPTIONS

UNREADABLE = "MPL122 MPL123"
OF_OBJECTS = {"MPL405"}
"""Errors about classes that load, of which no object can be made."""

REFUSED_BY_UPLOADS = {"MPL222"}
"""What only uploading refuses: the cases load packages from folders."""

# What the engine raised: "Error: message".
REFUSALS: tuple[tuple[str, str], ...] = (
    (r"'set' object is not subscriptable", "MPL303 MPL307"),
    (r"Invalid namespace prefix", "MPL205 MPL122"),
    (r"Invalid namespace", "MPL206 MPL122"),
    (r"Unknown namespace prefix", "MPL208"),
    (r"Invalid type name", "MPL207 MPL122"),
    (r"File with class definition not found", "MPL136"),
    (r"path .* is not allowed", "MPL138"),
    (r"NoPackageFound", "MPL211 MPL212 MPL225"),
    (r"NoPackageForClassFound", "MPL137 MPL204"),
    (r"Version string lacks|Invalid empty identifier", "MPL134 MPL122"),
    (r"Invalid simple block|IndexError", "MPL213 MPL122"),
    (r"cannot have parent with Usage", "MPL302"),
    (r"Invalid Meta format", "MPL168"),
    (r"Only Meta classes", "MPL401"),
    (r"is not applicable here", "MPL402"),
    (r"Cannot attach several", "MPL403"),
    (r"Invalid MetaClass|Invalid Inherited|Invalid type Usage", UNREADABLE),
    (
        r"NoClassFound",
        "MPL122 MPL149 MPL201 MPL207 MPL209 MPL210 MPL211 MPL221 MPL226 MPL301 MPL304 MPL308",
    ),
    (r"(Attribute|Type)Error", UNREADABLE),
)

# What a validator should report: the words after the severity.
REPORTS: tuple[tuple[str, str], ...] = (
    (r"without Name", "MPL217"),
    (r"defined twice", "MPL203"),
    (r"class file that is not there", "MPL136"),
    (r"same package and version", "MPL215"),
    (r"parent is listed twice", "MPL305"),
    (r"must be a name or a list", "MPL129"),
    (r"unknown key", "MPL120"),
    (r"required package is not there", "MPL211"),
    (r"core library is hidden", "MPL218"),
    (r"complete semantic version", "MPL135 MPL144"),
    (r"changes its usage", "MPL411 MPL412"),
    (r"Applies lists nothing", "MPL190"),
    (r"belong to Usage: Meta", "MPL169"),
    (r"no such property", "MPL404"),
    (r"cannot be attached", "MPL402"),
)


def severities(case: dict[str, Any]) -> set[str]:
    """How a refusal is told: as an error, but where only the engine fails, or nothing but the question does."""
    if "intended" in case or case["id"] in EXCEPTIONS["types"]:
        return {"error", "warning"}
    return (
        {"error", "warning", "info"}
        if case["expect"]["error"] == "NoPackageForClassFound"
        else {"error"}
    )


def about_the_query(case: dict[str, Any]) -> bool:
    """Whether only the question is wrong: the packages are fine."""
    query = case["query"]
    asked = (
        query.get("version") is not None
        or query.get("package") is not None
        or ":" in query["class"]
    )
    unlisted = case["expect"]["error"] == "NoPackageForClassFound" and "unlisted" not in case["id"]
    return asked or unlisted
