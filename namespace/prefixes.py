"""Expands prefixes to full names, and reports unknown, unused and invalid prefixes of a document.

Reference: packages-and-versions, Names.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterable, Sequence

from muranopl.diagnostics.bounds import PREFIX_SUGGESTIONS
from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.diagnostic import Fix, fixed_by
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import Vocabulary, nearest
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.names import DOTTED, TYPE_NAME, UNREADABLE, WORD, NamespacePrefix
from muranopl.read.package import ClassUnit

OWN_NAMESPACE = "=:"
"""The prefix in the documents for the namespace of the file (muranopl.txt, Common class
structure).
"""
NO_PREFIXES = {"=": ""}
"""The prefixes where none can be declared, as in manifests."""
_FEW = 20
"""Number of prefixes up to which each is searched for separately."""
_SPELLED = lazy_pattern(r"\b(\w++):(?=\w)")
_WRITTEN_OUT = lazy_pattern(r"[(,] ?(\w++(?:\.\w++)+)")
"""A dotted name as an argument, without quotes: not a class name, but an expression that fails."""


def check_prefixes(prefixes: Iterable[NamespacePrefix], findings: Findings) -> None:
    """Report ill-formed prefixes and namespaces.

    The engine refuses the class for each, used or not.
    """
    for entry in prefixes:
        # The prefix `=` is the namespace of names without a prefix, and no word
        if entry.prefix != "=" and not WORD.match(entry.prefix):
            findings.report(rules.BAD_PREFIX, entry.prefix_node.place, prefix=entry.prefix)
        if not DOTTED.match(entry.namespace) and entry.namespace not in {"", UNREADABLE}:
            findings.report(rules.BAD_NAMESPACE, entry.node.place, namespace=entry.namespace)


def report_unused(unit: ClassUnit, findings: Findings) -> None:
    """Report prefixes that are not used in their file, in names, expressions or quoted text.

    Two kinds are left out: a prefix that a misspelt one probably means, as the latter is reported;
    and a prefix whose namespace is written out as an argument without quotes.
    """
    text = unit.file.text or ""
    entries = {
        id(entry): entry for declaration in unit.classes for entry in declaration.namespaces or ()
    }
    well_formed = [
        entry
        for entry in entries.values()
        if WORD.match(entry.prefix) and DOTTED.match(entry.namespace)
    ]
    if len(entries) > _FEW:
        spelled = set(_SPELLED.findall(text))
    else:
        spelled = {entry.prefix for entry in well_formed if _is_spelled(entry.prefix, text)}
    unused = [entry for entry in well_formed if entry.prefix not in spelled]
    if not unused:
        return
    declared = {entry.prefix for entry in entries.values()}
    misspelt = _misspelt(set(_SPELLED.findall(text)) - declared, declared)
    written_out = {name.rpartition(".")[0] for name in _WRITTEN_OUT.findall(text)}
    for entry in unused:
        if entry.namespace not in written_out and entry.prefix not in misspelt:
            findings.report(
                rules.UNUSED_PREFIX,
                entry.prefix_node.place,
                prefix=entry.prefix,
                fixes=functools.partial(_removal, entry, unit, unused),
            )


def _removal(
    entry: NamespacePrefix, unit: ClassUnit, unused: Sequence[NamespacePrefix]
) -> tuple[Fix, ...]:
    """Return the fix that removes an unused prefix; with the last one, all of `Namespaces`."""
    from muranopl.ard.rewriting import without_pair

    for declaration in unit.classes:
        entries = declaration.namespaces or ()
        if entry not in entries:
            continue
        pairs = [(item.prefix_node, item.node) for item in entries]
        key = entry.prefix_node
        if set(unused).issuperset(entries):
            section = declaration.node.find("Namespaces")
            # Namespaces may be alone in a document, before that of the class
            if section is None:
                return ()
            pairs, key = list(declaration.node.pairs), section[0]
        return fixed_by("remove the line", without_pair(pairs, key))
    return ()


def _misspelt(undeclared: Collection[str], declared: Collection[str]) -> set[str | None]:
    """Return the prefixes that undeclared ones misspell.

    Those are reported at the undeclared ones.
    """
    meant = MeantPrefixes()
    # Sorted, as the number of searches is bounded and the order of a set differs between runs
    return {meant.of(item, declared) for item in sorted(undeclared)}


def _is_spelled(prefix: str, text: str) -> bool:
    """Return whether a text contains a name with a prefix.

    The pattern begins with the literal prefix, for which `re` searches fast; one that tries each
    word is far slower, but finds any number of prefixes at once.
    """
    # A well-formed prefix is a word, so that it needs no escaping
    return re.search(rf"{prefix}:(?=\w)(?<=\b{prefix}:)", text) is not None


class MeantPrefixes:
    """Finds the declared prefix that an undeclared one misspells.

    The number of searches per package is bounded.
    """

    def __init__(self) -> None:
        self._declared: Collection[str] = ()
        self._known = Vocabulary(())
        self._found: dict[str, str | None] = {}
        self._left = PREFIX_SUGGESTIONS.most

    def of(self, prefix: str, declared: Collection[str]) -> str | None:
        """Return the declared prefix that an undeclared one misspells, or None."""
        if declared is not self._declared:  # those of another class
            self._declared = declared
            self._known = Vocabulary(item for item in declared if item != "=")
            self._found = {}
        if prefix not in self._found and self._left:
            self._left -= 1
            self._found[prefix] = nearest(prefix, self._known)
        return self._found.get(prefix)


def full_name(name: str, namespaces: dict[str, str]) -> str | None:
    """Return the full name for a written one.

    Return None if it is not a class name, or has an unknown prefix. `Name` and `:Name` take the
    namespace of `=`, `p:a.Name` appends to that of `p`, a dotted name without a colon is full
    already. `=:Name` is `Name` by the documents, which is a quirk.
    """
    name = name.removeprefix(OWN_NAMESPACE)
    if not TYPE_NAME.match(name):
        return None
    prefix, colon, rest = name.rpartition(":")
    if not colon and "." in rest:
        return rest
    namespace = namespaces.get(prefix or "=")
    if namespace:
        return f"{namespace}.{rest}"
    return None if namespace is None else rest


def unknown_prefix(name: str) -> str | None:
    """Return the prefix of a name for which `full_name` returned None.

    Return None if it is not a class name at all.
    """
    return (name.rpartition(":")[0] or "=") if TYPE_NAME.match(name) else None


def written_like(sample: str, name: str, namespaces: dict[str, str]) -> str:
    """Return a full name in the style of `sample`: with the prefix of its namespace, or in full."""
    space, _, short = name.rpartition(".")
    if ":" not in sample and "." in sample:
        return name
    own = sample.rpartition(":")[0] or "="
    prefixes = [prefix for prefix, namespace in namespaces.items() if namespace == space]
    if not prefixes:
        return name
    prefix = own if own in prefixes else prefixes[0]
    if prefix != "=":
        return f"{prefix}:{short}"
    return f":{short}" if sample.startswith(":") else short
