"""Reports to users and operators: io.murano.system.Logger, StatusReporter and InstanceNotifier."""

from __future__ import annotations

from typing import Any, Literal

from muranopl.execution.exceptions import ARGUMENT_EXCEPTION
from muranopl.execution.formatted_text import formatted
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.semantics.evaluation.objects import MuranoObject
from muranopl.simulation.exceptions import SimulatedError
from muranopl.simulation.record import InstanceTracked, Logged, StatusReported
from muranopl.simulation.simulated_cloud import SimulatedCloud

_EXCEPTION = "io.murano.Exception"


@simulates("io.murano.system.Logger")
class Logger:
    """A logger whose lines are recorded."""

    def __init__(self, call: NativeCall, loggerName: Any) -> None:
        self._session = call.session
        self._cloud: SimulatedCloud = call.session.cloud
        self._name = str(loggerName)

    @native("trace")
    def trace(self, call: NativeCall, message: Any, /, *args: Any, **kwargs: Any) -> None:
        """Log at level trace."""
        self._log("trace", message, args, kwargs)

    @native("debug")
    def debug(self, call: NativeCall, message: Any, /, *args: Any, **kwargs: Any) -> None:
        """Log at level debug."""
        self._log("debug", message, args, kwargs)

    @native("info")
    def info(self, call: NativeCall, message: Any, /, *args: Any, **kwargs: Any) -> None:
        """Log at level info."""
        self._log("info", message, args, kwargs)

    @native("warning")
    def warning(self, call: NativeCall, message: Any, /, *args: Any, **kwargs: Any) -> None:
        """Log at level warning."""
        self._log("warning", message, args, kwargs)

    @native("error")
    def error(self, call: NativeCall, message: Any, /, *args: Any, **kwargs: Any) -> None:
        """Log at level error."""
        self._log("error", message, args, kwargs)

    @native("critical")
    def critical(self, call: NativeCall, message: Any, /, *args: Any, **kwargs: Any) -> None:
        """Log at level critical."""
        self._log("critical", message, args, kwargs)

    @native("exception")
    def exception(
        self, call: NativeCall, exc: Any, message: Any, /, *args: Any, **kwargs: Any
    ) -> None:
        """Log a message and the stack of an exception."""
        stack = exc.properties.get("stackTrace") if isinstance(exc, MuranoObject) else None
        text = call.call(stack, "toString") if isinstance(stack, MuranoObject) else ""
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
            raise SimulatedError(ARGUMENT_EXCEPTION, "Invalid argument message")
        try:
            text = formatted(message, args, kwargs)
        except (IndexError, KeyError):
            self._add("warning", f"Can not format string: {message}")
            text = message
        self._add(level, text + more)

    def _add(self, level: str, text: str) -> None:
        line = self._session.note(level, self._name, text)
        if line is not None:
            self._cloud.record.add(Logged(level=line.level, logger=line.logger, text=line.text))


@simulates("io.murano.system.StatusReporter")
class StatusReporter:
    """Messages for the user of an environment, recorded."""

    def __init__(self, call: NativeCall, environment: Any) -> None:
        self._cloud: SimulatedCloud = call.session.cloud
        self._environment = _id_of(environment)

    @native("report")
    def report(self, call: NativeCall, instance: Any, msg: Any) -> None:
        """Report the progress of a deployment."""
        self._report("info", instance, msg)

    @native("report_error", "reportError")
    def report_error(self, call: NativeCall, instance: Any, msg: Any) -> None:
        """Report a failure, which makes the deployment fail."""
        self._report("error", instance, msg)

    def _report(self, level: Literal["info", "error"], instance: Any, msg: Any) -> None:
        if not (instance is None or isinstance(instance, MuranoObject)):
            raise SimulatedError("AttributeError", "a report is about an object, or null")
        about = self._environment if instance is None else instance.id
        name = None if instance is None else repr(instance.type)
        event = StatusReported(
            level=level, object=about, type=name, environment=self._environment, text=str(msg)
        )
        self._cloud.record.add(event)


@simulates("io.murano.system.InstanceNotifier")
class InstanceNotifier:
    """Instances and applications counted in an environment, recorded."""

    def __init__(self, call: NativeCall, environment: Any) -> None:
        self._cloud: SimulatedCloud = call.session.cloud
        self._environment = _id_of(environment)

    @native("trackApplication")
    def track_application(
        self, call: NativeCall, instance: Any, title: Any = None, unitCount: Any = None
    ) -> None:
        """Start counting an application."""
        self._add("track", "application", instance, title, unitCount)

    @native("untrackApplication")
    def untrack_application(self, call: NativeCall, instance: Any) -> None:
        """Stop counting an application."""
        self._add("untrack", "application", instance)

    @native("trackCloudInstance")
    def track_cloud_instance(self, call: NativeCall, instance: Any) -> None:
        """Start counting an instance."""
        self._add("track", "instance", instance, None, 1)

    @native("untrackCloudInstance")
    def untrack_cloud_instance(self, call: NativeCall, instance: Any) -> None:
        """Stop counting an instance."""
        self._add("untrack", "instance", instance)

    def _add(
        self,
        action: Literal["track", "untrack"],
        kind: Literal["application", "instance"],
        instance: Any,
        title: Any = None,
        units: Any = None,
    ) -> None:
        event = InstanceTracked(
            action=action, kind=kind, object=_id_of(instance), environment=self._environment
        )
        if action == "track" and isinstance(instance, MuranoObject):
            event.type = instance.type.name
            event.title, event.units = title, units
        self._cloud.record.add(event)


def _id_of(target: Any) -> str:
    if isinstance(target, MuranoObject):
        return target.id
    if isinstance(target, str):
        return target
    raise SimulatedError("AttributeError", "an object or the id of one is expected")
