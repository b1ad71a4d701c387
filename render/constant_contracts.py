"""Plain values applied to contracts of classes without a model: the values a property may have."""

from __future__ import annotations

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.entity import Named
from muranopl.namespace.result import TypeId
from muranopl.render.class_values import REFUSALS, ClassValues, problem_of
from muranopl.render.placeholder import PlaceholderObject
from muranopl.render.setting import ValueSetting
from muranopl.semantics.abstract.values import Plain
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    UninitializedError,
)


class ConstantContracts:
    """Applies contracts to plain values, with a cache."""

    def __init__(self, values: ClassValues) -> None:
        self._values = values
        self._known: dict[tuple[int, type, object], str | None] = {}
        self._kept: list[Contract] = []

    def problem(
        self, owner: TypeId, declared: Named, contract: Contract, value: Plain | None
    ) -> str | None:
        """Return why a contract of a class, or part of one, refuses a value.

        Return None if it takes the value, or if that depends on more than the value.
        """
        # The type, as 1 and True are equal.
        key = id(contract), type(value), value
        if key not in self._known:
            # Keeps the object alive, so that its id stays unique
            self._kept.append(contract)
            self._known[key] = self._problem(owner, declared, contract, value)
        return self._known[key]

    def _problem(
        self, owner: TypeId, declared: Named, contract: Contract, value: Plain | None
    ) -> str | None:
        type_ = self._values.type(owner)
        if type_ is None:
            return None
        context = self._values.context(owner.package)
        path = ModelPath(declared.name_node)
        context.begin(path)
        setting = ValueSetting(
            context, PlaceholderObject(type_), type_, path, Related("", declared.name_node.place)
        )
        try:
            setting.apply(contract, value)
        except (
            EvaluationError,
            NotEvaluatedError,
            PoisonedError,
            UninitializedError,
            RecursionError,
        ) as error:
            machine_limits.note(error)
            return None
        # Without steps left the value is incomplete, and its reports may be wrong
        if context.budget.spent is not None:
            return None
        refused = next((item for item in context.reporter.values() if item.code in REFUSALS), None)
        return None if refused is None else problem_of(refused, "$")
