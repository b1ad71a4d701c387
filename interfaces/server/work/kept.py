"""Cache of answers for one state of the catalog."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from muranopl.interfaces.server.work.messages import Task, TaskAnswer

Key = tuple[Task, tuple[Any, ...]]

_OVERHEAD = 512
"""Approximate size of an entry in addition to the body and the key, in bytes."""


class KeptAnswers:
    """A cache of the most recently used answers, limited by their total size in bytes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._answers: OrderedDict[Key, TaskAnswer] = OrderedDict()
        self.size = 0

    def get(self, key: Key) -> TaskAnswer | None:
        """Return an answer, or None if it is not cached."""
        result = self._answers.get(key)
        if result is not None:
            self._answers.move_to_end(key)
        return result

    def add(self, key: Key, answer: TaskAnswer) -> None:
        """Add an answer and evict older ones; an answer too large for the cache is not added."""
        size = _size(key, answer)
        # So one answer evicts at most a quarter of the others
        if size > self._most // 4 or key in self._answers:
            return
        self._answers[key] = answer
        self.size += size
        while self.size > self._most:
            self.size -= _size(*self._answers.popitem(last=False))


def _size(key: Key, answer: TaskAnswer) -> int:
    _, arguments = key
    return len(repr(arguments)) + len(answer.body) + _OVERHEAD
