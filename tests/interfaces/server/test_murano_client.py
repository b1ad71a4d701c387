"""The last client of the reference project talks to the service unchanged: the real one, and its requests as recorded.

The real one stands in a folder of its own, as it wants libraries of its time: `make client` puts it
there.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from muranopl.diagnostics.examples import files
from muranopl.interfaces.server.operations.murano_catalog import package_id
from tests import programs
from tests.interfaces.server.sample_catalog import write_catalog
from tests.interfaces.server.serving import Serving, serving
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: 1.4
Type: Application
FullName: fresh
Name: Fresh
Version: 1.0.0
Description: A package to import
Author: Somebody
Tags: [test]
Classes:
  fresh.App: App.yaml
=== Classes/App.yaml
Namespaces:
  =: fresh
  std: io.murano
Name: App
Extends: std:Application
"""
MISTAKEN = PACKAGE.replace("fresh", "mistaken").replace(
    "Extends: std:Application", "Extends: std:Nothing"
)
DEMO = package_id("demo", "1.2.3")
FRESH = package_id("fresh", "1.0.0")
LATEST = ("--class-version", ">=0")

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def installed() -> str:
    """The path of the client."""
    return programs.require("the Murano client")


@pytest.fixture(scope="module")
def writable(installed: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A service that takes packages."""
    folder = tmp_path_factory.mktemp("writable")
    write_catalog(folder)
    others = {
        name: PACKAGE.replace("fresh", name).replace("Fresh", name.title())
        for name in ("replaced", "sorted")
    }
    sent = {"fresh": PACKAGE, "mistaken": MISTAKEN, **others}
    for name, text in sent.items():
        write(files(text), folder / "sent" / name)
    with serving(folder, "apps", "-L", "libraries", "--writable") as result:
        yield result


@pytest.fixture(scope="module")
def murano(installed: str, writable: Serving) -> Run:
    """Runs a command of the client."""
    base = [
        "--os-no-client-auth",
        "--murano-url",
        writable.address,
        "--os-auth-token",
        "any",
        "--os-username",
        "any",
    ]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [installed, *base, *words]
        return subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=writable.log.parent
        )

    return run


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["package-list"], "| demo   |"),
        (["package-list", "--limit", "1"], "| demo |"),
        (["package-show", DEMO], "A package for tests"),
        (["package-download", DEMO, "demo.zip"], "Package downloaded to demo.zip"),
        (["class-schema", "demo.App", *LATEST], '"build": {'),
        (["class-schema", "demo.App", "build", *LATEST, "--package-name", "demo"], '"port": {'),
        (
            ["class-schema", "demo.App"],
            'in version =0, but in version 1.2.3 of demo: write "demo.App/1.2.3" (HTTP 404)',
        ),
        (["class-schema", "demo.App", "--class-version", "abc"], "(HTTP 400)"),
        (
            ["static-action-call", "demo.App", "double", "--arguments", "number=21", *LATEST],
            "result: 42",
        ),
        (["static-action-call", "demo.App", "double", *LATEST], "(HTTP 400)"),
        (["static-action-call", "demo.App", "absent", *LATEST], "(HTTP 404)"),
    ],
)
def test_commands_of_the_client(murano: Run, words: list[str], said: str) -> None:
    run = murano(*words)
    assert said in run.stdout + run.stderr, run.stdout + run.stderr
    assert "Traceback" not in run.stderr


def test_the_client_imports_packages(murano: Run, writable: Serving) -> None:
    refused = murano("package-import", "sent/mistaken")
    assert refused.returncode == 1
    assert "io.murano.Nothing" in refused.stdout + refused.stderr
    taken = murano("package-import", "sent/fresh")
    assert (taken.returncode, FRESH in taken.stdout) == (0, True), taken.stdout + taken.stderr
    again = murano("package-import", "sent/fresh")
    assert (again.returncode, "already registered" in again.stdout) == (1, True), (
        again.stdout + again.stderr
    )
    assert httpx.get(f"{writable.address}/v1/catalog/packages/{FRESH}").json()["version"] == "1.0.0"


def test_the_client_changes_what_is_said_of_a_package(murano: Run, writable: Serving) -> None:
    address = f"{writable.address}/v1/catalog/packages/{DEMO}"

    def package() -> dict[str, Any]:
        result: dict[str, Any] = httpx.get(address).json()
        return result

    before = package()
    words = ["--name", "Other", "--description", "New", "--tags", "a", "b"]
    run = murano("package-update", DEMO, "--is-public", "false", *words)
    assert (run.returncode, "Other" in run.stdout) == (0, True), run.stderr
    after = {
        **before,
        "name": "Other",
        "description": "New",
        "tags": ["a", "b"],
        "is_public": False,
    }
    assert package() == after
    assert murano("package-update", DEMO, "--enabled", "false").returncode == 0
    assert "Other" not in murano("package-list").stdout
    assert "Other" in murano("package-list", "--include-disabled").stdout
    run = murano("package-update", DEMO, "--enabled", "true", "--is-public", "true")
    assert run.returncode == 0
    assert package()["enabled"] is True
    run = murano("package-update", DEMO, "--name", "x" * 81)
    assert "(HTTP 400)" in run.stdout + run.stderr
    run = murano("package-update", "0" * 32, "--name", "x")
    assert "(HTTP 404)" in run.stdout + run.stderr


def test_the_client_replaces_and_deletes_packages(murano: Run, writable: Serving) -> None:
    words = ["package-import", "sent/replaced", "--exists-action"]
    assert murano(*words[:2], "--is-public").returncode == 0
    address = f"{writable.address}/v1/catalog/packages/{package_id('replaced', '1.0.0')}"
    assert httpx.get(address).json()["is_public"] is True
    skipped = murano(*words, "s")
    assert (skipped.returncode, "Skipping." in skipped.stdout) == (0, True)
    manifest = writable.log.parent / "sent" / "replaced" / "manifest.yaml"
    manifest.write_text(manifest.read_text().replace("A package", "Another package"))
    updated = murano(*words, "u")
    assert (updated.returncode, "Deleting package" in updated.stdout) == (0, True), (
        updated.stdout + updated.stderr
    )
    package = httpx.get(address).json()
    assert (package["description"], package["is_public"]) == ("Another package to import", False)
    deleted = murano("package-delete", package["id"])
    assert (deleted.returncode, "Deleted package" in deleted.stdout) == (0, True)
    assert httpx.get(address).status_code == 404
    again = murano("package-delete", package["id"])
    assert again.returncode == 1, again.stdout + again.stderr
    assert "no package has the id" in again.stdout + again.stderr, again
    refused = murano("package-delete", DEMO)  # it is a folder
    assert "not a zip in the first served folder" in refused.stdout + refused.stderr


def test_the_client_manages_categories(murano: Run, writable: Serving) -> None:
    assert "Web" in murano("category-create", "Web").stdout
    again = murano("category-create", "Web")
    assert "already exist (HTTP 409)" in again.stdout + again.stderr
    (category,) = httpx.get(f"{writable.address}/v1/catalog/categories").json()["categories"]
    run = murano("package-import", "sent/sorted", "-c", "Web")
    assert run.returncode == 0, run.stdout
    assert "Sorted" in murano("category-show", category["id"]).stdout
    refused = murano("category-delete", category["id"])
    assert "assigned to the package" in refused.stdout + refused.stderr
    unknown = murano("package-import", "sent/sorted", "-c", "Nothing")
    assert "Category 'Nothing' doesn't exist" in unknown.stdout
    assert murano("package-delete", package_id("sorted", "1.0.0")).returncode == 0
    assert murano("category-delete", category["id"]).returncode == 0
    assert httpx.get(f"{writable.address}/v1/catalog/categories").json() == {"categories": []}


@pytest.mark.parametrize(
    "words", [["environment-list"], ["environment-create", "abc"], ["env-template-list"]]
)
def test_environments_are_elsewhere(murano: Run, words: list[str]) -> None:
    run = murano(*words)
    said = run.stdout + run.stderr
    assert "use the API of Murano" in said, said
    assert "(HTTP 404)" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("path", ["environments/abc", "templates", "deployments/a/b"])
def test_addresses_of_environments_say_where_these_are(client: httpx.Client, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        answer = client.request(method, f"/v1/{path}")
        assert answer.status_code == 404
        assert "use the API of Murano" in answer.json()["error"]["message"]


RECORDED = {
    "User-Agent": "python-muranoclient",
    "Accept": "*/*",
    "Content-Type": "application/json",
}
"""What it sends with nearly every request, those without a body too."""


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("/v1/schemas/demo.App?classVersion=%3E%3D0", None, 200),
        ("/v1/schemas/demo.App/build,?classVersion=%3E%3D0&packageName=demo", None, 200),
        ("/v1/schemas/demo.App?classVersion=%3D0", None, 404),
        ("/v1/catalog/packages?include_disabled=False&owned=False&limit=20", None, 200),
        (f"/v1/catalog/packages/{DEMO}", None, 200),
        (
            "/v1/actions",
            {"methodName": "double", "classVersion": ">=0", "parameters": {"number": 5}},
            200,
        ),
        (
            "/v1/actions",
            {"methodName": "double", "classVersion": "=0", "parameters": {"number": 5}},
            404,
        ),
    ],
)
def test_recorded_requests(
    client: httpx.Client, path: str, sent: dict[str, object] | None, status: int
) -> None:
    headers = {**RECORDED, "X-Auth-Token": "any"}
    if sent is None:
        answer = client.get(path, headers=headers)
    else:
        content = json.dumps({"className": "demo.App", "packageName": None, **sent})
        answer = client.post(path, content=content, headers=headers)
    assert answer.status_code == status, answer.text
    body = answer.json()
    if status >= 400:  # it takes each value of the object for one that has a message
        assert all(value["message"] for value in body.values())
