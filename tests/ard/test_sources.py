"""Where packages come from: hostile and odd folders, zips, catalogs and streams, through the public functions."""

import os
import pickle
import random
import resource
import socket
import stat
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from muranopl import Catalog
from muranopl.ard.sources.discovery import discover, open_source, open_stream
from muranopl.ard.sources.regular_files import report_failure
from muranopl.ard.sources.source import SourceError, join_inside
from muranopl.diagnostics.bounds import PACKAGE_ENTRIES
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats import render
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.phases.reuse.cache import Cache
from tests.ard.packages import (
    GOOD,
    MANIFEST,
    METHODS,
    assert_one,
    below,
    bomb,
    bzip2_bomb,
    codes,
    failure,
    failure_report,
    in_index,
    look,
    patched,
    streamed,
    with_entry,
    with_index_of,
    write,
    zipped,
)

WARNING, ERROR = Severity.WARNING, Severity.ERROR
SAMPLE = "Classes/Sample.yaml"
NAMES = ["имя", "名前", "🦊👩‍👩‍👧", "שלום", "عربي", "e\u0301té", "with blank & $", "\u202ex"]

# What is put at PATH, the code, and words of the message: what is wrong and what to do.
REFUSED: dict[str, tuple[dict[str, bytes] | bytes | Callable[[], bytes], str, str]] = {
    "empty file": (b"", "MPL102", "empty|pass a package folder"),
    "text": (b"hello\n", "MPL102", "text file|pass"),
    "cyrillic text": (("ж" * 400).encode(), "MPL102", "text file|pass"),
    "binary": (bytes(range(256)) * 4, "MPL102", "binary file|pass"),
    "gzip": (b"\x1f\x8b\x08" + bytes(100), "MPL102", "gzip archive|zip of its contents"),
    "truncated": (zipped(GOOD)[:-30], "MPL103", "truncated|again"),
    "only a start": (b"PK\3\4", "MPL103", "truncated|again"),
    "front cut off": (zipped(GOOD)[200:], "MPL103", "truncated|again"),
    "middle cut out": (patched(zipped(GOOD), b"PK\5\6", 16, b"\xff"), "MPL103", "removed|again"),
    "broken index": (in_index(0, b"XX"), "MPL103", "table of contents|again"),
    "index cut in an entry": (
        patched(zipped(GOOD), b"PK\5\6", 12, b"\x50"),
        "MPL103",
        "table of contents",
    ),
    "too new": (in_index(6, b"\xff"), "MPL103", "version 25.5|again"),
    "name no UTF-8": (in_index(46, b"\xff", with_entry("ж")), "MPL103", "flagged as UTF-8|again"),
    "empty zip": (zipped({}), "MPL101", "no manifest.yaml at its root|zip the contents of"),
    "zip without manifest": (
        zipped({"x": b""}),
        "MPL101",
        "no manifest.yaml at its root|zip the contents of",
    ),
    "wrapped": (zipped(below("app")), "MPL105", 'folder "app"|zip the contents of'),
    "too many entries": (lambda: with_index_of(100_001), "MPL109", "100,000 entries|elsewhere"),
    "long index": (
        lambda: with_index_of(400_000),
        "MPL109",
        "table of contents|16,777,216|elsewhere",
    ),
    "bomb": (lambda: bomb(2**30), "MPL109", "536,870,912|elsewhere"),
    "bzip2 bomb": (
        lambda: in_index(24, struct.pack("<L", 2**26 + 1), bzip2_bomb(45_000_000)),
        "MPL109",
        "67,108,864",
    ),
    "many by bzip2": (
        zipped(GOOD | {f"{n}": b"" for n in range(1000)}, zipfile.ZIP_BZIP2),
        "MPL109",
        "1,000 files",
    ),
    "empty folder": ({}, "MPL101", "manifest.yaml|pass the folder"),
    "folders without package": (
        {"a/b/c.txt": b"", "d.yaml": b""},
        "MPL101",
        "manifest.yaml|pass the folder",
    ),
    "nearly": ({"a/Manifest.yml": b""}, "MPL101", '"a/Manifest.yml" must be renamed'),
    "hidden": (
        {".git/manifest.yaml": b"", ".x.zip": b""},
        "MPL101",
        "manifest.yaml|pass the folder",
    ),
    "wrapped in catalog": ({"a.zip": zipped({"app/manifest.yaml": b""})}, "MPL105", "a.zip|app"),
    "text named zip": ({"a.zip": b"hello"}, "MPL102", "a.zip|text"),
    "truncated in catalog": ({"a.zip": zipped(GOOD)[:-5]}, "MPL103", "a.zip|again"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(tmp_path: Path, case: str) -> None:
    content, code, words = REFUSED[case]
    path = tmp_path / "p"
    if isinstance(content, dict):
        path.mkdir()
        write(path, content)
    else:
        path.write_bytes(content if isinstance(content, bytes) else content())
    result, diagnostics = look(path)
    assert result == []
    diagnostic = assert_one(diagnostics, code, *words.split("|"))
    assert (diagnostic.severity, diagnostic.place.file.root) == (ERROR, str(path))
    assert (diagnostic.file or str(path)) in diagnostic.message


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nothing/here", "no such file|spelling"),
        ("", "no such file|spelling"),
        ("nul\0", "no file can have this name"),
        ("x" * 300, "too long|spelling"),
        ("pkg/manifest.yaml", 'only the manifest|pass its folder "pkg"'),
        ("pkg/Classes/Sample.yaml", 'single file of a package|folder "pkg"'),
        ("lonely.yaml", "single YAML file|manifest.yaml"),
        ("pipe", "pipe|pass - as PATH"),
        ("loop", "symbolic links|spelling"),
        ("\x1b[2J\udcff", "\\x1b[2J\\xff|no such file"),
    ],
)
def test_wrong_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, words: str) -> None:
    monkeypatch.chdir(write(tmp_path, below("pkg") | {"lonely.yaml": b"Name: A\n"}))
    os.mkfifo("pipe")
    Path("loop").symlink_to("loop")
    result, diagnostics = look(path)
    assert result == []
    assert_one(diagnostics, "MPL102", *words.split("|"))


