"""Every documented status and message of the calls that work on what is sent: actions, models, forms, checks."""

from __future__ import annotations

import io
import json
import os
import socket
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

import muranopl
from muranopl.diagnostics.formats import FORMATS, renderer
from muranopl.interfaces.server.catalog_record import FILE
from muranopl.interfaces.server.operations.murano_catalog import package_id
from tests import test_hostile, test_hostile_size
from tests.interfaces.server.sample_catalog import write_catalog
from tests.interfaces.server.serving import Serving, serving
from tests.project import EXAMPLES, ROOT


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the service: its packages are in `apps`, what it writes for a while in `temporary`."""
    result = tmp_path_factory.mktemp("posted")
    (result / "temporary").mkdir()
    write_catalog(result)
    return result


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Serving]:
    """A service that takes packages."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(folder / "temporary"))
        with serving(folder, "apps", "--writable", "--max-upload", "1") as result:
            yield result


@pytest.fixture(scope="module")
def client(service: Serving, folder: Path) -> Iterator[httpx.Client]:
    """A client of that service, which leaves no file behind."""
    with httpx.Client(base_url=service.address, timeout=120) as result:
        yield result
    assert list((folder / "temporary").iterdir()) == []
    assert not [
        item.name for item in (folder / "apps").iterdir() if item.name.startswith(".")
    ]


def message_of(answer: httpx.Response) -> str:
    text: str = answer.json()["error"]["message"]
    assert answer.json()["error"]["code"] == answer.status_code
    return text


# Actions (rest-api.md, section 3)

DOUBLE = {
    "className": "demo.App",
    "methodName": "double",
    "classVersion": ">=0",
    "parameters": {"number": 4},
}


def call(**changes: Any) -> dict[str, Any]:
    return {
        key: value for key, value in {**DOUBLE, **changes}.items() if value is not ...
    }


class Called(NamedTuple):
    """What is sent, the status, and the answer: its data, or words of its message."""

    body: Any
    status: int
    answer: Any


ACTIONS = {
    "fine": Called(DOUBLE, 200, 8),
    "of a package": Called(call(packageName="demo"), 200, 8),
    "other keys are ignored": Called(call(other=1), 200, 8),
    "null is an empty body": Called(
        call(methodName="nothing", parameters=None), 200, None
    ),
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
        "some class it names is missing",
    ),
    "unknown class": Called(call(className="demo.Nope"), 404, "demo.Nope"),
    "unknown package": Called(call(packageName="nope"), 404, "nope"),
    "no such version": Called(call(classVersion="=9"), 404, "1.2.3"),
    "the version is =0 where none is given": Called(
        call(classVersion=...), 404, "1.2.3"
    ),
    "nor where it is empty": Called(call(classVersion=""), 404, "1.2.3"),
    "unknown method": Called(call(methodName="nope"), 404, "there is no such method"),
    "not public": Called(
        call(methodName="hidden", parameters={}), 404, "it is not for callers outside"
    ),
    "an argument too many": Called(
        call(parameters={"number": 1, "more": 2}), 404, "more"
    ),
    "it throws": Called(
        call(methodName="throws", parameters={}), 422, "ownName: it is late"
    ),
    "it never ends": Called(call(methodName="endless", parameters={}), 422, "200"),
}


def test_messages_of_actions_begin_with_the_method(client: httpx.Client) -> None:
    """As in Murano: no Python class of an exception stands in front."""
    for parameters in ({"number": None}, {}):
        answer = client.post("/v1/actions", json=call(parameters=parameters))
        assert message_of(answer).startswith("[demo.App::double(number)] "), answer.text
    answer = client.post("/v1/actions", json=call(parameters={"number": "a"}))
    assert "Exception" not in message_of(answer)
    answer = client.post(
        "/v1/actions", json=call(methodName="divides", parameters={"by": 0})
    )
    assert message_of(answer).startswith("integer division"), answer.text
    throws = client.post("/v1/actions", json=call(methodName="throws", parameters={}))
    assert message_of(throws) == "demo.ownName: it is late"


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
        assert called.answer in message_of(answer)
    elif called.answer is None:
        assert answer.content == b""
    else:
        assert answer.json() == called.answer


