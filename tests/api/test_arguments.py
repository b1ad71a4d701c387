"""Arguments of the library: each is taken where its meaning is plain, and else refused with one kind of error."""

from __future__ import annotations

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl import Catalog, Phase
from tests.project import EXAMPLES

HELLO = EXAMPLES / "hello"
MODEL = EXAMPLES / "hello-environment.json"
SERVER = "example.hello.WebServer"


def hello(**settings: Any) -> Catalog:
    return Catalog(HELLO, **settings)


class NoPath:
    def __fspath__(self) -> int:
        return 3


Call = Callable[..., Any]
REFUSED: dict[str, tuple[Call, str]] = {
    "no paths": (
        lambda: Catalog(None),
        "paths must be a path (a str or os.PathLike), or several, not None",
    ),
    "a path that is None": (lambda: Catalog([HELLO, None]), "each of paths must be a path"),
    "a path of bytes": (lambda: Catalog(b"/tmp"), "not b'/tmp'"),
    "a path of bytes among several": (lambda: Catalog([b"/tmp"]), "not b'/tmp'"),
    "an open file": (lambda: Catalog(io.StringIO("a\nb")), "paths must be a path"),
    "a number": (lambda: Catalog(3), "paths must be a path"),
    "a mapping": (lambda: Catalog({"a": 1}), "paths must be a path"),
    "an empty path": (
        lambda: Catalog(""),
        "each of paths must be a path (a str or os.PathLike), not ''",
    ),
    "a path that cannot be": (lambda: Catalog("a\0b"), "cannot be read: embedded null"),
    "paths that do not exist": (
        lambda: Catalog([HELLO, "no", "nor"]),
        '"no" does not exist\nthe path "nor" does',
    ),
    "validate of no path": (lambda: muranopl.validate(None), "path must be a path"),
    "validate of a path that does not exist": (
        lambda: muranopl.validate("no"),
        'the path "no" does not exist',
    ),
    "validate with a library that does not exist": (
        lambda: muranopl.validate(HELLO, "no"),
        '"no" does not exist',
    ),
    "libraries: None": (lambda: hello(libraries=None), "libraries must be a path"),
    "a library that does not exist": (
        lambda: hello(libraries=["no"]),
        'the path "no" does not exist',
    ),
    "a library without a package": (
        lambda: hello(libraries=["empty"]).check(),
        'libraries: no package found in "empty"',
    ),
    "a core library without one": (
        lambda: hello(core_library="empty").check(),
        'core_library: no package found in "empty"',
    ),
    "a core library of others": (
        lambda: hello(core_library=HELLO).check(),
        "no package io.murano, only example.hello",
    ),
    "no package to ask for classes": (
        lambda: Catalog("empty").classes(),
        'no package found in "empty"',
    ),
    "an empty core library": (lambda: hello(core_library=""), "core_library must be a path"),
    "a core library that is a number": (
        lambda: hello(core_library=3),
        "core_library must be a path",
    ),
    "a misspelt quirk": (
        lambda: hello(quirks="engin"),
        'there is no quirk "engin"; did you mean "engine"?',
    ),
    "an unknown quirk": (
        lambda: hello(quirks=["zzz"]),
        'there is no quirk "zzz"; the quirks are engine, ',
    ),
    "a path that gives none": (lambda: Catalog(NoPath()), "paths must be a path"),
    "an empty folder of a cache": (lambda: hello(cache=""), "the folder of a cache must be a path"),
    "no limit of diagnostics": (
        lambda: hello(max_per_code=0),
        "max_per_code must be a positive integer, or None for",
    ),
    "a quirk that is not a name": (
        lambda: hello(quirks=[3]),
        "each of quirks must be a str, not 3",
    ),
    "streams of another kind": (
        lambda: hello(streams=[b""]),
        "streams must be a mapping of paths to bytes",
    ),
    "a stream of text": (
        lambda: hello(streams={"-": "zip"}),
        "each value of streams must be bytes, not 'zip'",
    ),
    "a stream of no name": (lambda: hello(streams={1: b""}), "each key of streams must be a path"),
    "a cache of another kind": (
        lambda: hello(cache=3),
        "cache must be a muranopl.Cache, or the path of its folder",
    ),
    "the class of caches": (lambda: hello(cache=muranopl.Cache), "cache must be a muranopl.Cache"),
    "a folder of a cache": (lambda: muranopl.Cache(3), "the folder of a cache must be a path"),
    "a limit of a cache": (
        lambda: muranopl.Cache("x", limit=-1),
        "the limit of a cache must be a positive integer",
    ),
    "a limit in memory": (
        lambda: muranopl.Cache.in_memory(0),
        "the limit of a cache must be a positive integer",
    ),
    "negative jobs": (
        lambda: hello(jobs=-5),
        "jobs must be a positive integer, or None for the default number",
    ),
    "no jobs": (lambda: hello(jobs=0), "jobs must be a positive integer"),
    "jobs as text": (lambda: hello(jobs="2"), "jobs must be a positive integer"),
    "jobs: True": (lambda: hello(jobs=True), "jobs must be a positive integer"),
    "an executor": (
        lambda: hello(executor=3),
        "executor must be a concurrent.futures.Executor, not 3",
    ),
    "a phase of no name": (
        lambda: hello().check(stop_after="everything"),
        "a phase must be one of read, namespace,",
    ),
    "phase 6": (lambda: hello().check(stop_after=6), "a phase must be one of read, namespace,"),
    "phase True": (lambda: hello().check(stop_after=True), "a phase must be one of"),
    "progress": (
        lambda: hello().check(progress=3),
        "progress must be something that can be called",
    ),
    "models that are a number": (
        lambda: hello().check(models=3),
        "models must be a model, or several: paths, or mappings, not 3",
    ),
    "a model of bytes to check": (
        lambda: hello().check(models=b"{}"),
        "a model that is not plain data must be a path",
    ),
    "a model to check that does not exist": (
        lambda: muranopl.validate(HELLO, models=["nowhere.yaml"]),
        '"nowhere.yaml" does not exist',
    ),
    "models without all phases": (
        lambda: hello().check(models=MODEL, stop_after="inherit"),
        "stop_after must be None where there are models, not 'inherit'",
    ),
    "a format of no name": (
        lambda: hello().check().render("pdf"),
        'format must be "text" or "checkstyle" or',
    ),
    "a format that is None": (
        lambda: hello().check().render(None),  # type: ignore[arg-type]
        "format must be",
    ),
    "a width": (lambda: hello().check().render(width=0), "width must be a positive integer"),
    "a phase to dump": (lambda: hello().check().dump("x"), "a phase must be one of read"),
    "a phase that was not run": (
        lambda: hello().check(stop_after=1).dump(2),
        "the check stopped after read",
    ),
    "a graph that was not made": (
        lambda: hello().check(stop_after=1).graph,
        "the check stopped after read",
    ),
    "a class of a blank name": (
        lambda: hello().resolve(" "),
        "the name of a class must be a name, not ' '",
    ),
    "a method of a blank name": (lambda: hello().call(SERVER, ""), "method must be a name, not ''"),
    "a test of a blank name": (lambda: hello().test(""), "each of names must be a name, not ''"),
    "a type string without an end": (
        lambda: hello().schema(f"{SERVER}@"),
        '@" is not a class name: write full.Name, or',
    ),
    "contents of no package": (
        lambda: Catalog("empty").contents,
        'no package found in "empty": the folder is empty',
    ),
    "a class of no name": (
        lambda: hello().resolve(None),
        "the name of a class must be a str, not None",
    ),
    "a version that is none": (
        lambda: hello().resolve(SERVER, "zzz"),
        '"zzz" is not a version specification',
    ),
    "a version that is a list": (
        lambda: hello().resolve(SERVER, [1]),
        "version must be a str, not [1]",
    ),
    "a version in a type string": (
        lambda: hello().resolve(f"{SERVER}/zzz"),
        '"zzz" is not a version specification',
    ),
    "a package that is not a name": (
        lambda: hello().resolve(SERVER, package=3),
        "package must be a str",
    ),
    "a version to look up": (
        lambda: hello().look_up("A", SERVER, "zzz"),
        '"zzz" is not a version specification',
    ),
    "nothing to look up": (lambda: hello().look_up(None, SERVER), "written must be a str"),
    "nowhere to look up": (lambda: hello().look_up("A", None), "the name of a class must be a str"),
    "a version for a schema": (
        lambda: hello().schema(SERVER, version="zzz"),
        '"zzz" is not a version specification',
    ),
    "a draft": (
        lambda: hello().schema(SERVER, draft="07"),
        'draft must be "04" or "2020-12", not \'07\'',
    ),
    "a draft that is a number": (
        lambda: hello().schema(SERVER, draft=4),
        'draft must be "04" or "2020-12", not 4',
    ),
    "methods": (lambda: hello().schema(SERVER, [3]), "each of methods must be a str"),
    "a model of bytes": (
        lambda: hello().render(b"{}"),
        "a model that is not plain data must be a path",
    ),
    "an open model": (
        lambda: hello().render(io.StringIO("{}")),
        "a model that is not plain data must be a path",
    ),
    "a model that does not exist": (
        lambda: hello().render("no.json"),
        'the path "no.json" does not exist',
    ),
    "a model that is a folder": (lambda: hello().render(HELLO), "is a folder: pass a file"),
    "a class of a model": (lambda: hello().render(MODEL, 3), "class_ must be a str, not 3"),
    "configs that do not exist": (
        lambda: hello().render(MODEL, class_configs="no"),
        '"no" does not exist',
    ),
    "configs that are a file": (
        lambda: hello().render(MODEL, class_configs=MODEL),
        "is not a folder",
    ),
}


