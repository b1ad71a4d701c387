"""Where packages come from: hostile and odd folders, zips, catalogs and streams, through the public functions."""

import io
import os
import pickle
import random
import resource
import socket
import stat
import struct
import time
import warnings
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from muranopl.ard import sources
from muranopl.ard.sources import SourceError, discover, join_inside, open_source, open_stream, report_failure
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.model import Diagnostic, Severity
from muranopl.diagnostics.rules import Rule

MANIFEST = b"Type: Library\nFullName: example.app\nClasses:\n  example.app.Sample: Sample.yaml\n"
GOOD = {"manifest.yaml": MANIFEST, "Classes/Sample.yaml": b"Name: Sample\n"}
SCRIPTS = [
    "имя.yaml",
    "名前.yaml",
    "🦊👩‍👩‍👧.yaml",
    "שלום.yaml",
    "عربي نص.yaml",
    "e\u0301té.yaml",
    "with blank & $.yaml",
    "\u202ex.yaml",
]


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of the files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def with_entry(name: str, content: bytes = b"x", *, mode: int = 0o644, files: dict[str, bytes] | None = None) -> bytes:
    """Return a zip of the files and one more entry, whatever its name and mode."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w") as archive:
        warnings.simplefilter("ignore")  # zipfile warns of duplicates
        for path, text in (GOOD if files is None else files).items():
            archive.writestr(path, text)
        entry = zipfile.ZipInfo(name)
        entry.create_system = 3
        entry.external_attr = (mode | (0 if stat.S_IFMT(mode) else stat.S_IFREG)) << 16
        archive.writestr(entry, content)
    return buffer.getvalue()


def patched(data: bytes, signature: bytes, offset: int, value: bytes, *, last: bool = True) -> bytes:
    """Return the zip with some bytes of its last (or first) header of a kind replaced."""
    at = (data.rindex(signature) if last else data.index(signature)) + offset
    return data[:at] + value + data[at + len(value) :]


def bomb(size: int) -> bytes:
    """Return a zip of a good package with `size` zero bytes in Resources/zeros, made without holding them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = packer.compress(bytes(2**20)) + packer.flush(zlib.Z_FULL_FLUSH)
    data = with_entry("Resources/zeros", block * (size // 2**20) + b"\3\0")
    return patched(patched(data, b"PK\1\2", 10, b"\x08\0"), b"PK\1\2", 24, struct.pack("<L", size))


def encrypted() -> bytes:
    """Return a zip whose entries claim to be encrypted."""
    return patched(zipped(GOOD), b"PK\1\2", 8, b"\1\0", last=False)


def write(folder: Path, files: dict[str, bytes]) -> Path:
    """Write the files below a folder and return it."""
    for name, content in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return folder


def look(path: Path | str) -> tuple[list[sources.Source], list[Diagnostic]]:
    """Discover, and hold all diagnostics to be presentable."""
    findings = Findings()
    found = discover(str(path), findings)
    for diagnostic in findings.diagnostics:
        diagnostic.message.encode()
        assert "\x1b" not in diagnostic.message
        assert diagnostic.place.line == 1
    return found, findings.diagnostics


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    """Return the codes in order."""
    return [diagnostic.code for diagnostic in diagnostics]


def failure(source: sources.Source, path: str) -> SourceError:
    """Return the error of reading a path."""
    with pytest.raises(SourceError) as caught:
        source.read(path)
    return caught.value


# What is put at PATH ("p" below the test's folder), the code, and words of the message: what is wrong and what to do.
REFUSED: list[tuple[str, dict[str, bytes] | bytes | Callable[[], bytes], Rule, list[str]]] = [
    ("empty file", b"", rules.NOT_A_PACKAGE, ["empty", "give a package folder"]),
    ("text", b"hello\n", rules.NOT_A_PACKAGE, ["text file", "give"]),
    ("cyrillic text", ("ж" * 400).encode(), rules.NOT_A_PACKAGE, ["text file", "give"]),
    ("binary", bytes(range(256)) * 4, rules.NOT_A_PACKAGE, ["binary file", "give"]),
    ("gzip", b"\x1f\x8b\x08" + bytes(100), rules.NOT_A_PACKAGE, ["gzip archive", "zip of its contents"]),
    ("truncated", zipped(GOOD)[:-30], rules.DAMAGED_ARCHIVE, ["cut short", "again"]),
    ("only a start", b"PK\3\4", rules.DAMAGED_ARCHIVE, ["cut short", "again"]),
    ("front cut off", zipped(GOOD)[200:], rules.DAMAGED_ARCHIVE, ["cut out", "again"]),
    ("broken index", patched(zipped(GOOD), b"PK\1\2", 0, b"XX"), rules.DAMAGED_ARCHIVE, ["table of contents", "again"]),
    (
        "index cut in an entry",
        patched(zipped(GOOD), b"PK\5\6", 12, b"\x50"),
        rules.DAMAGED_ARCHIVE,
        ["table of contents"],
    ),
    ("too new", patched(zipped(GOOD), b"PK\1\2", 6, b"\xff"), rules.DAMAGED_ARCHIVE, ["version 25.5", "again"]),
    (
        "name no UTF-8",
        patched(with_entry("ж"), b"PK\1\2", 46, b"\xff"),
        rules.DAMAGED_ARCHIVE,
        ["flagged as UTF-8", "again"],
    ),
    ("empty zip", zipped({}), rules.NO_PACKAGE, ["no manifest.yaml at its root", "Zip the contents"]),
    (
        "zip without manifest",
        zipped({"x": b""}),
        rules.NO_PACKAGE,
        ["no manifest.yaml at its root", "Zip the contents"],
    ),
    (
        "wrapped",
        zipped({f"app/{name}": b"" for name in GOOD}),
        rules.WRAPPED_PACKAGE,
        ['folder "app"', "zip what is in"],
    ),
    (
        "70,000 entries, no manifest",
        lambda: zipped({str(n): b"" for n in range(70_000)}),
        rules.NO_PACKAGE,
        ["Zip the contents"],
    ),
    (
        "too many entries",
        lambda: zipped({str(n): b"" for n in range(100_001)}),
        rules.TOO_LARGE,
        ["100,000", "Move out"],
    ),
    ("bomb", bomb(2**30), rules.TOO_LARGE, ["536,870,912", "Move out"]),
    ("empty folder", {}, rules.NO_PACKAGE, ["manifest.yaml", "Give the folder"]),
    (
        "folders without package",
        {"a/b/c.txt": b"", "d.yaml": b""},
        rules.NO_PACKAGE,
        ["manifest.yaml", "Give the folder"],
    ),
    ("nearly", {"a/Manifest.yml": b""}, rules.NO_PACKAGE, ['"a/Manifest.yml" must be renamed']),
    ("hidden", {".git/manifest.yaml": b"", ".x.zip": b""}, rules.NO_PACKAGE, ["manifest.yaml", "Give the folder"]),
    ("wrapped in catalog", {"a.zip": zipped({"app/manifest.yaml": b""})}, rules.WRAPPED_PACKAGE, ["a.zip", "app"]),
    ("text named zip", {"a.zip": b"hello"}, rules.NOT_A_PACKAGE, ["a.zip", "text"]),
    ("truncated in catalog", {"a.zip": zipped(GOOD)[:-5]}, rules.DAMAGED_ARCHIVE, ["a.zip", "again"]),
]


@pytest.mark.parametrize(
    ("content", "rule", "words"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_refused(
    tmp_path: Path, content: dict[str, bytes] | bytes | Callable[[], bytes], rule: Rule, words: list[str]
) -> None:
    path = tmp_path / "p"
    if isinstance(content, dict):
        path.mkdir()
        write(path, content)
    else:
        path.write_bytes(content if isinstance(content, bytes) else content())
    started = time.perf_counter()
    found, diagnostics = look(path)
    assert time.perf_counter() - started < 2
    assert found == []
    assert codes(diagnostics) == [rule.code]
    assert diagnostics[0].severity is Severity.ERROR
    assert diagnostics[0].place.file.root == str(path)
    for word in [*words, str(path) if not diagnostics[0].file else diagnostics[0].file]:
        assert word in diagnostics[0].message


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nothing/here", ["no such file", "spelling"]),
        ("", ["no such file", "spelling"]),
        ("nul\0", ["no file can have this name"]),
        ("x" * 300, ["too long", "spelling"]),
        ("pkg/manifest.yaml", ["the manifest alone", 'give its folder "pkg"']),
        ("pkg/Classes/Sample.yaml", ["single file of a package", 'folder "pkg"']),
        ("lonely.yaml", ["single YAML file", "manifest.yaml"]),
        ("pipe", ["pipe", "Give - as PATH"]),
        ("loop", ["symbolic links", "spelling"]),
        ("\x1b[2J\udcff", ["\\x1b[2J\\xff", "no such file"]),
    ],
)
def test_wrong_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, words: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {f"pkg/{name}": content for name, content in GOOD.items()} | {"lonely.yaml": b"Name: A\n"})
    os.mkfifo("pipe")
    Path("loop").symlink_to("loop")
    found, diagnostics = look(path)
    assert found == []
    assert codes(diagnostics) == ["MPL102"]
    for word in words:
        assert word in diagnostics[0].message


def test_a_device_as_path_is_not_opened() -> None:
    found, diagnostics = look("/dev/zero")
    assert found == []
    assert codes(diagnostics) == ["MPL108"]
    assert "device" in diagnostics[0].message


@pytest.mark.parametrize("form", ["folder", "zip", "stream", "stored zip", "bzip2 zip", "zip behind a program", "link"])
def test_good_package(tmp_path: Path, form: str) -> None:
    files = GOOD | {f"Resources/{name}": name.encode() for name in SCRIPTS} | {"data.bin": bytes(range(256)) * 100}
    path, findings = tmp_path / "p", Findings()
    methods = {"stored zip": zipfile.ZIP_STORED, "bzip2 zip": zipfile.ZIP_BZIP2}
    data = b"#!/bin/sh\n" * (form == "zip behind a program") + zipped(files, methods.get(form, zipfile.ZIP_DEFLATED))
    if form in {"folder", "link"}:
        write(tmp_path / "real", files)
        path.symlink_to("real") if form == "link" else (tmp_path / "real").rename(path)
    else:
        path.write_bytes(data)
    source = open_stream(data, findings) if form == "stream" else open_source(str(path), findings)
    assert source is not None
    assert findings.diagnostics == []
    assert source.paths() == tuple(sorted(files))
    assert {name: source.read(name) for name in files} == files
    assert source.read("Classes/../manifest.yaml") == MANIFEST
    assert pickle.loads(pickle.dumps(source)).read("manifest.yaml") == MANIFEST
    root = "-" if form == "stream" else str(path)
    assert (source.root, source.base, source.file("a/b").root, source.file("a/b").path) == (root, "", root, "a/b")
    for bad, kind in [("none", "missing"), ("a\0b", "outside"), ("Classes", "not-regular"), ("", "outside")]:
        assert failure(source, bad).kind == kind
    for bad in ["/etc/passwd", "../secret", "Classes/../../x", "..", "."]:
        assert failure(source, bad).kind == "outside"


@pytest.mark.parametrize(
    ("folder", "name", "expected"),
    [
        ("Classes", "X.yaml", "Classes/X.yaml"),
        ("Classes", "sub/../X.yaml", "Classes/X.yaml"),
        ("Classes", "./X.yaml", "Classes/X.yaml"),
        ("Classes", "../Classes/X.yaml", "Classes/X.yaml"),
        ("Classes", "..X", "Classes/..X"),
        ("Resources/scripts", "имя", "Resources/scripts/имя"),
        ("", "logo.png", "logo.png"),
        ("", "a/../b", "b"),
        *((folder, name, None) for folder in ("Classes", "") for name in ("../x", "/x", "", ".", "..", "a/..", "a\0")),
        ("Classes", "../Classes2/X.yaml", None),
        ("Classes", "../Classes", None),
    ],
)
def test_join_inside(folder: str, name: str, expected: str | None) -> None:
    assert join_inside(folder, name) == expected


@pytest.mark.parametrize(
    ("name", "mode", "rule", "severity", "words", "readable"),
    [
        ("../evil", 0o644, rules.BAD_ENTRY_NAME, Severity.WARNING, ["leads out", "../evil", "plain name"], None),
        ("/etc/evil", 0o644, rules.BAD_ENTRY_NAME, Severity.WARNING, ["leads out", "/etc/evil"], None),
        ("Classes/../x", 0o644, rules.BAD_ENTRY_NAME, Severity.WARNING, ["leads out"], None),
        (
            "manifest.yaml",
            0o644,
            rules.BAD_ENTRY_NAME,
            Severity.WARNING,
            ["more than once", "Keep one"],
            "manifest.yaml",
        ),
        ("./manifest.yaml", 0o644, rules.BAD_ENTRY_NAME, Severity.WARNING, ["more than once"], "manifest.yaml"),
        (
            "manifest.yaml/x",
            0o644,
            rules.BAD_ENTRY_NAME,
            Severity.ERROR,
            ["file and a folder", "Rename"],
            "manifest.yaml/x",
        ),
        ("ж" * 200, 0o644, rules.BAD_ENTRY_NAME, Severity.ERROR, ["too long", "Shorten"], "ж" * 200),
        (
            "Classes/L",
            stat.S_IFLNK | 0o777,
            rules.LINK_NOT_FOLLOWED,
            Severity.ERROR,
            ["stored", "Store the file"],
            None,
        ),
        ("README", stat.S_IFLNK | 0o777, rules.LINK_NOT_FOLLOWED, Severity.WARNING, ["stored"], None),
        ("CLASSES/SAMPLE.yaml", 0o644, None, None, [], "CLASSES/SAMPLE.yaml"),
        (".//sub/./x", 0o644, None, None, [], "sub/x"),
        ("sub\\x", 0o644, None, None, [], "sub\\x"),
    ],
)
def test_entry_names(
    tmp_path: Path,
    *,
    name: str,
    mode: int,
    rule: Rule | None,
    severity: Severity | None,
    words: list[str],
    readable: str | None,
) -> None:
    path = write(tmp_path, {"p.zip": with_entry(name, mode=mode)}) / "p.zip"
    (source,), diagnostics = look(path)
    assert codes(diagnostics) == ([rule.code] if rule else [])
    for diagnostic in diagnostics:
        assert diagnostic.severity is severity
        assert all(word in diagnostic.message for word in words)
    if readable is None:
        assert set(source.paths()) == set(GOOD)
        assert failure(source, name).kind in {"outside", "missing", "not-regular"}
    else:
        assert readable in source.paths()
        assert source.read(readable) == b"x"


def test_many_bad_names_are_reported_briefly(tmp_path: Path) -> None:
    files = GOOD | {f"../{n}": b"" for n in range(70_000)}
    _, diagnostics = look(write(tmp_path, {"p.zip": zipped(files)}) / "p.zip")
    assert set(codes(diagnostics)) == {"MPL104"}
    assert len(diagnostics) < 30
    assert "69,980 more" in diagnostics[-1].message


def test_names_without_utf8_flag_are_read_as_the_engine_does(tmp_path: Path) -> None:
    data = zipped(GOOD | {"aa.txt": b"x"}).replace(b"aa.txt", b"\x8e\xff.txt")
    (source,), diagnostics = look(write(tmp_path, {"p.zip": data}) / "p.zip")
    assert diagnostics == []
    assert source.read("Ä\xa0.txt") == b"x"


@pytest.mark.parametrize(
    ("data", "path", "kind", "code", "words"),
    [
        (bomb(64 * 2**20), "Resources/zeros", "too-large", "MPL109", ["67,108,864", "smaller"]),
        (encrypted(), "manifest.yaml", "damaged", "MPL103", ["encrypted", "password"]),
        (patched(zipped(GOOD), b"PK\1\2", 10, b"\x63"), "Classes/Sample.yaml", "damaged", "MPL103", ["method 99"]),
        (zipped(GOOD, zipfile.ZIP_LZMA), "manifest.yaml", "damaged", "MPL103", ["method 14", "deflate"]),
        (patched(zipped(GOOD), b"PK\1\2", 16, b"\0"), "Classes/Sample.yaml", "damaged", "MPL103", ["checksum"]),
        (patched(zipped(GOOD), b"PK\1\2", 24, b"\1"), "Classes/Sample.yaml", "damaged", "MPL103", ["another size"]),
        (patched(zipped(GOOD), b"PK\1\2", 24, b"\x77"), "Classes/Sample.yaml", "damaged", "MPL103", ["another size"]),
        (patched(zipped(GOOD), b"PK\1\2", 42, b"\xff" * 3), "Classes/Sample.yaml", "damaged", "MPL103", ["not where"]),
        (
            patched(zipped(GOOD), b"PK\3\4", 30, b"X"),
            "Classes/Sample.yaml",
            "damaged",
            "MPL103",
            ["two different names"],
        ),
        (patched(zipped(GOOD), b"PK\3\4", 49, b"\xff" * 9), "Classes/Sample.yaml", "damaged", "MPL103", ["broken"]),
    ],
)
def test_damaged_entry(data: bytes, path: str, kind: str, code: str, words: list[str]) -> None:
    findings = Findings()
    source = open_stream(data, findings)
    assert source is not None
    assert path in source.paths()
    started = time.perf_counter()
    error = failure(source, path)
    assert time.perf_counter() - started < 1
    report_failure(source, path, error, findings)
    assert error.kind == kind
    assert codes(findings.diagnostics) == [code]
    assert findings.diagnostics[0].place.file.path == path
    assert all(word in findings.diagnostics[0].message for word in [path, *words])


def test_a_lying_header_does_not_unpack_everything() -> None:
    honest = bomb(256 * 2**20)
    lying = patched(honest, b"PK\1\2", 24, struct.pack("<L", 10))
    source = open_stream(lying, Findings())
    assert source is not None
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert failure(source, "Resources/zeros").kind == "damaged"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 32 * 1024


def test_many_entries(tmp_path: Path) -> None:
    files = GOOD | {f"Resources/{n}": b"" for n in range(70_000)}
    path = write(tmp_path, {"p.zip": zipped(files)}) / "p.zip"
    started = time.perf_counter()
    (source,), diagnostics = look(path)
    assert time.perf_counter() - started < 5
    assert diagnostics == []
    assert len(source.paths()) == 70_002
    assert source.read("Resources/69999") == b""


@pytest.mark.parametrize(("size", "expected"), [(13, GOOD["Classes/Sample.yaml"]), (2**40, None)])
def test_long_sizes(size: int, expected: bytes | None) -> None:
    """A size too long for its field stands in an extra field, as in zips of more than 4 GiB."""
    entry = zipfile.ZipInfo("Classes/Sample.yaml")
    entry.extra = struct.pack("<HHQ", 1, 8, size)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("manifest.yaml", MANIFEST)
        archive.writestr(entry, GOOD["Classes/Sample.yaml"])
    findings = Findings()
    source = open_stream(patched(buffer.getvalue(), b"PK\1\2", 24, b"\xff" * 4), findings)
    assert (source and source.read("Classes/Sample.yaml")) == expected
    assert codes(findings.diagnostics) == ([] if expected else ["MPL109"])


def test_stream() -> None:
    for data, word in [(b"", "empty"), (b"Name: A\n", "it is text"), (b"\0\1", "binary")]:
        findings = Findings()
        assert open_stream(data, findings) is None
        assert codes(findings.diagnostics) == ["MPL102"]
        assert "standard input" in findings.diagnostics[0].message
        assert word in findings.diagnostics[0].message


def test_catalog(tmp_path: Path) -> None:
    write(
        tmp_path,
        {f"{name}/{path}": content for name in ["b", "a/x", "имя", "\udcff"] for path, content in GOOD.items()},
    )
    write(
        tmp_path,
        {
            "b/nested/manifest.yaml": MANIFEST,
            ".git/manifest.yaml": MANIFEST,
            "a/.hidden/manifest.yaml": MANIFEST,
            "z/pkg.ZIP": zipped(GOOD),
            "z/data.zip": with_entry("../x", files={"data.csv": b""}),
            "z/notes.txt": b"",
        },
    )
    (tmp_path / "z/circle").symlink_to(tmp_path)
    (tmp_path / "z/loop").symlink_to("loop")
    found, diagnostics = look(tmp_path)
    assert diagnostics == []
    assert [source.base for source in found] == ["a/x", "b", "z/pkg.ZIP", "имя", "\\xff"]
    assert "nested/manifest.yaml" in found[1].paths()
    for source in found:
        assert source.read("manifest.yaml") == MANIFEST
        assert source.file("manifest.yaml").path == f"{source.base}/manifest.yaml"
        assert source.root == str(tmp_path)


def test_linked_packages_in_a_catalog_are_named(tmp_path: Path) -> None:
    write(
        tmp_path, {f"real/{name}": content for name, content in GOOD.items()} | {"real.zip": zipped(GOOD), "cat/x": b""}
    )
    (tmp_path / "cat/folder").symlink_to("../real")
    (tmp_path / "cat/linked.zip").symlink_to("../real.zip")
    found, diagnostics = look(tmp_path / "cat")
    assert found == []
    assert sorted(codes(diagnostics)) == ["MPL101", "MPL107", "MPL107"]
    assert "Give the package's own path" in diagnostics[0].message


LINKS: list[tuple[str, str, str, Severity, list[str], bool]] = [
    # link, target, code, severity, words, whether it can be read
    ("Classes/A.yaml", "../../secret", "MPL106", Severity.ERROR, ["out of the package", "secret", "put a copy"], False),
    ("Classes/A.yaml", "/etc/hostname", "MPL106", Severity.ERROR, ["/etc/hostname"], False),
    ("Classes/A.yaml", "/proc/self/environ", "MPL106", Severity.ERROR, ["/proc"], False),
    ("LICENSE", "../secret", "MPL106", Severity.WARNING, ["put a copy"], False),
    ("Resources", "../outside", "MPL106", Severity.WARNING, ["put a copy"], False),
    ("Classes/A.yaml", "A.yaml", "MPL107", Severity.ERROR, ["circle", "Correct or remove"], False),
    ("Classes/A.yaml", "none", "MPL107", Severity.ERROR, ["does not exist", "Correct or remove"], False),
    ("more", "Classes", "MPL107", Severity.WARNING, ["another folder of the package", "own path"], True),
    ("more", ".", "MPL107", Severity.WARNING, ["another folder of the package"], True),
]


@pytest.mark.parametrize(("link", "target", "code", "severity", "words", "readable"), LINKS)
def test_links(
    tmp_path: Path, *, link: str, target: str, code: str, severity: Severity, words: list[str], readable: bool
) -> None:
    package = write(tmp_path / "p", GOOD)
    write(tmp_path, {"secret": b"secret", "outside/x": b"secret"})
    (package / link).symlink_to(target)
    (source,), diagnostics = look(package)
    assert codes(diagnostics) == [code]
    assert diagnostics[0].severity is severity
    assert diagnostics[0].file == link
    assert all(word in diagnostics[0].message for word in [link, *words])
    assert set(source.paths()) == set(GOOD)
    if not readable:
        for path in [link, f"{link}/x"]:
            error = failure(source, path)
            assert error.reported
            assert error.kind != "missing"
            findings = Findings()
            report_failure(source, path, error, findings)
            assert findings.diagnostics == []


def test_links_that_stay_inside_are_read(tmp_path: Path) -> None:
    package = write(tmp_path / "p", GOOD)
    (package / "Classes/Again.yaml").symlink_to("Sample.yaml")
    (package / "UI").symlink_to("Classes")
    (source,), _ = look(package)
    assert "Classes/Again.yaml" in source.paths()
    assert source.read("Classes/Again.yaml") == source.read("UI/Sample.yaml") == b"Name: Sample\n"


def test_a_link_made_later_is_not_followed(tmp_path: Path) -> None:
    package = write(tmp_path / "p", GOOD)
    write(tmp_path, {"secret": b"secret"})
    (source,), _ = look(package)
    (package / "manifest.yaml").unlink()
    (package / "manifest.yaml").symlink_to("../secret")
    error = failure(source, "manifest.yaml")
    assert (error.kind, error.reported) == ("outside", False)


def make_socket(path: Path) -> None:
    """Make a socket, whose path may be too long for its full name."""
    before = Path.cwd()
    os.chdir(path.parent)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(before)


@pytest.mark.parametrize(
    ("make", "kind", "code", "words"),
    [
        (os.mkfifo, "not-regular", "MPL108", ["named pipe", "regular file"]),
        (make_socket, "not-regular", "MPL108", ["socket", "regular file"]),
        (Path.mkdir, "not-regular", "MPL108", ["folder", "regular file"]),
        (lambda path: path.write_bytes(bytes(16 * 2**20 + 1)), "too-large", "MPL109", ["16,777,217", "smaller"]),
        (Path.exists, "missing", "MPL108", ["no such file", "Add the file"]),
    ],
)
def test_special_files(tmp_path: Path, make: Callable[[Path], object], kind: str, code: str, words: list[str]) -> None:
    package = write(tmp_path / "p", GOOD)
    make(package / "Classes/A.yaml")
    (source,), diagnostics = look(package)
    assert diagnostics == []
    error, findings = failure(source, "Classes/A.yaml"), Findings()
    assert error.kind == kind
    report_failure(source, "Classes/A.yaml", error, findings)
    assert codes(findings.diagnostics) == [code]
    assert all(word in findings.diagnostics[0].message for word in ["Classes/A.yaml", *words])


def test_largest_file(tmp_path: Path) -> None:
    content = random.Random(1).randbytes(2**20) * 16
    package = write(tmp_path / "p", GOOD | {"data": content})
    (source,), _ = look(package)
    assert source.read("data") == content
    zip_source = open_stream(zipped(GOOD | {"data": content}, zipfile.ZIP_STORED), Findings())
    assert zip_source is not None
    assert zip_source.read("data") == content


@pytest.mark.parametrize(
    ("function", "form"),
    [
        ("scandir", "folder"),
        ("scandir", "catalog"),
        ("open", "folder"),
        ("open", "zip"),
        ("open", "catalog"),
        ("lstat", "zip"),
    ],
)
def test_refusals_of_the_operating_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, function: str, form: str
) -> None:
    write(tmp_path, {f"folder/{name}": content for name, content in GOOD.items()} | {"zip": zipped(GOOD)})
    write(tmp_path, {"catalog/a/manifest.yaml": MANIFEST, "catalog/b.zip": zipped(GOOD)})
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
    assert all("permission denied. Make" in diagnostic.message for diagnostic in findings.diagnostics)


