"""The state that all parts of a schema share.

Classes, evaluation, and what could not be translated.
"""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql
from muranopl.expression.tree import Expression
from muranopl.render.class_lookup import ClassLookup
from muranopl.render.context import LoadingContext
from muranopl.semantics.evaluation.errors import NO_VALUE_ERRORS
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

    def value(
        self,
        node: Yaql,
        expression: Expression,
        scope: MuranoType,
        dollar: Any = None,
        *,
        plain: bool = True,
    ) -> Any:
        """Return the value of a part of an expression, as plain data if `plain`.

        Raise ValueError if it has none here.
        """
        self.context.begin(ModelPath(node))
        evaluator = self.context.evaluator
        try:
            if plain:
                return evaluator.value(
                    msgspec.structs.replace(node, tree=expression), scope, self.type, dollar=dollar
                )
            return evaluator.predicate(expression, scope, self.type, dollar=dollar)
        except NO_VALUE_ERRORS as error:
            raise ValueError(str(error)) from None

    def raw_value(self, node: Yaql, expression: Expression, scope: MuranoType, dollar: Any) -> Any:
        """Return the value of a part of an expression. Raise what evaluating raises."""
        self.context.begin(ModelPath(node))
        return self.context.evaluator.predicate(expression, scope, self.type, dollar=dollar)

    def leave_out(self, path: str, text: str) -> None:
        """Record a part of a contract that the schema does not express."""
        self.untranslated.append((path, text))
