"""The context that all readers of entities get, `Reading`, and the correction of misspelt keys.

What stands below a misspelt key is checked as below the key that was meant. The readers are in `readers.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container

import msgspec

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, is_false, mapping_at, text_of
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Diagnostic, Fix, Refusal, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.reporter import LeftOut, Reporter
from muranopl.language.grammar.formats import LATEST, Format

Raising = Callable[[Format, Format], tuple[Fix, ...]]


class Reading(Reporter):
    """The context of readers: the reporter, the format of the package, whether bodies are read.

    `refuses` is what the engine refuses because of a mistake in the part being read: usually the
    class; None where the engine reads the part only later. With `as_written` misspelt keys are
    ignored, as the engine does. `raising` returns the fix that raises the format to a later one.
    """

    __slots__ = ("as_written", "bodies", "findings", "format", "raising", "refuses")

    def __init__(
        self,
        findings: Findings,
        format_: Format = LATEST,
        *,
        bodies: bool = True,
        refuses: Refusal | None = Refusal.CLASS,
        as_written: bool = False,
        raising: Raising | None = None,
    ) -> None:
        self.findings = findings
        self.format = format_
        self.bodies = bodies
        self.refuses = refuses
        self.as_written = as_written
        self.raising = raising

    def refusing(self, what: Refusal | None) -> Reading:
        """Return the context for a part whose mistakes make the engine refuse `what`, if anything."""
        # A part that the engine reads later is read later as a whole
        if self.refuses in {None, what}:
            return self
        return self._with(self.findings, what)

    def apart(self) -> Reading:
        """Return the same context for an attempt, whose findings may be discarded."""
        return self._with(self.findings.apart(), self.refuses)

    def _with(self, findings: Findings, refuses: Refusal | None) -> Reading:
        return Reading(
            findings,
            self.format,
            bodies=self.bodies,
            refuses=refuses,
            as_written=self.as_written,
            raising=self.raising,
        )

    def raised(self, since: Format) -> tuple[Fix, ...]:
        """Return the fix that raises the format to a later one, if that is possible."""
        return () if self.raising is None else self.raising(self.format, since)

    def add(self, diagnostic: Diagnostic) -> None:
        """Take a diagnostic."""
        if diagnostic.refuses is not None and self.refuses is not Refusal.CLASS:
            diagnostic = msgspec.structs.replace(diagnostic, refuses=self.refuses)
        self.findings.add(diagnostic)

    def keeps(self, code: str, place: Place) -> bool:
        """Return whether a diagnostic would be kept."""
        return self.findings.keeps(code, place)

    def count_left_out(self, left_out: LeftOut) -> bool:
        """Count diagnostics if they would not be kept; return whether that is so."""
        if left_out.refuses is not None and self.refuses is not Refusal.CLASS:
            left_out = msgspec.structs.replace(left_out, refuses=self.refuses)
        return self.findings.count_left_out(left_out)

    def wrong_type(
        self,
        node: Node,
        what: str,
        expected: str,
        *,
        warning: bool = False,
        false: bool = False,
        suggestion: str | None = None,
    ) -> None:
        """Report that `what` is not `expected`, unless the node is Broken, which was reported.

        `warning` is true where the engine accepts the value, `false` where it reads any false value
        as absent.
        """
        if not isinstance(node, Broken):
            is_absent = false and is_false(node)
            self.report(
                yaml.WRONG_TYPE,
                node,
                severity=Severity.WARNING if warning else None,
                refuses=None if is_absent else Refusal.CLASS,
                suggestion=suggestion,
                what=what,
                expected=expected,
                found=described(node),
            )

    def bad_choice(
        self, node: Node, what: str, words: Collection[str], quirk: Quirk | None = None
    ) -> None:
        """Report that `what` is none of the words that are allowed, except by the quirk."""
        word = text_of(node)

        def remedy() -> str | None:
            if word is None:
                return None
            return did_you_mean(nearest(word, words), instead_of=word)

        self.report(
            yaml.BAD_CHOICE,
            node,
            suggestion=remedy,
            refuses=quirk or Refusal.CLASS,
            what=what,
            found=described(node),
            choices=_one_of(words),
        )


def _one_of(words: Collection[str]) -> str:
    """Return the allowed words as messages list them."""
    listed = ", ".join(words)
    return listed if len(words) == 1 else f"one of {listed}"


Meaning = Callable[[Node, Node], str | None]
"""Reports an unknown key, given with its value, and returns the known key that is meant."""


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
