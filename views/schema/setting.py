"""Holds the state that all parts of a schema share: classes, evaluation, and untranslated parts."""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.render.class_lookup import ClassLookup
from muranopl.render.context import LoadingContext
from muranopl.semantics.evaluation.objects import MuranoType

Json = dict[str, Any]


class SchemaSetting(msgspec.Struct, eq=False):
    """The setting of a schema. `type` is the class requested.

    With `follow_engine` the schema is as the engine makes it where that differs from the documents.
    An `exact` schema accepts all that rendering accepts, where the documents refuse more. `context`
    evaluates constants; every meta object is made in a context of its own, with the same budget.
    `untranslated` has the parts that no schema expresses, each with its path.
    """

    type: MuranoType
    types: ClassLookup
    context: LoadingContext
    follow_engine: bool
    exact: bool
    untranslated: list[tuple[str, str]]

    @property
    def says_all(self) -> bool:
        """Whether all is expressed that a validator can check, beyond the needs of forms."""
        return self.exact and not self.follow_engine

    def scope(self, declaring: MuranoType) -> MuranoType:
        """Return the class in whose file names of a contract are looked up.

        In the engine, the class requested.
        """
        return self.type if self.follow_engine else declaring

    def leave_out(self, path: str, text: str) -> None:
        """Record a part of a contract that the schema does not express."""
        self.untranslated.append((path, text))
