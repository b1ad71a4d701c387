"""Plain data as a YAML file, with texts of several lines as blocks."""

from __future__ import annotations

from typing import Any

import yaml

from muranopl.ard.yaml.writing import UnaliasedDumper

_WIDTH = 120


class _FileDumper(UnaliasedDumper):
    """Writes texts of several lines as blocks."""


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
