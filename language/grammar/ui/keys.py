"""Normalises keys of UI definitions, camelCase to snake_case as the dashboard does, and reads `Version`."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import NamedTuple

from muranopl.ard.descriptions import described, described_key
from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, mapping_at, text_of
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.reading import Reading, respelt
from muranopl.language.grammar.shapes import Plain, shaped

_PART = lazy_pattern(r"[A-Z]*[^A-Z]*")


@functools.lru_cache(1_024)  # there are few keys, and each definition has them
def snake_case(key: str) -> str:
    """Return the key as the dashboard converts it.

    `helpText` and `help_text` both become `help_text`.
    """
    return "_".join(part.lower() for part in _PART.findall(key) if part)


def spelling(keys: Iterable[str]) -> dict[str, str]:
    """Return the documented spelling of each key, by its snake_case."""
    return {snake_case(key): key for key in keys}


def text_keyed(node: Mapping, reading: Reading, what: str) -> Mapping:
    """Return the mapping without keys that are not text, which the dashboard ignores.

    They are reported.
    """
    kept = []
    for key, value in node.pairs:
        if text_of(key) is not None:
            kept.append((key, value))
        else:
            report_key(key, reading, what, Severity.WARNING)
    return mapping_at(node, kept)


def respelled(node: Mapping, documented: dict[str, str], reading: Reading, what: str) -> Mapping:
    """Return the mapping with only text keys, spelt as in `documented` (see `spelling`).

    Other keys break the whole definition (measured) and are reported; of two spellings of one key
    the last counts.
    """
    kept: dict[str, tuple[Node, Node]] = {}
    for key, value in node.pairs:
        written = text_of(key)
        if written is None:
            report_key(key, reading, what)
            continue
        name = documented.get(snake_case(written), written)
        if name in kept:
            report_second(f'key "{name}" occurs twice', key, kept[name][0], reading)
        kept[name] = (key if name == written else respelt(key, name), value)
    return mapping_at(node, kept.values())


def report_key(key: Node, reading: Reading, what: str, severity: Severity = Severity.ERROR) -> None:
    """Report a key that is not text; an error where the dashboard requires text."""
    reading.report(yaml.KEY_NOT_TEXT, key, key=described_key(key), what=what, severity=severity)


def report_second(
    problem: str, second: Node, first: Node, reading: Reading, remedy: str | None = None
) -> None:
    """Report the second form, field or key of one name, or another node that replaces one."""
    related = (Related("the first one is here", first.place),)
    reading.report(rules.SECOND, second, problem=problem, related=related, suggestion=remedy)


class UIVersion(NamedTuple):
    """A version of the format."""

    major: int
    minor: int

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"


LATEST = UIVersion(2, 4)
_PLAIN = lazy_pattern(r"2(?:\.([0-4])(?:\.0)?)?\Z", re.ASCII)


@shaped(Plain(("string", "number")))
def ui_version(node: Node, reading: Reading, what: str) -> UIVersion:
    """Return the version; after a report the latest one.

    Measured: str() of the value is coerced to a semantic version, which must have major 2 and
    not exceed 2.4.0.
    """
    if isinstance(node, Yaql):
        text = node.text
    else:
        text = str(node.value) if isinstance(node, Scalar) else ""
    plain = _PLAIN.match(text)
    if plain:
        return UIVersion(2, int(plain[1] or 0))
    coerced = _coerced(text)
    severity = Severity.ERROR if coerced is None else Severity.WARNING
    problem = "which the dashboard rejects"
    if coerced is not None:
        problem = f"which the dashboard reads as {coerced}"
    reading.report(
        rules.BAD_VERSION,
        node,
        what=what,
        found=described(node),
        problem=problem,
        severity=severity,
    )
    return coerced or LATEST


def _coerced(text: str) -> UIVersion | None:
    """Return the version that the dashboard coerces an unusual text to; None if it refuses it."""
    import semantic_version  # slow to import, and real files never need it

    try:
        version = semantic_version.Version.coerce(text)
    except ValueError:
        return None
    # Compared as versions: 2.4.0-beta is before 2.4.0, and taken.
    if version.major != LATEST.major or version > semantic_version.Version(f"{LATEST}.0"):
        return None
    return UIVersion(version.major, version.minor)
