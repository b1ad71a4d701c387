"""Every documented status and message of the calls that work on what is sent: actions, models, forms, checks."""

from __future__ import annotations

import json
import socket
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

import muranopl
from muranopl.diagnostics.formats import FORMATS, renderer
from tests import test_hostile, test_hostile_size
from tests.archives import zip_of, zip_of_folder
from tests.interfaces.server.serving import Serving, message_of, require_refused
from tests.project import EXAMPLES, ROOT

# Actions (rest-api.md, section 3)

DOUBLE = {
    "className": "demo.App",
    "methodName": "double",
    "classVersion": ">=0",
    "parameters": {"number": 4},
}


def call(**changes: Any) -> dict[str, Any]:
    return {key: value for key, value in {**DOUBLE, **changes}.items() if value is not ...}


class Called(NamedTuple):
    """What is sent, the status, and the answer: its data, or words of its message."""

    body: Any
    status: int
    answer: Any


ACTIONS = {
    "fine": Called(DOUBLE, 200, 8),
    "of a package": Called(call(packageName="demo"), 200, 8),
    "other keys are ignored": Called(call(other=1), 200, 8),
    "null is an empty body": Called(call(methodName="nothing", parameters=None), 200, None),
    "text": Called(call(methodName="text", parameters={}), 200, "für"),
    "a list": Called(call(methodName="list", parameters=...), 200, [1, "a", None]),
    "unknown names reach KwArgs": Called(
        call(methodName="named", parameters={"a": 1}), 200, {"a": 1}
    ),
    "an argument is converted": Called(call(parameters={"number": "5"}), 200, 10),
    "no class name": Called(
        call(className=...), 400, "Class name and method name must be specified"
    ),
    "an empty method name": Called(
        call(methodName=""), 400, "Class name and method name must be specified"
    ),
    "a contract refuses": Called(
        call(parameters={"number": None}), 400, "demo.App::double(number)"
    ),
    "an argument is missing": Called(call(parameters={}), 400, "double"),
    "parameters are a list": Called(call(parameters=[1]), 400, "body: "),
    "the body is a list": Called([], 400, "body: "),
    "the version is none": Called(
        call(classVersion="abc"), 400, '"abc" is not a version specification'
    ),
    "an action of objects": Called(
        call(methodName="restart", parameters={}), 400, "it is a method of objects"
    ),
    "a public method of objects": Called(
        call(methodName="public", parameters={}), 400, "it is a method of objects"
    ),
    "the class does not load": Called(
        call(className="faulty.Orphan", methodName="go", parameters={}),
        400,
        "a class that it names is missing",
    ),
    "unknown class": Called(call(className="demo.Nope"), 404, "demo.Nope"),
    "unknown package": Called(call(packageName="nope"), 404, "nope"),
    "no such version": Called(call(classVersion="=9"), 404, "1.2.3"),
    "the version is =0 where none is given": Called(call(classVersion=...), 404, "1.2.3"),
    "nor where it is empty": Called(call(classVersion=""), 404, "1.2.3"),
    "unknown method": Called(call(methodName="nope"), 404, "the class has no such method"),
    "not public": Called(call(methodName="hidden", parameters={}), 404, "it is not public"),
    "an argument too many": Called(call(parameters={"number": 1, "more": 2}), 404, "more"),
    "it throws": Called(call(methodName="throws", parameters={}), 422, "ownName: it is late"),
    "it never ends": Called(call(methodName="endless", parameters={}), 422, "200"),
}


def test_messages_of_actions_begin_with_the_method(client: httpx.Client) -> None:
    """As in Murano: no Python class of an exception stands in front."""
    for parameters in ({"number": None}, {}):
        answer = client.post("/v1/actions", json=call(parameters=parameters))
        assert message_of(answer)[1].startswith("[demo.App::double(number)] "), answer.text
    answer = client.post("/v1/actions", json=call(parameters={"number": "a"}))
    assert "Exception" not in message_of(answer)[1]
    answer = client.post("/v1/actions", json=call(methodName="divides", parameters={"by": 0}))
    assert message_of(answer)[1].startswith("integer division"), answer.text
    throws = client.post("/v1/actions", json=call(methodName="throws", parameters={}))
    assert message_of(throws)[1] == "demo.ownName: it is late"


