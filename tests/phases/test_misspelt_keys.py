"""What follows from a misspelt key that is read as the one that is meant is at most a warning, and says so.

The key itself is an error if something fails without it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

MANIFEST = """=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Version: 1.0.0
{manifest}
Classes:
  example.app.Base: Base.yaml
  example.app.Sample: Sample.yaml
=== Classes/Base.yaml
Namespaces: {{=: example.app}}
Name: Base
Properties:
  text: {{Contract: $.string().notNull()}}
=== Classes/Sample.yaml
Namespaces: {{=: example.app}}
Name: Sample
{sample}
"""


class Slip(NamedTuple):
    """What stands in the manifest and in class Sample, and the codes of what is an error, and what only a warning."""

    manifest: str = ""
    sample: str = ""
    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


SLIPS = {
    "spec": Slip("Requires: {other.lib: zz}", warnings=("MPL120", "MPL213")),
    "key of Require": Slip("Requires: {other lib: 1}", warnings=("MPL120", "MPL148")),
    "version": Slip("Versoin: zz", warnings=("MPL120",)),
    "no class": Slip(sample="Extend: Nothing", warnings=("MPL120", "MPL209")),
    "class spelt right": Slip(sample="Extends: Nothing", errors=("MPL209",)),
    "override elsewhere": Slip(
        sample="Extend: Base\nProperties:\n  text: {Contract: $.int()}",
        warnings=("MPL120", "MPL410"),
    ),
    "default": Slip(
        sample="Properties:\n  a: {Contract: $.int(), default: five}\n  b: {Contract: $.int(), Default: five}",
        errors=("MPL501",),
        warnings=("MPL120", "MPL501"),
    ),
    "contract": Slip(
        sample="Properties:\n  a: {Contrat: $.int(5)}", errors=("MPL121",), warnings=("MPL164",)
    ),
    "below": Slip(sample="Propertis:\n  a: {Default: 5}", warnings=("MPL120", "MPL121")),
    "call elsewhere": Slip(
        sample="Methods:\n  run:\n    Argumnts:\n      - x: {Contract: $.int().notNull()}\n    Body:\n"
        "      - $.run()\n      - nothing(1)",
        errors=("MPL650",),
        warnings=("MPL120", "MPL653"),
    ),
    "property used": Slip(
        sample="Propertis:\n  a: {Contract: $}\nMethods:\n  run: {Body: [{Return: $.a}]}",
        errors=("MPL120",),
    ),
    "parent used": Slip(
        sample="Extend: Base\nMethods:\n  run: {Body: [{Return: $.text}]}", errors=("MPL120",)
    ),
    "unknown": Slip(
        sample="Colour: {a: 1}\nProperties:\n  b: {Contract: $.int(), Default: five}",
        errors=("MPL501",),
    ),
}


@pytest.mark.parametrize("name", SLIPS)
def test_severity(name: str, tmp_path: Path) -> None:
    slip = SLIPS[name]
    version = "" if name == "version" else "Version: 1.0.0\n"
    text = MANIFEST.replace("Version: 1.0.0\n", version).format(
        manifest=slip.manifest, sample=slip.sample
    )
    result = muranopl.Catalog(write(files(text), tmp_path)).check().diagnostics
    errors = [item.code for item in result if item.severity is muranopl.Severity.ERROR]
    warnings = [item for item in result if item.severity is muranopl.Severity.WARNING]
    assert sorted(errors) == sorted(slip.errors), result
    assert set(slip.warnings) <= {warning.code for warning in warnings}, result
    follow_ups = [
        warning for warning in warnings if warning.code in set(slip.warnings) - {"MPL120"}
    ]
    assert all("does not read it" in " ".join(item.notes) for item in follow_ups), result


def test_usable(tmp_path: Path) -> None:
    """What the engine does not read keeps no package from being found."""
    text = MANIFEST.format(manifest="Requires: {other.lib: zz}", sample="")
    catalog = muranopl.Catalog(write(files(text), tmp_path))
    assert catalog.resolve_package("example.app", "1").version == "1.0.0"


def test_refused(tmp_path: Path) -> None:
    """A misspelt key without which the engine refuses a package is an error, if nothing else refuses it."""
    text = MANIFEST.format(manifest="", sample="").replace("Classes:", "Classess:")
    result = muranopl.Catalog(write(files(text), tmp_path)).check().diagnostics
    (error,) = (item for item in result if item.severity is muranopl.Severity.ERROR)
    assert error.code == "MPL120"
    assert "so it refuses the package" in " ".join(error.notes)
