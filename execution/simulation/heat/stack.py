"""Edits and pushes one stack for `io.murano.system.HeatStack`.

A stack has a template with options, and is pushed or not. Templates are never modified, so that
they can be stored and returned.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation.exceptions import HEAT_STACK_ERROR
from muranopl.execution.simulation.heat.template import Template, member, merged
from muranopl.read.pushed_templates import MERGED_VERSION, VERSION

_DESCRIPTION = "description"


class DeployedStack(msgspec.Struct, frozen=True):
    """A stack of the cloud."""

    template: Template
    parameters: dict[Any, Any]
    files: Any
    environment: Any


class EditedStack(msgspec.Struct, eq=False):
    """A stack edited by methods; `deployed` returns the stack of that name in the cloud."""

    _description: str | None
    _deployed: Callable[[], DeployedStack | None]
    _template: Template | None = None
    _parameters: dict[Any, Any] = {}
    _files: Any = {}
    _environment: Any = {}
    _applied: bool = True

    @property
    def is_applied(self) -> bool:
        """Whether there is nothing to push."""
        return self._applied or self._template is None

    def current(self) -> Template:
        """Return the template being edited, initially that of the deployed stack."""
        if self._template is None:
            deployed = self._deployed()
            self._applied = True
            self._template = {} if deployed is None else deployed.template
            if deployed is None:
                kept = {}
            else:
                kept = {**self._parameters, **deployed.parameters}
            self._parameters = {
                name: value
                for name, value in kept.items()
                # Heat adds these parameters itself, and refuses them from clients
                if not str(name).startswith("OS::")
            }
        return self._template

    def parameters(self) -> dict[Any, Any]:
        """Return the parameters of the template."""
        self.current()
        return self._parameters

    def forget(self) -> None:
        """Discard changes that were not pushed."""
        self._template = None
        self._parameters = {}

    def replace(self, template: Template) -> None:
        """Replace the template, and remove its parameters."""
        self._template, self._parameters, self._applied = template, {}, False

    def update(self, change: Template) -> None:
        """Merge a change into the current template; raise MuranoError."""
        # The engine merges templates of one version only
        version = change.get(VERSION, MERGED_VERSION)
        if version != MERGED_VERSION:
            problem = f"heat_template_version {version} cannot be merged, only {MERGED_VERSION}"
            raise MuranoError(HEAT_STACK_ERROR, problem)
        current = self.current()
        self._template = merged(current, change)
        # A merge without an effect needs no push.
        self._applied = self._applied and self._template == current

    def set_parameters(self, parameters: dict[Any, Any]) -> None:
        """Replace the parameters."""
        self._parameters, self._applied = parameters, False

    def set_files(self, files: Any) -> None:
        """Replace the files of the template."""
        self._files, self._applied = files, False

    def set_environment(self, environment: Any) -> None:
        """Replace the Heat environment."""
        self._environment, self._applied = environment, False

    def complete(self) -> DeployedStack:
        """Return the stack that a push sends; missing version and description are added."""
        template = self.current()
        if VERSION not in template:
            template = {**template, VERSION: MERGED_VERSION}
        if _DESCRIPTION not in template and self._description:
            template = {**template, _DESCRIPTION: self._description}
        self._template = template
        return DeployedStack(template, self._parameters, self._files, self._environment)

    def mark_applied(self, pushed: Template) -> None:
        """Record that a template was pushed; it may have been edited since."""
        self._applied = self._template == pushed

    def clear(self) -> None:
        """Record that the stack was deleted."""
        self._template, self._applied = {}, True


def has_resources(template: Template) -> bool:
    """Return whether a template defines resources, even none.

    A push without them deletes the stack.
    """
    return member(template, "resources") is not None
