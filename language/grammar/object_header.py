"""Describes the header of an object in an object model: the mapping under `?`, and its keys."""

from __future__ import annotations

HEADER = "?"
HEADER_WORDS = (
    "The header of an object: its class as `type`, and its `id`. A mapping without header is data."
)
HEADER_KEYS = {
    "type": "The class of the object: its full name, optionally with a version, `name/1.0.0`.",
    "id": "The id of the object, by which others refer to it. The dashboard writes it.",
    "name": "The name of the object, which `name()` returns. The dashboard writes it for "
    "applications.",
    "metadata": "A mapping of additional data, which `metadata()` returns.",
    "destroyed": "Whether the object was destroyed; the engine writes it.",
    "dependencies": "What is called when other objects end; the engine writes it.",
    "classVersion": "The version of the class.",
    "package": "The package of the class.",
}
"""The keys that have a meaning, with their words; all others are kept as they are."""
