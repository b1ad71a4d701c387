"""Subscriptions to the end of objects: `GC.subscribeDestruction`, and the headers of saved models that note them.

Reference running, Destruction and garbage collection; measured: conformance/execution.json, gc/*.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from muranopl.execution import exceptions
from muranopl.inherit.complete import Member
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.render.context import LoadedObject
from muranopl.semantics.evaluation.objects import MuranoObject

HEADER_KEY = "dependencies"
"""The entry of a header that has the subscriptions to an object."""


class Subscription(NamedTuple):
    """The object that is told of the end of another one, and its method that is called then, if any."""

    subscriber: MuranoObject
    handler: str | None


class Subscriptions:
    """The subscriptions of one execution, by their publishers."""

    def __init__(self) -> None:
        self._records: dict[int, tuple[MuranoObject, list[Subscription]]] = {}

    def add(self, publisher: MuranoObject, subscriber: MuranoObject, handler: str | None) -> None:
        """Have a subscriber told of the end of a publisher; a second time changes nothing. Raise MuranoError."""
        if handler:
            handler_of(subscriber, handler)
        _, records = self._records.setdefault(id(publisher), (publisher, []))
        if not any(_is(each, subscriber, handler) for each in records):
            records.append(Subscription(subscriber, handler))

    def remove(self, publisher: MuranoObject, subscriber: MuranoObject, handler: str | None) -> None:
        """Take back what `add` did. Raise MuranoError."""
        if handler:
            handler_of(subscriber, handler)
        records = self.of(publisher)
        records[:] = [each for each in records if not _is(each, subscriber, handler)]

    def of(self, publisher: MuranoObject) -> list[Subscription]:
        """Return the subscriptions to an object."""
        return self._records.get(id(publisher), (publisher, []))[1]

    def forget(self, publisher: MuranoObject) -> None:
        """Forget the subscriptions to an object that ends."""
        self._records.pop(id(publisher), None)

    def restore(self, loaded: LoadedObject, get: Callable[[object], MuranoObject | None]) -> None:
        """Add what the header of a loaded object notes; `get` returns the object of an id. Raise MuranoError.

        A subscriber that is not there is left out. The engine leaves out those that the model has after the publisher,
        too: an accident of the order in which it makes objects.
        """
        dependencies = loaded.definition.header.get(HEADER_KEY) or {}
        for record in dependencies.get("onDestruction", ()):
            subscriber = get(record["subscriber"])
            if subscriber is not None:
                self.add(loaded.object, subscriber, record.get("handler"))

    def note(self, publisher: MuranoObject, saved: Container[int]) -> None:
        """Note in the header of an object who is told of its end, of the objects with the identities `saved`."""
        publisher.attributes.pop(HEADER_KEY, None)
        records = [each for each in self.of(publisher) if id(each.subscriber) in saved]
        if records:
            noted = [{"subscriber": each.subscriber.id, "handler": each.handler} for each in records]
            publisher.attributes[HEADER_KEY] = {"onDestruction": noted}


def handler_of(subscriber: MuranoObject, name: str) -> Member[MethodDeclaration]:
    """Return the method of a subscriber that is called. Raise MuranoError."""
    member = subscriber.type.complete.methods.get(name)
    if member is None or member.ambiguous:
        raise exceptions.engine_error("NoMethodFound", f'Method "{name}" is not found')
    return member


def _is(record: Subscription, subscriber: MuranoObject, handler: str | None) -> bool:
    return record.subscriber is subscriber and record.handler == handler
