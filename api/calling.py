"""Methods called from outside, as an API call does it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from muranopl.ard.json import data
from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import Node
from muranopl.callable_methods import not_callable
from muranopl.class_query import ClassQuery, why_missing
from muranopl.diagnostics.catalogue import execution as rules
from muranopl.diagnostics.catalogue.objects import UNKNOWN_ID, UNKNOWN_MODEL_TYPE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats.context import ReportContext, summarize, tally
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.places import File, Place
from muranopl.executing import Executing, Given, load_model
from muranopl.execution.exceptions import CONTRACT_VIOLATION, FATAL, NO_MATCHING_METHOD, DefectError, MuranoError
from muranopl.execution.natives import LogEntry
from muranopl.execution.rendering import render_model
from muranopl.execution.session import Session
from muranopl.execution.uncaught import report_uncaught
from muranopl.reasons import Reason
from muranopl.render.node_data import data_of
from muranopl.render.serialize import UnwritableError, plain_value
from muranopl.render.type_sources import InstalledPackages, UnloadableError
from muranopl.resolved import ResolutionError
from muranopl.schemas import SchemaQuery, builders
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    ExhaustedError,
    NotEvaluatedError,
    SpentError,
    UnknownTypeError,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

ARGUMENTS = "<arguments>"
"""What diagnostics call arguments that are no file."""
DATA = "<model>"
_NO_CLASS = "give the package that has it, or a folder of packages"


class CallResult(NamedTuple):
    """What a call gave.

    `value` is what the method returned, as plain data: objects are written out, classes are "name/version@package";
    the model that a model builder makes is rendered. It is None where the call failed. `model` is the model after the
    call, {"Objects", "Attributes"}, None where there was none. `log` has the lines of the log, `events` what simulated
    classes were made to do, in order. `diagnostics` are sorted by file, position and code. `reason` says in one word
    why there is no value; None where there is one, which may be null.
    """

    value: Any
    model: dict[str, Any] | None
    log: tuple[LogEntry, ...]
    events: tuple[Any, ...]
    diagnostics: tuple[Diagnostic, ...]
    reason: Reason | None = None

    @property
    def ok(self) -> bool:
        """Whether the method was called, and ended without an exception."""
        return self.reason is None

    def __repr__(self) -> str:
        ended = "the method returned" if self.ok else "the call failed"
        found = tally(summarize(self.diagnostics, ReportContext())) or "no diagnostics"
        return f"<muranopl.CallResult: {ended}, {found}>"


class Called(NamedTuple):
    """What is called: a method of a class, of the object with an id, or of the only object of the class.

    `any_method` is set where methods that are not for callers outside may be called, too.
    """

    class_: ClassQuery
    method: str
    object_id: str | None = None
    any_method: bool = False

    @property
    def shown(self) -> str:
        """Return the names of class and method, as messages have them."""
        return f"{self.method} of {self.class_}"


def call(executing: Executing, called: Called, arguments: Sequence[Given | None], model: Given | None) -> CallResult:
    """Call a method; see `muranopl.Catalog.call`. Later ones of `arguments` go before earlier ones."""
    findings = executing.findings
    try:
        return _MethodCall(executing, called).result(arguments, model)
    except Exception as error:
        report_internal_error(error, f"call of {called.shown}", Place(File("<call>", "")), findings)
        return CallResult(None, None, (), (), in_order(findings), Reason.INTERNAL_ERROR)


def in_order(findings: Findings) -> tuple[Diagnostic, ...]:
    """Return what was found as reports have it."""
    return tuple(sorted(findings.diagnostics, key=Diagnostic.sort_key))


class _FailedError(Exception):
    """A call that gives no value; why not was reported."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class _MethodCall:
    """One call, in a session of its own. `_place` is the nearest place there is for what cannot be called."""

    def __init__(self, executing: Executing, called: Called) -> None:
        self._executing = executing
        self._findings = executing.findings
        self._session: Session = executing.session(executing.definition())
        self._called = called
        self._place = Place(File("<call>", ""))

    def result(self, given: Sequence[Given | None], model: Given | None) -> CallResult:
        """Call the method."""
        value = after = reason = None
        try:
            value = self._value(*self._given(given, model))
        except _FailedError as failed:
            reason = failed.reason
        if self._session.root is not None:
            try:
                after = self._session.save()
            except (MuranoError, *FATAL) as error:
                found = _reason(error)
                if found is not reason:  # what ended the method may end this as well: it is told once
                    report_uncaught(error, self._place, self._findings)
                reason = reason or found
        if self._findings.errors:
            value, reason = None, reason or Reason.BAD_INPUT  # class configs are read when they are needed
            self._executing.installed.explain(self._findings)
        return CallResult(
            value, after, tuple(self._session.log), tuple(self._session.events), in_order(self._findings), reason
        )

    def _value(self, arguments: dict[str, Any], model: MappingNode | None) -> Any:
        """Return what the method returns, as plain data. Raise _FailedError."""
        type_ = self._type()
        is_builder = self._is_builder(type_)
        if is_builder and model is not None:
            arguments, model = self._with_model(type_, arguments, model), None
        target: MuranoObject | MuranoType = type_
        if model is not None:
            self._load(model)
            target = self._target(type_, ModelPath(model))
        self._require_callable(target)
        value = self._returned(target, arguments)
        return self._rendered(value) if is_builder and isinstance(value, dict) else value

    # What is given

    def _given(self, given: Sequence[Given | None], model: Given | None) -> tuple[dict[str, Any], MappingNode | None]:
        """Return the arguments, later ones before earlier ones, and the model. Raise _FailedError."""
        arguments: dict[str, Any] = {}
        for each in given:
            node = None if each is None else self._executing.read(each, ARGUMENTS, "arguments")
            if node is not None:
                arguments |= self._arguments(node)
        node = None if model is None else self._executing.read_model(model, DATA)
        if self._findings.errors:
            raise _FailedError(Reason.BAD_INPUT)
        return arguments, node

    def _arguments(self, node: Node) -> dict[str, Any]:
        found = self._data(node)
        if isinstance(found, dict) and all(isinstance(each, str) for each in found):
            return found
        raise self._refused(
            Reason.BAD_INPUT, "arguments are a mapping of names to values", "write `name: value`", node.place
        )

    def _data(self, node: Node) -> Any:
        try:
            return data_of(node)
        except EvaluationError as error:
            raise self._refused(Reason.BAD_INPUT, str(error), None, node.place) from None

    def _load(self, model: MappingNode) -> None:
        self._data(model)
        try:
            load_model(self._session, model)
        except (MuranoError, *FATAL) as error:
            report_uncaught(error, model.head.place, self._findings)
            is_refused = isinstance(error, MuranoError) and not error.stack
            raise _FailedError(Reason.BAD_INPUT if is_refused else _reason(error)) from None

    # What is called

    def _type(self) -> MuranoType:
        asked = self._called.class_
        try:
            type_ = self._session.loader.classes.of_model(*asked)
        except UnloadableError as error:
            self._findings.take(error.problems)
            if not self._findings.errors:
                self._findings.report(UNKNOWN_MODEL_TYPE, self._place, path=str(asked), problem=str(error))
            raise _FailedError(Reason.CLASS_NOT_LOADED) from None
        except UnknownTypeError as error:
            remedy = self._session.loader.classes.suggestion(asked.name) or _NO_CLASS
            self._findings.report(
                UNKNOWN_MODEL_TYPE, self._place, path=str(asked), problem=str(error), suggestion=remedy
            )
            raise _FailedError(why_missing(self._executing.results.names, asked)) from None
        self._place = type_.declared.declaration.place
        return type_

    def _target(self, type_: MuranoType, path: ModelPath) -> MuranoObject | MuranoType:
        """Return what of a model the method is called on."""
        object_id = self._called.object_id
        if object_id is None:
            return self._only_object(type_)
        found = self._session.find(object_id)
        if found is None:
            self._findings.report(UNKNOWN_ID, path.head, path=path.text, id=object_id)
            raise _FailedError(Reason.UNKNOWN_OBJECT)
        if not found.type.extends(type_):
            raise self._refused(Reason.UNKNOWN_OBJECT, f"object {found.id} is of class {found.type.name}")
        return found

    def _only_object(self, type_: MuranoType) -> MuranoObject | MuranoType:
        """Return the object of a class where there is one in the model; the class itself for its static methods."""
        member = type_.complete.methods.get(self._called.method)
        if member is not None and member.declaration.is_on_class:
            return type_
        objects = [each for each in self._session.objects() if each.type.extends(type_)]
        if len(objects) == 1:
            return objects[0]
        if not objects:
            raise self._refused(Reason.UNKNOWN_OBJECT, "the model has no object of this class")
        ids = ", ".join(each.id for each in objects[:5])
        more = f" and {len(objects) - 5:,} more" if len(objects) > 5 else ""
        problem, remedy = f"the model has {len(objects):,} objects of this class", f"choose one by its id: {ids}{more}"
        raise self._refused(Reason.UNKNOWN_OBJECT, problem, remedy)

    def _require_callable(self, target: MuranoObject | MuranoType) -> None:
        called, on_object = self._called, isinstance(target, MuranoObject)
        type_ = target.type if isinstance(target, MuranoObject) else target
        found = not_callable(type_.complete, called.method, on_object=on_object, any_method=called.any_method)
        if found is not None:
            place = self._place if found.method is None else found.method.name_node.place
            more = _REMEDIES.get(found.reason)
            suggestion = ", or ".join(filter(None, (found.suggestion, more))) or None
            raise self._refused(found.reason, found.problem, suggestion, place)

    def _returned(self, target: MuranoObject | MuranoType, arguments: Mapping[str, Any]) -> Any:
        type_ = target.type if isinstance(target, MuranoObject) else target
        self._place = type_.complete.methods[self._called.method].declaration.name_node.place
        try:
            value = self._session.call(target, self._called.method, kwargs=arguments, public=False)
            return plain_value(value, self._session.loader)
        except (MuranoError, *FATAL) as error:
            report_uncaught(error, self._place, self._findings)
            raise _FailedError(_reason(error)) from None
        except UnwritableError as error:
            raise self._refused(Reason.BAD_RESULT, f"it returns {error}, which cannot be written") from None

    def _refused(
        self, reason: Reason, problem: str, suggestion: str | None = None, place: Place | None = None
    ) -> _FailedError:
        """Report why the method is not called; return what to raise."""
        self._findings.report(
            rules.NOT_CALLABLE, place or self._place, method=self._called.shown, problem=problem, suggestion=suggestion
        )
        return _FailedError(reason)

    # Model builders

    def _is_builder(self, type_: MuranoType) -> bool:
        if not_callable(type_.complete, self._called.method, on_object=False) is not None:
            return False  # which the others need no schemas for
        package = type_.id.package
        query = SchemaQuery(ClassQuery(type_.name, f"={package.version}", package.name))
        try:
            return self._called.method in builders(self._executing.results, self._executing.quirks, query)
        except ResolutionError:
            return False

    def _with_model(self, type_: MuranoType, arguments: dict[str, Any], model: Node) -> dict[str, Any]:
        """Return arguments with the model as the first one, unless that is given by name."""
        declared = type_.complete.methods[self._called.method].declaration.arguments
        return {**({declared[0].name: self._data(model)} if declared else {}), **arguments}

    def _rendered(self, model: dict[str, Any]) -> Any:
        """Return a model that was built, complete."""
        executing = self._executing
        node = data.load(model, File(f"<made by {self._called.method}>", ""), self._findings)
        installed = InstalledPackages(executing.results.names, executing.results.diagnostics, executing.quirks)
        made = None if node is None else render_model(node, installed, self._findings, None, executing.configs)
        if self._findings.errors:
            raise _FailedError(Reason.BAD_RESULT)
        return made


_REMEDIES = {
    Reason.INSTANCE_METHOD: "give a model that has one (--model FILE, --object ID)",
    Reason.NOT_PUBLIC: "call it all the same with --any",
}
"""What a call may do besides."""


def _reason(error: Exception) -> Reason:
    """Return what ended a run: an exception of its code, or one of `FATAL`; of arguments, before any method ran."""
    if isinstance(error, MuranoError):
        return Reason.EXCEPTION if error.stack else _OF_ARGUMENTS.get(error.shown_name, Reason.EXCEPTION)
    return next((reason for kind, reason in _FATAL if isinstance(error, kind)), Reason.EXCEPTION)


_OF_ARGUMENTS = {CONTRACT_VIOLATION: Reason.CONTRACT_VIOLATION, NO_MATCHING_METHOD: Reason.UNKNOWN_ARGUMENT}
_FATAL: tuple[tuple[type[Exception], Reason], ...] = (
    (NotEvaluatedError, Reason.NOT_SIMULATED),
    (ExhaustedError, Reason.LIMIT),
    (SpentError, Reason.LIMIT),
    (DefectError, Reason.INTERNAL_ERROR),
)
