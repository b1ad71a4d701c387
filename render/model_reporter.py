"""What is found while a model is loaded: every diagnostic once, however often it is met."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, ValuesView
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.diagnostic import Diagnostic, InModel, Severity
from muranopl.diagnostics.reporter import Reporter
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts.compatible.comparison import shortened
from muranopl.language.contracts.tree import Contract

MAX_CONTRACT = 200
"""Longest contract that a diagnostic quotes whole, in characters."""


class ModelReporter(Reporter):
    """Keeps the diagnostics of one object model. What is wrong with a default is kept once for all objects using it."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Diagnostic] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        """Take a diagnostic, unless it was taken for the same place under another path of the model."""
        path = diagnostic.in_model.path if diagnostic.in_model else ""
        key = (*diagnostic.place.key(), diagnostic.code, diagnostic.message.removeprefix(path))
        self._found.setdefault(key, diagnostic)

    def report_value(self, rule: Rule, path: ModelPath, contract: Contract | None = None, **facts: Any) -> None:
        """Report about the value at a path, with the contract that it is to fulfil; see `report`."""
        text = path.text
        in_model = InModel(text, None if contract is None else shortened(contract, MAX_CONTRACT))
        self.report(rule, path.head, in_model=in_model, path=text, **facts)

    def values(self) -> ValuesView[Diagnostic]:
        """Return all diagnostics, in the order they were met."""
        return self._found.values()

    @property
    def failed(self) -> bool:
        """Whether an error is among them: the model would not load."""
        return any(each.severity is Severity.ERROR for each in self._found.values())

    def update(self, others: ModelReporter) -> None:
        """Take what was reported apart."""
        self._found.update(others._found)

    @contextlib.contextmanager
    def apart(self) -> Iterator[ModelReporter]:
        """Keep what is reported meanwhile apart from the rest: the caller decides whether it counts."""
        apart = ModelReporter()
        kept, self._found = self._found, apart._found
        try:
            yield apart
        finally:
            self._found = kept
