"""The last client of the reference project talks to the service unchanged: the real one, and its requests as recorded.

The real one stands in a folder of its own, as it wants libraries of its time: `make client` puts it
there. CI does, and fails without it; elsewhere its tests are skipped where it is not there.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
from collections.abc import Callable, Iterator

import httpx
import pytest

from muranopl.diagnostics.examples import files
from muranopl.interfaces.server.operations.murano_catalog import package_id
from tests.interfaces.server.sample_catalog import write_catalog
from tests.interfaces.server.serving import Serving, serving
from tests.material import write
from tests.project import ROOT

CLIENT = ROOT / "build" / "client" / "bin" / "murano"
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
def writable(
    processes: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Serving]:
    """A service that takes packages."""
    folder = tmp_path_factory.mktemp("writable")
    write_catalog(folder)
    for name, text in (("fresh", PACKAGE), ("mistaken", MISTAKEN)):
        write(files(text), folder / "sent" / name)
    with serving(folder, "apps", "-L", "libraries", "--writable") as result:
        yield result


@pytest.fixture(scope="module")
def murano(writable: Serving) -> Run:
    """Runs a command of the client."""
    if os.environ.get("CI"):
        with (ROOT / "build" / "client.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)  # processes that run tests take turns
            result = subprocess.run(
                ["make", "client"],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
            )
        assert result.returncode == 0, result.stdout + result.stderr
    if not CLIENT.exists():
        pytest.skip("the client of Murano is not there: make client")
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
        command = [str(CLIENT), *base, *words]
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=writable.log.parent,
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
        (
            ["class-schema", "demo.App", "build", *LATEST, "--package-name", "demo"],
            '"port": {',
        ),
        (
            ["class-schema", "demo.App"],
            'in version =0, but in version 1.2.3 of demo: write "demo.App/1.2.3" (HTTP 404)',
        ),
        (["class-schema", "demo.App", "--class-version", "abc"], "(HTTP 400)"),
        (
            [
                "static-action-call",
                "demo.App",
                "double",
                "--arguments",
                "number=21",
                *LATEST,
            ],
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
    assert (taken.returncode, FRESH in taken.stdout) == (0, True), (
        taken.stdout + taken.stderr
    )
    again = murano("package-import", "sent/fresh")
    assert (again.returncode, "already registered" in again.stdout) == (1, True), (
        again.stdout + again.stderr
    )
    assert (
        httpx.get(f"{writable.address}/v1/catalog/packages/{FRESH}").json()["version"]
        == "1.0.0"
    )


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
        (
            "/v1/schemas/demo.App/build,?classVersion=%3E%3D0&packageName=demo",
            None,
            200,
        ),
        ("/v1/schemas/demo.App?classVersion=%3D0", None, 404),
        ("/v1/catalog/packages?include_disabled=False&owned=False&limit=20", None, 200),
        (f"/v1/catalog/packages/{DEMO}", None, 200),
        (
            "/v1/actions",
            {
                "methodName": "double",
                "classVersion": ">=0",
                "parameters": {"number": 5},
            },
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
