"""Records on disk: kept and dropped; in folders of every kind, at any time of the clock."""

from __future__ import annotations

import errno
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from muranopl.diagnostics.bounds import CACHE_RECORD
from muranopl.phases.reuse import connection as opening
from muranopl.phases.reuse import database as module
from muranopl.phases.reuse.database import MAX_GATHERED, MIN_LIMIT, DatabaseStore
from tests.phases.reuse.records import (
    database,
    ending,
    fill,
    held,
    in_a_copy,
    kept,
    key,
    record,
    run,
    size_of,
)
from tests.project import ROOT

DAY = 24 * 3600


def test_records_outlive_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    store = DatabaseStore(str(folder))
    assert store.get(key(1)) is None
    store.close()
    assert not folder.parent.exists()
    fill(store, range(100))
    assert not folder.parent.exists()
    assert held(store, range(110)) == set(range(100))
    store.close()
    store.close()
    assert held(store, range(110)) == kept(folder, range(110)) == set(range(100))


@pytest.mark.parametrize("size", [0, 1, 100, 5_000, 2**20, MAX_GATHERED - 100])
def test_records_of_any_size(tmp_path: Path, size: int) -> None:
    run(tmp_path, [1], size)
    run(tmp_path, [2], 7)
    store = DatabaseStore(str(tmp_path))
    assert (store.get(key(1)), store.get(key(2))) == (record(1, size), record(2, 7))


def test_what_cannot_be_kept_is_forgotten(tmp_path: Path) -> None:
    store = DatabaseStore(str(tmp_path), limit=80_000)
    fill(store, [1], size=10_001)
    store.put(b"short", b"record")
    store.put(key(1) + b"long", b"record")
    large = DatabaseStore(str(tmp_path))
    large.put(key(2), bytes(CACHE_RECORD.most + 1))
    for item in (store, large):
        item.close()
        assert [item.get(name) for name in (key(1), key(2), b"short", key(1) + b"long", b"")] == [
            None
        ] * 5
    assert os.listdir(tmp_path) == []
    fill(store, [1], size=5_000)
    store.close()
    assert held(store, [1], size=5_000) == {1}


def test_many_records_are_written_before_the_end(tmp_path: Path) -> None:
    store = DatabaseStore(str(tmp_path), limit=800_000)
    assert held(store, [0]) == set()
    fill(store, range(300), size=1000)
    # An eighth of the limit each
    assert len(kept(tmp_path, range(300), size=1000)) > 200
    assert held(store, range(310), size=1000) == set(range(300))


def test_the_same_records_from_many_runs_are_kept_once(tmp_path: Path) -> None:
    run(tmp_path, range(100))
    size = size_of(tmp_path)
    for _ in range(10):
        run(tmp_path, range(100))
    assert kept(tmp_path, range(110)) == set(range(100))
    assert size_of(tmp_path) <= 2 * size


