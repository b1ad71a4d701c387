"""Packages at addresses that the workers of a check fetch: the report is that of one process."""

from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import fsspec
import msgspec
import pytest

import muranopl
from muranopl.ard.remote.addressed import AddressedSource, open_packages, open_together
from muranopl.ard.remote.fetcher import Fetcher
from muranopl.ard.remote.shared_fetcher import SharedFetcher
from muranopl.ard.sources.discovery import discover, package_names
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.findings import Findings
from tests.archives import zip_of
from tests.ard.remote.answers import LIBRARY, USER, AnsweringServer
from tests.material import all_of

BROKEN = {
    "manifest.yaml": "Format: 1.4\nType: Library\nFullName: example.bad\nClasses:\n"
    "  example.bad.Tap: Tap.yaml\n",
    "Classes/Tap.yaml": "Name: example.bad.Tap\nPropertys: {}\nProperties: {a: {Contract: $.strin()}}\n",
}
FILES = {"app": USER, "bad": BROKEN, "lib": LIBRARY}


def put_page(server: AnsweringServer, names: list[str]) -> str:
    links = "".join(f'<a href="{name}">{name}</a>' for name in names)
    return server.put("/apps/", links.encode(), Content_Type="text/html")


def web_folder(server: AnsweringServer) -> str:
    for name, files in FILES.items():
        server.put(f"/apps/{name}.zip", zip_of(files))
    return put_page(server, [f"{name}.zip" for name in FILES])


def with_page_of_errors(server: AnsweringServer) -> str:
    """One of the zips is none: this is reported by the process that waits."""
    web_folder(server)
    server.put("/apps/none.zip", b"<html>")
    return put_page(server, ["app.zip", "lib.zip", "none.zip"])


def with_missing(server: AnsweringServer) -> str:
    web_folder(server)
    return put_page(server, ["app.zip", "gone.zip", "lib.zip"])


def led_to_private_network(server: AnsweringServer) -> str:
    web_folder(server)
    server.answers["/apps/lib.zip"] = lambda request: request.send(
        302, Location="http://169.254.169.254/latest/meta-data"
    )
    return put_page(server, ["app.zip", "lib.zip"])


def led_to_file(server: AnsweringServer) -> str:
    server.answers["/one.zip"] = lambda request: request.send(302, Location="file:///etc/passwd")
    return server.url + "/one.zip"


def no_zips(server: AnsweringServer) -> str:
    return put_page(server, [])


def one_zip(server: AnsweringServer) -> str:
    return server.put("/one.zip", zip_of(BROKEN))


def folder_in_zip(server: AnsweringServer) -> str:
    return server.put("/one.zip", zip_of(BROKEN, "around/"))


def missing_zip(server: AnsweringServer) -> str:
    return server.url + "/none.zip"


def zipped_folder(server: AnsweringServer) -> str:
    """It is called like a zip, and is a folder."""
    web_folder(server)
    server.answers["/all.zip"] = lambda request: request.send(302, Location="/apps/")
    return server.url + "/all.zip"


def repository(server: AnsweringServer) -> str:
    packages = [
        {"id": name, "fully_qualified_name": f"example.{name}", "version": "0.0.0"}
        for name in FILES
    ]
    for name, files in FILES.items():
        server.put(f"/v1/catalog/packages/{name}/download", zip_of(files))
    page = msgspec.json.encode({"packages": packages})
    return "murano+" + server.put("/v1/catalog/packages", page).partition("/v1")[0]


def object_store(_server: AnsweringServer) -> str:
    system = fsspec.filesystem("memory")
    for name, files in FILES.items():
        for path, text in files.items():
            system.pipe_file(f"/apps/group/{name}/{path}", text.encode())
    system.pipe_file("/apps/zips/bad.zip", zip_of(BROKEN))
    system.pipe_file("/apps/README.md", b"")
    return "memory://apps"


def empty_object_store(_server: AnsweringServer) -> str:
    fsspec.filesystem("memory").pipe_file("/apps/README.md", b"")
    return "memory://apps/"


def zip_in_zip(server: AnsweringServer) -> str:
    """It is fetched by the process that waits, and sent."""
    around = zip_of({f"{name}.zip": zip_of(files) for name, files in FILES.items()})
    return "zip://::" + server.put("/around.zip", around)


PLACES: list[Callable[[AnsweringServer], str]] = [
    web_folder, with_page_of_errors, with_missing, led_to_private_network, led_to_file, no_zips, one_zip,
    folder_in_zip, missing_zip, zipped_folder, repository, object_store, empty_object_store, zip_in_zip,
]  # fmt: skip
BY_WORKERS = [web_folder, one_zip, repository, object_store]


@pytest.fixture(autouse=True)
def _empty_store() -> Iterator[None]:
    yield
    fsspec.filesystem("memory").store.clear()