def test_an_object_is_its_model(client: httpx.Client) -> None:
    model = client.post(
        "/actions", json=call(methodName="object", parameters={})
    ).json()
    assert model["port"] == 81
    assert model["?"]["type"] == "demo.App/1.2.3@demo"
    assert {"id", "name", "metadata"} <= model["?"].keys()


def test_a_model_builder_makes_a_model(client: httpx.Client) -> None:
    result = client.post(
        "/actions",
        json=call(methodName="build", parameters={"model": {}, "port": 8080}),
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
    (missing,) = [
        item for item in told["diagnostics"] if item["model_path"] == "$.port"
    ]
    assert "returned as build made it" in str(missing["notes"])


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [
        (b"", {"Content-Type": "application/json"}, 400),
        (b"{", {"Content-Type": "application/json"}, 400),
        (b"{}", {}, 400),
        (b"{}", {"Content-Type": "text/plain"}, 415),
        (b"[" * 100_000, {"Content-Type": "application/json"}, 400),
    ],
)
@pytest.mark.parametrize("path", ["/actions", "/render", "/forms/demo"])
def test_bodies_that_are_none(
    client: httpx.Client,
    path: str,
    content: bytes,
    headers: Mapping[str, str],
    status: int,
) -> None:
    answer = client.post(path, content=content, headers=headers)
    assert answer.status_code == status, answer.text
    assert message_of(answer)


# Models and forms


def test_a_model_is_rendered_or_refused_at_its_places(client: httpx.Client) -> None:
    fine = client.post(
        "/render", json={"?": {"type": "demo.App/1.2.3", "id": "a"}, "port": "81"}
    )
    assert fine.json()["model"]["port"] == 81
    refused = client.post(
        "/render", json={"?": {"type": "demo.App/1.2.3", "id": "a"}, "port": -1}
    )
    assert refused.status_code == 422
    errors = [
        item
        for item in refused.json()["error"]["diagnostics"]
        if item["severity"] == "error"
    ]
    assert [error["model_path"] for error in errors] == ["$.port"]


def test_a_model_may_be_yaml_and_leave_its_class_to_the_call(
    client: httpx.Client,
) -> None:
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
        client.post("/forms/demo?version=1.2.3&unrendered=true", json=answers).json()[
            "model"
        ]["port"]
        == 8080
    )
    refused = client.post("/forms/demo", json={"answers": {"page": {"port": "many"}}})
    assert (refused.status_code, refused.json()["error"]["diagnostics"][0]["code"]) == (
        422,
        "MPL543",
    )
    assert "there is no package" in message_of(client.post("/forms/nope", json=answers))
    assert client.post("/forms/demo?name=a%20b", json=answers).status_code == 400


def test_the_pages_of_a_form(client: httpx.Client) -> None:
    answers = {"answers": {"page": {"port": "many"}}}
    shown = client.post("/forms/demo/pages?version=1.2.3", json=answers).json()
    page = shown["pages"][0]
    assert (page["name"], page["schema"]["properties"]["port"]["type"]) == (
        "page",
        "integer",
    )
    assert shown["application"].startswith("demo.App/1.2.3")
    paths = [(item["code"], item["model_path"]) for item in shown["diagnostics"]]
    assert paths == [("MPL543", "$.page.port")]
    missing = client.post("/forms/nope/pages", json={})
    assert "there is no package" in message_of(missing)
    formless = client.post("/forms/faulty/pages", json={})
    assert (formless.status_code, formless.json()["error"]["message"]) == (
        422,
        "the package has no form",
    )


# Checks


