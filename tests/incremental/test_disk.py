"""Records on disk: kept, merged, dropped; in folders of every kind, at any time of the clock."""

from __future__ import annotations

import errno
import fcntl
import os
import random
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from muranopl.incremental.disk import Disk
from muranopl.incremental.pack import MAX_RECORD
from muranopl.incremental.tidy import MAX_SMALL
from tests.incremental.records import age, fill, held, key, packs, record, run, size_of

YEAR = 365 * 24 * 3600


def test_records_outlive_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    store = Disk(str(folder))
    assert store.get(key(1)) is None
    store.close()
    assert not folder.parent.exists()
    fill(store, range(100))
    assert not folder.parent.exists()
    assert held(store, range(110)) == set(range(100))
    store.close()
    store.close()
    assert held(store, range(110)) == held(Disk(str(folder)), range(110)) == set(range(100))


@pytest.mark.parametrize("size", [0, 1, 100, 5_000, 2**20, MAX_RECORD])
def test_records_of_any_size(tmp_path: Path, size: int) -> None:
    run(tmp_path, [1], size)
    run(tmp_path, [2], 7)
    store = Disk(str(tmp_path))
    assert (store.get(key(1)), store.get(key(2))) == (record(1, size), record(2, 7))


def test_what_cannot_be_kept_is_forgotten(tmp_path: Path) -> None:
    store = Disk(str(tmp_path), limit=1000)
    fill(store, [1], size=1001)
    store.put(b"short", b"record")
    store.put(key(1) + b"long", b"record")
    large = Disk(str(tmp_path))
    large.put(key(2), bytes(MAX_RECORD + 1))
    for each in (store, large):
        each.close()
        assert [each.get(name) for name in (key(1), key(2), b"short", key(1) + b"long", b"")] == [None] * 5
    assert os.listdir(tmp_path) == []
    fill(store, [1], size=900)
    store.close()
    assert held(store, [1], size=900) == {1}


def test_many_records_are_written_before_the_end(tmp_path: Path) -> None:
    store = Disk(str(tmp_path), limit=80_000)
    assert held(store, [0]) == set()
    fill(store, range(30), size=1000)
    assert len(packs(tmp_path)) == 3  # an eighth of the limit each
    assert held(store, range(40), size=1000) == set(range(30))


