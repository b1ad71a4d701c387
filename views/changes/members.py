"""Changes of a property or a method that both versions of a class declare.

A new declaration must keep for users of the old one the same as an override must keep: the same
functions judge both. The reverse question shows what is new. Where neither decides about two
conditions, they are tried with values next to the numbers and strings that they contain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from muranopl.ard.plain_data import exact
from muranopl.inherit.method_overrides import argument_problems, usage_problems
from muranopl.inherit.property_overrides import GIVEN, usage_problem
from muranopl.language.contracts.compatible.comparison import (
    ClassRelation,
    ConflictEffect,
    shortened,
)
from muranopl.language.contracts.compatible.conflict import conflict
from muranopl.language.contracts.describe import describe
from muranopl.language.contracts.facts import ContractFacts, has_check
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.views.changes.change import Level, VersionChange

_NUMBER = re.compile(r"(?<![\w.])-?\d{1,18}(?![\w.])")
_TEXT = re.compile(r"'([^'\\]*)'|\"([^\"\\]*)\"")


class MemberChanges(NamedTuple):
    """Compares declarations of two versions."""

    relation: ClassRelation
    facts: ContractFacts

    def of_property(
        self, subject: str, old: PropertyDeclaration, new: PropertyDeclaration
    ) -> Iterator[VersionChange]:
        """Yield the changes of a property."""
        yield from _usage(subject, old, new)
        contracts = list(self._contract(subject, old, new))
        yield from contracts
        # A contract that refuses null now says why a value must be given
        if not any(change.level is Level.MAJOR for change in contracts):
            yield from self._required(subject, old, new)
        # That a value is now required says that its Default is gone
        is_gone = new.default is None and self.facts.is_required(new)
        if _value(old) != _value(new) and not is_gone:
            yield _change(Level.MINOR, subject, "has a different Default", old, new)

    def _required(
        self, subject: str, old: PropertyDeclaration, new: PropertyDeclaration
    ) -> Iterator[VersionChange]:
        if old.usage not in GIVEN or new.usage not in GIVEN:
            return
        was, is_now = self.facts.is_required(old), self.facts.is_required(new)
        if is_now and not was:
            yield _change(Level.MAJOR, subject, "is now required", old, new)
        elif was and not is_now:
            yield _change(Level.MINOR, subject, "is now optional", old, new)

    def _contract(
        self, subject: str, old: PropertyDeclaration, new: PropertyDeclaration
    ) -> Iterator[VersionChange]:
        before, after = old.contract, new.contract
        if before is None or after is None or describe(before) == describe(after):
            return
        judge = self._as_input if new.usage in GIVEN else self._as_output
        level, why = judge(before, after)
        text = f"{why}: the contract is {shortened(after)}, not {shortened(before)}"
        yield _change(level, subject, text, old, new)

    def _as_input(self, before: Contract, after: Contract) -> tuple[Level, str]:
        """Return the level of a contract of values that users give, and the reason."""
        refused = self._refused(before, after)
        if refused is not None:
            return Level.MAJOR, f"now rejects {refused}"
        other = self._other_values(before, after)
        if other is not None:
            return Level.MAJOR, f"now always has {other}"
        wider = self._refused(after, before)
        if wider is not None:
            return Level.MINOR, f"now accepts {wider}"
        if has_check(before) or has_check(after):
            return Level.MINOR, "may now accept other values"
        return Level.PATCH, "has a contract that is written differently"

    def _as_output(self, before: Contract, after: Contract) -> tuple[Level, str]:
        """Return the level of a contract of values that the class makes, and others read."""
        reading = self.facts.applied(converting=False)
        more = self._refused(after, before, reading)
        if more is not None:
            return Level.MAJOR, f"may now be {more}"
        return Level.PATCH, "has a contract that is written differently"

    def _other_values(self, before: Contract, after: Contract) -> str | None:
        """Return a description of the values, if no value stays what it was."""
        reading = self.facts.applied(converting=False)
        result = conflict(after, before, self.relation, reading)
        if result is None or result.effect < ConflictEffect.ONLY_NULL:
            return None
        return result.values

    def _refused(
        self, given: Contract, taken: Contract, facts: ContractFacts | None = None
    ) -> str | None:
        """Return a description of values that one contract gives and the other one refuses."""
        result = conflict(given, taken, self.relation, facts or self.facts)
        if result is not None:
            return result.values
        sample = _refused_sample(given, taken, self.facts)
        return None if sample is None else repr(sample)

    def of_method(
        self, subject: str, old: MethodDeclaration, new: MethodDeclaration
    ) -> Iterator[VersionChange]:
        """Yield the changes of a method; those of its body are one."""
        broken = list(self._problems(new, old))
        for problem in broken:
            yield _change(Level.MAJOR, subject, problem, old, new)
        if not broken:
            if any(self._problems(old, new)):
                yield _change(Level.MINOR, subject, "accepts more calls than before", old, new)
            elif exact(old.node) != exact(new.node):
                yield _change(Level.PATCH, subject, "changed", old, new)

    def _problems(self, own: MethodDeclaration, above: MethodDeclaration) -> Iterator[str]:
        problems = (
            *usage_problems(own, above),
            *argument_problems(own, above, self.relation, self.facts),
        )
        for problem in problems:
            # The words of overrides are those of a class and its parent
            text = re.sub(r"\bthere\b", "in the old version", problem.text)
            yield re.sub(r"\bhere\b", "in the new one", text)


def _usage(
    subject: str, old: PropertyDeclaration, new: PropertyDeclaration
) -> Iterator[VersionChange]:
    if old.usage is new.usage:
        return
    text = f"changed from {old.usage.value} to {new.usage.value}"
    # A class may begin to assign its own property; a class that overrides another one may not
    assigned = new.usage is PropertyUsage.IN_OUT and old.usage in GIVEN
    is_broken = usage_problem(new.usage, old.usage) is not None and not assigned
    yield _change(Level.MAJOR if is_broken else Level.MINOR, subject, text, old, new)


def _value(declaration: PropertyDeclaration) -> str | None:
    """Return the Default as text; no Default is another value than null."""
    return None if declaration.default is None else exact(declaration.default)


def _change(level: Level, subject: str, text: str, old: Named, new: Named) -> VersionChange:
    return VersionChange(level, subject, text, old.name_node.place, new.name_node.place)


def _refused_sample(given: Contract, taken: Contract, facts: ContractFacts) -> Any | None:
    """Return a value that one contract takes and the other one certainly refuses, None if unknown."""
    for sample in _samples(f"{describe(given)} {describe(taken)}"):
        refused = facts.constant_problem(taken, sample)
        if refused is not None and facts.constant_problem(given, sample) is None:
            return sample
    return None


def _samples(text: str) -> Iterator[Any]:
    for number in dict.fromkeys(map(int, _NUMBER.findall(text))):
        yield from (number - 1, number, number + 1)
    for single, double in _TEXT.findall(text):
        yield single or double
    yield ""
