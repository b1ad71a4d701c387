"""Damaged, foreign and hostile files: a record is right, or not there."""

from __future__ import annotations

import os
import random
import shutil
import socket
import sqlite3
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from muranopl.diagnostics.bounds import CACHE_RECORD, CACHE_STEPS
from muranopl.phases.reuse import connection as opening
from muranopl.phases.reuse import database as module
from muranopl.phases.reuse.database import FORMAT, DatabaseStore
from muranopl.phases.reuse.files import DATABASE, FILES
from muranopl.phases.reuse.folder import clear, info
from tests.phases.reuse.records import database, ending, fill, held, kept, key, record, run

NUMBERS = range(40)
SIZES = (20, 500, 6000)  # many in a page, some, more than one


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A cache with records of several sizes."""
    fill_all(tmp_path)
    return tmp_path


def fill_all(folder: Path) -> None:
    store = DatabaseStore(str(folder))
    for number in NUMBERS:
        fill(store, [number], SIZES[number % 3])
    store.close()


def found(folder: Path) -> set[int]:
    """What the next run finds, which is right."""
    store = DatabaseStore(str(folder))
    have = {number for number in NUMBERS if held(store, [number], SIZES[number % 3])}
    store.close()
    return have


def heals(folder: Path) -> bool:
    """Whether a few runs make everything good that was damaged; a run puts what it did not find."""
    for _ in range(6):
        store = DatabaseStore(str(folder))
        missing = [number for number in NUMBERS if not held(store, [number], SIZES[number % 3])]
        for number in missing:
            fill(store, [number], SIZES[number % 3])
        store.close()
        if not missing:
            return True
    return False


def killed(folder: Path, tmp_path: Path) -> Path:
    """The folder as a killed process leaves it: half of the records are in the log only."""
    store = DatabaseStore(str(folder))
    held(store, [0], SIZES[0])
    copy = tmp_path / "killed"
    fill_all(folder)
    shutil.copytree(folder, copy)
    store.close()
    assert sorted(os.listdir(copy)) == [
        "CACHEDIR.TAG",
        *sorted(set(FILES) - {DATABASE + "-journal"}),
    ]
    return copy


def test_changed_at_any_place(folder: Path) -> None:
    whole = database(folder).read_bytes()
    choice = random.Random(1)
    noticed = 0
    # All of the head
    places = [*range(100), *(choice.randrange(len(whole)) for _ in range(150))]
    for place in places:
        damaged = bytearray(whole)
        damaged[place] ^= choice.choice([0x01, 0x80, 0xFF])
        database(folder).write_bytes(damaged)
        noticed += found(folder) != set(NUMBERS)
        assert heals(folder), place
    assert noticed > 50


def test_pieces_changed(folder: Path) -> None:
    whole = database(folder).read_bytes()
    choice = random.Random(2)
    for _ in range(60):
        damaged = bytearray(whole)
        start = choice.randrange(len(whole) // 512) * 512
        length = choice.choice([512, 4096, 20_000])
        other = choice.randrange(len(whole) // 512) * 512
        piece = choice.choice(
            [bytes(length), choice.randbytes(length), whole[other : other + length]]
        )
        damaged[start : start + len(piece)] = piece
        database(folder).write_bytes(damaged)
        found(folder)
        assert heals(folder), (start, length)


def test_truncated(folder: Path) -> None:
    whole = database(folder).read_bytes()
    for length in [*range(0, len(whole), 3001), 1, 99, 100, 101, 4096, 8192, 8193, len(whole) - 1]:
        database(folder).write_bytes(whole[:length])
        found(folder)
        assert heals(folder), length


def test_bytes_put_in_front_or_left_out(folder: Path) -> None:
    whole = database(folder).read_bytes()
    for place in (0, 1, 16, 99, 4096, 5000, len(whole) - 1, len(whole)):
        for changed in (whole[:place] + b"\0" + whole[place:], whole[:place] + whole[place + 1 :]):
            database(folder).write_bytes(changed)
            found(folder)
            assert heals(folder), place


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_a_damaged_log(folder: Path, tmp_path: Path, suffix: str) -> None:
    source = killed(folder, tmp_path)
    whole = (source / (DATABASE + suffix)).read_bytes()
    assert found(shutil.copytree(source, tmp_path / "whole")) == set(NUMBERS)
    choice = random.Random(3)
    cases = [
        whole[:length] for length in (0, 1, 31, 32, 33, 100, 5000, len(whole) // 2, len(whole) - 1)
    ]
    for _ in range(30):
        damaged = bytearray(whole)
        damaged[choice.choice([choice.randrange(200), choice.randrange(len(whole))])] ^= (
            choice.choice([1, 0x80, 0xFF])
        )
        cases.append(bytes(damaged))
    cases += [bytes(len(whole)), choice.randbytes(len(whole)), whole + whole]
    for place, case in enumerate(cases):
        copy = shutil.copytree(source, tmp_path / str(place))
        (copy / (DATABASE + suffix)).write_bytes(case)
        found(copy)
        assert heals(copy), place
        shutil.rmtree(copy)


def test_the_log_of_another_database(folder: Path, tmp_path: Path) -> None:
    log = killed(folder, tmp_path) / (DATABASE + "-wal")
    run(tmp_path / "other", range(100, 200))
    shutil.copy(log, tmp_path / "other")
    assert held(DatabaseStore(str(tmp_path / "other")), range(100, 200)) <= set(range(100, 200))
    found(tmp_path / "other")
    assert heals(tmp_path / "other")


def test_a_file_that_changes_while_it_is_open(folder: Path) -> None:
    whole = database(folder).read_bytes()
    for changed in (whole[:15], b"", bytes(len(whole)), whole[::-1], whole[:9000], whole):
        store = DatabaseStore(str(folder))
        held(store, [0], SIZES[0])
        database(folder).write_bytes(changed)
        for number in NUMBERS:
            held(store, [number], SIZES[number % 3])
            fill(store, [100 + number])
        store.close()
        assert heals(folder)


def execute(folder: Path, *statements: str) -> None:
    with sqlite3.connect(database(folder), isolation_level=None) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


HOSTILE = {
    "values of other types": ["UPDATE record SET record = 'text', checksum = 7, used = x'00'"],
    "nothing": ["UPDATE record SET record = NULL, checksum = NULL, used = NULL"],
    "text that is none": [
        "UPDATE record SET record = CAST(x'ff00' AS TEXT), checksum = CAST(x'ff' AS TEXT)"
    ],
    "numbers": ["UPDATE record SET record = 9e999, checksum = -9223372036854775808"],
    "records of other keys": [
        "UPDATE record SET (record, checksum) = (SELECT record, checksum FROM record LIMIT 1)"
    ],
    "huge records": [
        f"UPDATE record SET record = zeroblob({CACHE_RECORD.most} * 2) WHERE rowid < 3"
    ],
    "odd times": [
        "UPDATE record SET used = CASE rowid % 4 WHEN 0 THEN 'x' WHEN 1 THEN x'' WHEN 2 THEN 1e300 END"
    ],
    "no rows": ["DELETE FROM record"],
    "no table": ["DROP TABLE record"],
    "a table without columns that are needed": ["DROP TABLE record", "CREATE TABLE record (key)"],
    "a table with more columns": ["ALTER TABLE record ADD COLUMN more"],
    "a trigger that refuses": [
        "CREATE TRIGGER t BEFORE INSERT ON record BEGIN SELECT RAISE(ABORT, 'no'); END",
        "DELETE FROM record",
    ],
    "a view without end": [
        "DROP TABLE record",
        "CREATE VIEW record AS WITH RECURSIVE n(key, record, checksum, used) AS"
        " (SELECT x'', x'', x'', 0 UNION ALL SELECT key, record, checksum, used + 1 FROM n) SELECT * FROM n",
    ],
    "a view": [
        "ALTER TABLE record RENAME TO other",
        "CREATE VIEW record AS SELECT * FROM other",
        "DELETE FROM other",
    ],
    "another version": [f"PRAGMA user_version = {FORMAT + 1}"],
    "without a log": ["PRAGMA journal_mode = DELETE"],
    "pages of another size": ["PRAGMA journal_mode = DELETE", "PRAGMA page_size = 512", "VACUUM"],
    "no vacuum": ["PRAGMA journal_mode = DELETE", "PRAGMA auto_vacuum = NONE", "VACUUM"],
    "text in another encoding": [],
}


@pytest.mark.parametrize("what", HOSTILE)
def test_databases_of_other_shapes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr(opening, "CACHE_STEPS", CACHE_STEPS._replace(most=1_000_000))
    if what == "text in another encoding":
        database(folder).unlink()
        execute(
            folder,
            "PRAGMA encoding = 'UTF-16'",
            "CREATE TABLE record (key)",
            f"PRAGMA user_version = {FORMAT}",
        )
    execute(folder, *HOSTILE[what])
    tracemalloc.start()
    try:
        with ending():
            assert info(str(folder)).exists
            found(folder)
            assert heals(folder)
        assert tracemalloc.get_traced_memory()[1] < 4 * CACHE_RECORD.most
    finally:
        tracemalloc.stop()


def test_a_huge_file_of_nothing(folder: Path) -> None:
    """A sparse file of a terabyte takes no room, and may claim anything."""
    with database(folder).open("r+b") as stream:
        stream.seek(2**40)
        stream.write(b"\0")
    with ending():
        found(folder)
        assert heals(folder)
        database(folder).write_bytes(b"")
        os.truncate(database(folder), 2**40)
        assert heals(folder)


@pytest.mark.parametrize(
    "data", [b"text\n" * 100, b"SQLite format 3\0", b"SQLite format 3\0" + bytes(9000), b"\0"]
)
def test_what_is_no_database_is_made_anew(tmp_path: Path, data: bytes) -> None:
    database(tmp_path).write_bytes(data)
    assert found(tmp_path) == set()
    assert heals(tmp_path)


# What is not ours


def other_program(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE letters (text)")
        connection.execute("INSERT INTO letters VALUES ('Dear all')")
    connection.close()


FOREIGN: dict[str, Callable[[Path, Path], None]] = {
    "folder": lambda path, _: path.mkdir(),
    "folder with files": lambda path, _: (path / "x").mkdir(parents=True),
    "pipe": lambda path, _: os.mkfifo(path),
    "link to a device": lambda path, _: path.symlink_to("/dev/zero"),
    "link to a database": lambda path, other: path.symlink_to(other),
    "link to a folder": lambda path, other: path.symlink_to(other.parent),
    "link to nothing": lambda path, _: path.symlink_to("nowhere"),
    "link to itself": lambda path, _: path.symlink_to(path),
    "socket": lambda path, _: socket.socket(socket.AF_UNIX).bind(os.path.relpath(path)),
    "database of another program": lambda path, _: other_program(path),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("what", FOREIGN)
def test_what_is_not_ours_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, name: str
) -> None:
    folder, elsewhere = tmp_path / "cache", tmp_path / "elsewhere"
    monkeypatch.chdir(tmp_path)
    run(elsewhere, [100])
    run(folder, range(5))
    if what == "database of another program" and name != DATABASE:
        return  # any regular file beside the database is a log of ours, and a bad one is no log
    path = folder / name
    path.unlink(missing_ok=True)
    FOREIGN[what](path, database(elsewhere))
    before, content = os.lstat(path), database(elsewhere).read_bytes()
    with ending():
        for number in range(5, 8):
            run(folder, [number])
        assert kept(folder, range(200)) == set()
        assert info(str(folder)).records == 0
        if what != "database of another program":
            clear(str(folder))
            assert sorted(os.listdir(folder)) == ["CACHEDIR.TAG", name]
    after = os.lstat(path)
    assert (after.st_mode, after.st_ino, after.st_size) == (
        before.st_mode,
        before.st_ino,
        before.st_size,
    )
    assert database(elsewhere).read_bytes() == content
    assert sorted(os.listdir(tmp_path)) == ["cache", "elsewhere"]


NAMES = [
    "picture.png",
    "muranopl-cache.sqlite.bak",
    "Muranopl-cache.db",
    "muranopl-cache.sqlite-wal2",
    "caché\n\x1b[31m",
]


@pytest.mark.parametrize("name", NAMES)
def test_files_of_other_names_are_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"mine")
    for number in range(3):
        run(tmp_path, [number])
    database(tmp_path).write_bytes(b"damaged")
    run(tmp_path, [4])
    assert kept(tmp_path, range(5)) == {4}
    assert clear(str(tmp_path)).files == 1
    assert (tmp_path / name).read_bytes() == b"mine"
    assert os.listdir(tmp_path) == [name]


def test_a_damaged_database_is_not_taken_for_the_new_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who finds damage late does not remove what another process has made anew since."""
    store = DatabaseStore(str(folder))
    held(store, [0], SIZES[0])
    database(folder).unlink()
    run(folder, range(100, 110))
    monkeypatch.setattr(module, "_checksum", lambda *_: b"other")
    assert store.get(key(1)) is None
    monkeypatch.undo()
    store.close()
    assert kept(folder, range(100, 110)) >= set()
    assert database(folder).exists()


def test_a_damaged_record_is_made_again(folder: Path) -> None:
    with sqlite3.connect(database(folder)) as connection:
        connection.execute("UPDATE record SET record = x'00' WHERE key = ?", (key(3),))
    connection.close()
    store = DatabaseStore(str(folder))
    assert store.get(key(3)) is None
    store.put(key(3), record(3, SIZES[0]))
    store.close()
    assert found(folder) == {3}
    assert heals(folder)
