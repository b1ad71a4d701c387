"""Every documented status and body of the operations that read: those of Murano's API, and our own."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import httpx
import pytest

from muranopl.interfaces.server.operations.murano_catalog import package_id
from tests.interfaces.server.sample_catalog import LOGO

DEMO, LIB = package_id("demo", "1.2.3"), package_id("lib", "2.0.0")
ANY = "?classVersion=%3E%3D0"


class Row(NamedTuple):
    """A request, the status of its answer, and words in the body."""

    request: str
    status: int
    words: str = ""
    headers: Mapping[str, str] = MappingProxyType({})


HTML = {"Accept": "text/html"}
JSON = {"Accept": "application/json"}
ROWS = [
    # 1. common ground
    Row(
        "GET /",
        300,
        '"id": "v1.0", "status": "CURRENT", "links": [{"rel": "self", "href": "http://',
    ),
    Row("GET /", 200, "<title>muranopl", HTML),
    Row(
        "GET /",
        406,
        "not acceptable: the response is text/html or application/json",
        {"Accept": "image/png"},
    ),
    Row("GET /classes/no.Class/neighbourhood", 404, 'class \\"no.Class\\" is not found'),
    Row("GET /classes/demo.App/neighbourhood?most=-1", 400, "most"),
    Row("GET /nothing", 404, "this path does not exist"),
    Row("GET /v1/nothing", 404, "this path does not exist"),
    Row("GET /v1/classes/", 404, "this path does not exist"),
    Row("POST /v1/schemas/demo.App", 404, "this path does not exist"),
    Row("HEAD /v1/schemas/demo.App", 404),
    Row("POST /schemas/demo.App", 405, "method not allowed: use GET, HEAD"),
    Row(f"HEAD /schemas/demo.App{ANY}", 200),
    Row(f"GET /schemas/demo.App{ANY}", 406, "", HTML),
    Row(f"GET /schemas/demo.App{ANY}", 200, "", {"Accept": "*/*"}),
    Row(f"GET /schemas/demo.App{ANY}", 200, "", {"Accept": "text/html, */*;q=0.1"}),
    Row(f"GET /schemas/demo.App{ANY}", 200, "", {"Content-Type": "application/json"}),
    Row("GET /healthz", 421, "this host name is not allowed", {"Host": "evil.example"}),
    Row("GET /healthz", 200, "", {"Host": "localhost:1"}),
    Row("GET /healthz", 200, "", {"Host": "[::1]:80"}),
    Row("GET /healthz", 403, "this origin is not allowed", {"Origin": "http://evil.example"}),
    Row("GET /healthz", 403, "this origin is not allowed", {"Origin": "null"}),
    # 2. schemas (language/forms.txt, REST API impact; tokens: test_access.py)
    Row(f"GET /schemas/demo.App{ANY}", 200, '"build": {"$schema"'),
    Row(
        f"GET /v1/schemas/demo.App{ANY}",
        200,
        '"": {"$schema": "http://json-schema.org/draft-04/schema#"',
    ),
    Row(
        f"GET /schemas/demo.App{ANY}&draft=2020-12",
        200,
        "https://json-schema.org/draft/2020-12/schema",
    ),
    Row("GET /schemas/demo.App", 404, "in version 1.2.3 of demo"),
    Row("GET /schemas/demo.App/build", 404, "in version 1.2.3 of demo"),
    Row("GET /schemas/demo.App?classVersion=latest", 200, '"build": {"$schema"'),
    Row("GET /schemas/demo.App?classVersion=%3D0", 404, "in version 1.2.3 of demo"),
    Row("GET /v1/schemas/demo.App?classVersion=latest", 200, '"build": {"$schema"'),
    Row("GET /v1/schemas/demo.App", 404, "in version 1.2.3 of demo"),
    Row("GET /v1/schemas/demo.App/build", 404, "in version 1.2.3 of demo"),
    Row("GET /classes/demo.App", 200, '"port"'),
    Row("GET /classes/demo.App?classVersion=%3D0", 404, "in version 1.2.3 of demo"),
    Row(f"GET /schemas/demo.App{ANY}&draft=07", 400, "parameters: "),
    Row(f"GET /schemas/demo.App{ANY}&unknown=1", 200),
    Row("GET /schemas/demo.App?classVersion=%3D1.2.3", 200),
    Row("GET /schemas/demo.App?classVersion=%3D1.2.3&packageName=demo", 200),
    Row("GET /schemas/demo.App?classVersion=%3D1.2.3&packageName=", 200),
    Row("GET /schemas/io.murano.Object", 200),
    Row("GET /schemas/demo.App?classVersion=", 404, "version 1.2.3"),
    Row("GET /schemas/demo.App?classVersion=2", 404),
    Row(
        "GET /schemas/demo.Xyz",
        404,
        '"message": "class \\"demo.Xyz\\" is not found", "diagnostics": []',
    ),
    Row("GET /schemas/demo.Ap", 404, 'did you mean \\"demo.App\\"?)", "diagnostics": []'),
    Row(f"GET /schemas/demo.App{ANY}&packageName=lib", 404, "demo.App"),
    Row(f"GET /schemas/demo.App{ANY}&packageName=nowhere", 404),
    Row("GET /schemas/demo.App?classVersion=abc", 400, "abc"),
    Row("GET /schemas/demo.App?classVersion=v1", 400, "v1"),
    Row("GET /schemas/faulty.Orphan", 404, '"code": "MPL209"'),
    Row("GET /schemas/faulty.Named", 404, "faulty"),
    Row("GET /schemas/faulty.Prefix", 400, "faulty"),
    Row("GET /schemas/faulty.Contract", 400, "unknown"),
    Row(f"GET /schemas/demo.App/build{ANY}", 200, '{"build": {"$schema"'),
    Row(f"GET /schemas/demo.App/,build{ANY}", 200, '{"": {"$schema"'),
    Row(f"GET /schemas/demo.App/build, {ANY}", 200, '"": {"$schema"'),
    Row(f"GET /schemas/demo.App/{ANY}", 200, '{"": {"$schema"'),
    Row(f"GET /v1/schemas/demo.App/{ANY}", 200, '{"": {"$schema"'),
    Row("POST /v1/schemas/demo.App/", 404, "this path does not exist"),
    Row(f"GET /schemas/demo.App/restart{ANY}", 200, '{"restart": {"$schema"'),
    Row(f"GET /schemas/demo.App/inner{ANY}", 404, "inner"),
    Row(f"GET /schemas/demo.App/absent{ANY}", 404, "absent"),
    Row(f"GET /schemas/demo.App/build,absent{ANY}", 404, "absent"),
    Row(f"GET /schemas/demo.App/,absent{ANY}", 404, "absent"),
    Row("GET /schemas", 404),
    Row("GET /schemas/", 404),
    # packages
    Row(
        "GET /packages",
        200,
        '"name": "demo", "version": "1.2.3", "format": "MuranoPL/1.4", "type": "Application"',
    ),
    Row("GET /packages", 200, '"name": "io.murano", '),
    Row("GET /packages?findings=false", 200, '"errors": null'),
    Row("GET /packages?findings=perhaps", 400, "findings"),
    Row("GET /packages/demo", 200, '"ui": "Version: 2.2'),
    Row("GET /packages/demo?version=1.2.3", 200, '"files": ["Classes/App.yaml"'),
    Row("GET /packages/lib", 200, '"served": false, "errors": null'),
    Row("GET /packages/demo?version=1.0.0", 404, "only in 1.2.3"),
    Row("GET /packages/nothing", 404, "nothing"),
    Row("GET /packages/faulty/report", 200, '"code": "MPL209"'),
    Row(
        "GET /packages/demo/report?sources=all", 200, '"apps/demo/Classes/Base.yaml": "Namespaces:'
    ),
    Row("GET /packages/demo/report?sources=some", 400, "sources"),
    Row(
        "GET /packages/lib/report?sources=all",
        200,
        '"sources": {"libraries/lib/Classes/Thing.yaml": "Namespaces:',
    ),
    Row("GET /packages/lib/report?sources=reported", 200, '"packages": 0}, "sources": {}'),
    Row("GET /packages/lib/report", 200, '"packages": 0}}'),
    Row(
        "GET /packages/lib/report?sources=all",
        200,
        '"results": []',
        {"Accept": "application/sarif+json"},
    ),
    Row("GET /packages/io.murano/report?sources=all", 200, "(core library)/"),
    Row("GET /packages/nothing/report", 404, "nothing"),
    # classes
    Row(
        "GET /classes",
        200,
        '"title": "An application", "description": "For tests.", "usage": "Class"',
    ),
    Row("GET /classes?extends=demo.Base", 200, '{"classes": [{"name": "demo.App"'),
    Row("GET /classes?extends=demo.Nothing", 200, '{"classes": []}'),
    Row("GET /classes?extends=demo.Base&extendsVersion=1", 200, '{"classes": [{"name": "demo.App"'),
    Row("GET /classes?extends=demo.Base&extendsVersion=%3E1.2.3", 200, '{"classes": []}'),
    Row("GET /classes?extends=demo.Base&extendsVersion=abc", 400, "abc"),
    Row("GET /classes?extends=demo.Base&offered=true", 200, '"name": "demo.Base"'),
    Row("GET /classes?extends=demo.Nothing&offered=true", 200, '"left_out": 0}'),
    Row("GET /classes?package=lib", 200, '{"classes": [{"name": "lib.Thing"'),
    Row("GET /classes/demo.App?classVersion=1", 200, '"inherited": true'),
    Row("GET /classes/demo.App?classVersion=x", 400, "x"),
    Row("GET /classes/faulty.Orphan", 404, "Missing"),
    Row("GET /graph", 200, '"name": "demo.Base"'),
    Row("GET /graph?class=demo.App&class=Thing", 200, '"name": "lib.Thing"'),
    Row("GET /graph?package=lib", 200, '"name": "lib.Thing"'),
    Row("GET /graph?all=true", 200, '"name": "io.murano.resources.Instance"'),
    Row("GET /graph?class=Nothing", 404, "Nothing"),
    # explanations
    Row("GET /explanations/MPL120", 200, '"name": "unknown-key"'),
    Row("GET /explanations/mpl120", 200, "## Bad"),
    Row("GET /explanations/MPL999", 404, "MPL999"),
    # 5. the catalog of Murano
    Row("GET /v1/catalog/packages", 200, '"fully_qualified_name": "demo", "version": "1.2.3"'),
    Row(
        "GET /v1/catalog/packages?include_disabled=False&owned=False&limit=20",
        200,
        '"name": "Demo"',
    ),
    Row("GET /v1/catalog/packages?limit=1", 200, '"next_marker": "'),
    Row("GET /v1/catalog/packages?limit=1000", 200),
    Row("GET /v1/catalog/packages?limit=0", 400, "limit"),
    Row("GET /v1/catalog/packages?limit=many", 400, "limit"),
    Row("GET /v1/catalog/packages?marker=nothing", 404, "nothing"),
    Row("GET /v1/catalog/packages?fqn=demo", 200, '{"packages": [{"id"'),
    Row("GET /v1/catalog/packages?fqn=nothing", 200, '{"packages": []}'),
    Row("GET /v1/catalog/packages?name=Demo&type=application", 200, "demo"),
    Row("GET /v1/catalog/packages?class_name=lib.Thing", 200, '"fully_qualified_name": "lib"'),
    Row("GET /v1/catalog/packages?tag=in:web,other", 200, '"tags": ["web", "test"]'),
    Row(
        f"GET /v1/catalog/packages?id={DEMO}&id={LIB}&order_by=fqn&sort_dir=desc",
        200,
        '"fully_qualified_name": "lib"',
    ),
    Row("GET /v1/catalog/packages?category=Web", 200, '{"packages": []}'),
    Row(
        "GET /v1/catalog/packages?search=nothing,FOR%20TEST", 200, '"fully_qualified_name": "demo"'
    ),
    Row("GET /v1/catalog/packages?limit=" + 5000 * "9", 400, "limit"),
    Row("GET /v1/catalog/packages?limit=1&limit=2", 400, "limit is given 2 times"),
    Row("GET /v1/catalog/packages?order_by=size", 400, "order_by"),
    Row("GET /v1/catalog/packages?order_by=created&order_by=fqn", 200),
    Row(
        f"GET /v1/catalog/packages/{DEMO}",
        200,
        '"author": "Somebody", "supplier": {"Name": "A supplier"}',
    ),
    Row(f"GET /v1/catalog/packages/{LIB}", 200, '"description": "The description is not provided"'),
    Row("GET /v1/catalog/packages/nothing", 404, "nothing"),
    Row(f"GET /v1/catalog/packages/{DEMO}/ui", 200, "Version: 2.2"),
    Row(f"GET /v1/catalog/packages/{DEMO}/ui", 406, "text/plain", JSON),
    Row(f"GET /v1/catalog/packages/{DEMO}/logo", 406, "application/octet-stream", JSON),
    Row("GET /v1/catalog/packages/nothing/ui", 404, "nothing"),
    Row("GET /v1/catalog/packages/nothing/logo", 404, "nothing"),
    Row("GET /v1/catalog/packages/nothing/supplier_logo", 404, "nothing"),
    Row("GET /v1/catalog/packages/nothing/download", 404, "nothing"),
    # the service
    Row("GET /healthz", 200, '"status":"ok"'),
    Row("GET /metrics", 200, "muranopl_work_workers 1.0"),
    Row("GET /openapi.json", 200, '"openapi": "3.1.0"'),
    Row("GET /static/nothing.js", 404, "this path does not exist"),
    Row("GET /static/..%2Findex.html", 404, "this path does not exist"),
]


@pytest.mark.parametrize(
    "row", ROWS, ids=lambda row: f"{row.request} {row.status} {dict(row.headers) or ''}"
)
def test_answer(client: httpx.Client, row: Row) -> None:
    method, _, path = row.request.partition(" ")
    answer = client.request(method, path, headers=row.headers)
    assert answer.status_code == row.status, answer.text
    assert row.words in answer.text
    if row.status >= 400 and method != "HEAD":
        assert_is_error(answer)


def assert_is_error(answer: httpx.Response) -> None:
    """Errors have the body that existing clients can read: objects only at the top."""
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert list(body) == ["error"]
    assert body["error"]["code"] == answer.status_code
    assert body["error"]["message"]
    assert isinstance(body["error"]["diagnostics"], list)


def test_every_answer_has_an_id_and_keeps_browsers_safe(client: httpx.Client) -> None:
    answers = [client.get(path) for path in ("/healthz", "/nothing", "/schemas/demo.Xyz")]
    assert len({item.headers["x-openstack-request-id"] for item in answers}) == 3
    for answer in answers:
        assert answer.headers["x-openstack-request-id"].startswith("req-")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "access-control-allow-origin" not in answer.headers


def test_an_answer_that_the_client_has_is_not_sent_again(client: httpx.Client) -> None:
    path = f"/schemas/demo.App{ANY}"
    first = client.get(path)
    assert first.headers["x-catalog-state"] == client.get("/healthz").json()["catalog"]["state"]
    again = client.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_methods_that_there_are_are_said(client: httpx.Client) -> None:
    assert client.delete("/healthz").headers["allow"] == "GET, HEAD"


def test_pages_of_packages_follow_one_another(client: httpx.Client) -> None:
    names: list[str] = []
    marker = ""
    while len(names) < 10:
        page: dict[str, Any] = client.get(
            "/v1/catalog/packages", params={"limit": 1, "marker": marker}
        ).json()
        names += [item["fully_qualified_name"] for item in page["packages"]]
        marker = page.get("next_marker", "")
        if not marker:
            break
    assert names == ["demo", "faulty", "lib"]


def test_files_of_packages(client: httpx.Client) -> None:
    assert client.get(f"/v1/catalog/packages/{DEMO}/logo").content == LOGO
    for path in (f"{LIB}/logo", f"{LIB}/ui", f"{DEMO}/supplier_logo"):
        empty = client.get(f"/v1/catalog/packages/{path}")
        assert (empty.status_code, empty.content) == (200, b"")
    packed = client.get(f"/v1/catalog/packages/{DEMO}/download")
    assert packed.headers["content-type"] == "application/octet-stream"
    with zipfile.ZipFile(io.BytesIO(packed.content)) as archive:
        assert {"manifest.yaml", "Classes/App.yaml", "UI/ui.yaml", "logo.png"} <= set(
            archive.namelist()
        )


def test_classes_tell_where_members_are_from(client: httpx.Client) -> None:
    result = client.get("/classes/demo.App", params={"classVersion": ">=0"}).json()
    port, owner = result["properties"]["port"], result["properties"]["owner"]
    assert (port["contract"], port["default"]) == ("$.int().notNull().check($ > 0)", 80)
    assert (port["declaring"], port["inherited"], port["line"]) == ("demo.App/1.2.3", False, 13)
    assert (owner["declaring"], owner["inherited"]) == ("demo.Base/1.2.3", True)
    assert [item["name"] for item in result["methods"]["build"]["arguments"]] == ["model", "port"]
    listed = client.get("/classes", params={"extends": "demo.Base"}).json()["classes"]
    assert {item["name"]: item["builders"] for item in listed} == {
        "demo.App": ["build"],
        "demo.Base": [],
    }


@pytest.mark.parametrize(("most", "extending"), [(0, []), (100, ["demo.App/1.2.3"])])
def test_the_neighbourhood_of_a_class(
    client: httpx.Client, most: int, extending: list[str]
) -> None:
    result = client.get("/classes/demo.Base/neighbourhood", params={"most": most}).json()
    graph = client.get("/graph", params={"class": "demo.Base"}).json()
    assert result["middle"] == next(
        item for item in graph["classes"] if item["name"] == "demo.Base"
    )
    relatives = {f"{item['name']}/{item['version']}" for item in result["relatives"]}
    assert relatives == {*result["middle"]["ancestors"], *extending}
    assert result["left_out"] == 1 - len(extending)


def test_packages_tell_how_much_is_wrong(client: httpx.Client) -> None:
    result = {item["name"]: item for item in client.get("/packages").json()["packages"]}
    assert result["demo"]["errors"] == 0
    assert result["faulty"]["errors"] == len(
        [
            item
            for item in client.get("/packages/faulty/report").json()["diagnostics"]
            if item["severity"] == "error"
        ]
    )
    assert json.loads(client.get("/packages/demo").text)["manifest"]["FullName"] == "demo"
