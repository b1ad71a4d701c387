"""Simulates io.murano.system.HeatStack: edits the template of one stack, and pushes it.

Templates are never modified, so that they can be stored and returned.
"""

from __future__ import annotations

from typing import Any

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.exceptions import HEAT_STACK_ERROR
from muranopl.execution.simulation.heat.template import Template, merged
from muranopl.execution.simulation.objects import copied
from muranopl.execution.simulation.simulated_cloud import DeployedStack, SimulatedCloud
from muranopl.read.pushed_templates import MERGED_VERSION, VERSION

_DESCRIPTION = "description"


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
        self._description = description and str(description)
        self._region = None if regionName is None else str(regionName)
        self._template: Template | None = None
        self._parameters: dict[Any, Any] = {}
        self._files: Any = {}
        self._environment: Any = {}
        self._applied = True
        self._waiting = False

    @native("current", waits=True)
    def current(self) -> Template:
        """Return the template being edited, initially that of the deployed stack."""
        if self._template is None:
            deployed = self._cloud.stack(self._name)
            self._applied = True
            self._template, kept = {}, {}
            if deployed is not None:
                self._template = deployed.template
                kept = {**self._parameters, **deployed.parameters}
            self._parameters = {
                name: value
                for name, value in kept.items()
                # Heat adds these parameters itself, and refuses them from clients
                if not str(name).startswith("OS::")
            }
        return self._template

    @native("parameters", waits=True)
    def parameters(self) -> dict[Any, Any]:
        """Return the parameters of the template."""
        self.current()
        return self._parameters

    @native("reload", waits=True)
    def reload(self) -> Template:
        """Discard changes that were not pushed, and return the deployed template."""
        self._template, self._parameters = None, {}
        return self.current()

    @native("setTemplate")
    def set_template(self, template: Any) -> None:
        """Replace the template, and remove its parameters."""
        self._template = _mapping(template, "template")
        self._parameters, self._applied = {}, False

    @native("updateTemplate", waits=True)
    def update_template(self, template: Any) -> None:
        """Merge a change into the current template; raise MuranoError."""
        change = _mapping(template, "template")
        # The engine merges templates of one version only
        version = change.get(VERSION, MERGED_VERSION)
        if version != MERGED_VERSION:
            problem = f"heat_template_version {version} cannot be merged, only {MERGED_VERSION}"
            raise MuranoError(HEAT_STACK_ERROR, problem)
        current = self.current()
        self._template = merged(current, change)
        # A merge without an effect needs no push.
        self._applied = self._applied and self._template == current

    @native("setParameters")
    def set_parameters(self, parameters: Any) -> None:
        """Replace the parameters."""
        self._parameters, self._applied = _mapping(parameters, "parameters"), False

    @native("setFiles")
    def set_files(self, files: Any) -> None:
        """Replace the files of the template."""
        self._files, self._applied = copied(files), False

    @native("setHotEnvironment")
    def set_hot_environment(self, hotEnvironment: Any) -> None:
        """Replace the Heat environment."""
        self._environment, self._applied = copied(hotEnvironment), False

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
        if self.current():
            self._cloud.delete(self._name, self._region)
            self._template, self._applied = {}, True

    def _push(self) -> None:
        # The engine sends nothing for a template that did not change
        if self._applied or self._template is None:
            return
        if VERSION not in self._template:
            self._template = {**self._template, VERSION: MERGED_VERSION}
        if _DESCRIPTION not in self._template and self._description:
            self._template = {**self._template, _DESCRIPTION: self._description}
        pushed = DeployedStack(self._template, self._parameters, self._files, self._environment)
        self._cloud.push(self._name, pushed, self._region)
        self._applied = True

    def _push_waiting(self) -> None:
        if self._waiting:
            self._waiting = False
            self._push()


def _mapping(value: Any, what: str) -> dict[Any, Any]:
    result = copied(value)
    if not isinstance(result, dict):
        raise MuranoError("TypeError", f"{what} must be a mapping, not {value!r:.60}")
    return result