def test_paths_that_cannot_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert_one(look("/dev/zero")[1], "MPL108", "device")
    with (tmp_path / "huge.zip").open("wb") as huge:
        huge.truncate(2**30)
    assert_one(look(tmp_path / "huge.zip")[1], "MPL109", "1,073,741,824", "elsewhere")
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert_one(look(".")[1], "MPL102")


def test_wrong_streams() -> None:
    for data, word in [(b"", "empty"), (b"Name: A\n", "it is text"), (b"\0\1", "binary")]:
        findings = Findings()
        assert open_stream(data, findings) is None
        assert_one(findings.diagnostics, "MPL102", "standard input", word)


@pytest.mark.parametrize(
    "form", ["folder", "link", "zip", "stream", "zip after a program", *METHODS]
)
def test_good_package(tmp_path: Path, form: str | int) -> None:
    files = (
        GOOD
        | {f"Resources/{name}": name.encode() for name in NAMES}
        | {"data.bin": bytes(range(256)) * 100}
    )
    path, findings = tmp_path / "p", Findings()
    data = zipped(files, form if isinstance(form, int) else zipfile.ZIP_DEFLATED)
    if form in {"folder", "link"}:
        write(tmp_path / "real", files)
        path.symlink_to("real") if form == "link" else (tmp_path / "real").rename(path)
    else:
        path.write_bytes(b"#!/bin/sh\n" * (form == "zip after a program") + data)
    source = open_stream(data, findings) if form == "stream" else open_source(str(path), findings)
    assert source is not None
    assert findings.diagnostics == []
    assert source.paths() == tuple(sorted(files))
    with ThreadPoolExecutor(8) as threads:
        assert dict(zip(files, threads.map(source.read, files), strict=True)) == files
    assert source.read("Classes/../manifest.yaml") == MANIFEST
    assert pickle.loads(pickle.dumps(source)).read("manifest.yaml") == MANIFEST
    root = "-" if form == "stream" else str(path)
    assert (source.root, source.base, source.file("a/b").root, source.file("a/b").path) == (
        root,
        "",
        root,
        "a/b",
    )
    assert (failure(source, "none").kind, failure(source, "Classes").kind) == (
        "missing",
        "not-regular",
    )
    for outside in ["/etc/passwd", "../secret", "Classes/../../x", "..", ".", "", "a\0b"]:
        assert failure(source, outside).kind == "outside"