def test_nobody_else_can_read_and_backups_need_not(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        run(tmp_path / "new", range(3))
    finally:
        os.umask(before)
    modes = {each.name: each.stat().st_mode & 0o777 for each in (tmp_path / "new").iterdir()}
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    assert set(modes.values()) == {0o600}
    assert (tmp_path / "new" / "CACHEDIR.TAG").read_bytes().startswith(b"Signature: 8a477f597d28d172789f06886806bc55")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letter").touch()
    run(tmp_path / "home", range(3))
    assert not (tmp_path / "home" / "CACHEDIR.TAG").exists()


def test_loading_loads_next_to_nothing() -> None:
    code = "import sys, muranopl.incremental.folder, muranopl.incremental.memory; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"platformdirs", "hashlib", "sqlite3", "pickle", "tempfile", "fcntl", "muranopl.diagnostics", "msgspec"}
    assert set(done.stdout.split()) & heavy == set()


# Merging


def test_many_runs_make_few_packs(tmp_path: Path) -> None:
    written = 0
    seen: set[Path] = set()
    for number in range(200):
        run(tmp_path, [number], size=1000)
        written += sum(each.stat().st_size for each in packs(tmp_path) if each not in seen)
        seen.update(packs(tmp_path))
        assert len(packs(tmp_path)) <= MAX_SMALL + 1
    assert held(Disk(str(tmp_path)), range(210), size=1000) == set(range(200))
    assert written < 8 * size_of(tmp_path)  # a record is copied a few times, not with each run


def test_the_same_records_from_many_runs_are_kept_once(tmp_path: Path) -> None:
    for _ in range(MAX_SMALL + 1):
        run(tmp_path, range(10))
    assert held(Disk(str(tmp_path)), range(20)) == set(range(10))
    assert size_of(tmp_path) < 2000


def test_large_packs_are_left_alone(tmp_path: Path) -> None:
    limit = 80_000
    for number in range(5):
        run(tmp_path, [number], 11_000, limit)
    for number in range(5, 5 + MAX_SMALL):
        run(tmp_path, [number], 100, limit)
    assert len(packs(tmp_path)) == 5 + MAX_SMALL
    large = {path: path.stat().st_ino for path in packs(tmp_path) if path.stat().st_size > 11_000}
    for number in range(20, 40):
        run(tmp_path, [number], 100, limit)
    assert {path: path.stat().st_ino for path in packs(tmp_path) if path.stat().st_size > 11_000} == large


def test_one_process_merges_at_a_time(tmp_path: Path) -> None:
    run(tmp_path, [0])
    handle = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        for number in range(1, 20):
            run(tmp_path, [number])
        assert len(packs(tmp_path)) == 20
    finally:
        os.close(handle)
    run(tmp_path, [20])
    assert len(packs(tmp_path)) == 1
    assert held(Disk(str(tmp_path)), range(30)) == set(range(21))


def test_a_system_without_locks_merges_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    for number in range(20):
        run(tmp_path, [number])
    monkeypatch.setitem(sys.modules, "fcntl", None)
    for number in range(20, 40):
        run(tmp_path, [number])
    assert len(packs(tmp_path)) <= MAX_SMALL
    assert held(Disk(str(tmp_path)), range(50)) == set(range(40))


# The limit


@pytest.mark.parametrize(("limit", "size"), [(20_000, 100), (20_000, 3000), (200_000, 1000), (1_000, 800), (1_000, 10)])
def test_the_limit_holds_after_every_run(tmp_path: Path, limit: int, size: int) -> None:
    choice = random.Random(limit)
    last = 0
    for _ in range(60):
        numbers = range(last, last + choice.randrange(1, 40))
        run(tmp_path, numbers, size, limit)
        assert size_of(tmp_path) <= limit
        assert held(Disk(str(tmp_path)), numbers, size)
        last = numbers.stop
    assert len(packs(tmp_path)) <= 2 * MAX_SMALL + 8
    assert size_of(tmp_path) > limit // 3


def test_a_smaller_limit_later(tmp_path: Path) -> None:
    run(tmp_path, range(100), 1000)
    run(tmp_path, [100], 1000, limit=10_000)
    assert size_of(tmp_path) <= 10_000


def test_what_is_used_stays_longer(tmp_path: Path) -> None:
    limit, made = 20_000, []
    for number in range(4):
        run(tmp_path, [number], 4000, limit)
        (new,) = set(packs(tmp_path)) - set(made)
        made.append(new)
    for place, path in enumerate(made):
        age(path, YEAR - place)
    assert held(Disk(str(tmp_path)), [0], 4000)  # the oldest
    run(tmp_path, [4, 5], 4000, limit)
    assert held(Disk(str(tmp_path)), range(6), 4000) == {0, 3, 4, 5}


@pytest.mark.parametrize(("seconds", "marked"), [(60, False), (2 * 3600, True), (YEAR, True), (-2 * 3600, True)])
def test_use_is_marked_once_an_hour(tmp_path: Path, seconds: int, marked: bool) -> None:
    run(tmp_path, [1])
    (pack,) = packs(tmp_path)
    age(pack, seconds)
    before = pack.stat().st_mtime
    store = Disk(str(tmp_path))
    assert store.get(key(2)) is None
    assert pack.stat().st_mtime == before
    assert held(store, [1])
    assert (pack.stat().st_mtime != before) == marked
    assert abs(pack.stat().st_mtime - time.time()) < 100


def test_what_killed_writers_left_goes_after_an_hour(tmp_path: Path) -> None:
    run(tmp_path, [1])
    old, new, future, foreign = (
        tmp_path / name for name in ("0" * 32 + ".tmp", "1" * 32 + ".tmp", "2" * 32 + ".tmp", "x.tmp")
    )
    for path, seconds in ((old, 3700), (new, 0), (future, -YEAR), (foreign, YEAR)):
        path.write_bytes(b"unfinished")
        age(path, seconds)
    run(tmp_path, [2])
    assert (old.exists(), new.exists(), future.exists(), foreign.exists()) == (False, True, False, True)


def test_what_killed_writers_left_counts(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"{number:032x}.tmp").write_bytes(bytes(1000))
        age(tmp_path / f"{number:032x}.tmp", 60)
    run(tmp_path, [1], limit=10_000)
    assert size_of(tmp_path) <= 10_000
    assert held(Disk(str(tmp_path)), [1])


# The clock


@pytest.mark.parametrize("now", [-1e9, 0.0, 1.0, 1.7e9, 4e9, 1e11])
def test_a_wrong_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, now: float) -> None:
    limit = 20_000
    run(tmp_path, range(40), 300, limit)
    monkeypatch.setattr(time, "time", lambda: now)
    for start in range(100, 600, 20):
        run(tmp_path, range(start, start + 20), 300, limit)
        assert size_of(tmp_path) <= limit
        assert held(Disk(str(tmp_path), limit), range(700), 300)
    monkeypatch.undo()
    run(tmp_path, [700], 300, limit)
    assert size_of(tmp_path) <= limit
    assert 700 in held(Disk(str(tmp_path), limit), range(701), 300)


