"""Requirements that package repositories have: what is fetched, and what is said of what is not."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

import muranopl
from muranopl.ard.remote.limits import TimeLimits
from tests.archives import zip_of
from tests.namespace.required.repositories import Repository, package, serving
from tests.waiting import GUARD

APP = "example.app"


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    # Further attempts need no pauses here, and a busy machine has time
    limits = TimeLimits(connect=GUARD, silence=GUARD, pauses=())
    monkeypatch.setattr("muranopl.ard.remote.fetcher.TimeLimits", lambda: limits)
    with serving() as result:
        yield result


def app(folder: Path, require: str) -> str:
    """Write the package that requires others."""
    for path, text in package(APP, "1.0.0", require).items():
        (folder / APP / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / APP / path).write_text(text)
    return str(folder / APP)


def said(report: muranopl.Report) -> list[tuple[str, str, int]]:
    """Return the codes of a report, with the file and the line of each."""
    return [(item.code, item.file, item.line) for item in report.diagnostics]


def versions(path: str, *libraries: str) -> dict[str, str]:
    """Return the versions of the packages that requirements come to."""
    result = muranopl.Catalog(path, libraries=libraries).lock()
    assert result.ok
    return {item.name: item.version for item in result.lock.package}


def test_only_what_is_required_is_fetched(repository: Repository, tmp_path: Path) -> None:
    repository.add("example.a", "1.0.0", "{example.b: 2}")
    repository.add("example.b", "2.1.0")
    repository.add("example.b", "3.0.0")
    repository.add("example.other", "1.0.0")
    report = muranopl.validate(app(tmp_path, "{example.a: 1}"), libraries=repository.address)
    assert said(report) == []
    downloads = [item for item in repository.requests if item.endswith("/download")]
    assert sorted(downloads) == [
        "/v1/catalog/packages/0/download",
        "/v1/catalog/packages/1/download",
    ]


def test_what_is_at_hand_is_not_asked_for(repository: Repository, tmp_path: Path) -> None:
    app(tmp_path, "{}")
    other = tmp_path / "other"
    other.mkdir()
    package_path = app(other, f"{{{APP}: 1}}").replace("other/", "")
    (other / APP / "manifest.yaml").write_text(
        package("example.other", "1.0.0", f"{{{APP}: 1}}")["manifest.yaml"]
    )
    report = muranopl.validate(other / APP, libraries=[package_path, repository.address])
    assert "MPL211" not in [item.code for item in report.diagnostics]
    assert repository.requests == []


def test_murano_lists_no_versions(repository: Repository, tmp_path: Path) -> None:
    repository.lists_versions = False
    repository.page = 1
    for version in ("1.0.0", "1.2.0", "2.0.0"):
        repository.add("example.a", version)
    path = app(tmp_path, "{example.a: '>=1,<2'}")
    assert versions(path, repository.address) == {"example.a": "1.2.0"}


@pytest.mark.parametrize(
    ("require", "code"), [("{example.a: 2}", "MPL920"), ("{example.gone: 1}", "MPL911")]
)
def test_what_is_not_there_is_said_at_the_requirement(
    repository: Repository, tmp_path: Path, require: str, code: str
) -> None:
    repository.add("example.a", "1.0.0")
    path = app(tmp_path, require)
    report = muranopl.validate(path, libraries=repository.address)
    assert said(report) == [(code, "manifest.yaml", 5)]
    if code == "MPL920":
        assert "available: 1.0.0" in report.diagnostics[0].message


@pytest.mark.parametrize(
    ("status", "code"), [(401, "MPL912"), (403, "MPL912"), (404, "MPL911"), (503, "MPL910")]
)
def test_each_failure_is_said_once(
    repository: Repository, tmp_path: Path, status: int, code: str
) -> None:
    repository.status = status
    path = app(tmp_path, "{example.a: 1, example.b: 1}")
    report = muranopl.validate(path, libraries=repository.address)
    assert {item.code for item in report.diagnostics} == {code}
    # A repository that cannot be asked is one problem
    assert len(report.diagnostics) == (2 if status == 404 else 1)


def test_a_repository_that_is_not_there(tmp_path: Path, repository: Repository) -> None:
    path = app(tmp_path, "{example.a: 1}")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    report = muranopl.validate(path, libraries=f"murano+http://127.0.0.1:{port}")
    assert said(report) == [("MPL910", "manifest.yaml", 5)]
    # The next one must not stand in for it
    libraries = [f"murano+http://127.0.0.1:{port}", repository.address]
    repository.add("example.a", "1.0.0")
    report = muranopl.validate(path, libraries=libraries)
    assert said(report) == [("MPL910", "manifest.yaml", 5)]


def test_the_first_repository_that_has_it_is_taken(repository: Repository, tmp_path: Path) -> None:
    path = app(tmp_path, "{example.a: 1}")
    repository.add("example.a", "1.1.0")
    with serving() as first:
        libraries = [first.address, repository.address]
        assert said(muranopl.validate(path, libraries=libraries)) == []
        first.add("example.a", "1.0.0")
        assert versions(path, *libraries) == {"example.a": "1.0.0"}


@pytest.mark.parametrize(
    "broken", [b"no zip", zip_of({"a.txt": ""}), zip_of(package("example.b", "1.0.0"))]
)
def test_what_is_no_package_is_said_at_the_requirement(
    repository: Repository, tmp_path: Path, broken: bytes
) -> None:
    repository.add("example.a", "1.0.0")
    repository.broken = broken
    path = app(tmp_path, "{example.a: 1}")
    report = muranopl.validate(path, libraries=repository.address)
    ((code, file, line),) = said(report)
    assert (file, line) == ("manifest.yaml", 5)
    assert code in {"MPL102", "MPL911"}


def test_all_packages_of_a_repository(repository: Repository) -> None:
    repository.page = 2
    for number in range(5):
        repository.add(f"example.p{number}", "1.0.0")
    report = muranopl.validate(repository.address)
    assert sorted(item.name for item in report.packages) == [
        f"example.p{number}" for number in range(5)
    ]


def test_one_package_by_its_name_or_by_a_class(repository: Repository) -> None:
    repository.add("example.a", "1.0.0")
    repository.add("example.a", "2.0.0")
    for fragment, version in (
        ("example.a", "2.0.0"),
        ("example.a/1", "1.0.0"),
        ("example.a.Thing", "2.0.0"),
    ):
        report = muranopl.validate(f"{repository.address}#{fragment}")
        (checked,) = report.packages
        assert (checked.name, checked.version) == ("example.a", version)


def test_offline_takes_what_was_fetched(repository: Repository, tmp_path: Path) -> None:
    repository.add("example.a", "1.0.0")
    path, cache = app(tmp_path, "{example.a: 1}"), tmp_path / "cache"
    options = {"libraries": repository.address, "cache": cache}
    offline = muranopl.validate(path, offline=True, **options)
    assert said(offline) == [("MPL913", "manifest.yaml", 5)]
    assert said(muranopl.validate(path, **options)) == []
    asked = len(repository.requests)
    assert said(muranopl.validate(path, offline=True, **options)) == []
    assert len(repository.requests) == asked
    # What has not changed is listed again, and not fetched
    assert said(muranopl.validate(path, **options)) == []
    assert not repository.requests[-1].endswith("/download")


@pytest.mark.parametrize(
    ("variables", "token"),
    [
        ({"MURANOPL_HTTP_TOKEN_127_0_0_1___PORT": "one"}, "one"),
        ({"MURANO_URL": "http://127.0.0.1:PORT/v1", "OS_AUTH_TOKEN": "two"}, "two"),
        ({"MURANO_URL": "https://127.0.0.1:PORT", "OS_AUTH_TOKEN": "two"}, None),
        ({"MURANO_URL": "http://127.0.0.1", "OS_AUTH_TOKEN": "two"}, None),
        ({"MURANO_URL": "http://example.com", "OS_AUTH_TOKEN": "two"}, None),
        ({"OS_AUTH_TOKEN": "two"}, None),
    ],
)
def test_tokens_are_for_their_hosts(
    repository: Repository,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    variables: dict[str, str],
    token: str | None,
) -> None:
    for name in ("MURANO_URL", "OS_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    port = repository.address.rpartition(":")[2]
    for name, value in variables.items():
        monkeypatch.setenv(name.replace("PORT", port), value.replace("PORT", port))
    repository.add("example.a", "1.0.0")
    path = app(tmp_path, "{example.a: 1}")
    assert said(muranopl.validate(path, libraries=repository.address)) == []
    assert repository.tokens == {token}


def test_a_class_of_a_repository_is_run(repository: Repository, tmp_path: Path) -> None:
    repository.add("example.a", "1.0.0")
    catalog = muranopl.Catalog(app(tmp_path, "{example.a: 1}"), libraries=repository.address)
    result = catalog.render({"?": {"type": "example.a.Thing/1.0.0", "id": "1"}})
    assert [item.message for item in result.diagnostics] == []


def test_requirements_in_a_circle_come_to_an_end(repository: Repository, tmp_path: Path) -> None:
    repository.add("example.a", "1.0.0", "{example.b: 1}")
    repository.add("example.b", "1.0.0", "{example.a: 1}")
    path = app(tmp_path, "{example.a: 1}")
    assert versions(path, repository.address) == {"example.a": "1.0.0", "example.b": "1.0.0"}


def test_a_service_that_ignores_filters_and_repeats_pages(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("example.b", "example.a"):
        repository.add(name, "1.0.0")

    def listing(_query: object) -> dict[str, object]:
        items = [
            {"id": str(number), "fully_qualified_name": name}
            for number, (name, _, _) in enumerate(repository.packages)
        ]
        return {"packages": items, "next_marker": "1"}

    monkeypatch.setattr(repository, "_listing", listing)
    path = app(tmp_path, "{example.a: 1}")
    assert versions(path, repository.address) == {"example.a": "1.0.0"}


@pytest.mark.parametrize("body", [b"[]", b"<html>", b'{"packages": [{"id": 1}]}'])
def test_a_service_that_is_no_repository(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: bytes
) -> None:
    monkeypatch.setattr(repository, "answer", lambda _target: (200, body))
    path = app(tmp_path, "{example.a: 1}")
    report = muranopl.validate(path, libraries=repository.address)
    assert said(report) == [("MPL911", "manifest.yaml", 5)]
    assert "lists no packages" in report.diagnostics[0].message


def test_an_unknown_scheme_is_wrong_usage(tmp_path: Path) -> None:
    path = app(tmp_path, "{}")
    for address in ("murano://example.com", "murano+file:///a"):
        with pytest.raises(muranopl.UsageError):
            muranopl.validate(path, libraries=address)


@pytest.mark.parametrize(
    ("name", "suggestion"),
    [
        ("example.databses", 'did you mean "example.databases"?'),
        (
            "example.databases.Thng",
            'did you mean "example.databases.Thing", a class of "example.databases"?',
        ),
        ("com.acme.else", "check the name, or pass another repository with -L"),
        ("example.bad-nam", "check the name, or pass another repository with -L"),
    ],
)
def test_a_name_that_is_nearly_that_of_a_package(
    repository: Repository, tmp_path: Path, name: str, suggestion: str
) -> None:
    """Names that a repository makes up are not shown, and one request more lists them."""
    repository.add("example.databases", "1.0.0")
    repository.add("example.bad-name", "1.0.0")
    report = muranopl.validate(f"{repository.address}#{name}")
    (item,) = report.diagnostics
    assert (item.code, item.suggestion) == ("MPL911", suggestion)
    assert len(repository.requests) == 3
    required = muranopl.validate(
        app(tmp_path, f"{{{name.replace('-', '')}: 1}}"), libraries=repository.address
    )
    assert "MPL911" in [item.code for item in required.diagnostics]


@pytest.mark.parametrize("page", [b'{"packages": ' + b"[" * 200_000, b"[1]", b"{}", b""])
def test_pages_that_list_no_packages(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, page: bytes
) -> None:
    monkeypatch.setattr(repository, "answer", lambda _: (200, page))
    for address in (repository.address, f"{repository.address}#example.a"):
        (item,) = muranopl.validate(address).diagnostics
        assert item.code == "MPL911"
        assert item.message.endswith("its response lists no packages")