@pytest.mark.parametrize(
    ("folder", "names", "expected"),
    [
        ("Classes", ["X.yaml", "sub/../X.yaml", "./X.yaml", "../Classes/X.yaml"], "Classes/X.yaml"),
        ("Classes", ["..X"], "Classes/..X"),
        ("Resources/scripts", ["имя"], "Resources/scripts/имя"),
        ("", ["b", "a/../b"], "b"),
        ("", ["../x", "/x", "", ".", "..", "a/..", "a\0"], None),
        (
            "Classes",
            ["../x", "/x", "", ".", "..", "a/..", "a\0", "../Classes2/X.yaml", "../Classes"],
            None,
        ),
    ],
)
def test_join_inside(folder: str, names: list[str], expected: str | None) -> None:
    assert {join_inside(folder, name) for name in names} == {expected}


@pytest.mark.parametrize(
    ("name", "code", "severity", "words", "readable"),
    [
        ("../evil", "MPL104", WARNING, "`..` or a leading slash|../evil|relative path", ""),
        ("/etc/evil", "MPL104", WARNING, "`..` or a leading slash|/etc/evil", ""),
        ("Classes/../x", "MPL104", WARNING, "`..` or a leading slash", ""),
        ("manifest.yaml", "MPL104", WARNING, "more than once|keep one", "manifest.yaml"),
        ("./manifest.yaml", "MPL104", WARNING, "more than once", "manifest.yaml"),
        ("manifest.yaml/x", "MPL104", ERROR, "file and a folder|rename", "manifest.yaml/x"),
        ("ж" * 200, "MPL104", ERROR, "too long|shorten", "ж" * 200),
        ("Classes/link", "MPL107", ERROR, "stored|store the file", ""),
        ("link", "MPL107", WARNING, "stored", ""),
        ("CLASSES/SAMPLE.yaml", None, None, "", "CLASSES/SAMPLE.yaml"),
        ("..", "MPL104", ERROR, "names no file|remove", ""),
        ("Resources/x/", "MPL104", WARNING, "the name of a folder|remove the slash at the end", ""),
        ("a/" * 2_100 + "x", "MPL104", ERROR, "too long|shorten", "a/" * 2_100 + "x"),
        (".//sub/./x", None, None, "", "sub/x"),
        ("sub\\x", None, None, "", "sub\\x"),
    ],
)
def test_entry_names(
    tmp_path: Path,
    *,
    name: str,
    code: str | None,
    severity: Severity | None,
    words: str,
    readable: str,
) -> None:
    mode = stat.S_IFLNK if name.endswith("link") else stat.S_IFREG
    (tmp_path / "p.zip").write_bytes(with_entry(name, mode=mode | 0o644))
    (source,), diagnostics = look(tmp_path / "p.zip")
    if code is None:
        assert diagnostics == []
    else:
        assert assert_one(diagnostics, code, *words.split("|")).severity is severity
    if readable:
        assert source.read(readable) == b"x"
    assert set(source.paths()) == set(GOOD) | ({readable} if readable else set())
    assert readable or failure(source, name).kind in {"outside", "missing", "not-regular"}


def test_a_folder_in_the_place_of_a_file() -> None:
    assert open_stream(zipped({f"{SAMPLE}/": b""} | GOOD), findings := Findings())
    assert (
        assert_one(findings.diagnostics, "MPL104", "file and a folder", "rename").severity is ERROR
    )


def test_many_bad_names_are_reported_briefly() -> None:
    assert open_stream(
        zipped(GOOD | {f"../{n}": b"" for n in range(1_500)}), findings := Findings()
    )
    assert set(codes(findings.diagnostics)) == {"MPL104"}
    assert len(findings.diagnostics) == 101
    assert "1,400 more" in findings.diagnostics[-1].message


