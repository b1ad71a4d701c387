"""What the engine refuses to load, `resolve`, `schema` and `render` refuse too; all that it loads they take.

The recorded cases of two families say which classes it loads (conformance/syntax.json: `expect`;
evaluation.json: `expect.at`). They are what the engine does, so its quirks are followed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import muranopl
from muranopl.diagnostics.reasons import ResolutionError
from tests.conformance.exceptions import unlisted


def problems_at_doors(
    id_: str, catalog: muranopl.Catalog, class_: str, error: str | None
) -> list[str]:
    """Return which doors answer for a class of a case otherwise than the engine, which said `error`, or loaded it."""
    doors = {
        "resolve": lambda: _refuses(catalog.resolve, class_),
        "render": lambda: any(
            diagnostic.code == "MPL524"
            for diagnostic in catalog.render({"?": {"type": class_, "id": "i"}}).diagnostics
        ),
    }
    if error is not None:  # for some contracts of classes that load there is none
        doors["schema"] = lambda: _refuses(catalog.schema, class_)
    wrong = [name for name, refuses in doors.items() if refuses() != (error is not None)]
    said = error or "nothing"
    return unlisted("loading", id_, [f"{wrong}: the engine says {said}"] if wrong else [])


def _refuses(question: Callable[[str], Any], class_: str) -> bool:
    try:
        question(class_)
    except ResolutionError:
        return True
    return False
