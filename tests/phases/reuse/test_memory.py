"""Records in memory."""

from __future__ import annotations

import threading

from muranopl.phases.reuse.memory import MemoryStore
from tests.phases.reuse.records import fill, held, key, record


def test_records_are_kept() -> None:
    store = MemoryStore(100_000)
    assert store.get(key(1)) is None
    fill(store, range(10))
    store.close()
    store.close()
    assert held(store, range(20)) == set(range(10))


def test_those_used_last_stay() -> None:
    store = MemoryStore(10 * 250)  # ten records of 100 bytes, with what they need
    fill(store, range(10))
    assert held(store, [0, 1]) == {0, 1}
    fill(store, range(10, 15))
    assert held(store, range(15)) == {0, 1, *range(7, 15)}


def test_empty_records_take_room_too() -> None:
    store = MemoryStore(10_000)
    fill(store, range(1000), size=0)
    assert 0 < len(held(store, range(1000), size=0)) < 100


def test_what_is_too_large_is_forgotten() -> None:
    store = MemoryStore(1000)
    fill(store, [1], size=100)
    fill(store, [2], size=2000)
    assert (store.get(key(1)), store.get(key(2))) == (record(1), None)


def test_threads() -> None:
    store = MemoryStore(100 * 250)
    failures: list[BaseException] = []

    def work(start: int) -> None:
        try:
            for number in range(start, start + 2000):
                fill(store, [number % 300])
                held(store, [number % 300, (number * 7) % 300])
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(start,)) for start in range(0, 800, 100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert 90 < len(held(store, range(300))) <= 100
