"""Prefixes of a document → full names (reference: packages-and-versions, Names)."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import nearest
from muranopl.language.grammar.names import DOTTED, TYPE_NAME, WORD
from muranopl.language.grammar.namespaces import UNREADABLE, NamespacePrefix
from muranopl.read.package import ClassUnit

OWN_NAMESPACE = "=:"
"""How the documents write the namespace of the file before a name (muranopl.txt, Common class structure)."""
NO_PREFIXES = {"=": ""}
"""The prefixes of names where none is declared, as in manifests."""
_FEW = 20
"""So many prefixes are looked for one by one."""
_SPELLED = re.compile(r"(\w+):(?=\w)")
_WRITTEN_OUT = re.compile(r"[(,] ?(\w+(?:\.\w+)+)")
"""A dotted name as an argument, without quotes: no class name, but an expression that fails."""


def check_prefixes(prefixes: tuple[NamespacePrefix, ...], findings: Findings) -> None:
    """Report ill-formed prefixes and namespaces; the engine refuses the class for each, used or not."""
    for entry in prefixes:
        if entry.prefix != "=" and not WORD.match(entry.prefix):
            findings.report(rules.BAD_PREFIX, entry.prefix_node.place, prefix=entry.prefix)
        if not DOTTED.match(entry.namespace) and entry.namespace not in {"", UNREADABLE}:
            findings.report(rules.BAD_NAMESPACE, entry.node.place, namespace=entry.namespace)


def report_unused(unit: ClassUnit, findings: Findings) -> None:
    """Report prefixes that nothing in their file spells, be it in names, expressions or quoted text.

    One that undeclared ones in the file are slips for is meant there, which is reported there; so is one whose
    namespace is written out as an argument without quotes, which is no class name.
    """
    text = unit.file.text or ""
    entries = {id(entry): entry for declaration in unit.classes for entry in declaration.namespaces or ()}
    spelled = set(_SPELLED.findall(text)) if len(entries) > _FEW else None
    declared = {entry.prefix for entry in entries.values()}
    undeclared = functools.cache(lambda: set(_SPELLED.findall(text)) - declared)
    written_out = functools.cache(lambda: {name.rpartition(".")[0] for name in _WRITTEN_OUT.findall(text)})
    for entry in entries.values():
        if not (WORD.match(entry.prefix) and DOTTED.match(entry.namespace)):
            continue  # which was reported
        is_spelled = entry.prefix in spelled if spelled is not None else _is_spelled(entry.prefix, text)
        if is_spelled or entry.namespace in written_out():
            continue
        if not _is_misspelt(entry.prefix, undeclared, declared):
            findings.report(rules.UNUSED_PREFIX, entry.prefix_node.place, prefix=entry.prefix)


def _is_misspelt(prefix: str, undeclared: Callable[[], set[str]], declared: Collection[str]) -> bool:
    """Whether a name has an undeclared prefix for which this one is meant: that is reported, and the cause."""
    alike = sorted(each for each in undeclared() if abs(len(each) - len(prefix)) <= 2)
    return any(meant_prefix(each, declared) == prefix for each in alike[:_FEW])


def _is_spelled(prefix: str, text: str) -> bool:
    """Whether a name with a prefix stands in a text.

    The pattern begins with the literal prefix, for which `re` searches fast; one that tries each word is far slower,
    but finds any number of prefixes at once.
    """
    return re.search(rf"{prefix}:(?=\w)(?<=\b{prefix}:)", text) is not None


def meant_prefix(prefix: str, declared: Iterable[str]) -> str | None:
    """Return the declared prefix that an undeclared one is a slip for."""
    return nearest(prefix, (known for known in declared if known != "="))


def full_name(name: str, namespaces: dict[str, str]) -> str | None:
    """Return the full name a written name means, or None where it is no class name, or has an unknown prefix.

    `Name` and `:Name` take the namespace of `=`, `p:a.Name` appends to that of `p`, a dotted name without a colon is
    full already. `=:Name` is `Name` by the documents, which is a quirk.
    """
    name = name.removeprefix(OWN_NAMESPACE)
    if not TYPE_NAME.match(name):
        return None
    prefix, colon, rest = name.rpartition(":")
    if not colon and "." in rest:
        return rest
    namespace = namespaces.get(prefix or "=")
    return f"{namespace}.{rest}" if namespace else None if namespace is None else rest


def unknown_prefix(name: str) -> str | None:
    """Return the prefix of a name for which `full_name` has found nothing; None where it is no class name at all."""
    return (name.rpartition(":")[0] or "=") if TYPE_NAME.match(name) else None


def written_like(sample: str, name: str, namespaces: dict[str, str]) -> str:
    """Return a full name as somebody writes it who wrote `sample`: with the prefix for its namespace, or in full."""
    space, _, short = name.rpartition(".")
    if ":" not in sample and "." in sample:
        return name
    own = sample.rpartition(":")[0] or "="
    prefixes = [prefix for prefix, namespace in namespaces.items() if namespace == space]
    if not prefixes:
        return name
    prefix = own if own in prefixes else prefixes[0]
    return f"{prefix}:{short}" if prefix != "=" else f":{short}" if sample.startswith(":") else short
