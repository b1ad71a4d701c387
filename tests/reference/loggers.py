"""The logger whose parts the reference project's tests replace, as a simulation."""

from __future__ import annotations

from typing import Any

from muranopl.execution.natives import NativeCall, native, simulates

LEVELS = ("trace", "debug", "info", "warning", "error", "critical")


@simulates("io.murano.system.Logger")
class Logger:
    """Formats each message, and hands it to the logger after it."""

    _underlying_logger: Any
    _format_without_exceptions: Any

    def __init__(self, call: NativeCall, loggerName: Any) -> None:  # noqa: N803 - its name in MuranoPL
        pass

    @native("exception")
    def exception(
        self, call: NativeCall, exc: Any, message: Any, /, *args: Any, **kwargs: Any
    ) -> None:
        self._log("error", message, args, kwargs)

    def _log(self, level: str, message: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        getattr(self._underlying_logger, level)(
            self._format_without_exceptions(None, message, args, kwargs)
        )


def _at(level: str) -> Any:
    @native(level)
    def log(self: Logger, call: NativeCall, message: Any, /, *args: Any, **kwargs: Any) -> None:
        self._log(level, message, args, kwargs)

    return log


for _level in LEVELS:
    setattr(Logger, _level, _at(_level))