def zipped(package: Path) -> bytes:
    """Return a folder as a zip."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for path in sorted(package.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(package))
    return result.getvalue()


BROKEN, HELLO = zipped(EXAMPLES / "broken"), zipped(EXAMPLES / "hello")
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
    assert (
        answer.headers["X-Catalog-State"]
        == client.get("/healthz").json()["catalog"]["state"]
    )


def test_a_form_may_hold_a_package_and_a_model(client: httpx.Client) -> None:
    model = (EXAMPLES / "mistaken-environment.yaml").read_bytes()
    sent = {"package": ("hello.zip", HELLO), "model": ("model.yaml", model)}
    report = client.post("/validate", files=sent).json()
    assert report["summary"]["errors"] == 3
    assert report["model"] is None
    assert {item["model_path"] for item in report["diagnostics"]} >= {
        "$.applications[0].port"
    }
    model = (EXAMPLES / "hello-environment.json").read_bytes()
    package = {"package": ("hello.zip", HELLO)}
    report = client.post(
        "/validate?sources=none", files=package, data={"model": model}
    ).json()
    assert report["model"]["applications"][0]["port"] == 8081
    assert "sources" not in report


def test_a_report_may_be_sarif(client: httpx.Client) -> None:
    answer = client.post(
        "/validate", content=BROKEN, headers={**ZIP, "Accept": "application/sarif+json"}
    )
    assert answer.headers["content-type"] == "application/sarif+json"
    assert answer.json()["runs"][0]["results"]
    assert (
        client.post(
            "/validate", content=BROKEN, headers={**ZIP, "Accept": "image/png"}
        ).status_code
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
    assert (media, charset) in {(renderer(name).MEDIA_TYPE, text) for text in TEXTS}
    streams = {"broken.zip": BROKEN}
    own = muranopl.validate("broken.zip", folder / "apps", streams=streams)
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
        asked = client.build_request(
            "POST", path, content=BROKEN, headers={**ZIP, **accept}
        )
        plain = client.post(path, content=BROKEN, headers=ZIP).json()
    answer = client.send(asked)
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = [
        dict(line.split(": ", 1) for line in item.splitlines())
        for item in answer.text.split("\r\n\r\n")
        if item
    ]
    done = [
        json.loads(event["data"])["done"]
        for event in events
        if event["event"] == "progress"
    ]
    assert done == sorted(done)
    assert events[-1]["event"] == "report"
    assert json.loads(events[-1]["data"]) == plain


@pytest.mark.parametrize(
    ("sent", "status", "words"),
    [
        ({"content": b"x"}, 400, "the Content-Type has to be one of application/zip"),
        (
            {"content": b"x", "headers": {"Content-Type": "text/plain"}},
            415,
            "the Content-Type has to be one of",
        ),
        ({"content": b"", "headers": ZIP}, 400, "a body is needed"),
        ({"files": {"package": ("x.zip", b"")}}, 400, "the part package is empty"),
        ({"content": bytes(2**20 + 1), "headers": ZIP}, 413, "the limit is 1 MiB"),
        (
            {"files": {"package": ("a.zip", bytes(2**20 + 1))}},
            413,
            "the limit is 1 MiB",
        ),
        (
            {"files": {"app": ("a.zip", b"x")}},
            400,
            "the form has to have a part package",
        ),
        (
            {"files": {"package": ("a.zip", b"x"), "app": ("b.zip", b"x")}},
            400,
            "the form has to have",
        ),
        ({"files": [("package", ("a.zip", b"x"))] * 2}, 400, "the form has to have"),
        ({"files": {"package": (None, b"x")}}, 400, "with a filename"),
        (
            {"files": {"a": ("a.zip", b"x"), "b": ("b.zip", b"x")}},
            400,
            "the form has to have",
        ),
        (
            {"files": [("a", (f"{item}.zip", b"x")) for item in range(5)]},
            400,
            "Too many files",
        ),
        ({"files": {"model": ("m.json", b"{}")}}, 400, "the form has to have"),
        (
            {
                "content": b"--x\r\n\r\n",
                "headers": {"Content-Type": "multipart/form-data; boundary=x"},
            },
            400,
            "Malformed",
        ),
        (
            {"content": b"x", "headers": {"Content-Type": "multipart/form-data"}},
            400,
            "Malformed",
        ),
    ],
)
def test_uploads_that_are_none(
    client: httpx.Client, sent: dict[str, Any], status: int, words: str
) -> None:
    answer = client.post("/validate", **sent)
    assert (answer.status_code, words in message_of(answer)) == (status, True), (
        answer.text
    )


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
    content = created.read_bytes() if created.is_file() else zipped(created)
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
MUCH = (
    "a circle of classes",
    "each class extends all before it",
    "templates that double",
    "misspelt forms",
    "wrong meta objects",
    "a key many times",
    "calls inside of calls",
    "a long sum",
)


@pytest.mark.parametrize("kind", MUCH)
def test_much_of_one_thing(client: httpx.Client, kind: str) -> None:
    make, codes = test_hostile_size.KINDS[kind]
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in make().items():
            archive.writestr(name, text)
    answer = client.post("/validate", content=result.getvalue(), headers=ZIP)
    assert answer.status_code == 200
    assert codes <= {item["code"] for item in answer.json()["diagnostics"]}
    assert "MPL001" not in answer.text


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "tests" / "fuzz" / "crashes").iterdir()),
    ids=lambda item: item.name,
)
def test_inputs_that_broke_it_once(client: httpx.Client, path: Path) -> None:
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        archive.writestr("manifest.yaml", test_hostile.MANIFEST)
        archive.writestr("Classes/Sample.yaml", path.read_bytes())
    for content in (path.read_bytes() or b"x", result.getvalue()):
        for asked in ("/validate", "/validate?graph=true&sources=all"):
            answer = client.post(asked, content=content, headers=ZIP)
            assert answer.status_code == 200
            assert "MPL001" not in answer.text
    for sent in ("/render", "/forms/demo", "/actions"):
        for media in ("application/json", "application/yaml"):
            answer = client.post(
                sent, content=path.read_bytes(), headers={"Content-Type": media}
            )
            assert answer.status_code in {400, 404, 415, 422}, answer.text


def test_a_client_that_goes_away_in_the_middle(
    service: Serving, client: httpx.Client
) -> None:
    host, port = service.address.removeprefix("http://").split(":")
    head = "POST /validate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/zip\r\nContent-Length: {}\r\n\r\n"
    for size in (len(HELLO), len(HELLO) * 2):
        with socket.create_connection((host, int(port))) as connection:
            connection.sendall(head.format(size).encode() + HELLO)
    assert client.post("/validate", content=HELLO, headers=ZIP).status_code == 200


# Packages taken into the catalog (rest-api.md, section 4)

UPLOADS = "/v1/catalog/packages"
MANIFEST = "Format: 1.4\nType: Library\nFullName: new.lib\nVersion: 1.0.0\nClasses: {new.lib.C: C.yaml}\n"


def packed(manifest: str | None = MANIFEST, **more: bytes) -> bytes:
    """Return the zip of a package with one class."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        entries = {"Classes/C.yaml": b"Namespaces: {=: new.lib}\nName: C\n", **more}
        if manifest is not None:
            entries["manifest.yaml"] = manifest.encode()
        for name, content in entries.items():
            archive.writestr(name, content)
    return result.getvalue()


