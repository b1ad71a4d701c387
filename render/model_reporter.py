"""The diagnostics of the loading of a model, each reported once, and values of a model in words."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from muranopl.ard.descriptions import cut, described_value
from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.diagnostic import Diagnostic, InModel
from muranopl.diagnostics.findings import FirstOfEach
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import LeftOut, Reporter
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts.compatible.comparison import shortened
from muranopl.language.contracts.tree import Contract
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, UnresolvedReference

_INDEXES = lazy_pattern(r"(?:\[\d+\])+\Z")
MAX_CONTRACT = 200
"""Longest contract that a diagnostic quotes completely, in characters."""


class ModelReporter(Reporter):
    """Keeps the diagnostics of one object model.

    A defect of a default is kept once for all objects.
    """

    __slots__ = ("_found", "_max_per_code", "_seen")

    def __init__(self, max_per_code: int | None) -> None:
        self._max_per_code = max_per_code
        self._found = FirstOfEach(max_per_code)
        self._seen: set[int] = set()

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic, unless it was added for the same place under another model path."""
        path = diagnostic.in_model.path if diagnostic.in_model else ""
        # The path differs for each object that uses a default, the rest does not. Missing values
        # have the place of their object: only their names tell them apart.
        rest = diagnostic.message.removeprefix(path)
        key = hash((diagnostic.code, diagnostic.place, rest, _last_name(path)))
        if diagnostic.left_out or key not in self._seen:
            # The second key serves `count_left_out`, which has no message.
            self._seen.update((key, hash((diagnostic.code, diagnostic.place))))
            self._found.add(diagnostic)

    def keeps(self, code: str, place: Place) -> bool:
        """Return whether a diagnostic would be kept."""
        return self._found.keeps(code, place)

    def count_left_out(self, left_out: LeftOut) -> bool:
        """Count diagnostics if they would not be kept, unless the code was reported at this place.

        Return whether they are left out.
        """
        if self._found.keeps(left_out.code, left_out.place):
            return False
        key = hash((left_out.code, left_out.place))
        if key not in self._seen:
            self._seen.add(key)
            self._found.count_left_out(left_out)
        return True

    def report_value(
        self, rule: Rule, path: ModelPath, contract: Contract | None = None, **facts: Any
    ) -> None:
        """Report about the value at a path, with the contract that it has to meet; see `report`."""
        place, text, in_model = path.head, "", None
        if self.keeps(rule.code, place):
            text = path.text
            in_model = InModel(
                text, None if contract is None else shortened(contract, MAX_CONTRACT)
            )
        self.report(rule, place, in_model=in_model, path=text, **facts)

    def values(self) -> list[Diagnostic]:
        """Return all diagnostics that are kept."""
        return self._found.diagnostics

    @property
    def count(self) -> int:
        """The number of added diagnostics, including those left out."""
        return self._found.count

    @property
    def failed(self) -> bool:
        """Whether there is an error, so that the model does not load."""
        return self._found.errors > 0

    def update(self, others: ModelReporter) -> None:
        """Add the diagnostics of another reporter."""
        for diagnostic in others.values():
            self.add(diagnostic)

    @contextlib.contextmanager
    def apart(self) -> Iterator[ModelReporter]:
        """Collect reports separately in the block: the caller decides whether they count."""
        apart = ModelReporter(self._max_per_code)
        kept, self.state = self.state, apart.state
        try:
            yield apart
        finally:
            self.state = kept

    @property
    def state(self) -> tuple[FirstOfEach, set[int]]:
        """The diagnostics that are collected now; a state that was read can be restored."""
        return self._found, self._seen

    @state.setter
    def state(self, state: tuple[FirstOfEach, set[int]]) -> None:
        self._found, self._seen = state


def _last_name(path: str) -> str:
    """Return the last step of a path that is not an index of a list."""
    named = _INDEXES.sub("", path)
    return named[max(named.rfind("."), named.rfind("[")) :]


def shown(value: Any) -> str:
    """Return a value as messages name it: `the text "http"`, `the object "id" of class ns.Class`."""
    if isinstance(value, MuranoObject):
        if value.generated:
            return f"the object of class {value.type.name}"
        return f'the object "{cut(str(value.id))}" of class {value.type.name}'
    if isinstance(value, UnresolvedReference):
        return f'the object "{cut(str(value.id))}"'
    if isinstance(value, MuranoType):
        return f"class {value.name}"
    return described_value(value)
