"""Reports how an execution ended: uncaught exceptions, with the stack, and exceeded limits."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from muranopl.diagnostics.catalogue import execution as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.diagnostics.rules import Rule
from muranopl.execution.exceptions import FATAL, DefectError, MuranoError, StackFrame
from muranopl.semantics.evaluation.errors import NotEvaluatedError

MOST_FRAMES = 20
"""Most methods of a stack that are shown, half of them innermost, half outermost."""
_NOT_SIMULATED = "pass Murano's core library (--core-library META), or avoid the call"


def report_uncaught(
    error: Exception,
    otherwise: Place,
    reporter: Reporter,
    rule: Rule = rules.UNCAUGHT,
    notes: tuple[str, ...] = (),
) -> None:
    """Report the error that ended an execution.

    It is a `MuranoError`, which is reported by `rule` and with `notes`, or a `FATAL` one.
    Diagnostics about values of the user are reported at these; `otherwise` is the place if no
    method was running. Raise any other error.
    """
    stack: tuple[StackFrame, ...] = getattr(error, "stack", ())
    if isinstance(error, DefectError):
        what, place = "execution", otherwise
        if stack:
            what, place = (
                f"execution of {stack[-1].method} of {stack[-1].type_name}",
                stack[-1].place,
            )
        report_internal_error(error.error, what, place, reporter)
        return
    more: tuple[str, ...] = ()
    if isinstance(error, MuranoError):
        if error.reports and not stack and all(item.place.file.text for item in error.reports):
            for report in error.reports:
                reporter.add(report)
            return
        related = (related.place for report in error.reports for related in report.related)
        otherwise = next(related, otherwise)
        facts = {"name": error.shown_name, "message": error.message}
        suggestion = error.remedy
        # Such as the quirk by which the engine takes a refused value
        of_values = dict.fromkeys(note for report in error.reports for note in report.notes)
        more = (*of_values, *_more(error))
    elif isinstance(error, FATAL):
        rule, notes, suggestion, facts = rules.STOPPED, (), None, {"problem": str(error)}
        if isinstance(error, NotEvaluatedError):
            facts["problem"] = f"this cannot be run: {error.args[0]}"
            suggestion = _NOT_SIMULATED
    else:
        raise error
    calls, of_stack = _callers(stack)
    reporter.report(
        rule,
        stack[-1].place if stack else otherwise,
        related=calls,
        notes=(*notes, *of_stack, *more),
        suggestion=suggestion,
        **facts,
    )


def _more(error: MuranoError) -> Iterator[str]:
    if error.extra:
        yield f"extra: {error.extra}"
    cause, visited = error.cause, {id(error)}
    while cause is not None and id(cause) not in visited:
        visited.add(id(cause))
        place = cause.stack[-1].place if cause.stack else None
        at = f", {place.file.address}:{place.line}:{place.column}" if place else ""
        yield f"caused by {cause.shown_name}: {cause.message}{at}"
        cause = cause.cause


def _callers(stack: Sequence[StackFrame]) -> tuple[tuple[Related, ...], Sequence[str]]:
    """Return the methods around the innermost one, and notes about the stack."""
    if not stack:
        return (), ()
    innermost = stack[-1]
    # DefectReports frames of a recursion are shown once, with their number.
    calls = [(frame, len(list(same))) for frame, same in itertools.groupby(reversed(stack[:-1]))]
    notes = [f"in method {innermost.method} of {innermost.type_name}"]
    if len(calls) > MOST_FRAMES:
        half = MOST_FRAMES // 2
        notes.append(f"{len(calls) - MOST_FRAMES:,} more calls are omitted here")
        calls = [*calls[:half], *calls[-half:]]
    return tuple(_call(frame, times) for frame, times in calls), notes


def _call(frame: StackFrame, times: int) -> Related:
    repeated = f", {times:,} times" if times > 1 else ""
    return Related(f"called by {frame.method} of {frame.type_name}{repeated}", frame.place)
