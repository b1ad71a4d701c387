"""Simulates io.murano.system.HeatStack: edits a template, and records that it is pushed."""

from __future__ import annotations

from typing import Any

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.heat.stack import EditedStack
from muranopl.execution.simulation.objects import copied
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud


@simulates("io.murano.system.HeatStack", uses_cloud=True)
class HeatStack:
    """A stack of Heat, by its name.

    An asynchronous push is made when its result is read, or at the end.
    """

    def __init__(
        self, call: NativeCall, name: Any, description: Any = None, regionName: Any = None
    ) -> None:
        self._cloud: SimulatedCloud = call.session.cloud
        self._name = str(name)
        self._region = None if regionName is None else str(regionName)
        self._edited = EditedStack(
            description and str(description), lambda: self._cloud.stack(self._name)
        )
        self._waiting = False

    @native("current", waits=True)
    def current(self) -> dict[Any, Any]:
        """Return the template being edited."""
        return self._edited.current()

    @native("parameters", waits=True)
    def parameters(self) -> dict[Any, Any]:
        """Return the parameters of the template."""
        return self._edited.parameters()

    @native("reload", waits=True)
    def reload(self) -> dict[Any, Any]:
        """Reload the deployed template and return it."""
        self._edited.forget()
        return self._edited.current()

    @native("setTemplate")
    def set_template(self, template: Any) -> None:
        """Replace the template."""
        self._edited.replace(_mapping(template, "template"))

    @native("updateTemplate", waits=True)
    def update_template(self, template: Any) -> None:
        """Merge a change into the template."""
        self._edited.update(_mapping(template, "template"))

    @native("setParameters")
    def set_parameters(self, parameters: Any) -> None:
        """Replace the parameters."""
        self._edited.set_parameters(_mapping(parameters, "parameters"))

    @native("setFiles")
    def set_files(self, files: Any) -> None:
        """Replace the files."""
        self._edited.set_files(copied(files))

    @native("setHotEnvironment")
    def set_hot_environment(self, hotEnvironment: Any) -> None:
        """Replace the Heat environment."""
        self._edited.set_environment(copied(hotEnvironment))

    @native(
        "push", waits=True, renamed={"async": "isAsync"}
    )  # as the core library calls it, which the engine refuses
    def push(self, isAsync: bool | None = False) -> None:
        """Send the template."""
        if isAsync:
            # One push at the end serves several asynchronous ones.
            if not self._waiting:
                self._waiting = True
                self._cloud.at_end(self._push_waiting)
        else:
            self._waiting = False
            self._push()

    @native("output", waits=True)
    def output(self) -> dict[str, Any]:
        """Return the outputs of the deployed stack."""
        # The engine waits for a push in the background before it reads outputs
        self._push_waiting()
        return self._cloud.outputs(self._name)

    @native("delete", waits=True)
    def delete(self) -> None:
        """Delete the stack."""
        self._waiting = False
        # The engine deletes no stack if the current template is empty
        if self._edited.current():
            self._cloud.delete(self._name, self._region)
            self._edited.clear()

    def _push(self) -> None:
        self._cloud.push(self._name, self._edited, self._region)

    def _push_waiting(self) -> None:
        if self._waiting:
            self._waiting = False
            self._push()


def _mapping(value: Any, what: str) -> dict[Any, Any]:
    result = copied(value)
    if not isinstance(result, dict):
        raise MuranoError("TypeError", f"{what} must be a mapping, not {value!r:.60}")
    return result
