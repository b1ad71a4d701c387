"""Results of packages as records.

Under the key of a package stands what its check said, or what the check has to know of packages that it does not see
(questions, see `muranopl.workflow.inference.surroundings`): then the key and the answers make another key, and so on.
So a key always means the same, whatever is around the package. For a second run in the same surroundings the result
also stands under the key and the hash of all interfaces there are, which needs no answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from muranopl.cache.hashing import hashed
from muranopl.diagnostics.model import Diagnostic
from muranopl.diagnostics.places import Place
from muranopl.phases.whose import Whose

if TYPE_CHECKING:
    from muranopl.cache.store import Store
    from muranopl.inherit.interface import Interface

Question = tuple[str, str, str]
"""As `muranopl.workflow.inference.surroundings` has it."""

Answer = Callable[[Question], bool | str | None]


class Result(msgspec.Struct, array_like=True, tag=0):
    """What the check of a package said, sorted, and which packages it requires, as far as they are there, and where."""

    diagnostics: tuple[Diagnostic, ...]
    requires: tuple[tuple[str, Place], ...]


class Questions(msgspec.Struct, array_like=True, tag=1):
    """What has to be known before more can be said."""

    questions: tuple[Question, ...]


class Root(msgspec.Struct, array_like=True):
    """What stands under the key of a package: the hash of its interface, and what its check said."""

    interface: bytes
    found: Result | Questions


class Node(msgspec.Struct, array_like=True):
    """What stands under other keys."""

    found: Result | Questions


Found = Result | Questions


class Results:
    """Results in a store; files are those of the packages at hand, wherever these are now."""

    def __init__(self, store: Store, whose: Whose) -> None:
        self._store = store
        self._whose = whose
        self._roots = whose.decoder(Root)
        self._nodes = whose.decoder(Node)

    def root(self, key: bytes) -> Root | None:
        """What stands under the key of a package, if anything does."""
        found = self._get(key, self._roots)
        return found if isinstance(found, Root) else None

    def at(self, key: bytes, world: bytes) -> Result | None:
        """The result of a package in a world known by the hash of all interfaces."""
        found = self._node(_in_world(key, world))
        return found if isinstance(found, Result) else None

    def follow(self, key: bytes, found: Found | None, answer: Answer) -> Result | None:
        """Answer questions until there is a result; None where none is known."""
        while isinstance(found, Questions):
            key = _answered(key, found.questions, answer)
            found = self._node(key)
        return found

    def keep(self, key: bytes, interface: bytes, result: Result, asked: Iterable[Question], answer: Answer) -> None:
        """Record a result, below the questions that its check asked."""
        open_ = frozenset(asked)
        root = self.root(key)
        found = None if root is None else root.found
        first = True
        while isinstance(found, Questions) or (found is None and open_):
            if found is None:
                found = Questions(tuple(sorted(open_)))
                self._put(key, Root(interface, found) if first else Node(found))
            first = False
            open_ -= frozenset(found.questions)
            key = _answered(key, found.questions, answer)
            found = self._node(key)
        if found is None:
            self._put(key, Root(interface, result) if first else Node(result))

    def keep_at(self, key: bytes, world: bytes, result: Result) -> None:
        """Record a result for the same world."""
        self._put(_in_world(key, world), Node(result))

    def _node(self, key: bytes) -> Found | None:
        node = self._get(key, self._nodes)
        return node.found if isinstance(node, Node) else None

    def _get(self, key: bytes, decoder: msgspec.msgpack.Decoder[Any]) -> object:
        record = self._store.get(key)
        try:
            return None if record is None else decoder.decode(record)
        except (msgspec.DecodeError, RecursionError):
            return None

    def _put(self, key: bytes, record: Root | Node) -> None:
        try:
            self._store.put(key, self._whose.encode(record))
        except (OverflowError, UnicodeEncodeError, LookupError):  # nobody has to know it later
            return


def _in_world(key: bytes, world: bytes) -> bytes:
    return hashed(b"world", key, world)


def _answered(key: bytes, questions: Iterable[Question], answer: Answer) -> bytes:
    return hashed(b"answers", key, *(repr(answer(question)).encode() for question in questions))


def keep_interface(store: Store, interface: Interface) -> bytes:
    """Record an interface; return its hash, which is its key."""
    record = msgspec.msgpack.encode(interface, order="deterministic")
    key = hashed(b"interface", record)
    store.put(key, record)
    return key


def load_interface(store: Store, key: bytes) -> Interface | None:
    """The interface of that hash, if it is there."""
    from muranopl.inherit.interface import Interface  # noqa: PLC0415 - only if something changed

    record = store.get(key)
    try:
        return None if record is None else msgspec.msgpack.decode(record, type=Interface)
    except msgspec.DecodeError:
        return None
