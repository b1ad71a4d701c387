"""Checks environments: files with values of the parameters of a template; a deployment picks one."""

from __future__ import annotations

from collections.abc import Mapping as Mapped

from muranopl.ard.nodes import Mapping, Node, is_null, text_of
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.grammar.reading import Reading
from muranopl.read.heat.parameters import TemplateParameter
from muranopl.read.heat.references import report_unknown_parameter
from muranopl.read.heat.template import HeatTemplate
from muranopl.read.heat.values import check_value

_SECTIONS = (
    "parameters",
    "parameter_defaults",
    "parameter_merge_strategies",
    "resource_registry",
    "encrypted_param_names",
    "event_sinks",
)
PARAMETER_SECTIONS = (
    "parameters",
    "parameter_defaults",
    "parameter_merge_strategies",
    "encrypted_param_names",
)
"""The sections that name parameters."""


def check_environment(node: Node, template: HeatTemplate, reading: Reading) -> None:
    """Report what Heat refuses of an environment for a template."""
    what = "the environment"
    if is_null(node):
        return
    if not isinstance(node, Mapping):
        reading.wrong_type(node, what, "a mapping")
        return
    for key, value in node.pairs:
        section = text_of(key)
        if section not in _SECTIONS:
            absent = (item for item in _SECTIONS if node.find(item) is None)
            near = nearest(section or "", absent)
            remedy = did_you_mean(near, f"use a valid key: {', '.join(_SECTIONS)}")
            reading.report(
                yaml.UNKNOWN_KEY,
                key,
                key=section,
                what=what,
                severity=Severity.ERROR,
                suggestion=remedy,
            )
        elif section in {"parameters", "parameter_defaults"} and not is_null(value):
            if isinstance(value, Mapping):
                # Defaults may be for the templates of other stacks
                _check_values(value, template, reading, all_known=section == "parameters")
            else:
                reading.wrong_type(value, f"{section} of {what}", "a mapping")


def _check_values(
    values: Mapping, template: HeatTemplate, reading: Reading, *, all_known: bool
) -> None:
    parameters: Mapped[str, TemplateParameter] = {item.name: item for item in template.parameters}
    names = template.names("parameters")
    all_known = all_known and template.has_all("parameters")
    for key, value in values.pairs:
        name = text_of(key) or ""
        parameter = parameters.get(name)
        if parameter is not None:
            check_value(parameter, value, f'the value of parameter "{name}"', reading)
        elif all_known and name not in names:
            absent = names - {text_of(other) for other, _ in values.pairs}
            report_unknown_parameter(name, key, "the environment", absent, reading)