@pytest.mark.parametrize("odd", [0, 1, -YEAR, 4e9, 2**33])
def test_files_of_odd_times(tmp_path: Path, odd: float) -> None:
    """Full of packs from a time when the clock was wrong, the folder takes new ones nonetheless."""
    limit = 20_000
    for start in range(0, 60, 6):
        run(tmp_path, range(start, start + 6), 400, limit)
    for path in packs(tmp_path):
        os.utime(path, (odd, odd))
    for start in range(100, 130, 6):
        run(tmp_path, range(start, start + 6), 400, limit)
        assert size_of(tmp_path) <= limit
        assert held(Disk(str(tmp_path)), range(start, start + 6), 400) == set(range(start, start + 6))


# Folders


def bad_folders(tmp_path: Path) -> list[str]:
    file = tmp_path / "file"
    file.write_bytes(b"mine")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere/at/all")
    return [
        *(str(file), str(file / "below"), "/proc/muranopl", "/proc/self/muranopl/deeper", "/dev/null", "/sys/muranopl"),
        *(str(tmp_path / "loop"), str(tmp_path / "dangling"), "", "\0", "a\0b", "\ud800"),
        *(f"{tmp_path}/{'x' * 300}", f"{tmp_path}{'/x' * 3000}"),
    ]


def test_folders_that_cannot_be_written(tmp_path: Path) -> None:
    for folder in bad_folders(tmp_path):
        store = Disk(folder)
        assert store.get(key(1)) is None
        fill(store, range(10))
        assert held(store, range(10)) == set(range(10))
        store.close()
        store.close()
        assert held(store, range(10)) == set()
    assert (tmp_path / "file").read_bytes() == b"mine"
    assert sorted(os.listdir(tmp_path)) == ["dangling", "file", "loop"]