@pytest.mark.parametrize("path", ["/actions", "/v1/actions"])
@pytest.mark.parametrize("name", ACTIONS)
def test_actions(client: httpx.Client, path: str, name: str) -> None:
    called = ACTIONS[name]
    answer = client.post(path, json=called.body)
    assert (answer.status_code, answer.headers["content-type"]) == (
        called.status,
        "application/json",
    ), answer.text
    if called.status != 200:
        assert called.answer in message_of(answer)[1]
    elif called.answer is None:
        assert answer.content == b""
    else:
        assert answer.json() == called.answer


def test_an_object_is_its_model(client: httpx.Client) -> None:
    model = client.post("/actions", json=call(methodName="object", parameters={})).json()
    assert model["port"] == 81
    assert model["?"]["type"] == "demo.App/1.2.3@demo"
    assert {"id", "name", "metadata"} <= model["?"].keys()


def test_a_model_builder_makes_a_model(client: httpx.Client) -> None:
    result = client.post(
        "/actions", json=call(methodName="build", parameters={"model": {}, "port": 8080})
    ).json()
    assert result["port"] == 8080
    assert result["?"]["type"] == "demo.App/1.2.3@demo"


def test_a_model_builder_may_return_an_unfinished_model(client: httpx.Client) -> None:
    """The client goes on with its form, so it gets what there is."""
    unfinished = {"?": {"type": "demo.App/1.2.3@demo"}, "port": -1}
    answer = client.post(
        "/actions", json=call(methodName="build", parameters={"model": {}, "port": -1})
    )
    assert (answer.status_code, answer.json()) == (200, unfinished)
    told = client.post(
        "/actions?diagnostics=true",
        json=call(methodName="build", parameters={"model": {}, "port": -1}),
    ).json()
    assert told["value"] == unfinished
    (missing,) = [item for item in told["diagnostics"] if item["model_path"] == "$.port"]
    assert "the model that build created is returned unchanged" in str(missing["notes"])


# Models and forms


def test_a_model_is_rendered_or_refused_at_its_places(client: httpx.Client) -> None:
    fine = client.post("/render", json={"?": {"type": "demo.App/1.2.3", "id": "a"}, "port": "81"})
    assert fine.json()["model"]["port"] == 81
    refused = client.post("/render", json={"?": {"type": "demo.App/1.2.3", "id": "a"}, "port": -1})
    assert refused.status_code == 422
    errors = [
        item for item in refused.json()["error"]["diagnostics"] if item["severity"] == "error"
    ]
    assert [error["model_path"] for error in errors] == ["$.port"]


def test_a_model_may_be_yaml_and_leave_its_class_to_the_call(client: httpx.Client) -> None:
    answer = client.post(
        "/render?class=demo.App/1.2.3@demo",
        content="{'?': {id: a}, port: 81}",
        headers={"Content-Type": "application/yaml"},
    )
    assert answer.json()["model"]["?"]["type"] == "demo.App/1.2.3@demo"


def test_the_graph_of_a_model_comes_with_it(client: httpx.Client) -> None:
    model = {"?": {"type": "demo.App/1.2.3", "id": "a"}, "port": 81}
    assert "graph" not in client.post("/render?graph=false", json=model).json()
    graph = client.post("/render", json=model).json()["graph"]
    assert (graph["root"], [item["id"] for item in graph["objects"]]) == ("a", ["a"])
    answers = {"answers": {"page": {"port": 8080}}}
    made = client.post("/forms/demo", json=answers).json()["graph"]
    assert [item["type"] for item in made["objects"]][:2] == [
        "io.murano.Environment/0.0.0@io.murano",
        "demo.App/1.2.3@demo",
    ]
    unrendered = "/forms/demo?unrendered=true"
    assert "graph" not in client.post(unrendered, json=answers).json()
    sent = {
        "package": ("hello.zip", HELLO),
        "model": ("m.json", (EXAMPLES / "hello-environment.json").read_bytes()),
    }
    report = client.post("/validate?graph=true", files=sent).json()
    assert report["model_graph"]["root"] == "environment"
    assert "model_graph" not in client.post("/validate", files=sent).json()