def test_names_without_utf8_flag_are_read_as_the_engine_does() -> None:
    data = zipped(GOOD | {"aa.txt": b"x"}).replace(b"aa.txt", b"\x8e\xff.txt")
    assert streamed(data).read("Ä\xa0.txt") == b"x"


@pytest.mark.parametrize(
    ("data", "path", "code", "words"),
    [
        (bomb(64 * 2**20), "Resources/zeros", "MPL109", "67,108,864|smaller"),
        (in_index(8, b"\1\0"), SAMPLE, "MPL103", "encrypted|password"),
        (in_index(8, b"\x20\0"), SAMPLE, "MPL103", "patched"),
        (in_index(10, b"\x63"), SAMPLE, "MPL103", "compression method is not supported"),
        (in_index(16, b"\0"), SAMPLE, "MPL103", "CRC"),
        (in_index(24, b"\1"), SAMPLE, "MPL103", "CRC"),
        (in_index(42, b"\xff" * 3), SAMPLE, "MPL103", "file header"),
        (patched(zipped(GOOD), b"PK\3\4", 30, b"X"), SAMPLE, "MPL103", "differ"),
        (patched(zipped(GOOD), b"PK\3\4", 49, b"\xff" * 9), SAMPLE, "MPL103", "invalid"),
    ],
)
def test_damaged_entry(data: bytes, path: str, code: str, words: str) -> None:
    source = streamed(data)
    assert path in source.paths()
    diagnostics = failure_report(source, path, "too-large" if code == "MPL109" else "damaged")
    assert assert_one(diagnostics, code, path, *words.split("|")).place.file.path == path


# What is wrong with an entry that nobody reads, and words of the message.
UNREAD = {
    "encrypted": (in_index(8, b"\1\0", with_entry("notes")), "encrypted|password|again"),
    "strongly encrypted": (in_index(8, b"\x40\0", with_entry("notes")), "strong encryption|again"),
    "checksum": (in_index(16, b"\0", with_entry("notes")), "CRC|again"),
    "content": (patched(with_entry("notes", b"text"), b"text", 0, b"T"), "CRC|again"),
    "unknown method": (in_index(10, b"\x63", with_entry("notes")), "compression method|again"),
    "another name in front": (patched(with_entry("notes"), b"PK\3\4", 30, b"X"), "differ|again"),
    "another place": (in_index(42, b"\xff" * 3, with_entry("notes")), "file header|again"),
    "cut short": (in_index(20, b"\2", with_entry("notes", bytes(99), method=8)), "CRC|again"),
    "misleading name": (in_index(16, b"\0", with_entry("../notes")), "CRC|again"),
}


@pytest.mark.parametrize("case", UNREAD)
def test_an_entry_that_nobody_reads_is_checked(tmp_path: Path, case: str) -> None:
    data, words = UNREAD[case]
    path = tmp_path / "p.zip"
    path.write_bytes(data)
    cache = Cache.in_memory()
    reports = [Catalog([path], cache=item).check().diagnostics for item in (None, cache, cache)]
    texts = [render("json", report, ReportContext()) for report in reports]
    assert texts[0] == texts[1] == texts[2]
    result = [report for report in reports[0] if report.code == "MPL103"]
    name = "../notes" if case == "misleading name" else "notes"
    assert assert_one(result, "MPL103", f'"{name}"', *words.split("|")).severity is ERROR
    assert result[0].place.file.path == ("" if case == "misleading name" else "notes")


def test_a_damaged_file_that_is_read_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "p.zip").write_bytes(in_index(16, b"\0"))
    assert codes(
        [
            diagnostic
            for diagnostic in Catalog([tmp_path / "p.zip"]).check().diagnostics
            if diagnostic.code == "MPL103"
        ]
    ) == ["MPL103"]


def test_many_damaged_entries_are_reported_briefly(tmp_path: Path) -> None:
    data = zipped(
        GOOD | {f"{number}": b"text" for number in range(100)}, zipfile.ZIP_STORED
    ).replace(b"text", b"TEXT")
    (tmp_path / "p.zip").write_bytes(data)
    result = [
        diagnostic
        for diagnostic in Catalog([tmp_path / "p.zip"]).check().diagnostics
        if diagnostic.code == "MPL103"
    ]
    assert len(result) == 21
    assert any("more than 20" in item.message for item in result)


