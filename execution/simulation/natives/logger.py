"""Simulates io.murano.system.Logger: records lines of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.execution.exceptions import ARGUMENT_EXCEPTION, MuranoError
from muranopl.execution.formatted_text import formatted
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.record import Logged
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud
from muranopl.semantics.evaluation.objects import MuranoObject


def _at(level: str) -> Callable[..., None]:
    """Return the method that logs at a level, which is its name."""

    @native(level)
    def log(self: Logger, message: Any, /, *args: Any, **kwargs: Any) -> None:
        self._log(level, message, args, kwargs)

    return log


@simulates("io.murano.system.Logger")
class Logger:
    """A logger whose lines are recorded."""

    def __init__(self, call: NativeCall, loggerName: Any) -> None:
        self._session = call.session
        self._cloud: SimulatedCloud = call.session.cloud
        self._name = str(loggerName)

    trace = _at("trace")
    debug = _at("debug")
    info = _at("info")
    warning = _at("warning")
    error = _at("error")
    critical = _at("critical")

    @native("exception")
    def exception(
        self, call: NativeCall, exc: Any, message: Any, /, *args: Any, **kwargs: Any
    ) -> None:
        """Log a message and the stack of an exception."""
        stack = exc.properties.get("stackTrace") if isinstance(exc, MuranoObject) else None
        text = ""
        if isinstance(stack, MuranoObject):
            text = call.session.invoke(stack, "toString")
        self._log("error", message, args, kwargs, more=f"\n{text}")

    def _log(
        self,
        level: str,
        message: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
        more: str = "",
    ) -> None:
        if not isinstance(message, str):
            raise MuranoError(ARGUMENT_EXCEPTION, "Invalid argument message")
        try:
            text = formatted(message, args, kwargs)
        # The engine logs a message whose values are missing, but fails on malformed fields
        except (IndexError, KeyError):
            self._add("warning", f"Can not format string: {message}")
            text = message
        self._add(level, text + more)

    def _add(self, level: str, text: str) -> None:
        line = self._session.note(level, self._name, text)
        if line is not None:
            self._cloud.record.add(Logged(level=line.level, logger=line.logger, text=line.text))
