"""A class or package that is not there: one line that says so, and only the errors that may be why."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGES = """\
=== sound/manifest.yaml
Format: 1.4
Type: Library
FullName: example.sound
Version: 1.2.0
Classes:
  example.sound.Server: Server.yaml
  example.sound.Faulty: Faulty.yaml
  example.sound.Renamed: Renamed.yaml
=== sound/Classes/Server.yaml
Name: example.sound.Server
=== sound/Classes/Faulty.yaml
Name: example.sound.Faulty
Extends: Missing
=== sound/Classes/Renamed.yaml
Name: example.sound.Other
=== refused/manifest.yaml
Format: 1.9
Type: Library
FullName: example.refused
Classes:
  example.refused.Thing: Thing.yaml
=== refused/Classes/Thing.yaml
Name: example.refused.Thing
Extends: Missing
=== lost/manifest.yaml
Format: [
"""


class Asked(NamedTuple):
    """What is asked for, what is said, and the codes of the errors that come with it."""

    name: str
    message: str
    codes: tuple[str, ...] = ()
    more: Mapping[str, Any] = MappingProxyType({})


CLASSES = [
    Asked(
        "example.sound.Servr",
        'class "example.sound.Servr" is not found (did you mean "example.sound.Server"?)',
    ),
    Asked("nothing.of.all", 'class "nothing.of.all" is not found'),
    Asked("Server", 'class "Server" is not found (did you mean "example.sound.Server"?)'),
    Asked(
        "example.sound.Other",
        'class "example.sound.Other" is not found: package example.sound/1.2.0 has it, but does not list it in its '
        "manifest",
    ),
    Asked(
        "example.sound.Server",
        'class "example.sound.Server" is not found in version 7, but in version 1.2.0 of example.sound',
        more={"version": "7"},
    ),
    Asked(
        "example.sound.Server",
        'class "example.sound.Server" is not found in package io.murano, but in version 1.2.0 of example.sound',
        more={"version": ">=0", "package": "io.murano"},
    ),
    Asked(
        "example.sound.Server",
        'class "example.sound.Server" is not found in package example.sond, as there is no such package'
        ' (did you mean "example.sound"?)',
        more={"package": "example.sond"},
    ),
    Asked(
        "example.refused.Thing",
        'class "example.refused.Thing" is not found, but in version 0.0.0 of example.refused: the engine rejects its '
        'manifest: unknown package format "1.9"',
        ("MPL130",),
    ),
    Asked(
        "example.refused.Thing",
        'class "example.refused.Thing" is not found in package example.refused: the engine rejects its manifest: ',
        ("MPL130",),
        more={"package": "example.refused"},
    ),
    Asked("example.refused.Nothing", 'class "example.refused.Nothing" is not found', ("MPL130",)),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(files(PACKAGES), tmp_path)


@pytest.mark.parametrize("asked", CLASSES, ids=lambda asked: f"{asked.name} {dict(asked.more)}")
@pytest.mark.parametrize("unread", [False, True])
def test_classes(folder: Path, asked: Asked, unread: bool) -> None:
    """A manifest that cannot be read may be that of the class, whatever its name is."""
    catalog = muranopl.Catalog(folder if unread else [folder / "sound", folder / "refused"])
    for ask in (
        catalog.resolve,
        catalog.static_methods,
        lambda name, **more: catalog.schema(name, None, **more),
    ):
        with pytest.raises(muranopl.ResolutionError) as caught:
            ask(asked.name, **asked.more)
        message, codes = (
            str(caught.value),
            [diagnostic.code for diagnostic in caught.value.diagnostics],
        )
        assert message.startswith(asked.message)
        assert codes == [*(["MPL111"] if unread else []), *asked.codes], message


@pytest.mark.parametrize(
    ("name", "version", "message", "codes"),
    [
        ("example.sond", None, "package example.sond is not found in version 0 (did you mean", ()),
        ("example.sound", "2", "package example.sound is not found in version 2", ()),
        (
            "example.refused",
            ">=0",
            "package example.refused is not found in version >=0: the engine rejects its manifest: unknown package",
            ("MPL130",),
        ),
    ],
)
def test_packages(
    folder: Path, name: str, version: str | None, message: str, codes: tuple[str, ...]
) -> None:
    with pytest.raises(muranopl.ResolutionError) as caught:
        muranopl.Catalog([folder / "sound", folder / "refused"]).resolve_package(name, version)
    assert str(caught.value).startswith(message)
    assert tuple(diagnostic.code for diagnostic in caught.value.diagnostics) == codes


def test_a_class_that_is_there_has_its_own_errors(folder: Path) -> None:
    with pytest.raises(muranopl.ResolutionError) as caught:
        muranopl.Catalog(folder).resolve("example.sound.Faulty", ">=0")
    assert "MPL209" in {diagnostic.code for diagnostic in caught.value.diagnostics}