def test_a_form_is_filled_in(client: httpx.Client) -> None:
    answers = {"answers": {"page": {"port": 8080}}}
    rendered = client.post("/forms/demo?name=web", json=answers).json()["model"]
    assert rendered["applications"][0]["port"] == 8080
    assert (
        client.post("/forms/demo?version=1.2.3&unrendered=true", json=answers).json()["model"][
            "port"
        ]
        == 8080
    )
    refused = client.post("/forms/demo", json={"answers": {"page": {"port": "many"}}})
    assert (refused.status_code, refused.json()["error"]["diagnostics"][0]["code"]) == (
        422,
        "MPL543",
    )
    assert 'package "nope" is not found' in message_of(client.post("/forms/nope", json=answers))[1]
    assert client.post("/forms/demo?name=a%20b", json=answers).status_code == 400


def test_the_pages_of_a_form(client: httpx.Client) -> None:
    answers = {"answers": {"page": {"port": "many"}}}
    shown = client.post("/forms/demo/pages?version=1.2.3", json=answers).json()
    page = shown["pages"][0]
    assert (page["name"], page["schema"]["properties"]["port"]["type"]) == ("page", "integer")
    assert shown["application"].startswith("demo.App/1.2.3")
    paths = [(item["code"], item["model_path"]) for item in shown["diagnostics"]]
    assert paths == [("MPL543", "$.page.port")]
    missing = client.post("/forms/nope/pages", json={})
    assert 'package "nope" is not found' in message_of(missing)[1]
    formless = client.post("/forms/faulty/pages", json={})
    assert (formless.status_code, formless.json()["error"]["message"]) == (
        422,
        "the package has no form",
    )


# Checks


BROKEN, HELLO = zip_of_folder(EXAMPLES / "broken"), zip_of_folder(EXAMPLES / "hello")
ZIP = {"Content-Type": "application/zip"}


def test_a_package_is_checked(client: httpx.Client) -> None:
    answer = client.post("/validate?name=b.zip&graph=true", content=BROKEN, headers=ZIP)
    report = answer.json()
    assert answer.status_code == 200
    assert report["summary"]["errors"] > 5
    assert report["summary"]["packages"] == 1
    assert report["model"] is None
    assert "example.broken" in json.dumps(report["graph"])
    result = next(item for item in report["diagnostics"] if item["code"] == "MPL163")
    assert (result["file"], result["line"]) == ("Classes/Account.yaml", 9)
    assert "notNul()" in report["sources"][result["source"]].split("\n")[8]
    assert answer.headers["X-Catalog-State"] == client.get("/healthz").json()["catalog"]["state"]


def test_a_form_may_hold_a_package_and_a_model(client: httpx.Client) -> None:
    model = (EXAMPLES / "mistaken-environment.yaml").read_bytes()
    sent = {"package": ("hello.zip", HELLO), "model": ("model.yaml", model)}
    report = client.post("/validate", files=sent).json()
    assert report["summary"]["errors"] == 3
    assert report["model"] is None
    assert {item["model_path"] for item in report["diagnostics"]} >= {"$.applications[0].port"}
    model = (EXAMPLES / "hello-environment.json").read_bytes()
    package = {"package": ("hello.zip", HELLO)}
    report = client.post("/validate?sources=none", files=package, data={"model": model}).json()
    assert report["model"]["applications"][0]["port"] == 8081
    assert "sources" not in report


