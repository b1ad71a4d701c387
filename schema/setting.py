"""What all of one schema share: the classes, how expressions are evaluated, and what could not be translated."""

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
    """`type` is the class asked for; `follow_engine`: as the engine does where it differs from the documents.

    An `exact` schema refuses nothing that rendering takes, where the documents make do with less.
    `context` evaluates constants; every meta object is made in a context of its own, and with the same budget.
    `untranslated` has the parts that no schema says, each with the path it belongs to.
    """

    type: MuranoType
    types: ClassLookup
    context: LoadingContext
    follow_engine: bool
    exact: bool
    untranslated: list[tuple[str, str]]

    @property
    def says_all(self) -> bool:
        """Whether all is said that a validator can know, beyond what forms draw."""
        return self.exact and not self.follow_engine

    def scope(self, declaring: MuranoType) -> MuranoType:
        """The class in whose file a contract of `declaring` is read: the engine takes the class asked for instead."""
        return self.type if self.follow_engine else declaring

    def value(
        self, node: Yaql, expression: Expression, scope: MuranoType, dollar: Any = None, *, plain: bool = True
    ) -> Any:
        """The value of a part of an expression, as plain data or as it is. Raises ValueError where it has none here."""
        self.context.begin(ModelPath(node))
        evaluator = self.context.evaluator
        try:
            if plain:
                return evaluator.value(msgspec.structs.replace(node, tree=expression), scope, self.type, dollar=dollar)
            return evaluator.predicate(expression, scope, self.type, dollar=dollar)
        except NO_VALUE_ERRORS as error:
            raise ValueError(str(error)) from None

    def raw_value(self, node: Yaql, expression: Expression, scope: MuranoType, dollar: Any) -> Any:
        """The value of a part of an expression as it is. Raises what evaluating raises."""
        self.context.begin(ModelPath(node))
        return self.context.evaluator.predicate(expression, scope, self.type, dollar=dollar)

    def leave_out(self, path: str, text: str) -> None:
        """Take down what the schema does not say."""
        self.untranslated.append((path, text))