def changed(old: str, new: str) -> bytes:
    assert old in MANIFEST
    return packed(MANIFEST.replace(old, new))


def form(*contents: bytes, **fields: str) -> dict[str, Any]:
    """Return a form with files, and fields that are none."""
    parts = [
        (f"part{number}", ("x.zip", content)) for number, content in enumerate(contents)
    ]
    return {"files": [*parts, *((name, (None, text)) for name, text in fields.items())]}


LOADING = "Couldn't load package from file: "
REFUSED: dict[str, tuple[dict[str, Any], int, str]] = {
    "no form": (
        {"content": b"x", "headers": ZIP},
        400,
        "the Content-Type has to be multipart/form-data",
    ),
    "three parts": (
        form(b"x", b"y", other="{}"),
        400,
        "the form has more than two parts",
    ),
    "an odd charset": (
        {
            "content": b'--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n\xff\r\n--b--',
            "headers": {
                "Content-Type": "multipart/form-data; boundary=b; charset=punycode"
            },
        },
        400,
        "Malformed request body",
    ),
    "no file": (
        form(metadata="{}"),
        400,
        "There is no file package with application description",
    ),
    "a large file": (
        form(bytes(2**20 + 1)),
        400,
        "Uploading file is too large. The limit is 1 Mb",
    ),
    "a very large file": (
        form(bytes(2**21)),
        400,
        "Uploading file is too large. The limit is 1 Mb",
    ),
    "unknown metadata": (
        form(packed(), m='{"x": 1}'),
        400,
        "Package schema is not valid: ",
    ),
    "wrong metadata": (
        form(packed(), m='{"tags": 1}'),
        400,
        "Package schema is not valid: ",
    ),
    "metadata before the empty file": (
        form(b"", m='{"tags": 1}'),
        400,
        "Package schema is not valid: ",
    ),
    "an empty file": (form(b""), 400, "Uploading file can't be empty"),
    "no zip": (
        form(b"x"),
        400,
        f"{LOADING}Incorrect package format: Uploaded file x.zip is not a zip archive",
    ),
    "half a zip": (
        form(packed()[:-30]),
        400,
        f"{LOADING}Incorrect package format: Uploaded file x.zip is not a zip",
    ),
    "no manifest": (
        form(packed(None)),
        400,
        f"{LOADING}Unable to find package manifest",
    ),
    "no YAML": (form(packed("a: [")), 400, f"{LOADING}Unable to load due to '"),
    "format": (
        form(changed("1.4", "MuranoPL/1.9")),
        400,
        f"{LOADING}Incorrect package format: Unsupported format Mura",
    ),
    "no name": (
        form(changed("FullName: new.lib", "A: 1")),
        400,
        f"{LOADING}Incorrect package format: FullName is not",
    ),
    "bad name": (
        form(changed("new.lib\n", "a-b\n")),
        400,
        f"{LOADING}Incorrect package format: Invalid FullName a-b",
    ),
    "no type": (
        form(changed("Type: Library", "A: 1")),
        400,
        f"{LOADING}Incorrect package format: Invalid package Type N",
    ),
    "bad type": (
        form(changed("Library", "Foo")),
        400,
        f"{LOADING}Incorrect package format: Invalid package Type Foo",
    ),
    "version": (form(changed("1.0.0", "one")), 400, f"{LOADING}{LOADING}"),
    "path outside": (
        form(changed("C.yaml", "../../C.yaml")),
        400,
        f"{LOADING}{LOADING}",
    ),
    "logo": (
        form(packed(MANIFEST + "Logo: l.png\n", **{"l.png": b"x"})),
        400,
        f"{LOADING}Unable to load logo: ",
    ),
    "long name": (
        form(packed(f"{MANIFEST}Name: {'x' * 81}\n")),
        400,
        "Package name should be 80 characters maximum",
    ),
    "category": (
        form(packed(), m='{"categories": ["Web"]}'),
        400,
        "Category 'Web' doesn't exist",
    ),
    "class of another package": (
        form(changed("new.lib.C: C", "demo.App: C")),
        400,
        "Class with the same full name is already registered in the visibility scope",
    ),
    "errors": (form(changed("C.yaml", "D.yaml")), 422, "MPL136"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_packages_that_are_not_taken(
    client: httpx.Client, folder: Path, name: str
) -> None:
    sent, status, words = REFUSED[name]
    answer = client.post(UPLOADS, **sent)
    assert (answer.status_code, words in message_of(answer)) == (status, True), (
        answer.text
    )
    names = {item.name for item in (folder / "apps").iterdir()} - {FILE}
    assert names == {"demo", "faulty"}


def test_a_package_is_taken_once_and_served_at_once(
    client: httpx.Client, folder: Path
) -> None:
    before = client.get("/packages").headers["X-Catalog-State"]
    content = changed("1.0.0", "2.0.0")
    taken = client.post(UPLOADS, **form(content, __metadata__='{"is_public": false}'))
    assert taken.status_code == 200, taken.text
    package = taken.json()
    assert (package["fully_qualified_name"], package["version"]) == ("new.lib", "2.0.0")
    assert package["class_definitions"] == ["new.lib.C"]
    assert (
        taken.headers["X-Catalog-State"]
        == client.get("/packages").headers["X-Catalog-State"]
        != before
    )
    assert client.get(f"{UPLOADS}/{package['id']}/download").content == content
    again = client.post(UPLOADS, **form(content))
    assert (again.status_code, message_of(again)) == (
        409,
        "Package with specified full name is already registered",
    )
    (stored,) = (item for item in (folder / "apps").iterdir() if item.suffix == ".zip")
    assert stored.read_bytes() == content
    stored.unlink()


def test_what_was_left_unfinished_is_removed_once_it_is_old(tmp_path: Path) -> None:
    """A service that is killed while it stores leaves a hidden file; another service may be writing one just now."""
    apps = tmp_path / "apps"
    apps.mkdir()
    names = (
        ".0123456789abcdef.tmp",
        ".fedcba9876543210.tmp",
        ".0123456789abcdef.tmpx",
        ".note.tmp",
        "a.tmp",
    )
    for name in names:
        (apps / name).write_bytes(b"PK")
    for name in names:
        if name != names[1]:
            os.utime(apps / name, (0, 0))
    (apps / ".aaaaaaaaaaaaaaaa.tmp").mkdir()
    os.utime(apps / ".aaaaaaaaaaaaaaaa.tmp", (0, 0))
    (apps / ".bbbbbbbbbbbbbbbb.tmp").symlink_to(tmp_path / "elsewhere")
    before = {item.name for item in apps.iterdir()}
    with serving(tmp_path, "apps"):
        assert {item.name for item in apps.iterdir()} == before
    with serving(tmp_path, "apps", "--writable"):
        assert {item.name for item in apps.iterdir()} == before - {names[0]}


def test_a_service_that_takes_no_packages_checks_them(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "apps").mkdir()
    with (
        serving(tmp_path, "apps") as result,
        httpx.Client(base_url=result.address, timeout=120) as client,
    ):
        refused = client.post(UPLOADS, **form(packed()))
        assert (refused.status_code, "--writable" in message_of(refused)) == (403, True)
        assert (
            client.post(UPLOADS, **form(changed("C.yaml", "D.yaml"))).status_code == 422
        )
    assert list((tmp_path / "apps").iterdir()) == []


def test_packages_that_come_at_once_fit_to_one_another(
    client: httpx.Client, folder: Path
) -> None:
    """Two packages with the same class: only one of them is taken, though neither is there when they are checked."""
    names = [f"rival{number}.lib" for number in range(4)]
    sent = [
        form(
            packed(manifest=MANIFEST.replace("FullName: new.lib", f"FullName: {name}"))
        )
        for name in names
    ]
    with ThreadPoolExecutor() as pool:
        answers = list(
            pool.map(
                lambda item: httpx.post(
                    f"{client.base_url}{UPLOADS}", timeout=120, **item
                ),
                sent,
            )
        )
    stored = [item for item in (folder / "apps").iterdir() if item.suffix == ".zip"]
    for item in stored:
        item.unlink()
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400], [
        answer.text for answer in answers
    ]
    assert len(stored) == 1


def slipping(*names: str) -> bytes:
    """Return a package with further entries of some names."""
    result = io.BytesIO(packed())
    with warnings.catch_warnings(), zipfile.ZipFile(result, "a") as archive:
        warnings.simplefilter("ignore")  # zipfile warns of duplicates
        for name in names:
            archive.writestr(name, "x")
    return result.getvalue()


def linking() -> bytes:
    """Return a package with an entry that is stored as a link."""
    result = io.BytesIO(packed())
    with zipfile.ZipFile(result, "a") as archive:
        entry = zipfile.ZipInfo("link")
        entry.create_system, entry.external_attr = 3, 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    return result.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (slipping("../../evil.txt"), "../../evil.txt"),
        (slipping("/etc/cron.d/evil"), "/etc/cron.d/evil"),
        (slipping("Classes/../../evil"), "leads out of the package"),
        (slipping("a.txt", "a.txt"), "more than once"),
        (slipping("a.txt", "./a.txt"), "more than once"),
        (slipping("manifest.yaml"), ""),
        (slipping("Resources\\..\\..\\evil"), "backslash"),
        (slipping("C:evil"), "drive"),
        (linking(), "link"),
    ],
)
def test_packages_that_others_unpack_elsewhere_are_not_stored(
    client: httpx.Client, folder: Path, content: bytes, words: str
) -> None:
    refused = client.post(UPLOADS, **form(content))
    assert refused.status_code == 400
    assert words in message_of(refused)
    assert not list((folder / "apps").glob("*.zip"))


