"""Packages for tests, zips above all, good and hostile; and what is found when they are read."""

import bz2
import io
import stat
import struct
import warnings
import zipfile
import zlib
from pathlib import Path

import pytest

from muranopl.ard.sources.discovery import discover, open_stream
from muranopl.ard.sources.regular_files import report_failure
from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from tests.archives import zip_of

METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
MANIFEST = b"Type: Library\nFullName: example.app\nClasses:\n  example.app.Sample: Sample.yaml\n"
GOOD = {"manifest.yaml": MANIFEST, "Classes/Sample.yaml": b"Name: Sample\n"}
"""The files of a good package."""


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of the files."""
    return zip_of(files, method=method)


def with_entry(
    name: str,
    content: bytes = b"x",
    *,
    mode: int = stat.S_IFREG | 0o644,
    method: int = 0,
    extra: bytes = b"",
) -> bytes:
    """Return a zip of a good package and one more entry, whatever its name and mode."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", method) as archive:
        warnings.simplefilter("ignore")  # zipfile warns of duplicates
        for path, text in GOOD.items():
            archive.writestr(path, text)
        entry = zipfile.ZipInfo(name)
        entry.create_system, entry.external_attr, entry.compress_type = (3, mode << 16, method)
        entry.extra = extra
        archive.writestr(entry, content)
    return buffer.getvalue()


def patched(data: bytes, signature: bytes, offset: int, value: bytes) -> bytes:
    """Return the zip with some bytes of its last header of a kind replaced."""
    at = data.rindex(signature) + offset
    return data[:at] + value + data[at + len(value) :]


def in_index(offset: int, value: bytes, data: bytes | None = None) -> bytes:
    """Return a zip with some bytes of the last entry of its table of contents replaced."""
    return patched(zipped(GOOD) if data is None else data, b"PK\1\2", offset, value)


def with_index_of(count: int) -> bytes:
    """Return a zip with an empty file that is `count` times in the table of contents."""
    data = zipped({"x": b""})
    start, end = data.index(b"PK\1\2"), data.index(b"PK\5\6")
    index = data[start:end] * count
    return (
        data[:start]
        + index
        + data[end : end + 12]
        + struct.pack("<L", len(index))
        + data[end + 16 :]
    )


def bomb(size: int) -> bytes:
    """Return a zip of a good package with `size` zero bytes in Resources/zeros, made without holding them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = packer.compress(bytes(2**20)) + packer.flush(zlib.Z_FULL_FLUSH)
    data = with_entry("Resources/zeros", block * (size // 2**20) + b"\3\0")
    return in_index(24, struct.pack("<L", size), in_index(10, b"\x08\0", data))


def bzip2_bomb(size: int) -> bytes:
    """Return the like with the method bzip2, whose size is not in the header."""
    packer = bz2.BZ2Compressor()
    packed = (
        b"".join(packer.compress(bytes(45_000_000)) for _ in range(size // 45_000_000))
        + packer.flush()
    )
    return in_index(10, b"\x0c\0", with_entry("Resources/zeros", packed))


def write(folder: Path, files: dict[str, bytes]) -> Path:
    """Write the files below a folder and return it."""
    for name, content in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return folder


def below(folder: str) -> dict[str, bytes]:
    """Return the files of a good package in a folder."""
    return {f"{folder}/{name}": content for name, content in GOOD.items()}


def look(path: Path | str) -> tuple[list[Source], list[Diagnostic]]:
    """Discover, and hold all diagnostics to be presentable."""
    findings = Findings()
    result = discover(str(path), findings)
    for diagnostic in findings.diagnostics:
        diagnostic.message.encode()
        assert "\x1b" not in diagnostic.message
        assert diagnostic.place.line == 1
    return result, findings.diagnostics


def streamed(data: bytes) -> Source:
    """Return the package of a zip in memory."""
    source = open_stream(data, findings := Findings())
    assert source is not None
    assert findings.diagnostics == []
    return source


def codes(diagnostics: list[Diagnostic]) -> list[str]:
    """Return the codes in order."""
    return [diagnostic.code for diagnostic in diagnostics]


def assert_one(diagnostics: list[Diagnostic], code: str, *words: str) -> Diagnostic:
    """Hold that there is one diagnostic, and that it has the words in its message or its suggestion."""
    assert codes(diagnostics) == [code]
    for word in words:
        assert word in f"{diagnostics[0].message}: {diagnostics[0].suggestion}"
    return diagnostics[0]


def failure(source: Source, path: str) -> SourceError:
    """Return the error of reading a path."""
    with pytest.raises(SourceError) as caught:
        source.read(path)
    return caught.value


def failure_report(source: Source, path: str, kind: str) -> list[Diagnostic]:
    """Return how it is reported that a path cannot be read, for a reason of some kind."""
    error, findings = failure(source, path), Findings()
    assert error.kind == kind
    report_failure(source, path, error, findings)
    return findings.diagnostics