@pytest.mark.parametrize("form", ["folder", "zip"])
def test_package_removed_meanwhile(tmp_path: Path, form: str) -> None:
    path = write(tmp_path, {"folder/manifest.yaml": MANIFEST, "zip": zipped(GOOD)}) / form
    (source,), _ = look(path)
    path.rename(tmp_path / "gone")
    assert failure(source, "manifest.yaml").kind == "missing"
    path.write_bytes(b"short")
    assert failure(source, "manifest.yaml").kind in {"missing", "damaged"}


def test_too_many_files_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muranopl.ard.survey.MAX_ENTRIES", 100)
    (source,), diagnostics = look(write(tmp_path, GOOD | {f"Resources/{n}/x": b"" for n in range(100)}))
    assert codes(diagnostics) == ["MPL109"]
    assert "Move out" in diagnostics[0].message
    assert len(source.paths()) <= 100


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
        found, diagnostics = look(tmp_path)
        assert (len(found), codes(diagnostics)) == (manifest, ["MPL108"])
        assert "too long" in diagnostics[0].message


def test_current_folder_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "p").mkdir()
    monkeypatch.chdir(tmp_path / "p")
    (tmp_path / "p").rmdir()
    found, diagnostics = look(".")
    assert found == []
    assert codes(diagnostics) == ["MPL102"]


