"""Implements native classes of the language itself: attributes, exceptions, stack traces, GC.

They need no cloud; all others are in `simulation/natives/`.
"""

from __future__ import annotations

from typing import Any

from muranopl.diagnostics.quirks import EXCEPTION_TEXT
from muranopl.execution.exception_objects import native_exception
from muranopl.execution.exceptions import MuranoError, NativeFrame, StackFrame, stack_lines
from muranopl.execution.natives import NativeCall, Stateless, native, simulates
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


@simulates("io.murano.Object")
class ObjectAttributes(Stateless):
    """Attributes of objects."""

    @staticmethod
    @native("setAttr")
    def set_attr(call: NativeCall, name: str, value: Any, owner: Any = None) -> None:
        """Store a value under a name, for the class of the calling method or `owner`."""
        # The engine stores an object as its id, and returns the id as text
        kept = value.id if isinstance(value, MuranoObject) else value
        call.session.attributes.set(_key(call, name, owner), kept)

    @staticmethod
    @native("getAttr")
    def get_attr(call: NativeCall, name: str, default: Any = None, owner: Any = None) -> Any:
        """Return the stored value, or the default."""
        result = call.session.attributes.get(_key(call, name, owner))
        return default if result is None else result


def _key(call: NativeCall, name: str, owner: Any) -> tuple[str, str, str]:
    if isinstance(owner, str) and call.caller is not None:
        owner = call.session.type_named(owner, call.caller)
    type_ = owner if isinstance(owner, MuranoType) else call.caller
    this = call.this
    assert isinstance(this, MuranoObject)  # noqa: S101 - methods of objects
    return this.id, this.type.name if type_ is None else type_.name, name


@simulates("io.murano.Exception")
class ExceptionText(Stateless):
    """The exception object that Catch assigns."""

    @staticmethod
    @native("toString")
    def to_string(call: NativeCall) -> str:
        """Return name, message and stack."""
        if EXCEPTION_TEXT in call.session.quirks:
            raise MuranoError("AttributeError", "toString")
        error = native_exception(call.this)
        return "" if error is None else error.formatted()


@simulates("io.murano.StackTrace")
class StackTrace:
    """The stack at its creation."""

    def __init__(self, call: NativeCall, includeNativeFrames: bool = True) -> None:  # noqa: N803, ARG002 - its name there; none are running
        self.stack: tuple[StackFrame | NativeFrame, ...] = call.session.stack()
        if isinstance(call.this, MuranoObject):
            self.show(call.this)

    def show(self, this: MuranoObject) -> None:
        """Set the frames of the object."""
        this.set("frames", [_described(item) for item in self.stack])

    @native("toString")
    def to_string(self, prefix: str = "") -> str:
        """Return the frames as text."""
        return "\n".join(stack_lines(self.stack, prefix or ""))


def _described(frame: StackFrame | NativeFrame) -> dict[str, Any]:
    if isinstance(frame, NativeFrame):
        # Frames of Python have no column
        location = [frame.path, frame.line, -1]
        described = {"instruction": frame.instruction, "location": location}
        return {**described, "methodName": frame.function, "typeName": None}
    place = frame.place
    return {
        "instruction": frame.instruction,
        "location": [place.file.address, place.line, place.column],
        "methodName": frame.method,
        "typeName": frame.type_name,
    }


@simulates("io.murano.system.GC")
class GarbageCollector(Stateless):
    """Garbage collection, and subscriptions to destruction."""

    @staticmethod
    @native("collect")
    def collect(call: NativeCall) -> None:
        """Destroy unreachable objects."""
        call.session.collect()

    @staticmethod
    @native("isDoomed")
    def is_doomed(call: NativeCall, object: MuranoObject) -> bool:  # noqa: A002 - its name there
        """Return whether an object is destroyed, or being destroyed."""
        return call.session.is_doomed(object)

    @staticmethod
    @native("isDestroyed")
    def is_destroyed(object: MuranoObject) -> bool:  # noqa: A002 - its name there
        """Return whether an object is destroyed."""
        return object.destroyed

    @staticmethod
    @native("subscribeDestruction")
    def subscribe(
        call: NativeCall,
        publisher: MuranoObject,
        subscriber: MuranoObject,
        handler: str | None = None,
    ) -> None:
        """Subscribe to the destruction of a publisher."""
        call.session.subscriptions.add(publisher, subscriber, handler)

    @staticmethod
    @native("unsubscribeDestruction")
    def unsubscribe(
        call: NativeCall,
        publisher: MuranoObject,
        subscriber: MuranoObject,
        handler: str | None = None,
    ) -> None:
        """Cancel a subscription."""
        call.session.subscriptions.remove(publisher, subscriber, handler)


CORE = (ObjectAttributes, ExceptionText, StackTrace, GarbageCollector)