def test_a_report_may_be_sarif(client: httpx.Client) -> None:
    answer = client.post(
        "/validate", content=BROKEN, headers={**ZIP, "Accept": "application/sarif+json"}
    )
    assert answer.headers["content-type"] == "application/sarif+json"
    assert answer.json()["runs"][0]["results"]
    assert (
        client.post("/validate", content=BROKEN, headers={**ZIP, "Accept": "image/png"}).status_code
        == 406
    )


@pytest.mark.parametrize("name", FORMATS)
def test_a_report_has_every_format_of_the_command_line(
    client: httpx.Client, folder: Path, name: str
) -> None:
    url = f"/validate?format={name}&name=broken.zip"
    answer = client.post(url, content=BROKEN, headers=ZIP)
    assert answer.status_code == 200
    media, _, charset = answer.headers["content-type"].partition("; ")
    assert (media, charset) in {(renderer(name).media_type, text) for text in TEXTS}
    streams = {"broken.zip": BROKEN}
    own = muranopl.validate("broken.zip", [folder / "apps", folder / "libraries"], streams=streams)
    assert answer.text == own.render(name)
    for path in ("/report", "/packages/demo/report"):
        asked = client.get(f"{path}?format={name}")
        assert asked.status_code == 200, asked.text
        assert asked.headers["content-type"] == answer.headers["content-type"]


TEXTS = ("", "charset=utf-8")


def test_other_formats_are_refused_and_asked_for_by_type(client: httpx.Client) -> None:
    refused = client.get("/report?format=yaml")
    assert refused.status_code == 400
    assert '"markdown"' in refused.json()["error"]["message"]
    for media, name in {"text/plain": "text", "text/markdown": "markdown"}.items():
        asked = client.get("/report", headers={"Accept": media})
        assert asked.text == client.get(f"/report?format={name}").text
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    assert client.get("/report", headers={"Accept": browser}).json()["version"] == 1


@pytest.mark.parametrize("path", ["/validate", "/report"])
def test_progress_comes_as_events(client: httpx.Client, path: str) -> None:
    accept = {"Accept": "text/event-stream"}
    if path == "/report":
        asked = client.build_request("GET", path, headers=accept)
        plain = client.get(path).json()
    else:
        asked = client.build_request("POST", path, content=BROKEN, headers={**ZIP, **accept})
        plain = client.post(path, content=BROKEN, headers=ZIP).json()
    answer = client.send(asked)
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = [
        dict(line.split(": ", 1) for line in item.splitlines())
        for item in answer.text.split("\r\n\r\n")
        if item
    ]
    done = [json.loads(event["data"])["done"] for event in events if event["event"] == "progress"]
    assert done == sorted(done)
    assert events[-1]["event"] == "report"
    assert json.loads(events[-1]["data"]) == plain


@pytest.mark.parametrize(
    ("sent", "status", "words"),
    [
        ({"content": b"x"}, 400, "the Content-Type must be one of application/zip"),
        (
            {"content": b"x", "headers": {"Content-Type": "text/plain"}},
            415,
            "the Content-Type must be one of",
        ),
        ({"content": b"", "headers": ZIP}, 400, "a body is required"),
        ({"files": {"package": ("x.zip", b"")}}, 400, "the part package is empty"),
        ({"content": bytes(2**20 + 1), "headers": ZIP}, 413, "the limit is 1 MiB"),
        ({"files": {"package": ("a.zip", bytes(2**20 + 1))}}, 413, "the limit is 1 MiB"),
        ({"files": {"app": ("a.zip", b"x")}}, 400, "the form must have a part package"),
        (
            {"files": {"package": ("a.zip", b"x"), "app": ("b.zip", b"x")}},
            400,
            "the form must have",
        ),
        ({"files": [("package", ("a.zip", b"x"))] * 2}, 400, "the form must have"),
        ({"files": {"package": (None, b"x")}}, 400, "with a filename"),
        ({"files": {"a": ("a.zip", b"x"), "b": ("b.zip", b"x")}}, 400, "the form must have"),
        ({"files": [("a", (f"{item}.zip", b"x")) for item in range(5)]}, 400, "Too many files"),
        ({"files": {"model": ("m.json", b"{}")}}, 400, "the form must have"),
        (
            {
                "content": b"--x\r\n\r\n",
                "headers": {"Content-Type": "multipart/form-data; boundary=x"},
            },
            400,
            "Malformed",
        ),
        ({"content": b"x", "headers": {"Content-Type": "multipart/form-data"}}, 400, "Malformed"),
    ],
)
def test_uploads_that_are_none(
    client: httpx.Client, sent: dict[str, Any], status: int, words: str
) -> None:
    answer = client.post("/validate", **sent)
    require_refused(answer, status, words)


