"""Records in memory."""

from __future__ import annotations

import threading
from pathlib import Path

from muranopl.incremental.disk import Disk
from muranopl.incremental.memory import Memory
from tests.incremental.records import fill, held, key, record, run


class Counting:
    """A store that counts what it is asked."""

    def __init__(self) -> None:
        self.records: dict[bytes, bytes] = {}
        self.calls = {"get": 0, "put": 0, "close": 0}

    def get(self, key: bytes) -> bytes | None:
        self.calls["get"] += 1
        return self.records.get(key)

    def put(self, key: bytes, record: bytes) -> None:
        self.calls["put"] += 1
        self.records[key] = record

    def close(self) -> None:
        self.calls["close"] += 1


def test_records_are_kept() -> None:
    store = Memory()
    assert store.get(key(1)) is None
    fill(store, range(10))
    store.close()
    store.close()
    assert held(store, range(20)) == set(range(10))


def test_those_used_last_stay() -> None:
    store = Memory(limit=10 * 250)  # ten records of 100 bytes, with what they need
    fill(store, range(10))
    assert held(store, [0, 1]) == {0, 1}
    fill(store, range(10, 15))
    assert held(store, range(15)) == {0, 1, *range(7, 15)}


def test_empty_records_take_room_too() -> None:
    store = Memory(limit=10_000)
    fill(store, range(1000), size=0)
    assert 0 < len(held(store, range(1000), size=0)) < 100


def test_what_is_too_large_is_handed_on() -> None:
    below = Counting()
    store = Memory(limit=1000, below=below)
    fill(store, [1], size=100)
    fill(store, [2], size=2000)
    assert below.records.keys() == {key(1), key(2)}
    assert store.get(key(2)) == record(2, 2000)
    assert store.get(key(1)) == record(1)
    assert below.calls == {"get": 1, "put": 2, "close": 0}


def test_the_store_below_is_asked_once() -> None:
    below = Counting()
    fill(below, range(5))
    store = Memory(below=below)
    assert held(store, range(5)) == held(store, range(5)) == set(range(5))
    fill(store, range(5))  # known already
    store.close()
    assert below.calls == {"get": 5, "put": 5, "close": 1}


def test_in_front_of_a_disk(tmp_path: Path) -> None:
    run(tmp_path, range(5))
    store = Memory(below=Disk(str(tmp_path)))
    fill(store, range(5, 10))
    assert held(store, range(12)) == set(range(10))
    store.close()
    assert held(Disk(str(tmp_path)), range(12)) == set(range(10))


def test_threads() -> None:
    store = Memory(limit=100 * 250, below=Memory())
    failures: list[BaseException] = []

    def work(start: int) -> None:
        try:
            for number in range(start, start + 2000):
                fill(store, [number % 300])
                assert held(store, [number % 300, (number * 7) % 300])
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(0, 800, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert store._bytes <= 100 * 250