def test_a_folder_that_can_only_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, range(10))
    (pack,) = packs(tmp_path)
    age(pack, YEAR)
    before = pack.stat().st_mtime
    real = os.open

    def refuse(*_: Any, **__: Any) -> Any:
        raise OSError(errno.EROFS, "Read-only file system")

    def only_read(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        return real(path, flags, *rest, **more) if flags & os.O_ACCMODE == os.O_RDONLY else refuse()

    monkeypatch.setattr(os, "open", only_read)
    for name in ("utime", "unlink", "mkdir", "replace", "rename", "link"):
        monkeypatch.setattr(os, name, refuse)
    monkeypatch.setattr(os, "supports_fd", {os.utime})
    store = Disk(str(tmp_path), limit=100)
    assert held(store, range(20)) == set(range(10))
    fill(store, range(10, 20), size=10)
    store.close()
    assert held(store, range(20)) == set(range(10))
    monkeypatch.undo()
    assert pack.stat().st_mtime == before
    assert len(os.listdir(tmp_path)) == 2


@pytest.mark.parametrize("name", ["replace", "makedirs", "listdir", "scandir", "unlink", "urandom", "fstat", "pread"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EACCES, errno.EMFILE, errno.ESTALE])
def test_whatever_the_system_refuses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int) -> None:
    for number in range(MAX_SMALL + 1):
        run(tmp_path, [number], limit=10_000)

    def refuse(*_: Any, **__: Any) -> Any:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(os, name, refuse)
        store = Disk(str(tmp_path), limit=1000)
        fill(store, range(20, 40))
        held(store, range(40))
        store.close()
        store.close()
    held(Disk(str(tmp_path)), range(40))
    run(tmp_path, [50])
    assert 50 in held(Disk(str(tmp_path)), range(51))


def test_a_full_disk(tmp_path: Path) -> None:
    """Files above a size cannot be written, as if there were no room for them."""
    code = """
import resource, signal, sys
from pathlib import Path
from tests.incremental.records import fill, held, run
from muranopl.incremental.disk import Disk
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder = Path(sys.argv[1])
run(folder, range(5), 1000)
for most in range(0, 40_000, 777):
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
    store = Disk(str(folder))
    fill(store, range(100, 130), 1000)
    store.close()
    assert held(store, range(130), 1000) >= set(range(5))
    if 129 in held(store, range(130), 1000):
        break
print(most)
"""
    root = Path(__file__).parents[2]
    command = [sys.executable, "-c", code, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=root)
    assert (done.returncode, done.stderr) == (0, "")
    assert 30_000 < int(done.stdout) < 40_000
    assert [path.suffix for path in tmp_path.iterdir() if path.suffix not in {".pack", ".TAG"}] == []


def test_a_folder_removed_under_our_feet(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    run(folder, range(10))
    store, other = Disk(str(folder)), Disk(str(folder))
    assert held(store, range(10)) == set(range(10))
    fill(store, range(10, 20))
    shutil.rmtree(folder)
    assert held(store, range(20)) == set(range(20))  # the pack is open
    assert held(other, range(20)) == set()
    store.close()
    assert held(store, range(20)) == held(Disk(str(folder)), range(20)) == set(range(10, 20))


# Several stores


def test_two_stores_in_one_process(tmp_path: Path) -> None:
    first, second = Disk(str(tmp_path)), Disk(str(tmp_path))
    assert held(second, range(20)) == set()
    fill(first, range(10))
    fill(second, range(5, 15))
    first.close()
    assert held(second, range(20)) == set(range(5, 15))
    second.close()
    first.close()
    assert held(first, range(20)) == held(second, range(20)) == set(range(15))


def test_packs_that_others_merged_or_dropped_can_be_read_to_the_end(tmp_path: Path) -> None:
    run(tmp_path, range(10))
    store = Disk(str(tmp_path))
    assert held(store, [0])
    for number in range(20, 40):
        run(tmp_path, [number])
    run(tmp_path, [50], limit=200)
    assert len(packs(tmp_path)) == 1
    assert held(store, range(10)) == set(range(10))


def test_no_file_stays_open(tmp_path: Path) -> None:
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    for number in range(30):
        store = Disk(str(tmp_path))
        fill(store, [number])
        held(store, range(30))
        store.close()
    assert (len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0) == before


def test_threads(tmp_path: Path) -> None:
    store = Disk(str(tmp_path), limit=100_000)
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
