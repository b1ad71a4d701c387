"""Calls a method from outside, as through the API of Murano: `muranopl.Catalog.call`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from muranopl.ard.descriptions import described_value
from muranopl.ard.model_path import ROOT, ModelPath
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import Node
from muranopl.diagnostics.catalogue.objects import BAD_HEADER
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.formats.context import tallied
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reasons import Reason
from muranopl.execution.budget import LogEntry
from muranopl.execution.exceptions import (
    CONTRACT_VIOLATION,
    FATAL,
    NO_MATCHING_METHOD,
    DefectError,
    MuranoError,
)
from muranopl.execution.running.call_targets import Called, CallError, CallTargets
from muranopl.execution.running.executing import Executing, Given, load_model
from muranopl.execution.running.model_builders import builders_of, rendered
from muranopl.execution.session import Session
from muranopl.execution.uncaught import report_uncaught
from muranopl.phases.report import in_order
from muranopl.render.node_data import data_of
from muranopl.render.serialize import UnwritableError, plain_value
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    ExhaustedError,
    NotEvaluatedError,
    SpentError,
)
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

ARGUMENTS = "<arguments>"
"""The name of arguments that are not in a file, in diagnostics."""


class CallResult(NamedTuple):
    """The result of a call.

    `value` is what the method returned, as plain data: objects are written out, classes are
    "name/version@package"; the model that a model builder makes is rendered, if it loads already. It
    is None where the call failed. `model` is the model after the call, {"Objects", "Attributes"}, or None. `log` has
    the lines of the log, `events` the steps of simulated classes, in order. `diagnostics` are
    sorted by file, position and code. `reason` classifies why there is no value; it is None for a
    call that succeeded, whose value may be null.
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
        return f"<muranopl.CallResult: {ended}, {tallied(self.diagnostics)}>"


def call(
    executing: Executing, called: Called, arguments: Sequence[Given | None], model: Given | None
) -> CallResult:
    """Return the result of calling a method; see `muranopl.Catalog.call`.

    Later `arguments` override earlier ones.
    """
    findings = executing.findings
    try:
        return _MethodCall(executing, called).result(arguments, model)
    except Exception as error:
        report_internal_error(error, f"call of {called.shown}", Place(File("<call>", "")), findings)
        return CallResult(None, None, (), (), in_order(findings.diagnostics), Reason.INTERNAL_ERROR)


