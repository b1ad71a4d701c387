"""The cloud file, from a path, bytes or plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muranopl.ard.json import data
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.execution.simulation.cloud.definition import CloudDefinition, cloud_definition
from muranopl.language.grammar.reading import Reading
from muranopl.read.object_model import read_model

_WHAT = "cloud file"
DATA = "<cloud>"
"""The name of a cloud in diagnostics that is not a file."""


def read_cloud(
    given: str | Mapping[str, Any], stream: bytes | None, findings: Findings
) -> CloudDefinition:
    """Return the definition in a cloud file, or in its bytes, `stream`; report its defects."""
    if isinstance(given, str):
        node = read_model(given, stream, findings, _WHAT)
    else:
        node = data.load(given, File(DATA, ""), findings)
    if node is None:
        return CloudDefinition()
    return cloud_definition(node, Reading(findings, refuses=None))
