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

from muranopl.diagnostics.formats.visible import visible_lines

WIDTH = 120

_REPRESENTER = SafeRepresenter()
_RESOLVER = Resolver()
_LIST, _MAPPING = "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"


def to_yaml(result: Any, *, explicit_start: bool = True) -> str:
    """Return plain data as a YAML document."""
    stream = list(_stream(result, explicit_start))

    def written(allow_unicode: bool) -> str:
        dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
        text: str = yaml.emit(stream, Dumper=dumper, allow_unicode=allow_unicode, width=WIDTH)
        return text

    text = written(True)
    if "\n".join(visible_lines(text)) != text or not _can_print(text):
        text = written(False)  # as escapes, so that no terminal obeys them, and none changes them
    return text


def _can_print(text: str) -> bool:
    """Return whether the encoding of standard output has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _stream(data: Any, explicit_start: bool) -> Iterator[events.Event]:
    yield events.StreamStartEvent()
    yield events.DocumentStartEvent(explicit=explicit_start)
    yield from _events(data)
    yield events.DocumentEndEvent(explicit=False)
    yield events.StreamEndEvent()


def _events(value: Any) -> Iterator[events.Event]:
    """Yield the YAML events of a value and its elements."""
    if isinstance(value, dict):
        yield events.MappingStartEvent(None, _MAPPING, implicit=True, flow_style=False)
        for key, item in value.items():
            yield _scalar(key)
            yield from _events(item)
        yield events.MappingEndEvent()
    elif isinstance(value, (list, tuple)):
        yield events.SequenceStartEvent(None, _LIST, implicit=True, flow_style=False)
        for item in value:
            yield from _events(item)
        yield events.SequenceEndEvent()
    else:
        yield _scalar(value)


def _scalar(value: Any) -> events.ScalarEvent:
    """Return the event of a scalar."""
    node: Any = _REPRESENTER.represent_data(value)
    plain, quoted = (
        _tag(node.value, implicit) == node.tag for implicit in ((True, False), (False, True))
    )
    return events.ScalarEvent(None, node.tag, (plain, quoted), node.value, style=node.style)


def _tag(text: str, implicit: tuple[bool, bool]) -> Any:
    return _RESOLVER.resolve(ScalarNode, text, implicit)  # type: ignore[no-untyped-call]
