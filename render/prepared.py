"""Caches loading plans and simple predicates of classes, for any number of models and values."""

from __future__ import annotations

from collections.abc import Callable

from muranopl.diagnostics.quirks import Quirk
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.predicates.functions import compile_predicate
from muranopl.render.plans import LoadingPlan, plan_for
from muranopl.semantics.evaluation.objects import MuranoType


class Prepared:
    """Caches the loading plans of classes under some quirks, and predicates that need no yaql."""

    def __init__(self, quirks: frozenset[Quirk]) -> None:
        self._quirks = quirks
        self._plans: dict[MuranoType, LoadingPlan] = {}
        self._simple: dict[int, tuple[Predicate, Callable[[object], object] | None]] = {}

    def plan(self, type_: MuranoType) -> LoadingPlan:
        """Return the plan for setting the properties of objects of a class."""
        result = self._plans.get(type_)
        if result is None:
            result = self._plans[type_] = plan_for(type_, self._quirks)
        return result

    def predicate(
        self, predicate: Predicate, scope: MuranoType
    ) -> Callable[[object], object] | None:
        """Return a predicate in the file of a class as a Python function, None if it needs yaql."""
        cached = self._simple.get(id(predicate.expression))
        if cached is None:
            # Imports may bring extension methods that change the meaning.
            function = None
            if not scope.declared.declaration.imports:
                function = compile_predicate(predicate.expression)
            cached = predicate, function
            self._simple[id(predicate.expression)] = cached
        return cached[1]