class _MethodCall:
    """A call, in a session of its own."""

    def __init__(self, executing: Executing, called: Called) -> None:
        self._executing = executing
        self._findings = executing.findings
        self._definition = executing.definition()
        self._session: Session = executing.session(self._definition)
        self._method = called.method
        self._targets = CallTargets(called, self._session, executing.findings)

    def result(self, given: Sequence[Given | None], model: Given | None) -> CallResult:
        """Return the result of the call."""
        value = after = reason = None
        try:
            value = self._value(*self._given(given, model))
        except CallError as failed:
            reason = failed.reason
        # The model after the call is useful even if the call failed
        if self._session.root is not None:
            try:
                after = self._session.save()
            except (MuranoError, *FATAL) as error:
                of_saving = _reason(error)
                # The exception that ended the method may end saving as well; it is reported once.
                if of_saving is not reason:
                    report_uncaught(error, self._targets.place, self._findings)
                reason = reason or of_saving
        self._findings.take(self._session.warnings)
        if self._findings.errors:
            # Class configs are read when they are needed: errors in them end no method.
            value, reason = None, reason or Reason.BAD_INPUT
            self._executing.installed.explain(self._findings)
        log, events = tuple(self._session.log), tuple(self._session.events)
        return CallResult(value, after, log, events, in_order(self._findings.diagnostics), reason)

    def _value(self, arguments: dict[str, Any], model: MappingNode | None) -> Any:
        """Return what the method returns, as plain data. Raise CallError."""
        type_ = self._targets.type(self._executing.results.names)
        results, quirks, complete = self._executing.results, self._executing.quirks, type_.complete
        own = complete.methods.keys() & {self._method}
        makes_model = bool(builders_of(results, quirks, complete, own))
        if makes_model and model is not None:
            # The model is the first argument, unless it is named
            first, data = (
                complete.methods[self._method].declaration.arguments[:1],
                self._data(model),
            )
            arguments, model = {**{item.name: data for item in first}, **arguments}, None
        target: MuranoObject | MuranoType = type_
        if model is not None:
            self._load(model)
            target = self._targets.target(type_, ModelPath(model))
        self._targets.require_callable(target)
        value = self._returned(target, arguments)
        if makes_model and isinstance(value, dict):
            result = rendered(value, self._method, self._executing, self._definition)
            if result is None:
                raise CallError(Reason.BAD_RESULT)
            return result
        if makes_model:
            problem = (
                f"{self._method} returned {described_value(value)}, which is not an object model"
            )
            self._findings.report(
                BAD_HEADER,
                self._targets.place,
                path=ROOT,
                problem=problem,
                severity=Severity.WARNING,
            )
        return value

    # What is given

    def _given(
        self, given: Sequence[Given | None], model: Given | None
    ) -> tuple[dict[str, Any], MappingNode | None]:
        """Return the arguments, where later ones override earlier ones, and the model.

        Raise CallError.
        """
        arguments: dict[str, Any] = {}
        for item in given:
            if item is not None:
                arguments |= self._arguments(self._executing.read(item, ARGUMENTS, "arguments"))
        node = None
        if model is not None:
            node = self._executing.read_model(model)
        if self._findings.errors:
            raise CallError(Reason.BAD_INPUT)
        return arguments, node

    def _arguments(self, node: Node | None) -> dict[str, Any]:
        """Return arguments by name, none where they cannot be read. Raise CallError."""
        if node is None:
            return {}
        arguments = self._data(node)
        # Keys of a mapping in YAML may be numbers or null
        if isinstance(arguments, dict) and all(isinstance(name, str) for name in arguments):
            return arguments
        problem, remedy = ("arguments must be a mapping of names to values", "write `name: value`")
        raise self._targets.refused(Reason.BAD_INPUT, problem, remedy, place=node.place)

    def _data(self, node: Node) -> Any:
        try:
            return data_of(node)
        except EvaluationError as error:
            raise self._targets.refused(Reason.BAD_INPUT, str(error), place=node.place) from None

    def _load(self, model: MappingNode) -> None:
        # The whole model is read first, so that a value outside of objects is refused too
        self._data(model)
        try:
            load_model(self._session, model)
        except (MuranoError, *FATAL) as error:
            report_uncaught(error, model.head.place, self._findings)
            if isinstance(error, MuranoError) and not error.stack:
                raise CallError(Reason.BAD_INPUT) from None
            raise CallError(_reason(error)) from None

    # What it gives

    def _returned(self, target: MuranoObject | MuranoType, arguments: Mapping[str, Any]) -> Any:
        type_ = target.type if isinstance(target, MuranoObject) else target
        self._targets.place = type_.complete.methods[self._method].declaration.name_node.place
        try:
            # `require_callable` has checked this already, and knows `any_method`
            value = self._session.call(target, self._method, kwargs=arguments, public=False)
            return plain_value(value, self._session.loader)
        except (MuranoError, *FATAL) as error:
            report_uncaught(error, self._targets.place, self._findings)
            raise CallError(_reason(error)) from None
        except UnwritableError as error:
            problem = f"it returns {error}, which cannot be written as data"
            raise self._targets.refused(Reason.BAD_RESULT, problem) from None


def _reason(error: Exception) -> Reason:
    """Return why a run ended.

    It was ended by an exception of its code, by one of `FATAL`, or by its arguments.
    """
    if isinstance(error, MuranoError):
        # Without a stack, nothing had run: the arguments were refused.
        reasons = {} if error.stack else _OF_ARGUMENTS
        return reasons.get(error.shown_name, Reason.EXCEPTION)
    return next((reason for kind, reason in _FATAL if isinstance(error, kind)), Reason.EXCEPTION)


_OF_ARGUMENTS = {
    CONTRACT_VIOLATION: Reason.CONTRACT_VIOLATION,
    NO_MATCHING_METHOD: Reason.UNKNOWN_ARGUMENT,
}
_FATAL: tuple[tuple[type[Exception], Reason], ...] = (
    (NotEvaluatedError, Reason.NOT_SIMULATED),
    (ExhaustedError, Reason.LIMIT),
    (SpentError, Reason.LIMIT),
    (DefectError, Reason.INTERNAL_ERROR),
)
