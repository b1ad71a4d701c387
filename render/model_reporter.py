"""What is found while a model is loaded: every diagnostic once, however often it is met."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.diagnostic import Diagnostic, InModel
from muranopl.diagnostics.first_of_each import FirstOfEach
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import LeftOut, Reporter
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts.compatible.comparison import shortened
from muranopl.language.contracts.tree import Contract

MAX_CONTRACT = 200
"""Longest contract that a diagnostic quotes whole, in characters."""


class ModelReporter(Reporter):
    """Keeps the diagnostics of one object model. What is wrong with a default is kept once for all objects using it."""

    __slots__ = ("_found", "_max_per_code", "_seen")

    def __init__(self, max_per_code: int | None) -> None:
        self._max_per_code = max_per_code
        self._found = FirstOfEach(max_per_code)
        self._seen: set[int] = set()

    def add(self, diagnostic: Diagnostic) -> None:
        """Take a diagnostic, unless it was taken for the same place under another path of the model."""
        path = diagnostic.in_model.path if diagnostic.in_model else ""
        key = hash((diagnostic.code, diagnostic.place, diagnostic.message.removeprefix(path)))
        if diagnostic.left_out or key not in self._seen:
            self._seen.update((key, hash((diagnostic.code, diagnostic.place))))
            self._found.add(diagnostic)

    def keeps(self, code: str, place: Place) -> bool:
        """Return whether a diagnostic would be kept."""
        return self._found.keeps(code, place)

    def leaves_out(self, left_out: LeftOut) -> bool:
        """Count diagnostics if they would not be kept, unless one of this code was met at this place."""
        if self._found.keeps(left_out.code, left_out.place):
            return False
        key = hash((left_out.code, left_out.place))
        if key not in self._seen:
            self._seen.add(key)
            self._found.leaves_out(left_out)
        return True

    def report_value(self, rule: Rule, path: ModelPath, contract: Contract | None = None, **facts: Any) -> None:
        """Report about the value at a path, with the contract that it is to fulfil; see `report`."""
        place, text, in_model = path.head, "", None
        if self.keeps(rule.code, place):
            text = path.text
            in_model = InModel(text, None if contract is None else shortened(contract, MAX_CONTRACT))
        self.report(rule, place, in_model=in_model, path=text, **facts)

    def values(self) -> list[Diagnostic]:
        """Return all diagnostics that are kept."""
        return self._found.diagnostics()

    @property
    def count(self) -> int:
        """How many were added, those left out included."""
        return self._found.count

    @property
    def failed(self) -> bool:
        """Whether an error is among them: the model would not load."""
        return self._found.errors > 0

    def update(self, others: ModelReporter) -> None:
        """Take what was reported apart."""
        for diagnostic in others.values():
            self.add(diagnostic)

    @contextlib.contextmanager
    def apart(self) -> Iterator[ModelReporter]:
        """Keep what is reported meanwhile apart from the rest: the caller decides whether it counts."""
        apart = ModelReporter(self._max_per_code)
        kept = self._found, self._seen
        self._found, self._seen = apart._found, apart._seen
        try:
            yield apart
        finally:
            self._found, self._seen = kept