def test_a_zip_is_unpacked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a zip that has not changed, nothing but the manifest is unpacked again."""
    path, cache, opened = tmp_path / "p.zip", Cache.in_memory(), list[str]()
    unpack = zipfile.ZipFile.open

    def opening(archive: zipfile.ZipFile, entry: Any, *more: Any, **others: Any) -> Any:
        opened.append(getattr(entry, "filename", entry))
        return unpack(archive, entry, *more, **others)

    monkeypatch.setattr(zipfile.ZipFile, "open", opening)
    path.write_bytes(zipped(GOOD | {"notes.txt": b"text"}))
    for expected in (1, 0, 1):
        opened.clear()
        assert "MPL103" not in codes(list(Catalog([path], cache=cache).check().diagnostics))
        assert (opened.count("notes.txt") > 0) == bool(expected)
        if not expected:
            path.write_bytes(zipped(GOOD | {"notes.txt": b"other"}))


@pytest.mark.parametrize("seed", range(4))
def test_there_is_an_error_exactly_where_the_engine_cannot_unpack(
    tmp_path: Path, seed: int
) -> None:
    """The engine unpacks with `ZipFile.extractall`. LZMA is left out: the end of its streams is not looked at."""
    chance = random.Random(seed)
    files = {
        **GOOD,
        "Resources/имя": b"abc" * 50,
        "LICENSE": bytes(range(256)) * 300,
        "Resources/empty": b"",
    }
    for number in range(100):
        data = bytearray(zipped(files, METHODS[number % 3]))
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(
                data.index(b"PK\1\2") if chance.random() < 0.5 else 0, len(data)
            )
            data[place] = chance.choice(
                [0, 1, 0xFF, chance.randrange(256), data[place] ^ 1, ord("/"), ord(".")]
            )
        (path := tmp_path / f"{number}.zip").write_bytes(data)
        errors = {
            diagnostic.code
            for diagnostic in Catalog([path]).check().diagnostics
            if diagnostic.severity is ERROR
        }
        if "MPL109" not in errors:  # a bound of ours
            try:
                zipfile.ZipFile(path).extractall(tmp_path / str(number))
            except Exception:  # it raises nearly anything
                assert errors & {"MPL101", "MPL102", "MPL103", "MPL104", "MPL105"}, bytes(data)
            else:
                assert not errors & {"MPL102", "MPL103", "MPL104"}, bytes(data)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_a_lying_header_does_not_unpack_everything(method: int) -> None:
    data = bomb(256 * 2**20) if method == zipfile.ZIP_DEFLATED else bzip2_bomb(4 * 45_000_000)
    source = streamed(in_index(24, struct.pack("<L", 10), data))
    tracemalloc.start()
    assert failure(source, "Resources/zeros").kind == "damaged"
    assert tracemalloc.get_traced_memory()[1] < 150 * 2**20
    tracemalloc.stop()


@pytest.mark.parametrize(("size", "expected"), [(1, b"x"), (2**40, None)])
def test_long_sizes(size: int, expected: bytes | None) -> None:
    """A size too long for its field stands in an extra field, as in zips of more than 4 GiB."""
    data = with_entry("long", extra=struct.pack("<HHQ", 1, 8, size))
    source = open_stream(in_index(24, b"\xff" * 4, data), findings := Findings())
    assert (source and source.read("long")) == expected
    assert codes(findings.diagnostics) == ([] if expected else ["MPL109"])


def test_catalog(tmp_path: Path) -> None:
    folders = ["b", "a/x", "имя", "\udcff", "b/nested", ".git", "a/.hidden"]
    for name in folders:
        write(tmp_path, below(name))
    write(
        tmp_path,
        {"z/pkg.ZIP": zipped(GOOD), "z/data.zip": zipped({"../x": b""}), "z/notes.txt": b""},
    )
    (tmp_path / "z/circle").symlink_to(tmp_path)
    (tmp_path / "z/loop").symlink_to("loop")
    result, diagnostics = look(tmp_path)
    assert diagnostics == []
    assert [source.base for source in result] == ["a/x", "b", "z/pkg.ZIP", "имя", "\\xff"]
    assert "nested/manifest.yaml" in result[1].paths()
    for source in result:
        assert source.read("manifest.yaml") == MANIFEST
        assert source.file("manifest.yaml").path == f"{source.base}/manifest.yaml"
        assert source.root == str(tmp_path)


def test_linked_packages_in_a_catalog_are_named(tmp_path: Path) -> None:
    write(tmp_path, {"real/manifest.yaml": MANIFEST, "real.zip": zipped(GOOD), "cat/x": b""})
    (tmp_path / "cat/folder").symlink_to("../real")
    (tmp_path / "cat/linked.zip").symlink_to("../real.zip")
    result, diagnostics = look(tmp_path / "cat")
    assert result == []
    assert sorted(codes(diagnostics)) == ["MPL101", "MPL107", "MPL107"]
    assert diagnostics[0].suggestion == "pass the package's own path as well"


@pytest.mark.parametrize(
    ("link", "target", "code", "severity", "words", "readable"),
    [
        (
            "Classes/A.yaml",
            "../../secret",
            "MPL106",
            ERROR,
            "out of the package|secret|with a copy",
            False,
        ),
        ("Classes/A.yaml", "/etc/hostname", "MPL106", ERROR, "/etc/hostname", False),
        ("Classes/A.yaml", "/proc/self/environ", "MPL106", ERROR, "/proc", False),
        ("LICENSE", "../secret", "MPL106", WARNING, "with a copy", False),
        ("Resources", "../outside", "MPL106", WARNING, "with a copy", False),
        ("Classes/A.yaml", "A.yaml", "MPL107", ERROR, "cycle|correct or remove", False),
        ("Classes/A.yaml", "none", "MPL107", ERROR, "does not exist|correct or remove", False),
        ("more", "Classes", "MPL107", WARNING, "another folder of the package|own path", True),
        ("more", ".", "MPL107", WARNING, "another folder of the package", True),
    ],
)
def test_links(
    tmp_path: Path,
    *,
    link: str,
    target: str,
    code: str,
    severity: Severity,
    words: str,
    readable: bool,
) -> None:
    package = write(tmp_path / "p", GOOD)
    write(tmp_path, {"secret": b"secret", "outside/x": b"secret"})
    (package / link).symlink_to(target)
    (source,), diagnostics = look(package)
    diagnostic = assert_one(diagnostics, code, link, *words.split("|"))
    assert (diagnostic.severity, diagnostic.file) == (severity, link)
    assert set(source.paths()) == set(GOOD)
    for path in [] if readable else [link, f"{link}/x"]:
        error = failure(source, path)
        assert error.reported
        assert failure_report(source, path, error.kind) == []
        assert error.kind != "missing"


def test_links_are_followed_inside_the_package_alone(tmp_path: Path) -> None:
    package = write(tmp_path / "p", GOOD)
    (package / "Classes/Again.yaml").symlink_to("Sample.yaml")
    (package / "UI").symlink_to("Classes")
    (source,), _ = look(package)
    assert "Classes/Again.yaml" in source.paths()
    assert source.read("Classes/Again.yaml") == source.read("UI/Sample.yaml") == b"Name: Sample\n"
    (package / "manifest.yaml").rename(tmp_path / "secret")
    (package / "manifest.yaml").symlink_to("../secret")
    error = failure(source, "manifest.yaml")
    assert (error.kind, error.reported) == ("outside", False)


@pytest.mark.parametrize(
    ("make", "kind", "code", "words"),
    [
        (os.mkfifo, "not-regular", "MPL108", "named pipe|regular file"),
        (
            lambda path: socket.socket(socket.AF_UNIX).bind(path),
            "not-regular",
            "MPL108",
            "socket|regular file",
        ),
        (os.mkdir, "not-regular", "MPL108", "folder|regular file"),
        (
            lambda path: Path(path).write_bytes(bytes(2**24 + 1)),
            "too-large",
            "MPL109",
            "16,777,217|smaller",
        ),
        (os.path.exists, "missing", "MPL108", "no such file|add the file"),
    ],
)
def test_special_files(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    make: Callable[[str], object],
    kind: str,
    code: str,
    words: str,
) -> None:
    monkeypatch.chdir(write(tmp_path, GOOD))  # the name of a socket must be short
    make("Classes/A.yaml")
    (source,), diagnostics = look(tmp_path)
    assert diagnostics == []
    assert_one(
        failure_report(source, "Classes/A.yaml", kind), code, "Classes/A.yaml", *words.split("|")
    )


def test_largest_file(tmp_path: Path) -> None:
    content = random.Random(1).randbytes(2**20) * 16
    (source,), _ = look(write(tmp_path, {"manifest.yaml": MANIFEST, "data": content}))
    assert source.read("data") == content
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        assert streamed(with_entry("data", content, method=method)).read("data") == content


@pytest.mark.parametrize(
    "case",
    ["scandir folder", "scandir catalog", "lstat zip", "open folder", "open zip", "open catalog"],
)
def test_refusals_of_the_operating_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    function, form = case.split()
    write(
        tmp_path,
        below("folder") | below("catalog/a") | {"zip": zipped(GOOD), "catalog/b.zip": zipped(GOOD)},
    )
    findings = Findings()

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(os, function, refuse)
        for source in discover(str(tmp_path / form), findings):
            try:
                source.read("manifest.yaml")
            except SourceError as error:
                report_failure(source, "manifest.yaml", error, findings)
    assert set(codes(findings.diagnostics)) == {"MPL108"}
    assert all(
        "permission denied" in diagnostic.message and "make" in str(diagnostic.suggestion)
        for diagnostic in findings.diagnostics
    )


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_package_removed_meanwhile(tmp_path: Path, form: str) -> None:
    path = write(tmp_path, {"folder/manifest.yaml": MANIFEST, "zip": zipped(GOOD)}) / form
    (source,), _ = look(path)
    path.rename(tmp_path / "gone")
    assert failure(source, "manifest.yaml").kind == "missing"
    path.write_bytes(b"short")
    assert failure(source, "manifest.yaml").kind in {"missing", "damaged"}
    assert failure(pickle.loads(pickle.dumps(source)), "manifest.yaml").kind in {
        "missing",
        "damaged",
    }


def test_too_many_files_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "muranopl.ard.sources.directory.PACKAGE_ENTRIES", PACKAGE_ENTRIES._replace(most=20)
    )
    (source,), diagnostics = look(
        write(tmp_path, GOOD | {f"Resources/{n}/x": b"" for n in range(20)})
    )
    assert_one(diagnostics, "MPL109", "elsewhere")
    assert len(source.paths()) <= 20


def test_deep_folders(tmp_path: Path) -> None:
    folder = os.open(tmp_path, os.O_RDONLY)
    for _ in range(20):
        os.mkdir("deeper" * 40, dir_fd=folder)
        inner = os.open("deeper" * 40, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        folder = inner
    os.close(folder)
    for manifest in [False, True]:
        (tmp_path / "manifest.yaml").touch() if manifest else None
        result, diagnostics = look(tmp_path)
        assert len(result) == manifest
        assert_one(diagnostics, "MPL108", "too long")


def test_more_zips_than_files_may_be_open(tmp_path: Path) -> None:
    write(tmp_path, {f"{number}.zip": zipped(GOOD) for number in range(200)})
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))
    try:
        result, diagnostics = look(tmp_path)
        assert (len(result), diagnostics) == (200, [])
        assert all(source.read("manifest.yaml") == MANIFEST for source in result)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize("seed", range(8))
def test_damaged_zips_never_crash_nor_give_other_content(seed: int) -> None:
    chance = random.Random(seed)
    files = GOOD | {"Resources/имя": b"abc" * 50}
    whole = zipped(files, METHODS[seed % 4])
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] = chance.choice([0, 1, 0xFF, chance.randrange(256)])
        if chance.random() < 0.2:
            del data[chance.randrange(len(data)) :]
        source = open_stream(bytes(data), findings := Findings())
        if source is None:
            assert findings.diagnostics
            continue
        for path in source.paths():
            with suppress(SourceError):
                assert source.read(path) in files.values()
