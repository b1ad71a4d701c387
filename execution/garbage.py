"""Destruction of objects: unreachable objects, and the order of their destruction.

Reference: running, Destruction and garbage collection; measured: conformance/execution.json, gc/*,
own/destruction/*.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from muranopl.execution.construction import SessionLoader
from muranopl.execution.exceptions import FATAL, thrown
from muranopl.execution.members import Attributes, method_of
from muranopl.execution.subscriptions import Subscriptions
from muranopl.inherit.complete import Member
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import HIDDEN
from muranopl.semantics.evaluation.objects import MuranoObject, ObjectView

DESTRUCTOR = ".destroy"


class Garbage(msgspec.Struct, eq=False):
    """Destroys the unreachable objects of one execution.

    `statics` are the values of static properties; `note` logs a text with level and logger.
    """

    _loader: SessionLoader
    _statics: Mapping[Any, Any]
    _attributes: Attributes
    _note: Callable[[str, str, str], object]
    _doomed: set[MuranoObject] = set()

    @property
    def _subscriptions(self) -> Subscriptions:
        return self._loader.subscriptions

    def is_doomed(self, object_: MuranoObject) -> bool:
        """Return whether an object is destroyed, or being destroyed."""
        return object_.destroyed or object_ in self._doomed

    # Collection

    def collect(self, *roots: MuranoObject | None) -> None:
        """Destroy objects unreachable from the roots, running methods and static properties."""
        while True:
            # Destructors may create or release objects, so this repeats until nothing is left.
            reached = self._reached([*roots, *self._running(), *self._statics.values()])
            garbage = [object_ for object_ in self._objects() if object_ not in reached]
            if not garbage:
                return
            self._destroy(garbage)

    def finish(self, root: MuranoObject | None) -> None:
        """Destroy objects not reachable by the saved parts of the model.

        Store the subscriptions in headers.
        """
        # Objects that only Runtime, Static or undeclared properties hold end with the execution
        saved = self._reached([root], saved=True)
        self._destroy([object_ for object_ in self._objects() if object_ not in saved])
        self.note_subscriptions(root)

    def note_subscriptions(self, root: MuranoObject | None) -> None:
        """Store the subscriptions of saved objects to each other in their headers."""
        saved = self._reached([root], saved=True)
        for object_ in saved:
            self._subscriptions.note(object_, saved)

    def _objects(self) -> Iterator[MuranoObject]:
        return (
            object_
            for object_ in self._loader.store.all()
            if not (object_.destroyed or object_.transient)
        )

    def _running(self) -> Iterator[Any]:
        # Variables of branches that wait keep objects alive as well
        for activation in itertools.chain.from_iterable(self._loader.machine.stacks):
            yield activation.this
            yield activation.result
            yield from activation.frame._data.values()

    def _reached(self, roots: Iterable[Any], *, saved: bool = False) -> set[MuranoObject]:
        """Return the objects reachable from some values.

        With `saved`, only serialized properties are followed.
        """
        result: set[MuranoObject] = set()
        pending = list(roots)
        while pending:
            value = pending.pop()
            if isinstance(value, ObjectView):
                value = value.object
            if isinstance(value, MuranoObject):
                if value not in result:
                    result.add(value)
                    pending.extend(self._parts(value, saved))
            elif isinstance(value, Mapping):
                pending.extend(value.keys())
                pending.extend(value.values())
            elif isinstance(value, (list, tuple, frozenset)):
                pending.extend(value)
        return result

    def _parts(self, object_: MuranoObject, saved: bool) -> Iterator[Any]:
        if not saved:
            yield object_.owner
            yield from object_.private.values()
            yield from object_.properties.values()
            yield from self._loader.machine.simulations.held_by(object_)
            return
        for name, value in object_.properties.items():
            if object_.usage(name) not in HIDDEN:
                yield value

    # Destruction

    def _destroy(self, objects: list[MuranoObject]) -> None:
        if not objects:
            return
        order = self._order(objects)
        self._doomed.update(objects)
        # The engine sends all notifications before it runs the first destructor
        for object_ in order:
            self._notify(object_)
        # Owned objects end before their owners.
        for object_ in reversed(order):
            self._end(object_)
        self._doomed.clear()

    def _order(self, objects: list[MuranoObject]) -> list[MuranoObject]:
        """Return objects sorted, owners and subscribers before the objects they own or watch."""
        among = set(objects)
        levels: dict[MuranoObject, int] = {}
        for object_ in objects:
            stack = [(object_, False)]
            active: set[MuranoObject] = set()
            while stack:
                current, done = stack.pop()
                watching = (item.subscriber for item in self._subscriptions.of(current))
                before = [item for item in (current.owner, *watching) if item in among]
                if done:
                    levels[current] = 1 + max((levels.get(item, 0) for item in before), default=0)
                # In a cycle any order will do, as that of the engine is undefined
                elif current not in levels and current not in active:
                    active.add(current)
                    stack.append((current, True))
                    stack.extend((item, False) for item in before)
        return sorted(objects, key=levels.__getitem__)

    def _notify(self, object_: MuranoObject) -> None:
        # Handlers may cancel subscriptions, which would change the list during the loop
        for subscriber, handler in tuple(self._subscriptions.of(object_)):
            if handler and not subscriber.destroyed:
                self._quietly(subscriber, method_of(subscriber, handler), (object_,))
        self._subscriptions.forget(object_)

    def _end(self, object_: MuranoObject) -> None:
        for type_ in object_.type.linearization:
            member = type_.complete.methods.get(DESTRUCTOR)
            # Destructors do not override those of ancestors: the engine runs them all
            if member is not None and member.declaring == type_.id:
                self._quietly(object_, member, ())
        object_.destroyed = True
        self._loader.store.remove(object_)
        # Destructors may still read attributes, so these are removed last
        self._attributes.forget(object_.id)

    def _quietly(
        self, this: MuranoObject, member: Member[MethodDeclaration], args: tuple[Any, ...]
    ) -> None:
        """Call a method, and log its exceptions."""
        try:
            self._loader.calls.call(this, member, args, {})
        except FATAL:
            raise
        except Exception as error:
            text = thrown(error, self._loader.machine.stack()).formatted()
            self._note("warning", DESTRUCTOR, text)