@pytest.fixture
def executor() -> Iterator[Executor]:
    with PicklingExecutor(2) as result:
        yield result


class PicklingExecutor(ThreadPoolExecutor):
    """Sends what it runs as processes elsewhere get it."""

    def submit(self, task: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        task, arguments = pickle.loads(pickle.dumps((task, arguments)))
        return super().submit(task, *arguments, **more)


def check(address: str, **options: Any) -> tuple[object, ...]:
    return all_of(muranopl.Catalog([address], **options).check())


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_the_report_is_the_same(
    place: Callable[[AnsweringServer], str],
    server: AnsweringServer,
    executor: Executor,
    tmp_path: Path,
) -> None:
    address = place(server)
    expected = check(address)
    assert check(address, executor=executor) == expected
    for _ in range(2):
        assert check(address, executor=executor, cache=tmp_path) == expected


@pytest.mark.parametrize("place", BY_WORKERS, ids=lambda place: place.__name__)
def test_only_workers_fetch(
    place: Callable[[AnsweringServer], str],
    server: AnsweringServer,
    executor: Executor,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    address = place(server)
    expected = check(address)
    one = Fetcher._one

    def fetch(self: Fetcher, address: str) -> Any:
        is_list = "packages?" in address
        assert is_list or not isinstance(self, SharedFetcher)
        return one(self, address)

    monkeypatch.setattr(Fetcher, "_one", fetch)
    assert check(address, executor=executor, cache=tmp_path) == expected
    # What was listed and fetched is in the cache
    server.answers.clear()
    options = {"executor": executor, "cache": tmp_path, "offline": True}
    assert check(address, **options) == expected


def test_what_is_required_comes_from_the_folder_of_workers(
    server: AnsweringServer, executor: Executor, tmp_path: Path
) -> None:
    libraries = web_folder(server)
    user = tmp_path / "app"
    for path, text in USER.items():
        (user / path).parent.mkdir(exist_ok=True, parents=True)
        (user / path).write_text(text)
    options: Mapping[str, Any] = {"libraries": [libraries]}
    assert check(str(user), executor=executor, **options) == check(str(user), **options)


def test_workers_that_fail_are_done_without(server: AnsweringServer) -> None:
    class Broken(Executor):
        def submit(self, *_: object, **__: object) -> Future[Any]:  # type: ignore[override]
            raise RuntimeError("it is shut down")

    address = web_folder(server)
    assert check(address, executor=Broken()) == check(address)


def test_another_package_than_the_one_that_was_listed_cannot_be_read(
    server: AnsweringServer, tmp_path: Path
) -> None:
    address = one_zip(server)
    sent: list[bytes] = []

    class Keeping(PicklingExecutor):
        def submit(self, task: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
            sent.append(pickle.dumps(arguments))
            return super().submit(task, *arguments, **more)

    with Keeping(1) as executor:
        fetcher = SharedFetcher(executor, str(tmp_path / "a"), None, offline=False)
        fetcher.fetch([address], None)
        packages = functools.partial(fetcher.packages, calls_by_path=False)
        (source,) = packages(address, Findings(), None) or ()
    assert isinstance(source, AddressedSource)
    ((rules, addresses),) = map(pickle.loads, sent)
    assert b"example.bad" in open_packages(rules, addresses)
    server.put("/one.zip", zip_of(LIBRARY))
    source._rules = rules._replace(cache=str(tmp_path / "b"))
    assert source.read("manifest.yaml") == BROKEN["manifest.yaml"].encode()
    with pytest.raises(SourceError, match="unreadable"):
        source.read("Classes/Tap.yaml")
    assert [item.path for item in source.damage()] == [""]
    # A task elsewhere fails, and is run by the process that has the package
    open_together([source])
    with pytest.raises(SourceError, match="now a different package"):
        open_together([pickle.loads(pickle.dumps(source))])


NAMES = [
    ("a/manifest.yaml", "a/Classes/X.yaml", "a/Resources/b.zip", "a/Resources/c/manifest.yaml"),
    ("b.zip", "c/d.ZIP", "c/e/manifest.yaml", ".f/manifest.yaml", "g/.h.zip", "README.md"),
    ("manifest.yaml", "b.zip", "a/manifest.yaml"),
    ("README.md",),
]  # fmt: skip


@pytest.mark.parametrize("names", NAMES, ids=["nested", "zips", "one", "none"])
def test_packages_are_told_by_the_names_of_files(names: tuple[str, ...], tmp_path: Path) -> None:
    manifest = LIBRARY["manifest.yaml"].encode()
    for name in names:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(
            manifest if path.suffix == ".yaml" else zip_of({"manifest.yaml": manifest})
        )
    found = [source.base for source in discover(str(tmp_path), Findings())]
    assert package_names(names) == sorted(found)
