"""What `Catalog.render` answers."""

from __future__ import annotations

from typing import Any, NamedTuple

from muranopl.diagnostics.diagnostic import Diagnostic, Severity


class RenderResult(NamedTuple):
    """A rendered object model.

    `model` is the model as plain data, complete: every property of every object has its value, converted and with
    defaults filled in, every object its id and its class with version and package. It is None where the model would not
    load. `diagnostics` are sorted by file, position and code.
    """

    model: dict[str, Any] | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no diagnostic of severity error."""
        return not any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)
