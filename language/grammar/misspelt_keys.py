"""Correction of misspelt keys: what stands below such a key is then checked as usual."""

from __future__ import annotations

from collections.abc import Callable, Container

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, mapping_at, text_of

Meaning = Callable[[Node, Node], str | None]
"""Reports an unknown key, given with its value, and returns the known key that it stands for."""


class CorrectedMapping(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A mapping with misspelt keys corrected, and the values of keys without a known meaning."""

    node: Mapping
    unknown: tuple[Node, ...]


def respelt(key: Node, text: str) -> Scalar:
    """Return a key with another text, at the same place."""
    return Scalar(*key.span, text)


def corrected_keys(
    node: Mapping, known: Container[str | None], meaning: Meaning
) -> CorrectedMapping:
    """Return a mapping with each unknown key replaced by its meaning, if it has one."""
    pairs: list[tuple[Node, Node]] = []
    unknown: list[Node] = []
    for key, value in node.pairs:
        meant = None
        if text_of(key) not in known:
            meant = meaning(key, value)
            if meant is None:
                unknown.append(value)
        pairs.append((key if meant is None else respelt(key, meant), value))
    return CorrectedMapping(mapping_at(node, pairs), tuple(unknown))
