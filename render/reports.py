"""What is found while a model is loaded: every diagnostic once, however often it is met."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, ValuesView
from typing import TYPE_CHECKING, Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.diagnostic import Diagnostic, InModel, Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.rules import Rule

if TYPE_CHECKING:
    from muranopl.render.definition import DefinitionError

Key = tuple[object, ...]


class Reports:
    """The diagnostics of one load."""

    def __init__(self) -> None:
        self._found: dict[Key, Diagnostic] = {}

    def values(self) -> ValuesView[Diagnostic]:
        """All of them, in the order they were met."""
        return self._found.values()

    @property
    def failed(self) -> bool:
        """Whether an error is among them: the model would not load."""
        return any(each.severity is Severity.ERROR for each in self._found.values())

    def add(
        self, rule: Rule, path: ModelPath, in_model: InModel, related: tuple[Related, ...] = (), **facts: Any
    ) -> None:
        """Report about the value at a path; what is wrong with one default, once for all objects that use it."""
        place = path.head
        findings = Findings()
        findings.report(rule, place, in_model=in_model, related=related, path=in_model.path, **facts)
        (diagnostic,) = findings.diagnostics
        message = diagnostic.message.removeprefix(in_model.path)
        self._found.setdefault((*place.key(), diagnostic.code, message), diagnostic)

    def add_error(self, error: DefinitionError, path: ModelPath) -> None:
        """Report why an object cannot be made of what is written."""
        facts: dict[str, Any] = {"suggestion": error.suggestion, **error.facts}
        self.add(error.rule, path, InModel(path.text), facts.pop("related", ()), **facts)

    def update(self, others: Reports) -> None:
        """Take in what was kept aside."""
        self._found.update(others._found)

    @contextlib.contextmanager
    def aside(self) -> Iterator[Reports]:
        """Keep what is reported meanwhile apart from the rest: the caller decides whether it counts."""
        aside = Reports()
        kept, self._found = self._found, aside._found
        try:
            yield aside
        finally:
            self._found = kept