# Hostile uploads


@pytest.mark.parametrize("name", test_hostile.CASES)
def test_hostile_packages(client: httpx.Client, name: str, tmp_path: Path) -> None:
    """What is hostile on disk is hostile in an upload, where it fits; what takes files of its own does not."""
    make, codes = test_hostile.CASES[name]
    created = make(tmp_path / "package")
    if created.is_dir():
        links = any(
            item.is_symlink() or not (item.is_file() or item.is_dir())
            for item in created.rglob("*")
        )
        if links or not (created / "manifest.yaml").exists():
            return
    content = (
        created.read_bytes() if created.is_file() else zip_of_folder(created, zipfile.ZIP_STORED)
    )
    answer = client.post("/validate?sources=all", content=content, headers=ZIP)
    if len(content) > 2**20:
        assert answer.status_code == 413
        return
    assert answer.status_code == 200
    result = {item["code"] for item in answer.json()["diagnostics"]}
    assert codes <= result
    assert "MPL001" not in result


# One of each kind of work, as all of them take a minute: names, contracts, YAML, forms, meta
# objects, expressions.
MUCH = {
    "a circle of classes": 3_000,
    "each class extends all before it": 300,
    "templates that double": 300,
    "misspelt forms": 10_000,
    "wrong meta objects": 10_000,
    "a key many times": 20_000,
    "calls inside of calls": 400,
    "a long sum": 200_000,
}


@pytest.mark.parametrize("kind", MUCH)
def test_much_of_one_thing(client: httpx.Client, kind: str) -> None:
    make, codes = test_hostile_size.KINDS[kind]
    answer = client.post("/validate", content=zip_of(make(MUCH[kind])), headers=ZIP)
    assert answer.status_code == 200
    assert codes <= {item["code"] for item in answer.json()["diagnostics"]}
    assert "MPL001" not in answer.text


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "fuzz" / "crashes").iterdir()), ids=lambda item: item.name
)
def test_inputs_that_broke_it_once(client: httpx.Client, path: Path) -> None:
    package = zip_of(
        {"manifest.yaml": test_hostile.MANIFEST, "Classes/Sample.yaml": path.read_bytes()}
    )
    for content in (path.read_bytes() or b"x", package):
        for asked in ("/validate", "/validate?graph=true&sources=all"):
            answer = client.post(asked, content=content, headers=ZIP)
            assert answer.status_code == 200
            assert "MPL001" not in answer.text
    for sent in ("/render", "/forms/demo", "/actions"):
        for media in ("application/json", "application/yaml"):
            answer = client.post(sent, content=path.read_bytes(), headers={"Content-Type": media})
            assert answer.status_code in {400, 404, 415, 422}, answer.text


def test_a_client_that_goes_away_in_the_middle(service: Serving, client: httpx.Client) -> None:
    host, port = service.address.removeprefix("http://").split(":")
    head = "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/zip\r\nContent-Length: {}\r\n\r\n"
    for size in (len(HELLO), len(HELLO) * 2):
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(head.format(size).encode() + HELLO)
    assert client.post("/validate", content=HELLO, headers=ZIP).status_code == 200
