"""Which version is meant where none is given, at every door that takes the name of a class or of a package."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import muranopl
from tests.command_line import outcome
from tests.interfaces.server.serving import Serving, serving
from tests.manifests import library_manifest, write_files

VERSIONS = {
    "later": ("1.0.0",),
    "many": ("0.0.0", "1.0.0", "2.0.0"),
    "candidate": ("1.0.0", "2.0.0-rc"),
}
"""The versions of each package."""
NEWEST = {name: versions[-1] for name, versions in VERSIONS.items()}
ZERO = {"later": None, "many": "0.0.0", "candidate": None}

CLASS = """\
Namespaces: {{'=': {0}}}
Name: A
Properties:
  version: {{Contract: $.string().notNull(), Default: '{1}'}}
Methods:
  version:
    Usage: Static
    Scope: Public
    Arguments:
      - given: {{Contract: $.string(), Default: '{1}'}}
    Body:
      - Return: '{1}'
"""
CHILD = "Namespaces: {{'=': needs.{0}, n: {0}}}\nName: B\nExtends: n:A\n"
FORMS = """\
Version: 2.2
Application:
  ?: {{type: forms.App}}
  parts:
{}
Forms: []
"""


def write(folder: Path) -> Path:
    """The packages, each with one that requires it, and one with a form of all of their classes."""
    for name, versions in VERSIONS.items():
        for version in versions:
            manifest = library_manifest(name, {f"{name}.A": "A.yaml"}, version=version)
            files = {"manifest.yaml": manifest, "Classes/A.yaml": CLASS.format(name, version)}
            write_files(folder / f"{name}-{version}", files)
        own = f"needs.{name}"
        manifest = library_manifest(own, {f"{own}.B": "B.yaml"}, {name: ""})
        child = {"manifest.yaml": manifest, "Classes/B.yaml": CHILD.format(name)}
        write_files(folder / own, child)
    parts = "\n".join(f"    - {{'?': {{type: {name}.A}}}}" for name in VERSIONS)
    manifest = library_manifest("forms", {"forms.App": "App.yaml"})
    form = {
        "manifest.yaml": manifest,
        "Classes/App.yaml": "Namespaces: {'=': forms}\nName: App\n",
        "UI/ui.yaml": FORMS.format(parts),
    }
    write_files(folder / "forms", form)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("unversioned"))


def default_of(schemas: dict[str, Any]) -> str:
    return str(schemas[""]["properties"]["version"]["default"])


def version_of(type_: str) -> str:
    return type_.partition("/")[2].partition("@")[0]


def rendered(
    catalog: muranopl.Catalog, name: str, model: dict[str, Any] | None = None
) -> str | None:
    if model is None:
        result = catalog.render({"?": {"type": f"{name}.A"}})
    else:
        result = catalog.render(model, f"{name}.A")
    return result.model and version_of(result.model["?"]["type"])


def session_type(catalog: muranopl.Catalog, name: str) -> str | None:
    with catalog.session() as session:
        try:
            return session.type(f"{name}.A").id.package.version
        except muranopl.MuranoError:
            return None


def called(catalog: muranopl.Catalog, name: str) -> Any:
    (argument,) = catalog.static_methods(f"{name}.A")["version"].arguments
    return argument.default


Ask = Callable[[muranopl.Catalog, str], str | None]
CLASSES: dict[str, Ask] = {
    "resolve": lambda catalog, name: catalog.resolve(f"{name}.A").version,
    "resolve in a package": lambda catalog, name: (
        catalog.resolve(f"{name}.A", package=name).version
    ),
    "resolve of the contents": lambda catalog, name: catalog.contents.resolve(f"{name}.A").version,
    "static_methods": called,
    "look_up": lambda catalog, name: version_of(catalog.look_up("A", f"{name}.A")),
    "schema": lambda catalog, name: default_of(catalog.schema(f"{name}.A")),
    "call": lambda catalog, name: catalog.call(f"{name}.A", "version").value,
    "call in a package": lambda catalog, name: (
        catalog.call(f"{name}.A", "version", package=name).value
    ),
    "render": rendered,
    "render of a class": lambda catalog, name: rendered(catalog, name, {}),
    "type of a session": session_type,
}
"""What names a class, or the class of an object: the newest one, or version 0 with the quirk."""
REQUIREMENTS: dict[str, Ask] = {
    "resolve_package": lambda catalog, name: catalog.resolve_package(name).version,
    "Require": lambda catalog, name: version_of(catalog.resolve(f"needs.{name}.B").parents[0]),
}
"""What names a package as `Require` does: version 0."""
QUIRKS = ([], ["model-version"], ["engine"])


def meant(quirks: list[str], *, by_a_class: bool) -> dict[str, str | None]:
    return dict(NEWEST) if by_a_class and not quirks else dict(ZERO)


@pytest.mark.parametrize("quirks", QUIRKS, ids=str)
@pytest.mark.parametrize("door", [*CLASSES, *REQUIREMENTS])
def test_in_the_library(folder: Path, door: str, quirks: list[str]) -> None:
    catalog = muranopl.Catalog(folder, quirks=quirks)
    ask = (CLASSES | REQUIREMENTS)[door]

    def answer(name: str) -> str | None:
        try:
            return ask(catalog, name)
        except muranopl.ResolutionError:
            return None

    answers = {name: answer(name) for name in VERSIONS}
    assert answers == meant(quirks, by_a_class=door in CLASSES)


@pytest.mark.parametrize("quirks", QUIRKS, ids=str)
def test_the_newest_is_asked_for_by_name(folder: Path, quirks: list[str]) -> None:
    """Also where the quirk chooses another version for those who name none."""
    catalog = muranopl.Catalog(folder, quirks=quirks)
    for name, newest in NEWEST.items():
        class_ = f"{name}.A"
        assert catalog.resolve(class_, "latest").version == newest
        assert default_of(catalog.schema(class_, version="latest")) == newest
        assert catalog.call(class_, "version", version="latest").value == newest


COMMANDS = {"schema": (["schema", "{}.A"], default_of), "call": (["call", "{}.A", "version"], str)}


@pytest.mark.parametrize("quirks", QUIRKS, ids=str)
@pytest.mark.parametrize("command", COMMANDS)
def test_on_the_command_line(folder: Path, command: str, quirks: list[str]) -> None:
    words, read = COMMANDS[command]
    options = ["-L", folder, *(word for quirk in quirks for word in ("--quirk", quirk))]

    def answer(name: str) -> str | None:
        ended = outcome(*(word.format(name) for word in words), *options)
        return None if ended.status else read(json.loads(ended.stdout))

    answers = {name: answer(name) for name in VERSIONS}
    assert answers == meant(quirks, by_a_class=True)


class Request(NamedTuple):
    """A request about a class, and what its answer says of the version."""

    path: str
    read: Callable[[Any], str]
    more: dict[str, str] | None = None
    by_a_class: bool = False


CLASS_DETAILS = [
    Request(f"/classes/{{0}}.A{more}", lambda found: str(found["version"]), None, True)
    for more in ("", "?classVersion=", "?packageName={0}")
]
OF_THE_API = [
    *(
        Request(f"{prefix}/schemas/{{0}}.A{more}", default_of)
        for prefix in ("", "/v1")
        for more in ("", "/", "?classVersion=", "?packageName={0}")
    ),
    *(
        Request(f"{prefix}/actions", str, {"methodName": "version", **more})
        for prefix in ("", "/v1")
        for more in ({}, {"classVersion": ""}, {"packageName": "{0}"})
    ),
]


@pytest.fixture(scope="module", params=QUIRKS, ids=str)
def service(folder: Path, request: pytest.FixtureRequest) -> Iterator[tuple[list[str], Serving]]:
    words = [word for quirk in request.param for word in ("--quirk", quirk)]
    with serving(folder, ".", *words) as result:
        yield request.param, result


def test_in_requests(service: tuple[list[str], Serving]) -> None:
    quirks, running = service
    with running.client() as client:
        for request in (*CLASS_DETAILS, *OF_THE_API):
            answers = {}
            for name in VERSIONS:
                path = request.path.format(name)
                if request.more is None:
                    answer = client.get(path)
                else:
                    more = {key: text.format(name) for key, text in request.more.items()}
                    answer = client.post(path, json={"className": f"{name}.A", **more})
                assert answer.status_code in {200, 404}, answer.text
                found = answer.status_code == 200
                answers[name] = request.read(answer.json()) if found else None
            assert answers == meant(quirks, by_a_class=request.by_a_class), request