PATCH = {"Content-Type": "application/murano-packages-json-patch"}


def change(path: str, value: Any, op: str = "replace") -> list[dict[str, Any]]:
    return [{"op": op, "path": path, "value": value}]


@pytest.mark.parametrize(
    ("changes", "status", "words"),
    [
        ({}, 400, "Expected `array`"),
        ([1], 400, "Expected `object`"),
        ([{"op": "replace", "path": "/name"}], 400, "value"),
        (change("/other", 1), 403, "replace of /other is not allowed"),
        (change("name", "x"), 403, "not allowed"),
        (change("/fully_qualified_name", "x"), 403, "not allowed"),
        (change("/name", "x", "remove"), 403, "remove of /name is not allowed"),
        (change("/name", "x", "copy"), 403, "copy of /name is not allowed"),
        (change("/name", ""), 400, "/name: "),
        (change("/name", "x" * 81), 400, "/name: "),
        (change("/name", None), 400, "/name: Expected `str`, got `null`"),
        (change("/is_public", "true"), 400, "/is_public: Expected `bool`"),
        (change("/tags", "a"), 400, "/tags: Expected `array`"),
        (change("/tags", ["a"] * 1001), 400, "/tags: "),
        (change("/categories", ["None"]), 400, "Category 'None' doesn't exist"),
        ([*change("/name", "x"), *change("/enabled", 1)], 400, "/enabled: "),
    ],
)
def test_changes_that_are_not_made(
    client: httpx.Client, folder: Path, changes: Any, status: int, words: str
) -> None:
    path = f"{UPLOADS}/{package_id('demo', '1.2.3')}"
    before = client.get(path).json()
    answer = client.patch(path, content=json.dumps(changes), headers=PATCH)
    assert (answer.status_code, words in message_of(answer)) == (status, True), (
        answer.text
    )
    assert client.get(path).json() == before


