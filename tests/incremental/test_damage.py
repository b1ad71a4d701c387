"""Damaged, foreign and hostile files: a record is right, or not there."""

from __future__ import annotations

import errno
import os
import shutil
import socket
import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from muranopl.incremental.disk import Disk
from muranopl.incremental.folder import clear, info
from muranopl.incremental.pack import MAGIC, MAX_RECORD
from muranopl.incremental.tidy import MAX_SMALL
from tests.incremental.records import fill, held, key, packs, record, run, within

ENTRY = struct.Struct("<16sQI8s")
NAME = "0123456789abcdef" * 2 + ".pack"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A small pack in a folder."""
    run(tmp_path, range(4), size=10)
    return packs(tmp_path)[0]


def found(folder: Path) -> set[int]:
    """What can be read, which is right."""
    assert info(str(folder)).exists
    return held(Disk(str(folder)), range(5), size=10)


def test_truncated_at_every_length(pack: Path) -> None:
    whole = pack.read_bytes()
    for length in range(len(whole)):
        pack.write_bytes(whole[:length])
        assert found(pack.parent) == set()
    pack.write_bytes(whole)
    assert found(pack.parent) == set(range(4))


def test_every_byte_flipped(pack: Path) -> None:
    whole = pack.read_bytes()
    for place in range(len(whole)):
        for change in (0x01, 0x80, 0xFF):
            damaged = bytearray(whole)
            damaged[place] ^= change
            pack.write_bytes(damaged)
            have = found(pack.parent)
            assert len(have) == 3 if place < 40 else have <= set(range(4))


def test_bytes_put_in_front_or_behind_or_left_out(pack: Path) -> None:
    whole = pack.read_bytes()
    for place in range(len(whole) + 1):
        for changed in (whole[:place] + b"\0" + whole[place:], whole[:place] + whole[place + 1 :]):
            pack.write_bytes(changed)
            assert found(pack.parent) <= set(range(4))


def test_records_under_the_keys_of_others(pack: Path) -> None:
    whole = pack.read_bytes()
    first, second, *rest = (whole[start : start + ENTRY.size] for start in range(40, 40 + 4 * ENTRY.size, ENTRY.size))
    swapped = first[:16] + second[16:] + second[:16] + first[16:] + b"".join(rest)
    pack.write_bytes(whole[:40] + swapped + whole[40 + len(swapped) :])
    assert len(found(pack.parent)) == 2


@pytest.mark.parametrize("part", ["first", "index", "tail"])
def test_what_is_damaged_is_made_again_and_not_merged(pack: Path, part: str) -> None:
    whole = bytearray(pack.read_bytes())
    whole[{"first": 0, "index": 45, "tail": -1}[part]] ^= 1
    pack.write_bytes(whole)
    lost = set(range(4)) - found(pack.parent)
    assert lost
    run(pack.parent, lost, size=10)
    assert found(pack.parent) == set(range(4))
    for number in range(10, 10 + 2 * MAX_SMALL):
        run(pack.parent, [number], size=10)
    assert found(pack.parent) == set(range(4))
    assert len(held(Disk(str(pack.parent)), range(10, 40), size=10)) == 2 * MAX_SMALL


def test_a_file_that_changes_while_it_is_open(pack: Path) -> None:
    whole = pack.read_bytes()
    store = Disk(str(pack.parent))
    assert held(store, range(4), size=10) == set(range(4))
    for changed in (whole[:15], b"", bytes(len(whole)), whole[::-1], whole):
        pack.write_bytes(changed)
        held(store, range(4), size=10)
    assert held(store, range(4), size=10) == set(range(4))


def test_another_format_is_left_to_those_who_know_it(pack: Path) -> None:
    """Versions of muranopl that write different formats share a folder."""
    newer = pack.read_bytes().replace(MAGIC, b"muranopl pack 2\n")
    pack.write_bytes(newer)
    for number in range(10, 10 + 3 * MAX_SMALL):
        run(pack.parent, [number])
    assert pack.read_bytes() == newer
    assert found(pack.parent) == set()
    run(pack.parent, [50], limit=300)
    assert not pack.exists()  # it counts


def forged(entries: list[tuple[bytes, int, int, bytes]], count: int | None = None, before: bytes = b"") -> bytes:
    index = b"".join(ENTRY.pack(*entry) for entry in entries)
    return before + index + struct.pack("<Q16s", len(entries) if count is None else count, MAGIC)


def whole_pack(tmp_path: Path, numbers: range) -> bytes:
    run(tmp_path / "other", numbers, size=10)
    data = packs(tmp_path / "other")[0].read_bytes()
    shutil.rmtree(tmp_path / "other")
    return data


HOSTILE: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "tail only": lambda: forged([]),
    "many records": lambda: forged([], 2**64 - 1),
    "a negative number of them": lambda: forged([], 2**63),
    "more than fit": lambda: forged([], 1000, bytes(35_999)),
    "zeros that fit": lambda: forged([], 1000, bytes(36_000)),
    "one too few": lambda: forged([(key(1), 0, 0, b"")] * 3, 2),
    "offset and length beyond": lambda: forged([(key(1), 2**64 - 1, 2**32 - 1, bytes(8))]),
    "their sum beyond 64 bits": lambda: forged([(key(1), 2**64 - 10, 10, bytes(8))]),
    "offset in the index": lambda: forged([(key(1), 5, 20, bytes(8))]),
    "negative offset": lambda: forged([(key(1), 2**63 + 5, 1, bytes(8))], before=b"record"),
    "overlapping": lambda: forged([(key(n), n, 300, bytes(8)) for n in range(300)], before=bytes(700)),
    "in no order": lambda: forged([(key(n % 7), 0, 10, bytes(8)) for n in range(50)], before=bytes(100)),
    "one key many times": lambda: forged([(key(1), 0, 10, bytes(8))] * 5000, before=bytes(10)),
    "no magic": lambda: bytes(5000),
    "text": lambda: b"muranopl pack 1\n" * 1000,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_packs(tmp_path: Path, what: str) -> None:
    data = HOSTILE[what]()
    for number in range(2 * MAX_SMALL):
        (tmp_path / f"{number:032x}.pack").write_bytes(data)
    assert found(tmp_path) == set()
    run(tmp_path, range(4), size=10)
    for number in range(10, 10 + 2 * MAX_SMALL):
        run(tmp_path, [number], size=10)
    assert found(tmp_path) == set(range(4))
    clear(str(tmp_path))
    assert not tmp_path.exists()


LENGTHS = [2**32 - 1, MAX_RECORD + 1, 2**30]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("count", [1, 2**20, 2**32, 2**35])
def test_huge_files_of_nothing(tmp_path: Path, count: int, length: int) -> None:
    """A sparse file of a terabyte takes no room, and may claim anything."""
    with (tmp_path / NAME).open("wb") as stream:
        stream.seek(2**40)
        stream.write(forged([(key(1), 0, length, bytes(8))], count))
    tracemalloc.start()
    try:
        store = Disk(str(tmp_path), limit=2**50)
        assert [store.get(key(1)), store.get(bytes(16)), store.get(b"\xff" * 16)] == [None] * 3
        for number in range(2 * MAX_SMALL):
            run(tmp_path, [number], limit=2**50)
        assert info(str(tmp_path)).records >= 2 * MAX_SMALL - 1
        assert tracemalloc.get_traced_memory()[1] < 4 * 36 * 2**20
    finally:
        tracemalloc.stop()


def test_many_large_indexes(tmp_path: Path) -> None:
    for number in range(20):
        with (tmp_path / f"{number:032x}.pack").open("wb") as stream:
            stream.seek(2**30)
            stream.write(forged([], 2**19))
    tracemalloc.start()
    try:
        assert Disk(str(tmp_path), limit=2**50).get(key(1)) is None
        assert tracemalloc.get_traced_memory()[1] < 64 * 2**20
    finally:
        tracemalloc.stop()


def test_more_packs_than_are_opened(tmp_path: Path) -> None:
    data = whole_pack(tmp_path, range(4))
    for number in range(3000):
        (tmp_path / f"{number:032x}.pack").write_bytes(data if number % 2 else b"")
    before = len(os.listdir("/dev/fd"))
    store = Disk(str(tmp_path))
    assert held(store, range(4), size=10) == set(range(4))
    assert len(os.listdir("/dev/fd")) - before < 100
    run(tmp_path, [4], size=10)
    assert found(tmp_path) == set(range(5))


FOREIGN: dict[str, Callable[[Path, Path], None]] = {
    "folder": lambda path, _: path.mkdir(),
    "folder with files": lambda path, _: (path / "x").mkdir(parents=True),
    "pipe": lambda path, _: os.mkfifo(path),
    "link to a device": lambda path, _: path.symlink_to("/dev/zero"),
    "link to a pack": lambda path, pack: path.symlink_to(pack),
    "link to a folder": lambda path, pack: path.symlink_to(pack.parent),
    "link to nothing": lambda path, _: path.symlink_to("nowhere"),
    "link to itself": lambda path, _: path.symlink_to(path),
    "socket": lambda path, _: socket.socket(socket.AF_UNIX).bind(os.path.relpath(path)),
}
NAMES = {
    "picture.png": b"\x89PNG",
    "x.pack": b"",
    "0" * 31 + ".pack": b"",
    "0" * 33 + ".pack": b"",
    "F" * 32 + ".pack": b"",
    "0" * 32 + ".pack.bak": b"",
    "0" * 32: b"",
    "." + "0" * 32 + ".pack": b"",
    "0" * 32 + ".tmp.pack": b"",
    "caché\n\x1b[31m.pack": b"",
    ".pack": b"",
    "x.tmp": b"",
}


@pytest.mark.parametrize("what", [*FOREIGN, *NAMES])
def test_foreign_files_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    folder, elsewhere = tmp_path / "cache", tmp_path / "elsewhere"
    monkeypatch.chdir(tmp_path)
    run(elsewhere, [100])
    (target,) = packs(elsewhere)
    run(folder, range(5))
    path = folder / (what if what in NAMES else NAME)
    if what in NAMES:
        path.write_bytes(NAMES[what] or target.read_bytes())
    else:
        FOREIGN[what](path, target)
    os.utime(path if path.exists() else folder, (1, 1))
    before, content = os.lstat(path), target.read_bytes()
    with within(20):
        for number in range(5, 30):
            run(folder, [number])
        assert held(Disk(str(folder)), range(200)) == set(range(30))
        run(folder, [40], limit=200)
        assert held(Disk(str(folder)), range(200)) == {40}
        assert info(str(folder)).records == 1
        assert clear(str(folder)).files == 1
    after = os.lstat(path)
    assert (after.st_mode, after.st_ino, after.st_size) == (before.st_mode, before.st_ino, before.st_size)
    assert sorted(os.listdir(folder)) == sorted(["CACHEDIR.TAG", path.name])
    assert target.read_bytes() == content


@pytest.mark.parametrize("what", FOREIGN)
def test_a_file_that_turns_into_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, pack: Path
) -> None:
    """Between the look at the folder and the opening: nothing waits, nothing is followed."""
    monkeypatch.chdir(tmp_path)
    run(tmp_path / "elsewhere", [100])
    (target,) = packs(tmp_path / "elsewhere")
    real = os.open

    def swap(path: str, flags: int, *rest: int) -> int:
        if str(path) == str(pack) and os.path.isfile(pack) and not os.path.islink(pack):
            pack.unlink()
            FOREIGN[what](pack, target)
        return real(path, flags, *rest)

    monkeypatch.setattr(os, "open", swap)
    store = Disk(str(tmp_path))
    with within(20):
        assert held(store, [*range(4)], size=10) == set()
        assert store.get(key(100)) is None
    assert os.path.lexists(pack)
    assert not pack.is_file() or pack.is_symlink()


def test_a_damaged_disk(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Disk(str(pack.parent))
    assert held(store, [0], size=10)

    def fail(*_: object) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "pread", fail)
    fill(store, [7])
    assert (store.get(key(1)), store.get(key(7))) == (None, record(7))


def test_a_system_that_reads_by_seeking(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "pread")
    assert found(pack.parent) == set(range(4))


def test_a_pack_that_gets_shorter_while_it_is_opened(pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.pread
    index = 4 * ENTRY.size
    monkeypatch.setattr(os, "pread", lambda file, size, at: real(file, size - 1 if size == index else size, at))
    assert held(Disk(str(pack.parent)), range(5), size=10) == set()