@pytest.mark.parametrize(("call", "message"), REFUSED.values(), ids=REFUSED)
def test_what_has_no_plain_meaning_is_refused(
    call: Call, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(muranopl.UsageError) as caught:
        call()
    assert message in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_the_core_library_answers_for_a_folder_without_packages(tmp_path: Path) -> None:
    assert Catalog(tmp_path).resolve("io.murano.Object").package == "io.murano"


ACCEPTED: dict[str, tuple[Call, Call]] = {
    # what is given, and the same in full
    "one path": (lambda: Catalog(str(HELLO)), lambda: Catalog([HELLO])),
    "a generator of paths": (lambda: Catalog(path for path in [HELLO]), lambda: Catalog([HELLO])),
    "one library": (
        lambda: Catalog([], libraries=str(HELLO)),
        lambda: Catalog([], libraries=[HELLO]),
    ),
    "one library as a Path": (
        lambda: Catalog([], libraries=HELLO),
        lambda: Catalog([], libraries=[HELLO]),
    ),
    "a generator of libraries": (
        lambda: Catalog([], libraries=iter([HELLO])),
        lambda: Catalog([], libraries=[HELLO]),
    ),
    "one quirk": (lambda: hello(quirks="engine"), lambda: hello(quirks=["engine"])),
    "a generator of quirks": (
        lambda: hello(quirks=iter(["forms"])),
        lambda: hello(quirks=["forms"]),
    ),
    "the folder of a cache": (
        lambda: hello(cache="kept"),
        lambda: hello(cache=muranopl.Cache("kept")),
    ),
}


@pytest.mark.parametrize(("given", "full"), ACCEPTED.values(), ids=ACCEPTED)
def test_what_has_a_plain_meaning_is_taken(
    given: Call, full: Call, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    for catalog in (given(), full()):
        assert catalog.schema(SERVER, methods="", version="1", draft="04").keys() == {""}
    assert repr(given()) == repr(full())


@pytest.mark.parametrize("phase", ["namespace", "2", 2, Phase.NAMESPACE])
def test_a_phase_is_known_by_its_name_and_its_number(phase: str | int | Phase) -> None:
    report = hello().check(stop_after=phase)
    assert report.dump(phase)["phase"] == "namespace"
    with pytest.raises(muranopl.UsageError):
        report.dump("hierarchy")


def test_bytes_of_any_kind_are_a_stream() -> None:
    model = MODEL.read_bytes()
    results = [
        hello(streams={"-": kind(model)}).render("-").ok for kind in (bytes, bytearray, memoryview)
    ]
    assert results == [True, True, True]


def test_objects_say_what_they_are(tmp_path: Path) -> None:
    catalog = hello(cache=muranopl.Cache.in_memory(), executor=ThreadPoolExecutor(1))
    assert repr(hello()) == f"<muranopl.Catalog ['{HELLO}']>"
    assert repr(catalog.check()) == "<muranopl.Report: no diagnostics in 1 package>"
    broken = muranopl.validate(EXAMPLES / "broken")
    assert repr(broken).startswith("<muranopl.Report: ")
    assert repr(broken).endswith(" in 1 package>")
    assert repr(catalog.render(MODEL)) == "<muranopl.RenderResult: the model loads, no diagnostics>"
    mistaken = catalog.render(EXAMPLES / "mistaken-environment.yaml")
    assert repr(mistaken) == "<muranopl.RenderResult: the model does not load, 3 errors, 1 warning>"
    assert repr(muranopl.Cache(tmp_path)) == f"<muranopl.Cache '{tmp_path}'>"
    assert repr(muranopl.Cache.in_memory()) == "<muranopl.Cache in memory>"
