"""Reports an unexpected exception as a diagnostic (MPL001) about the package that is checked."""

from __future__ import annotations

import os

from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter

_CODE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_LONGEST = 300


class UncontainedError(Exception):
    """A part of the program failed on a package, in work that gives up no package."""


def report_internal_error(error: Exception, what: str, place: Place, reporter: Reporter) -> None:
    """Report an exception that was raised while `what` was checked; the log gets its traceback.

    Raise MemoryError again: it is not a bug, and the next operation would probably fail as well.
    """
    if isinstance(error, MemoryError):
        raise error
    _log(error, place)
    import traceback

    from muranopl.diagnostics.catalogue.sources import INTERNAL_ERROR
    from muranopl.diagnostics.visible import masked

    first: BaseException = error
    # The first exception says what went wrong; those around it only where.
    while first.__cause__ is not None:
        first = first.__cause__
    said = masked("".join(traceback.format_exception_only(first)).strip())
    notes = (said[:_LONGEST], *_place_in_code(first))
    reporter.report(INTERNAL_ERROR, place, what=what, notes=notes)


def _log(error: Exception, place: Place) -> None:
    import logging

    log = logging.getLogger("muranopl.internal")
    if not log.handlers:
        # Else the tracebacks of a run without a log end up on standard error
        log.addHandler(logging.NullHandler())
    log.error("internal error while checking %s", place.file.display, exc_info=error)


def _place_in_code(error: BaseException) -> tuple[str, ...]:
    """Return the last place in our code that an exception passed through.

    Return () if there is no such place.
    """
    from traceback import walk_tb

    frames = ((frame.f_code, line) for frame, line in walk_tb(error.__traceback__))
    own = [(code, line) for code, line in frames if code.co_filename.startswith(_CODE + os.sep)]
    return tuple(
        f"at {os.path.relpath(code.co_filename, _CODE)}:{line}, in {code.co_name}"
        for code, line in own[-1:]
    )