def test_nobody_else_can_read_and_backups_need_not(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        run(tmp_path / "new", range(3))
        store = DatabaseStore(str(tmp_path / "new"))
        assert held(store, [1])
        modes = {item.name: item.stat().st_mode & 0o777 for item in (tmp_path / "new").iterdir()}
    finally:
        os.umask(before)
    assert len(modes) == 4  # the log of SQLite and its index too
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert set(modes.values()) == {0o600}
    assert (
        (tmp_path / "new" / "CACHEDIR.TAG")
        .read_bytes()
        .startswith(b"Signature: 8a477f597d28d172789f06886806bc55")
    )
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter").touch()
    run(tmp_path / "home", range(3))
    assert not (tmp_path / "home" / "CACHEDIR.TAG").exists()


def test_one_file_is_left(tmp_path: Path) -> None:
    for number in range(5):
        run(tmp_path, [number])
        assert kept(tmp_path, range(10)) == set(range(number + 1))
        assert sorted(os.listdir(tmp_path)) == ["CACHEDIR.TAG", database(tmp_path).name]


# The limit


@pytest.mark.parametrize(
    ("limit", "size"), [(200_000, 100), (200_000, 3000), (2_000_000, 2100), (200_000, 10)]
)
def test_the_limit_holds_after_every_run(tmp_path: Path, limit: int, size: int) -> None:
    choice = random.Random(limit)
    last = largest = 0
    for _ in range(60):
        numbers = range(last, last + choice.randrange(1, 5 + limit // 20 // (size + 100)))
        run(tmp_path, numbers, size, limit)
        assert size_of(tmp_path) <= limit
        largest = max(largest, size_of(tmp_path))
        assert kept(tmp_path, numbers, size) == set(numbers)
        last = numbers.stop
    assert largest > limit // 3 or last * size < limit


def test_the_oldest_go_first(tmp_path: Path) -> None:
    for number in range(0, 2000, 20):
        run(tmp_path, range(number, number + 20), 1000, 500_000)
    have = kept(tmp_path, range(2000), 1000)
    assert 150 < len(have) < 500
    assert have == set(range(min(have), 2000))


@pytest.mark.parametrize("limit", [0, 1, 5000, MIN_LIMIT - 1])
def test_a_limit_below_which_nothing_can_be_kept(tmp_path: Path, limit: int) -> None:
    run(tmp_path, range(10), 10, limit)
    assert os.listdir(tmp_path) == []
    run(tmp_path, range(10), 10, MIN_LIMIT)
    assert kept(tmp_path, range(10), 10) == set(range(10))


def test_a_smaller_limit_later(tmp_path: Path) -> None:
    run(tmp_path, range(3000), 1000)
    assert size_of(tmp_path) > 3_000_000
    run(tmp_path, [3000], 1000, limit=500_000)
    assert size_of(tmp_path) <= 500_000
    assert 3000 in kept(tmp_path, range(3001), 1000)


def test_what_is_used_stays_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    limit, now = 500_000, time.time()
    run(tmp_path, range(10), 1000, limit)
    for day in range(1, 30):
        monkeypatch.setattr(time, "time", lambda day=day: now + day * DAY)
        assert kept(tmp_path, [0, 1], 1000) == {0, 1}
        run(tmp_path, range(day * 100, day * 100 + 50), 1000, limit)
    assert kept(tmp_path, range(10), 1000) == {0, 1}


def test_use_is_marked_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, range(5))
    before = database(tmp_path).stat().st_mtime_ns
    kept(tmp_path, range(5))
    assert database(tmp_path).stat().st_mtime_ns == before
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + DAY)
    kept(tmp_path, range(5))
    marked = database(tmp_path).stat().st_mtime_ns
    assert marked != before
    kept(tmp_path, range(5))
    assert database(tmp_path).stat().st_mtime_ns == marked


@pytest.mark.parametrize("now", [-1e9, 0.0, 1.0, 1.7e9, 4e9, 1e11])
def test_a_wrong_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: float) -> None:
    limit = 200_000
    run(tmp_path, range(400), 300, limit)
    monkeypatch.setattr(time, "time", lambda: now)
    for start in range(1000, 3000, 100):
        run(tmp_path, range(start, start + 40), 300, limit)
        assert size_of(tmp_path) <= limit
        assert kept(tmp_path, range(start, start + 40), 300) == set(range(start, start + 40))
    monkeypatch.undo()
    # Full of records from a time when the clock was wrong, it takes new ones
    for start in range(4000, 6000, 100):
        run(tmp_path, range(start, start + 40), 300, limit)
        assert size_of(tmp_path) <= limit
        assert kept(tmp_path, range(start, start + 40), 300) == set(range(start, start + 40))


# Folders


def bad_folders(tmp_path: Path) -> list[str]:
    file = tmp_path / "file"
    file.write_bytes(b"mine")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere/at/all")
    return [
        *(
            str(file),
            str(file / "below"),
            "/proc/muranopl",
            "/proc/self/muranopl/deeper",
            "/dev/null",
            "/sys/muranopl",
        ),
        *(str(tmp_path / "loop"), str(tmp_path / "dangling"), "", "\0", "a\0b", "\ud800"),
        *(f"{tmp_path}/{'x' * 300}", f"{tmp_path}{'/x' * 3000}"),
    ]


