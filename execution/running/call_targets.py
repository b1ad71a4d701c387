"""The target of a call: a class, or the object of a model that is meant.

Failures to find it are reported.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.catalogue.objects import (
    CLASS_OF_SEVERAL,
    GIVE_PACKAGE,
    UNKNOWN_ID,
    UNKNOWN_MODEL_TYPE,
)
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reasons import Reason
from muranopl.diagnostics.visible import listed
from muranopl.execution.session import Session
from muranopl.inherit.callable_methods import NotCallable, not_callable, shown_call
from muranopl.namespace.class_query import ClassQuery, why_missing
from muranopl.namespace.result import Names
from muranopl.render.class_lookup import UnloadableError
from muranopl.render.loader import several_facts
from muranopl.semantics.evaluation.errors import UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

_REMEDIES = {
    Reason.INSTANCE_METHOD: "pass a model that contains one (--model FILE, --object ID)",
    Reason.NOT_PUBLIC: "call it anyway with --any",
}
"""Further remedies for methods that cannot be called, in addition to those of `NotCallable`."""
_LISTED = 5
"""The number of objects that a message lists."""


class Called(NamedTuple):
    """What to call: a method of a class, or of an object (by its id, or the only one of the class).

    `any_method` is true if methods that are neither public nor actions may be called, too.
    """

    class_: ClassQuery
    method: str
    object_id: str | None = None
    any_method: bool = False

    @property
    def shown(self) -> str:
        """The names of method and class, as messages show them."""
        return shown_call(self.method, self.class_)


class CallError(Exception):
    """Raised for a call without a value; the cause was reported, `reason` classifies it."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class CallTargets(msgspec.Struct, eq=False):
    """Finds the target of a call in a session.

    `place` is the best known place for reports that it cannot be called.
    """

    _called: Called
    _session: Session
    _findings: Findings
    place: Place = Place(File("<call>", ""))

    def refused(
        self, reason: Reason, problem: str, suggestion: str | None = None, **at: Any
    ) -> CallError:
        """Report why the method is not called, and return the exception to raise.

        `at` is the `method` meant, or a `place`.
        """
        place = at.pop("place", self.place)
        NotCallable(reason, problem, suggestion, **at).report(
            self._findings, self._called.shown, place
        )
        return CallError(reason)

    def type(self, names: Names) -> MuranoType:
        """Return the class of the call. Raise CallError."""
        type_id, classes = self._called.class_, self._session.loader.classes
        try:
            type_ = classes.of_model(*type_id)
        except UnloadableError as error:
            self._findings.take(error.problems)
            if not self._findings.errors:
                self._report_type(error)
            raise CallError(Reason.CLASS_NOT_LOADED) from None
        except UnknownTypeError as error:
            self._report_type(error, classes.suggestion(type_id.name) or GIVE_PACKAGE)
            raise CallError(why_missing(names, type_id)) from None
        self.place = type_.declared.declaration.place
        other = classes.other_package(type_id, type_.id.package.name)
        if other is not None:
            facts = several_facts(type_, other)
            self._findings.report(CLASS_OF_SEVERAL, self.place, path=str(type_id), **facts)
        return type_

    def _report_type(self, error: Exception, suggestion: str | None = None) -> None:
        path, problem = str(self._called.class_), str(error)
        self._findings.report(
            UNKNOWN_MODEL_TYPE, self.place, path=path, problem=problem, suggestion=suggestion
        )

    def target(self, type_: MuranoType, model: ModelPath) -> MuranoObject | MuranoType:
        """Return the target of the call in a model: an object, or the class for its static methods.

        Raise CallError.
        """
        object_id = self._called.object_id
        if object_id is None:
            member = type_.complete.methods.get(self._called.method)
            # A static method needs no object, even if the model has some
            is_static = member is not None and member.declaration.is_on_class
            return type_ if is_static else self._only_object(type_)
        result = self._session.find(object_id)
        if result is None:
            self._findings.report(UNKNOWN_ID, model.head, path=model.text, id=object_id)
            raise CallError(Reason.UNKNOWN_OBJECT)
        if not result.type.extends(type_):
            raise self.refused(
                Reason.UNKNOWN_OBJECT, f"object {result.id} is of class {result.type.name}"
            )
        return result

    def _only_object(self, type_: MuranoType) -> MuranoObject:
        """Return the only object of a class in the model. Raise CallError."""
        objects = [object_ for object_ in self._session.objects() if object_.type.extends(type_)]
        if len(objects) == 1:
            return objects[0]
        if not objects:
            raise self.refused(Reason.UNKNOWN_OBJECT, "the model has no object of this class")
        ids = listed([str(object_.id) for object_ in objects], _LISTED)
        problem = f"the model has {len(objects):,} objects of this class"
        raise self.refused(Reason.UNKNOWN_OBJECT, problem, f"choose one by its id: {ids}")

    def require_callable(self, target: MuranoObject | MuranoType) -> None:
        """Raise CallError unless callers outside may call the method."""
        called, on_object = self._called, isinstance(target, MuranoObject)
        type_ = target.type if isinstance(target, MuranoObject) else target
        result = not_callable(
            type_.complete, called.method, on_object=on_object, any_method=called.any_method
        )
        if result is not None:
            more = None if result.method is None else _REMEDIES.get(result.reason)
            suggestion = ", or ".join(filter(None, (result.suggestion, more))) or None
            raise self.refused(result.reason, result.problem, suggestion, method=result.method)