def test_changes_in_other_forms_are_refused(client: httpx.Client) -> None:
    path = f"{UPLOADS}/{package_id('demo', '1.2.3')}"
    assert client.patch(path, json=change("/name", "x")).status_code == 415
    for content in (b"", b"[", b"[" * 100_000, b"\xff"):
        answer = client.patch(path, content=content, headers=PATCH)
        assert answer.status_code == 400, content[:10]
    missing = f"{UPLOADS}/{'0' * 32}"
    answer = client.patch(missing, content=b"[]", headers=PATCH)
    assert answer.status_code == 404
    for odd in ("..%2f..%2fdemo", "demo", "%00", "x" * 5_000):
        assert client.delete(f"{UPLOADS}/{odd}").status_code == 404


def test_lists_are_extended_and_shortened(client: httpx.Client, folder: Path) -> None:
    path = f"{UPLOADS}/{package_id('demo', '1.2.3')}"
    assert client.get(path).json()["tags"] == ["web", "test"]
    changes = [
        *change("/tags", ["new", "web"], "add"),
        *change("/tags", ["test"], "remove"),
    ]
    answer = client.patch(path, content=json.dumps(changes), headers=PATCH)
    assert answer.json()["tags"] == ["web", "new"]
    tagged = client.get(f"{UPLOADS}?tag=new").json()["packages"]
    assert [package["id"] for package in tagged] == [answer.json()["id"]]
    (folder / "apps" / FILE).write_text("{")
    broken = client.get(path)
    assert broken.status_code == 503
    assert FILE in message_of(broken)
    (folder / "apps" / FILE).unlink()
    assert client.get(path).json()["tags"] == ["web", "test"]


def test_a_service_that_takes_no_packages_changes_none(tmp_path: Path) -> None:
    write_catalog(tmp_path)
    path = f"{UPLOADS}/{package_id('demo', '1.2.3')}"
    with (
        serving(tmp_path, "apps") as result,
        httpx.Client(base_url=result.address, timeout=120) as client,
    ):
        refusals = (
            client.patch(path, content=b"[]", headers=PATCH),
            client.delete(path),
            client.post("/v1/catalog/categories", json={"name": "Web"}),
            client.delete("/v1/catalog/categories/x"),
        )
        for refused in refusals:
            assert refused.status_code == 403
            assert "--writable" in message_of(refused)
        assert client.get(path).json()["name"] == "Demo"
