"""The state shared while one object model is loaded.

It has the classes, the objects, the reports, the evaluator, the defaults that are being created,
and the function that calls static methods of values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from muranopl.ard.model_path import LONGEST_KEY, ModelPath
from muranopl.ard.nodes import Node
from muranopl.diagnostics.bounds import SUGGESTIONS
from muranopl.diagnostics.catalogue.objects import ENGINE_DIFFERS
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.quirks import Quirk
from muranopl.inherit.complete import Member
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.predicates.functions import NotSimple
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.render.class_configs import ClassConfigs
from muranopl.render.class_lookup import ClassLookup
from muranopl.render.definition import ObjectDefinition
from muranopl.render.model_reporter import ModelReporter
from muranopl.render.node_data import data_of
from muranopl.render.plans import LoadingPlan, Prepared, PropertyPlan
from muranopl.render.store import EarlierValues, ObjectStore
from muranopl.semantics.evaluation.bounds import SharedBudget, Work
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

if TYPE_CHECKING:  # it imports yaql
    from muranopl.semantics.evaluation.evaluator import Evaluator

This = MuranoObject | MuranoType | None
"""The value of `$this` in an expression: an object, or a class."""

DefaultProperties = tuple[Any, ModelPath]
"""The default of a property that completes an object passed for the property, and its path."""


CallStatic = Callable[
    [MuranoObject | MuranoType, Member[MethodDeclaration], Sequence[Any], Mapping[str, Any]], Any
]
"""(an object, or the declaring class; method, arguments) → the result of a static method.

Values are yaql's. Raises EvaluationError if it fails, NotEvaluatedError if it is not run.
"""


class LoadedObject(NamedTuple):
    """An object with its final values, its definition, and its path."""

    object: MuranoObject
    definition: ObjectDefinition
    path: ModelPath


class LoadingContext:
    """The state shared by the parts of loading one model; `ModelLoader` creates the objects.

    `initializing` is set in the first pass over the model. `earlier` has the values of the model
    that users may not change, None if methods give all values. `where` is the value being created,
    `created` the number of objects that expressions created in this pass. `references` are the ids
    of objects that may be created later in the first pass, with the values that have them. `budget` limits the work;
    `prepared` was computed for the same classes before. `same_defaults` are values that all objects
    get by default, with the steps it took to create each. `calls_static` is set if expressions call
    static methods; else none is run.
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
    ) -> None:
        self.classes = classes
        self.quirks = quirks
        self.configs = configs
        self.store = ObjectStore(seed)
        self.initializing = False
        self.earlier: EarlierValues | None = EarlierValues()
        self.reporter = ModelReporter(classes.names.max_per_code)
        self.budget = budget or SharedBudget()
        self.defaults = ActiveDefaults()
        self.loaded: list[LoadedObject] = []
        self.created = 0
        self.references: dict[str, ModelPath] = {}
        self.root_path: ModelPath
        self.where: ModelPath
        self.same_defaults: dict[PropertyPlan, tuple[Any, int]] = {}
        self.calls_static = False
        self._prepared = prepared or Prepared(quirks)
        self._suggestions = SUGGESTIONS.most

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator of the expressions of the model."""
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
        excluded: tuple[str, ...] | None = None,
    ) -> MuranoObject:
        """Load one object; raise SilentError after a report.

        `default_type` is its class if it names none; `scope` the class whose namespaces apply to
        it; `completed_by` the default of the property it is for. Unless `excluded` is None, the
        object is a template: created only to be serialized, without these properties.
        """
        raise NotImplementedError

    def begin(self, path: ModelPath) -> None:
        """Begin a pass over the value at a path."""
        self.store.begin(path)
        self.defaults = ActiveDefaults()
        self.created = 0
        self.references = {}
        self.root_path = self.where = path

    def sibling_path(self, name: str, node: Node | None = None) -> ModelPath:
        """Return the path of a value computed on the way to another: `name` in the same object."""
        return ModelPath(
            self.where.node if node is None else node, self.where.parent or self.where, f".{name}"
        )

    def plan(self, type_: MuranoType) -> LoadingPlan:
        """Return the plan for setting the properties of objects of a class."""
        return self._prepared.plan(type_)

    def follows(self, quirk: Quirk, path: ModelPath, *related: Related) -> bool:
        """Return whether to follow the engine; if not, report the quirk at the value."""
        if quirk in self.quirks:
            return True
        self.reporter.report_value(
            ENGINE_DIFFERS,
            path,
            related=related,
            problem=quirk.warning,
            quirk=quirk.name,
            suggestion=quirk.remedy,
        )
        return False

    def value_of(
        self,
        node: Node,
        scope: MuranoType,
        this: This,
        variables: Mapping[str, object] | None = None,
    ) -> Any:
        """Return the value of a node in the file of a class, with its expressions evaluated.

        Raise as evaluation does.
        """
        return data_of(
            node,
            lambda yaql: self.evaluator.value(yaql, scope, this, variables=variables),
            self.count_default,
        )

    def count_default(self, values: int) -> None:
        """Count values in a default; raise SpentError."""
        self.budget.take(values, Work.DEFAULTS)

    def holds(self, predicate: Predicate, scope: MuranoType, this: This, value: Any) -> Any:
        """Return the result of the predicate of a check() for a value; simple ones need no yaql.

        Extension methods that a class imports may give functions other meanings, so that predicates
        there are not simple.
        """
        # Most predicates are comparisons, for which importing yaql would be slow.
        simple = self._prepared.predicate(predicate, scope)
        if simple is not None:
            try:
                return simple(value)
            except NotSimple:
                pass
        return self.evaluator.predicate(predicate.expression, scope, this, dollar=value)

    def nearest(self, name: str, known: Iterable[str]) -> str | None:
        """Return a suggestion for an unknown name.

        Only the first ones get a suggestion, as the search is slow.
        """
        self._suggestions -= 1
        # Comparing long names is slow.
        if self._suggestions < 0 or len(name) > LONGEST_KEY:
            return None
        close = nearest(name, (item for item in known if len(item) <= LONGEST_KEY))
        return did_you_mean(close)


class ActiveDefaults:
    """The properties whose defaults are being created, from the outermost inwards.

    A default that is needed again while it is created is recursive; it is not tried again in this
    model.
    """

    def __init__(self) -> None:
        self._stack: list[Named] = []
        self._recursive: set[int] = set()

    def __bool__(self) -> bool:
        """Return whether any default is being created."""
        return bool(self._stack)

    def is_recursive(self, declaration: Named) -> bool:
        """Return whether the default of a property is known to be recursive."""
        return id(declaration) in self._recursive

    def enter(self, declaration: Named) -> bool:
        """Begin with the default of a property; return False if it is being created already."""
        if any(item is declaration for item in self._stack):
            self._recursive.add(id(declaration))
            return False
        self._stack.append(declaration)
        return True

    def leave(self) -> None:
        """End with the innermost default."""
        self._stack.pop()
