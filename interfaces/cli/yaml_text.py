"""Plain data as YAML."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import yaml
from yaml import events
from yaml.nodes import ScalarNode
from yaml.representer import SafeRepresenter
from yaml.resolver import Resolver

from muranopl.diagnostics.formats.encode import MAX_INDENTED
from muranopl.diagnostics.formats.visible import visible_lines
from muranopl.diagnostics.recursion import flattened

WIDTH = 120

_REPRESENTER = SafeRepresenter()
_RESOLVER = Resolver()
_LIST, _MAPPING = "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"


def to_yaml(result: Any, *, explicit_start: bool = True) -> str:
    """Return plain data as one YAML document."""
    found = list(_stream(result, explicit_start))
    is_deep = any(isinstance(each, events.CollectionStartEvent) and each.flow_style for each in found)
    width = len(found) * 1000 if is_deep else WIDTH

    def written(allow_unicode: bool) -> str:
        dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
        text: str = yaml.emit(found, Dumper=dumper, allow_unicode=allow_unicode, width=width)
        return text

    text = written(True)
    if "\n".join(visible_lines(text)) != text or not _can_print(text):
        text = written(False)  # as escapes, so that no terminal obeys them, and none changes them
    return text


def _can_print(text: str) -> bool:
    """Whether standard output takes all letters of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _stream(data: Any, explicit_start: bool) -> Iterator[events.Event]:
    yield events.StreamStartEvent()
    yield events.DocumentStartEvent(explicit=explicit_start)
    yield from flattened(data, _parts)
    yield events.DocumentEndEvent(explicit=False)
    yield events.StreamEndEvent()


def _parts(part: Any, depth: int) -> Iterator[Any] | None:
    """The events of a value, with the values inside it as they are; None for an event."""
    if isinstance(part, events.Event):
        return None
    if isinstance(part, dict):
        return _mapping(part, depth >= MAX_INDENTED)
    return _list(part, depth >= MAX_INDENTED) if isinstance(part, (list, tuple)) else iter((_scalar(part),))


def _mapping(value: dict[Any, Any], in_line: bool) -> Iterator[Any]:
    yield events.MappingStartEvent(None, _MAPPING, implicit=True, flow_style=in_line)
    for pair in value.items():
        yield from pair
    yield events.MappingEndEvent()


def _list(value: list[Any] | tuple[Any, ...], in_line: bool) -> Iterator[Any]:
    yield events.SequenceStartEvent(None, _LIST, implicit=True, flow_style=in_line)
    yield from value
    yield events.SequenceEndEvent()


def _scalar(value: Any) -> events.ScalarEvent:
    """The event by which PyYAML writes a scalar."""
    node: Any = _REPRESENTER.represent_data(value)
    plain, quoted = (_tag(node.value, implicit) == node.tag for implicit in ((True, False), (False, True)))
    return events.ScalarEvent(None, node.tag, (plain, quoted), node.value, style=node.style)


def _tag(text: str, implicit: tuple[bool, bool]) -> Any:
    return _RESOLVER.resolve(ScalarNode, text, implicit)  # type: ignore[no-untyped-call]
