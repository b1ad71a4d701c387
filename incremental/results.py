"""Results of packages as records.

Under the key of a package stands what its check said, or what the check has to know of packages that it does not see
(questions, see `muranopl.semantics.inference.surroundings`): then the key and the answers make another key, and so on.
So a key always means the same, whatever is around the package. For a second run in the same surroundings the result
also stands under the key and the hash of the world (all interfaces there are), which needs no answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.places import Place
from muranopl.incremental.hashing import hashed
from muranopl.incremental.records import decoded
from muranopl.incremental.whose import Whose

if TYPE_CHECKING:
    from muranopl.incremental.store import Store
    from muranopl.inherit.interface import Interface

Question = tuple[str, str, str]
"""As `muranopl.semantics.inference.surroundings` has it; or CONTENT, the name of a package, which one of that name."""

CONTENT = "content"
"""Asks for the exact content of a package that a diagnostic of another one points into."""


class Around(NamedTuple):
    """What is around a package: who answers its questions, and the hash of the world."""

    answer: Callable[[Question], bool | str | None]
    world: Callable[[], bytes]


class Result(msgspec.Struct, array_like=True, tag=0):
    """What the check of a package said, sorted, and which packages it requires, as far as they are there, and where."""

    diagnostics: tuple[Diagnostic, ...]
    requires: tuple[tuple[str, Place], ...]


class Questions(msgspec.Struct, array_like=True, tag=1):
    """What has to be known before more can be said."""

    questions: tuple[Question, ...]


class Root(msgspec.Struct, array_like=True):
    """What stands under the key of a package: the hash of its interface, the names in it, and what its check said."""

    interface: bytes
    names: msgspec.Raw
    found: Result | Questions

    def declared(self) -> frozenset[str] | None:
        """The names in the interface."""
        return decoded(self.names, _NAMES)


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
        return decoded(self._store.get(key), self._roots)

    def follow(self, key: bytes, found: Found | None, around: Around) -> Result | None:
        """Answer questions until there is a result; None where none is known."""
        while isinstance(found, Questions):
            known = None if _is_exact(found) else self._node(_in_world(key, around.world()))
            if isinstance(known, Result):
                return known
            asked, key = key, _answered(key, found.questions, around.answer)
            exact, found = _is_exact(found), self._node(key)
            if isinstance(found, Result) and not exact:
                self._put(_in_world(asked, around.world()), Node(found))
        return found

    def keep(self, key: bytes, new: Root, result: Result, asked: Iterable[Question], around: Around) -> None:
        """Record the `new` result of a package, below the questions that its check asked."""
        pending = frozenset(asked) | frozenset(self._pointed_at(result))
        root = self.root(key)
        found = None if root is None else root.found
        first = True
        while isinstance(found, Questions) or (found is None and pending):
            if found is None:
                exact = sorted(each for each in pending if each[0] == CONTENT)
                found = Questions(tuple(exact or sorted(pending)))
                self._put(key, Root(new.interface, new.names, found) if first else Node(found))
            if not _is_exact(found):
                self._put(_in_world(key, around.world()), Node(result))
            first = False
            pending -= frozenset(found.questions)
            key = _answered(key, found.questions, around.answer)
            found = self._node(key)
        if found is None:
            self._put(key, new if first else Node(result))

    def _pointed_at(self, result: Result) -> Iterator[Question]:
        """Ask for the packages that the diagnostics of another one point into."""
        for diagnostic in result.diagnostics:
            own = self._whose.owner(diagnostic.place.file)
            for related in diagnostic.related:
                found = self._whose.find(related.place.file)
                if found is not None and self._whose.owner(related.place.file) is not own:
                    yield CONTENT, found[0], str(found[1])

    def _node(self, key: bytes) -> Found | None:
        node = decoded(self._store.get(key), self._nodes)
        return None if node is None else node.found

    def _put(self, key: bytes, record: Root | Node) -> None:
        try:
            self._store.put(key, self._whose.encode(record))
        except (OverflowError, UnicodeEncodeError, LookupError):  # nobody has to know it later
            return


_NAMES = msgspec.msgpack.Decoder(frozenset[str])


def _in_world(key: bytes, world: bytes) -> bytes:
    return hashed(b"world", key, world)


def _is_exact(found: Questions) -> bool:
    """Whether questions are about content alone."""
    return all(about == CONTENT for about, _, _ in found.questions)


def _answered(key: bytes, questions: Iterable[Question], answer: Callable[[Question], bool | str | None]) -> bytes:
    return hashed(b"answers", key, *(repr(answer(question)).encode() for question in questions))


def keep_interface(store: Store, interface: Interface) -> bytes:
    """Record an interface; return its hash, which is its key."""
    record = msgspec.msgpack.encode(interface, order="deterministic")
    key = hashed(b"interface", record)
    store.put(key, record)
    return key


def root_of(interface: Interface, key: bytes, result: Result) -> Root:
    """What is recorded of a package that was run: `key` is the hash of its interface."""
    return Root(key, msgspec.Raw(msgspec.msgpack.encode(sorted(interface.names()))), result)


def load_interface(store: Store, key: bytes) -> Interface | None:
    """The interface of that hash, if it is there."""
    from muranopl.inherit.interface import Interface  # noqa: PLC0415 - only if something changed

    return decoded(store.get(key), msgspec.msgpack.Decoder(Interface))
