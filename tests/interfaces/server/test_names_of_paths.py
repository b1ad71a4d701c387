"""No answer of the service contains a path of its machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import muranopl
from muranopl.interfaces.server.settings import CatalogSettings
from tests.interfaces.server.sample_catalog import write_catalog
from tests.interfaces.server.serving import serving

APP = {"?": {"id": "a", "type": "demo.App/1.2.3@demo"}, "port": 1}

ZIP = {"Content-Type": "application/zip"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a service whose paths are all absolute, and which runs elsewhere."""
    folder = tmp_path_factory.mktemp("secret-folder")
    write_catalog(folder)
    (folder / "apps" / "damaged.zip").write_bytes(b"PK\3\4 and no more")
    (folder / "configs").mkdir()
    (folder / "configs" / "demo.App-1.yaml").write_text("nothing: [")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    paths = (str(folder / "apps"), "-L", str(folder / "libraries"))
    configs = ("--class-configs", str(folder / "configs"))
    with serving(elsewhere, *paths, *configs) as service, service.client() as result:
        yield result


@pytest.mark.parametrize(
    "path",
    [
        "packages",
        "packages/faulty",
        "packages/faulty/report?sources=all",
        "packages/lib/report?sources=all",
        "packages/io.murano/report?sources=all",
        "report?sources=all&graph=true",
        *(
            f"report?format={name}"
            for name in ("full", "concise", "sarif", "junit", "gitlab", "markdown")
        ),
        "classes",
        "classes/demo.App",
        "classes/lib.Thing",
        "classes/demo.Nowhere",
        "graph",
        "graph?all=true",
        "schemas/demo.App",
        "schemas/faulty.Orphan",
        "v1/catalog/packages",
        "explanations/MPL120",
        "openapi.json",
        "metrics",
        "healthz",
    ],
)
def test_answers_name_no_folder_of_the_machine(client: httpx.Client, path: str) -> None:
    text = client.get(f"/{path}").text
    assert "secret-folder" not in text
    assert str(Path(muranopl.__file__).parent) not in text


def test_posts_name_no_folder_of_the_machine(client: httpx.Client) -> None:
    answers = [
        client.post("/render", json=APP),
        client.post("/validate?name=apps", content=b"no zip", headers=ZIP),
    ]
    for answer in answers:
        assert "secret-folder" not in answer.text
        assert answer.status_code != 500
    assert "configs/demo.App-1.yaml" in answers[0].text
    assert "uploaded apps" in answers[1].text  # it takes no place of what is served


def test_files_are_called_after_the_last_part_of_their_path(client: httpx.Client) -> None:
    diagnostic, *_ = client.get("/packages/faulty/report").json()["diagnostics"]
    assert diagnostic["source"].startswith("apps/faulty/")
    assert diagnostic["path"] == diagnostic["source"]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["/srv/apps"], ["apps"]),
        (["/srv/apps", "/other/apps", "/srv/more/"], ["apps", "other/apps", "more"]),
        (["/"], ["root"]),
        (["/srv/apps", "/srv/apps/."], ["apps", "srv/apps"]),
    ],
)
def test_names_of_paths(paths: list[str], names: list[str]) -> None:
    assert list(CatalogSettings(tuple(paths)).names.values()) == names
