"""Runs one test: a new execution and object, setUp, the test, tearDown.

Reference: test-runner, One test.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from muranopl.diagnostics.catalogue import execution as rules
from muranopl.diagnostics.diagnostic import Diagnostic, Related
from muranopl.diagnostics.findings import Findings
from muranopl.execution.exceptions import FATAL, MuranoError
from muranopl.execution.native_registry import NativeMethod
from muranopl.execution.natives import NativeCall
from muranopl.execution.session import Session
from muranopl.execution.simulation.exceptions import AssertionFailedError
from muranopl.execution.simulation.registry import InstalledRegistry
from muranopl.execution.testing.cases import arguments_of
from muranopl.execution.testing.coverage import CoverageRecorder, Span
from muranopl.execution.testing.functions import layer
from muranopl.execution.testing.mocks import Mocks
from muranopl.execution.testing.selection import Test, titled
from muranopl.execution.uncaught import report_uncaught
from muranopl.language.grammar.method import CONSTRUCTOR, LIFE_CYCLE
from muranopl.render.model_reporter import shown
from muranopl.semantics.evaluation.objects import MuranoType


class TestResult(msgspec.Struct, frozen=True):
    """The result of a test.

    `case` is the name of the case, None for a test without cases. `outcome` is "passed", "failed"
    (an assertion fails) or "error" (another exception, or the run was stopped); `diagnostics` are
    the reasons. If a class cannot be prepared for its tests,
    `method` is `.init` or `setUp`. `log` has the lines of the log; `simulated` are the methods that
    access a cloud and were called without a mock.
    """

    # pytest would collect a class of this name as tests
    __test__ = False

    package: str
    class_: str
    method: str
    outcome: str
    seconds: float
    diagnostics: tuple[Diagnostic, ...] = ()
    log: tuple[str, ...] = ()
    simulated: tuple[str, ...] = ()
    spans: frozenset[Span] = frozenset()
    unready: str | None = None
    """The method that failed before the test was called."""
    case: str | None = None

    @property
    def title(self) -> str:
        """The name of the method, with that of the case in brackets."""
        return titled(self.method, self.case)

    @property
    def name(self) -> str:
        """The names of class, method and case."""
        return f"{self.class_}.{self.title}"


class CloudCallsRegistry(InstalledRegistry):
    """Records the called methods that access a cloud."""

    def __init__(self) -> None:
        super().__init__()
        self.called: dict[str, None] = {}

    def method(self, class_name: str, name: str) -> NativeMethod | None:
        """See `Registry`."""
        result = super().method(class_name, name)
        if result is not None and getattr(self.simulation(class_name), "uses_cloud", False):
            self.called[f"{class_name}.{name}"] = None
        return result

    def stand_in(
        self, call: NativeCall, type_: MuranoType, name: str, arguments: dict[str, Any]
    ) -> Any:
        """See `Registry`."""
        if name not in LIFE_CYCLE.values():
            self.called[f"{type_.name}.{name}"] = None
        return super().stand_in(call, type_, name, arguments)


def run_test(
    test: Test, make: Callable[[CloudCallsRegistry], Session], *, coverage: bool
) -> TestResult:
    """Run a test in the session that `make` returns."""
    started = time.perf_counter()
    findings, registry = Findings(test.type.package.name), CloudCallsRegistry()
    session = make(registry)
    evaluator: Any = session.machine.evaluator
    evaluator.layer = layer
    context: Any = session.context
    # Functions of mocks have only the context of the expression, so they get the mocks from it
    context.mocks = mocks = Mocks(session)
    recorder = CoverageRecorder() if coverage else None
    if recorder is not None:
        session.loader.calls.activation_class = recorder.activation
    errors = list(_errors(test, session))
    for _, value in errors:
        _report(value, test, findings)
    outcome = "error" if findings.errors else "passed"
    if errors and all(isinstance(value, AssertionFailedError) for _, value in errors):
        outcome = "failed"
    return TestResult(
        package=str(test.type.package),
        class_=test.type.name,
        method=test.method,
        outcome=outcome,
        seconds=time.perf_counter() - started,
        diagnostics=tuple(findings.diagnostics),
        log=tuple(f"{item.level} {item.logger}: {item.text}" for item in session.log),
        simulated=tuple(item for item in registry.called if item not in mocks.names),
        spans=frozenset() if recorder is None else recorder.spans,
        unready=next((method for method, _ in errors if method in _BEFORE), None),
        case=None if test.case is None else test.case.name,
    )


_SET_UP = "setUp"
_BEFORE = (CONSTRUCTOR, _SET_UP)


def _errors(test: Test, session: Session) -> Iterator[tuple[str, Exception]]:
    """Run a test; yield the methods that fail, with their errors.

    tearDown is run whenever there is an object. A fatal error may end tearDown for the same reason
    as the test: it is reported once.
    """
    id_ = test.type
    try:
        # Another version of the package may be installed, too
        type_ = session.type(id_.name, f"={id_.package.version}", id_.package.name)
        fixture = session.new(type_)
    except (MuranoError, *FATAL) as error:
        yield CONSTRUCTOR, error
        return
    is_ready, has_ended = True, False
    for method in (_SET_UP, test.method, "tearDown"):
        # tearDown is called all the same, to release what setUp acquired
        if method == test.method and not is_ready:
            continue
        try:
            arguments: Mapping[str, Any] = {}
            if method == test.method and test.case is not None:
                arguments = arguments_of(test.case, method, fixture, session)
            session.call(fixture, method, kwargs=arguments, public=False)
        except (MuranoError, *FATAL) as error:
            is_ready = is_ready and method != _SET_UP
            # The same error of tearDown adds nothing.
            if not (has_ended and isinstance(error, FATAL)):
                yield method, error
            # A spent budget also ends tearDown.
            has_ended = has_ended or isinstance(error, FATAL)


def once_for_classes(results: Iterable[TestResult]) -> list[TestResult]:
    """Return results with one for each class that cannot be prepared, instead of one per test."""
    kept: list[TestResult] = []
    reported: set[tuple[str, str, str, tuple[str, ...]]] = set()
    for result in results:
        if result.unready is None:
            kept.append(result)
            continue
        # A class that cannot be prepared fails in the same way for each of its tests
        key = (
            result.package,
            result.class_,
            result.unready,
            tuple(str(one.message) for one in result.diagnostics),
        )
        if key not in reported:
            reported.add(key)
            kept.append(msgspec.structs.replace(result, method=result.unready, case=None))
    return kept


def _report(error: Exception, test: Test, findings: Findings) -> None:
    rule, notes = rules.UNCAUGHT, tuple[str, ...]()
    if isinstance(error, AssertionFailedError):
        rule = rules.ASSERTION
        notes = tuple(f"{name + ':':<9} {shown(value)}" for name, value in error.facts.items())
    if test.case is None:
        report_uncaught(error, test.place, findings, rule, notes)
        return
    case = Related(f'in the case "{test.case.name}"', test.case.place)
    of_case = Findings(test.type.package.name)
    report_uncaught(error, case.place, of_case, rule, notes)
    for one in of_case.diagnostics:
        findings.add(msgspec.structs.replace(one, related=(*one.related, case)))
