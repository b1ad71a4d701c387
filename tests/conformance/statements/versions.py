"""The statements of language/versioning.txt, by their numbers."""

from __future__ import annotations

from typing import Any

from tests.conformance.statements.asking import (
    CLEAN,
    REPORTED,
    Statement,
    VersionedPackage,
    catalog_of,
    verdict,
)

NAMESPACES = "Namespaces:\n  =: {}\n  x: px\n  y: py\n  z: pz\n  std: io.murano\nName: {}\n"


def of(package: str, name: str, content: str = "") -> dict[str, str]:
    """A class of a package, which is its namespace as well."""
    return {f"{package}.{name}": NAMESPACES.format(package, name) + content}


CHILD = of("py", "Child", "Extends: x:Base\n")
HOLDER = of("py", "Holder", "Properties:\n  p:\n    Contract: $.class(x:Base)\n")
APPLICATION = of("py", "App", "Extends: std:Application\n")
BASE = of("px", "Base")


def base(version: str | None) -> VersionedPackage:
    return "px", version, None, BASE


ALL = [base(item) for item in ("0.5.0", "1.2.0", "1.2.5", "1.3.0", "2.0.0-dev")]


def checked(*packages: VersionedPackage) -> str:
    return verdict(catalog_of(*packages).check())


def parent(requirement: object) -> str:
    """The parent of a class in the version that a requirement finds."""
    catalog = catalog_of(("py", "1.0.0", {"px": requirement}, CHILD), *ALL)
    return catalog.resolve("py.Child", "1.0.0").parents[0]


def written(header: dict[str, str]) -> Any:
    """The type of an object in a property, in the model that is saved; None if it is refused."""
    catalog = catalog_of(("py", "1.0.0", {"px": "1"}, HOLDER), base("1.0.0"), base("2.0.0"))
    result = catalog.render({"?": {"type": "py.Holder"}, "p": {"?": header}})
    return result.model and result.model["p"]["?"]["type"]


def subclass(required: str) -> Any:
    """The type of an object whose package extends a class, and is not required by its holder."""
    catalog = catalog_of(
        ("py", "1.0.0", {"px": "1"}, HOLDER),
        ("pz", "1.0.0", {"px": required}, of("pz", "S", "Extends: x:Base\n")),
        base("1.0.0"),
        base("2.0.0"),
    )
    result = catalog.render({"?": {"type": "py.Holder"}, "p": {"?": {"type": "pz.S"}}})
    return result.model and result.model["p"]["?"]["type"]


def in_environment() -> list[str]:
    """The types of the applications of an environment, whose package requires no other one."""
    catalog = catalog_of(("py", "1.0.0", None, APPLICATION))
    application = {"?": {"type": "py.App"}, "name": "app"}
    environment = {
        "?": {"type": "io.murano.Environment"},
        "name": "env",
        "applications": [application],
        "defaultNetworks": {"environment": None, "flat": None},
    }
    result = catalog.render(environment)
    assert result.model is not None, result.diagnostics
    return [item["?"]["type"] for item in result.model["applications"]]


def inheritance_of_two(first: str, second: str) -> Any:
    """The versions of an ancestor that a class has by two requirements; REPORTED if it has none."""
    both = NAMESPACES.format("pa", "A") + "Extends: [x:B, y:C]\n"
    catalog = catalog_of(
        ("pa", "1.0.0", {"px": None, "py": None}, {"pa.A": both}),
        ("px", "0.1.0", {"pz": first}, of("px", "B", "Extends: z:D\n")),
        ("py", "0.1.0", {"pz": second}, of("py", "C", "Extends: z:D\n")),
        ("pz", "1.2.0", None, of("pz", "D")),
        ("pz", "1.3.0", None, of("pz", "D")),
    )
    if not catalog.check().ok:
        return REPORTED
    ancestors = catalog.resolve("pa.A", "1").ancestors
    return [str(item) for item in ancestors if str(item).startswith("pz.D")]


STATEMENTS = {
    "1: labels of builds and metadata": Statement(lambda: checked(base("1.2.3-dev+label")), CLEAN),
    "1: no other notation": Statement(lambda: checked(base("one")), REPORTED),
    "2: without Version, 0.0.0": Statement(
        lambda: catalog_of(base(None)).resolve("px.Base").version, "0.0.0"
    ),
    "3: a version without patch is a range": Statement(lambda: parent("1.2"), "px.Base/1.2.5"),
    "3: a major version is a range": Statement(lambda: parent("1"), "px.Base/1.3.0"),
    "3: a complete version": Statement(lambda: parent("1.2.0"), "px.Base/1.2.0"),
    "3: comparisons": Statement(lambda: parent(">=1.0,<1.3"), "px.Base/1.2.5"),
    "3: no version is version 0": Statement(lambda: parent(None), "px.Base/0.5.0"),
    "3: a version of no package": Statement(
        lambda: checked(("py", "1.0.0", {"px": "3"}, CHILD), *ALL), REPORTED
    ),
    "3: a package that is not there": Statement(
        lambda: checked(("py", "1.0.0", {"pz": None}, APPLICATION)), REPORTED
    ),
    "3: no version at all": Statement(
        lambda: checked(("py", "1.0.0", {"px": "new"}, APPLICATION), *ALL), REPORTED
    ),
    "3: Require is a mapping": Statement(
        lambda: checked(("py", "1.0.0", ["px"], APPLICATION), *ALL), REPORTED
    ),
    "4: the core library has version 0.1.0": Statement(
        lambda: checked(("py", "1.0.0", {"io.murano": "0.1"}, APPLICATION)), CLEAN
    ),
    "4: the next one has version 0.2.0": Statement(
        lambda: checked(("py", "1.0.0", {"io.murano": "0.2.0"}, APPLICATION)), CLEAN
    ),
    "5: the core library need not be required": Statement(
        lambda: checked(("py", "1.0.0", None, APPLICATION)), CLEAN
    ),
    "10: package and version of an object": Statement(
        lambda: written({"type": "px.Base", "package": "px", "version": "1.0.0"}),
        "px.Base/1.0.0@px",
    ),
    "10: without a version, the most recent one": Statement(
        lambda: (
            catalog_of(base("1.0.0"), base("2.0.0"))
            .render({"?": {"type": "px.Base"}})
            .model["?"]["type"]
        ),  # type: ignore[index]
        "px.Base/2.0.0@px",
    ),
    "11: a version that is required": Statement(
        lambda: written({"type": "px.Base/1.0.0"}), "px.Base/1.0.0@px"
    ),
    "11: a version that is not required": Statement(
        lambda: written({"type": "px.Base/2.0.0"}), None
    ),
    "11: a contract with a class that is not required": Statement(
        lambda: checked(("py", "1.0.0", None, HOLDER), base("1.0.0")), REPORTED
    ),
    "11: an object is of the classes that its class extends": Statement(
        lambda: subclass("1.0.0"), "pz.S/1.0.0@pz"
    ),
    "11: but not of a version that is not required": Statement(lambda: subclass("2.0.0"), None),
    "11: an environment has applications of any package": Statement(
        in_environment, ["py.App/1.0.0@py"]
    ),
    "12: a parent that is not required": Statement(
        lambda: checked(("py", "1.0.0", None, CHILD), base("1.0.0")), REPORTED
    ),
    "13: two versions of an ancestor": Statement(
        lambda: inheritance_of_two("1.2.0", "1.3.0"), REPORTED
    ),
    "13: a version that satisfies both": Statement(
        lambda: inheritance_of_two("1.2.0", "1"), ["pz.D/1.2.0"]
    ),
}
