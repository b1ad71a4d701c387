"""Plain data as a YAML file, with texts of several lines as blocks."""

from __future__ import annotations

from typing import Any

import yaml

_WIDTH = 120


class _FileDumper(yaml.SafeDumper):
    """Writes equal values out each time, and texts of several lines as blocks."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - readers follow no references
        """Return whether a value has no anchor: always."""
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_FileDumper.add_representer(str, _text)


def to_yaml(data: Any) -> str:
    """Return plain data as the text of a YAML file."""
    text: str = yaml.dump(
        data, Dumper=_FileDumper, allow_unicode=True, sort_keys=False, width=_WIDTH
    )
    return text