def test_large_catalog(tmp_path: Path) -> None:
    for number in range(10_000):
        folder = f"{tmp_path}/{number % 100}/p{number}"
        os.makedirs(f"{folder}/Classes")
        for name in ("manifest.yaml", "Classes/A.yaml"):
            os.close(os.open(f"{folder}/{name}", os.O_CREAT | os.O_WRONLY))
    started = time.perf_counter()
    found, diagnostics = look(tmp_path)
    assert time.perf_counter() - started < 5
    assert (len(found), diagnostics) == (10_000, [])


def test_more_zips_than_files_may_be_open(tmp_path: Path) -> None:
    data = zipped(GOOD)
    for number in range(2_000):
        (tmp_path / f"{number}.zip").write_bytes(data)
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, limits[1]), limits[1]))
    try:
        found, diagnostics = look(tmp_path)
        assert (len(found), diagnostics) == (2_000, [])
        assert all(source.read("manifest.yaml") == MANIFEST for source in found)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


def content_or_kind(source: sources.Source, path: str) -> bytes | str:
    """Return the content of a file, or why it cannot be read."""
    try:
        return source.read(path)
    except SourceError as error:
        return error.kind


def by_zipfile(data: bytes) -> dict[str, bytes]:
    """Return what the standard library reads, by the names it would unpack to; entries it refuses are left out."""
    files: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            try:
                files["/".join(part for part in info.filename.split("/") if part not in {"", "."})] = archive.read(info)
            except (zipfile.BadZipFile, ValueError, OSError, EOFError, RuntimeError, NotImplementedError, zlib.error):
                files.pop(info.filename, None)
    return files


@pytest.mark.parametrize("seed", range(8))
def test_damaged_zips_never_crash_nor_read_otherwise_than_the_standard_library(seed: int) -> None:
    chance = random.Random(seed)
    method = chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
    whole = zipped(GOOD | {"Resources/имя": b"abc" * 50}, method)
    for _ in range(400):
        data = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            data[chance.randrange(len(data))] = chance.choice([0, 1, 0xFF, chance.randrange(256)])
        if chance.random() < 0.2:
            del data[chance.randrange(len(data)) :]
        findings = Findings()
        source = open_stream(bytes(data), findings)
        if source is None:
            assert len(findings.diagnostics) >= 1
            continue
        expected = by_zipfile(bytes(data))
        for path in source.paths():
            assert content_or_kind(source, path) in {expected.get(path), "damaged", "too-large"}
