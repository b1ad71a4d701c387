"""What loading one object model shares: its classes, its objects, what was reported, and what runs expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from muranopl.ard.model_path import LONGEST_KEY, ModelPath
from muranopl.ard.nodes import Node, Yaql
from muranopl.diagnostics.bounds import SUGGESTIONS
from muranopl.diagnostics.catalogue.values import ENGINE_DIFFERS
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.quirks import Quirk
from muranopl.expression.tree import Expression
from muranopl.inherit.complete import Member
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.predicate_functions import NotSimple
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.render.active_defaults import ActiveDefaults
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.class_lookup import ClassLookup
from muranopl.render.definition import ObjectDefinition
from muranopl.render.model_reporter import ModelReporter
from muranopl.render.node_data import data_of
from muranopl.render.plans import LoadingPlan, PropertyPlan
from muranopl.render.prepared import Prepared
from muranopl.render.store import ObjectStore
from muranopl.semantics.evaluation.bounds import SharedBudget, Work
from muranopl.semantics.evaluation.context import ContractFunctions
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

This = MuranoObject | MuranoType | None
"""What `$this` is in an expression: an object, or a class."""

DefaultProperties = tuple[Any, ModelPath]
"""The default of a property that completes an object given in its place, and where it is."""


class ExpressionEvaluator(Protocol):
    """Runs expressions; see `muranopl.semantics.evaluation.evaluator`, which imports yaql and so is imported late."""

    def value(
        self,
        node: Yaql,
        scope: MuranoType,
        this: This = None,
        *,
        dollar: object = ...,
        functions: ContractFunctions | None = None,
        variables: Mapping[str, object] | None = None,
    ) -> Any:
        """Return the value of an expression as plain data."""

    def predicate(self, expression: Expression, scope: MuranoType, this: This, *, dollar: object) -> Any:
        """Return the raw value of the argument of a check()."""


class StaticMethods(Protocol):
    """Runs static methods; see `muranopl.execution.value_methods`."""

    def call(
        self, type_: MuranoType, member: Member[MethodDeclaration], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> Any:
        """Return what a method gives that `type_` declares, for values as yaql has them.

        Raise EvaluationError where it fails, NotEvaluatedError where it is not run.
        """


class LoadedObject(NamedTuple):
    """An object that got its final values, how it is written, and where."""

    object: MuranoObject
    definition: ObjectDefinition
    path: ModelPath


class LoadingContext:
    """What the parts of loading one model share; `ModelLoader` is the one that makes objects.

    In the first pass over the model, `initializing` is set. `where` is the value that is being made, `created` how many
    objects expressions made in this pass. `budget` is how much may be made; `prepared` was made of the same classes
    before. `same_defaults` are values that all objects get by default, with the steps it took to make each.
    `static_methods` makes what runs the static methods that expressions call; without it none is run.
    """

    def __init__(
        self,
        classes: ClassLookup,
        quirks: frozenset[Quirk],
        configs: ClassConfigs,
        seed: bytes,
        *,
        budget: SharedBudget | None = None,
        prepared: Prepared | None = None,
        static_methods: Callable[[LoadingContext], StaticMethods] | None = None,
    ) -> None:
        self.classes = classes
        self.quirks = quirks
        self.configs = configs
        self.store = ObjectStore(seed)
        self.initializing = False
        self.reporter = ModelReporter(classes.names.max_per_code)
        self.budget = budget or SharedBudget()
        self.defaults = ActiveDefaults()
        self.loaded: list[LoadedObject] = []
        self.created = 0
        self.root_path: ModelPath
        self.where: ModelPath
        self.same_defaults: dict[PropertyPlan, tuple[Any, int]] = {}
        self.static_methods = static_methods
        self._prepared = prepared or Prepared(quirks)
        self._suggestions = SUGGESTIONS.most

    @property
    def evaluator(self) -> ExpressionEvaluator:
        """What runs the expressions of the model."""
        raise NotImplementedError

    def load(
        self,
        value: Mapping[Any, Any],
        owner: MuranoObject | None,
        path: ModelPath,
        default_type: MuranoType | None,
        *,
        scope: MuranoType | None = None,
        completed_by: DefaultProperties | None = None,
        template: tuple[str, ...] | None = None,
    ) -> MuranoObject:
        """Load one object. Raises SilentError after a report.

        `default_type` is its class if it says none; `scope` the class whose namespaces count in it; `completed_by` the
        default of the property it is for. With a `template`, the object is only made to be written out again, without
        these properties.
        """
        raise NotImplementedError

    def begin(self, path: ModelPath) -> None:
        """Begin a pass over the value at a path."""
        self.store.begin()
        self.defaults = ActiveDefaults()
        self.created = 0
        self.root_path = self.where = path

    def sibling_path(self, name: str, node: Node | None = None) -> ModelPath:
        """Return the path of a value that is computed while another one is made: `name` in the same object."""
        return ModelPath(self.where.node if node is None else node, self.where.parent or self.where, f".{name}")

    def plan(self, type_: MuranoType) -> LoadingPlan:
        """Return what it takes to give objects of a class their values."""
        return self._prepared.plan(type_)

    def follows(self, quirk: Quirk, path: ModelPath, *related: Related) -> bool:
        """Return whether the engine's way is taken; if not, report the quirk at the value."""
        if quirk in self.quirks:
            return True
        self.reporter.report_value(
            ENGINE_DIFFERS, path, related=related, problem=quirk.warning, quirk=quirk.name, suggestion=quirk.remedy
        )
        return False

    def value_of(
        self,
        node: Node,
        scope: MuranoType,
        this: This,
        variables: Mapping[str, object] | None = None,
    ) -> Any:
        """Return the value of a node in the file of a class, its expressions evaluated. Raises what these raise."""
        return data_of(
            node, lambda yaql: self.evaluator.value(yaql, scope, this, variables=variables), self.count_default
        )

    def count_default(self, values: int) -> None:
        """Count values in a default. Raises SpentError."""
        self.budget.take(values, Work.DEFAULTS)

    def holds(self, predicate: Predicate, scope: MuranoType, this: This, value: Any) -> Any:
        """Return what the predicate of a check() says of a value, without yaql where it is simple enough.

        Extension methods that a class imports may give other meanings to functions.
        """
        simple = self._prepared.predicate(predicate, scope)
        if simple is not None:
            try:
                return simple(value)
            except NotSimple:
                pass
        return self.evaluator.predicate(predicate.expression, scope, this, dollar=value)

    def nearest(self, name: str, known: Iterable[str]) -> str | None:
        """Return a suggestion for a name that nothing has; only for the first of many, as looking for it takes long."""
        self._suggestions -= 1
        if self._suggestions < 0 or len(name) > LONGEST_KEY:
            return None
        close = nearest(name, (each for each in known if len(each) <= LONGEST_KEY))
        return did_you_mean(close)