def test_folders_that_cannot_be_written(tmp_path: Path) -> None:
    for folder in bad_folders(tmp_path):
        store = DatabaseStore(folder)
        assert store.get(key(1)) is None
        fill(store, range(10))
        assert held(store, range(10)) == set(range(10))
        store.close()
        store.close()
        assert held(store, range(10)) == set()
    assert (tmp_path / "file").read_bytes() == b"mine"
    assert sorted(os.listdir(tmp_path)) == ["dangling", "file", "loop"]


@pytest.mark.parametrize(
    "name",
    ["a b", "100%", "%41", "what?mode=memory", "a#b", "caché", "\udcff", "'\";--", ":memory:"],
)
def test_folders_of_every_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    run(Path(name), range(5))
    assert os.listdir(tmp_path) == [name]
    assert kept(tmp_path / name, range(10)) == set(range(5))


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may enter."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


@pytest.mark.parametrize("log", [False, True])
def test_a_folder_that_can_only_be_read(open_folder: Path, log: bool) -> None:
    """Also one that a killed process left its log in."""
    folder = open_folder / "cache"
    run(folder, range(10))
    if log:
        writer = DatabaseStore(str(folder))
        assert held(writer, range(10))
        run(folder, range(10, 15))
        shutil.copytree(folder, open_folder / "killed")
        folder = open_folder / "killed"
        writer.close()
        assert len(os.listdir(folder)) == 4
    for path in (*folder.iterdir(), folder):
        path.chmod(0o555 if path == folder else 0o444)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    def use() -> None:
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        store = DatabaseStore(str(folder), limit=100_000)
        assert held(store, range(20)) >= set(range(10))
        fill(store, range(20, 30))
        store.close()
        assert held(store, range(30)) >= set(range(10))
        assert 25 not in held(store, range(30))

    assert in_a_copy(use)
    folder.chmod(0o755)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize("name", ["makedirs", "listdir", "lstat", "open"])
@pytest.mark.parametrize(
    "code", [errno.ENOSPC, errno.EIO, errno.EACCES, errno.EMFILE, errno.ESTALE]
)
def test_whatever_the_system_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int
) -> None:
    run(tmp_path, range(10))

    def refuse(*_: Any, **__: Any) -> Any:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(os, name, refuse)
        store = DatabaseStore(str(tmp_path))
        held(store, range(40))
        fill(store, range(20, 40))
        held(store, range(40))
        store.close()
        store.close()
    assert kept(tmp_path, range(10)) == set(range(10))
    run(tmp_path, [50])
    assert 50 in kept(tmp_path, range(51))


def test_no_more_files_can_be_opened(tmp_path: Path) -> None:
    run(tmp_path, range(10))

    def use() -> None:
        handles = []
        try:
            while True:
                handles.append(os.open("/dev/null", os.O_RDONLY))
        except OSError:
            pass
        for _ in range(8):
            store = DatabaseStore(str(tmp_path))
            held(store, range(10))
            fill(store, range(20, 40))
            store.close()
            os.close(handles.pop())

    import resource  # not everywhere

    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, limits[1]))
    try:
        assert in_a_copy(use)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert kept(tmp_path, range(10)) == set(range(10))


def test_a_full_disk(tmp_path: Path) -> None:
    """Files above a size cannot be written, as if there were no room for them."""
    code = """
import resource, sys
from pathlib import Path
from tests.phases.reuse.records import fill, held, kept, run
from muranopl.phases.reuse.database import DatabaseStore
folder = Path(sys.argv[1])
run(folder, range(5), 1000)
for most in range(0, 400_000, 9973):
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    for numbers in (range(100, 130), range(200, 300)):
        store = DatabaseStore(str(folder))
        before = held(store, range(300), 1000)
        fill(store, numbers, 1000)
        store.close()
        assert held(store, range(300), 1000) in (before, before | {*numbers}), most
        store.close()
    if len(kept(folder, range(300), 1000)) == 135:
        break
print(most)
"""
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert 100_000 < int(done.stdout) < 390_000
    assert len(kept(tmp_path, range(300), 1000)) == 135


def test_a_folder_that_goes_while_it_is_used(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    run(folder, range(10))
    store, other = DatabaseStore(str(folder)), DatabaseStore(str(folder))
    assert held(store, [0])
    fill(store, range(10, 20))
    shutil.rmtree(folder)
    held(store, range(20))
    assert held(other, range(20)) == set()
    store.close()
    store.close()
    held(store, range(20))
    run(folder, range(30, 40))
    assert kept(folder, range(30, 40)) == set(range(30, 40))


# Several stores, threads, copies of the process


def test_two_stores_in_one_process(tmp_path: Path) -> None:
    first, second = DatabaseStore(str(tmp_path)), DatabaseStore(str(tmp_path))
    assert held(second, range(20)) == set()
    fill(first, range(10))
    fill(second, range(5, 15))
    first.close()
    second.close()
    assert held(first, range(20)) == held(second, range(20)) == set(range(15))


def test_who_is_in_the_way_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "TIMEOUT", 0.1)
    run(tmp_path, range(10))
    other = sqlite3.connect(database(tmp_path), isolation_level=None)
    store = DatabaseStore(str(tmp_path))
    with ending():
        other.execute("BEGIN EXCLUSIVE")
        assert held(store, range(10)) == set(range(10))
        fill(store, range(10, 20))
        store.close()
        assert held(store, range(20)) == set(range(10))
        store.close()
        other.execute("COMMIT")
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("DELETE FROM record WHERE key = x'00'")
        fill(store, range(10, 20))
        assert held(store, range(10)) == set()
        store.close()
    other.close()
    fill(store, range(10, 20))
    store.close()
    assert held(store, range(20)) == set(range(20))


def test_no_file_stays_open(tmp_path: Path) -> None:
    before = len(os.listdir("/dev/fd"))
    for number in range(30):
        store = DatabaseStore(str(tmp_path))
        fill(store, [number])
        held(store, range(30))
        store.close()
    assert len(os.listdir("/dev/fd")) == before


def test_threads(tmp_path: Path) -> None:
    store = DatabaseStore(str(tmp_path), limit=1_000_000)
    failures: list[BaseException] = []

    def work(start: int) -> None:
        try:
            for number in range(start, start + 300):
                fill(store, [number % 200])
                held(store, [number % 200, (number * 7) % 200])
                if number % 50 == 0:
                    store.close()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(0, 400, 50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    store.close()
    assert held(store, range(200)) == set(range(200))


def test_a_copy_of_a_process_that_has_it_open_leaves_the_disk_alone(tmp_path: Path) -> None:
    run(tmp_path, range(10))
    store = DatabaseStore(str(tmp_path))
    assert held(store, [0]) == {0}
    fill(store, [20])

    def use() -> None:
        assert held(store, range(30)) == {20}
        fill(store, [21])
        assert held(store, range(30)) == {20, 21}
        store.close()
        assert held(store, range(30)) == set()

    with ending():
        assert in_a_copy(use)
    assert held(store, range(30)) == {*range(10), 20}
    store.close()
    assert held(store, range(30)) == {*range(10), 20}


def test_a_copy_of_a_process_that_let_go_of_it_may_use_it(tmp_path: Path) -> None:
    store = DatabaseStore(str(tmp_path))
    fill(store, range(10))
    store.close()

    def use() -> None:
        assert held(store, range(30)) == set(range(10))
        fill(store, [21])
        store.close()

    store._lock.acquire()  # as another thread may have it at that moment
    with ending():
        assert in_a_copy(use)
    store._lock.release()
    assert held(store, range(30)) == {*range(10), 21}


def test_an_interrupted_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, range(10))
    store = DatabaseStore(str(tmp_path))

    def interrupt(*_: object) -> bytes:
        raise KeyboardInterrupt

    fill(store, range(10, 20))
    with monkeypatch.context() as patch:
        patch.setattr(module, "_checksum", interrupt)
        with pytest.raises(KeyboardInterrupt):
            store.close()
    fill(store, [30])
    store.close()
    assert held(store, range(40)) == {*range(10), 30}
