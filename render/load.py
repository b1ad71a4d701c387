"""An object model loaded: every object made, every property given its value, in the engine's two passes.

In the first pass (`initializing`) references to objects that are not there yet pass, and every object with an id is
stored; the second pass gives all properties their final values, with all references at hand (reference: workflow;
measured: conformance/models.json, ref-*). What is wrong is reported once, whatever pass meets it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from muranopl.ard.model_path import LONGEST_KEY, ModelPath
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.diagnostic import InModel, Related, Severity
from muranopl.diagnostics.quirks import Quirk
from muranopl.language.contracts.apply import REFUSED, Chains, SilentError
from muranopl.language.contracts.functions.model import Predicate
from muranopl.render.configs import Configs
from muranopl.render.defaulting import Defaulting
from muranopl.render.definition import Definition, DefinitionError, parse_definition
from muranopl.render.initialize import Initialization, report_unknown
from muranopl.render.plans import Plan, plan_for
from muranopl.render.reports import Reports
from muranopl.render.shown import cut
from muranopl.render.types import Types
from muranopl.render.world import RenderWorld
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.simple import NotSimple
from muranopl.semantics.evaluation.simple import compile as compile_simple

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.evaluator import Evaluator

MAX_DEPTH = 50
"""How deep objects may be inside each other. (The engine gives up some time after 30, at Python's recursion limit.)"""


MAX_SUGGESTIONS = 50

_NO_CLASS = 'its class is not given: "?" has no "type", and no contract or option says what it is'


class Load:
    """The loading of one model. `store` has the objects by id; `reports` what was found."""

    def __init__(self, types: Types, quirks: frozenset[Quirk], configs: Configs, seed: bytes = b"") -> None:
        self.types = types
        self.quirks = quirks
        self.configs = configs
        self.store: dict[Any, MuranoObject] = {}
        self.initializing = False
        self.chains = Chains()
        self.reports = Reports()
        self.defaulting = Defaulting()
        self.loaded: list[tuple[MuranoObject, Definition, ModelPath]] = []
        self.where: ModelPath
        self._root: ModelPath
        self._seed = seed
        self._plans: dict[MuranoType, Plan] = {}
        self._simple: dict[int, tuple[Predicate, Callable[[object], object] | None]] = {}
        self._seen: dict[Any, ModelPath] = {}
        self._depth = 0
        self._created = 0
        self._unnamed_root: MuranoObject | None = None
        self._suggestions = MAX_SUGGESTIONS

    def root(self, value: Any, path: ModelPath, class_: MuranoType | None) -> MuranoObject | None:
        """Load a whole model; `class_` is the class of a root that does not say its own. None after a report."""
        if value is REFUSED:
            return None  # it could not be read
        if not isinstance(value, Mapping):
            self.reports.add(object_rules.BAD_HEADER, path, InModel(path.text), problem="an object model is a mapping")
            return None
        root = None
        for self.initializing in (True, False):
            self.begin(path)
            try:
                root = self.nested(value, None, path, class_)
            except SilentError:
                return None
            except RecursionError:
                self.reports.add(object_rules.TOO_DEEP, path, InModel(path.text), limit=MAX_DEPTH)
                return None
        return root

    def begin(self, path: ModelPath) -> None:
        """Begin a pass over what is at a path."""
        self._seen = {}
        self._depth = self._created = 0
        self.defaulting = Defaulting()
        self.where = self._root = path

    def nested(
        self,
        value: Mapping[Any, Any],
        owner: MuranoObject | None,
        path: ModelPath,
        default_type: MuranoType | None,
        *,
        scope: MuranoType | None = None,
        overrides: tuple[Any, ModelPath] | None = None,
    ) -> MuranoObject:
        """Load one object. Raises SilentError after a report.

        `default_type` is its class if it says none; `scope` the class whose namespaces count in it. `overrides` is the
        default of the property it is for, which completes it.
        """
        definition, type_ = self._definition(value, path, default_type, scope)
        object_ = self._object(definition, type_, owner, path)
        completing = self._overrides(overrides, type_, scope)
        if object_.type.extends(type_):
            self._initialize(object_, definition, path, overrides=completing, scope=scope)
        else:
            self._initialize_other(object_, definition, path, type_)
        return object_

    def template(
        self,
        value: Mapping[Any, Any],
        owner: MuranoObject | None,
        path: ModelPath,
        default_type: MuranoType,
        *,
        scope: MuranoType,
        exclude: tuple[str, ...],
    ) -> MuranoObject:
        """Load an object that is only written out again, without the properties that are excluded."""
        definition, type_ = self._definition(value, path, default_type, scope)
        object_ = self._object(definition, type_, owner, path)
        object_.template = exclude
        self._initialize(object_, definition, path, excluded=frozenset(exclude), scope=scope)
        return object_

    def _initialize(
        self,
        object_: MuranoObject,
        definition: Definition,
        path: ModelPath,
        *,
        overrides: tuple[dict[str, Any], ModelPath] | None = None,
        excluded: frozenset[str] = frozenset(),
        scope: MuranoType | None = None,
    ) -> None:
        if self._depth >= MAX_DEPTH:
            self.reports.add(object_rules.TOO_DEEP, path, InModel(path.text), limit=MAX_DEPTH)
            raise SilentError
        if not self.defaulting.count():
            if self.defaulting.made == self.defaulting.limit + 1:
                self.reports.add(
                    object_rules.TOO_MANY, self._root, InModel(self._root.text), limit=self.defaulting.limit
                )
            raise SilentError
        report_unknown(self, object_, definition)
        self._depth += 1
        try:
            initialization = Initialization(self, object_, definition, path, overrides)
            if scope is not None and object_.type.id != scope.id and object_.type.extends(scope):
                initialization.around = scope
            initialization.run(excluded)
        finally:
            self._depth -= 1
        if not self.initializing and object_.template is None:
            self.loaded.append((object_, definition, path))

    def _initialize_other(
        self, object_: MuranoObject, definition: Definition, path: ModelPath, type_: MuranoType
    ) -> None:
        """Give an object what is written for one of quite another class with the same id, as the engine does.

        What is wrong then comes of the id: that alone is reported.
        """
        with self.reports.aside() as reports:
            self._initialize(object_, definition, path)
        first = self._seen[definition.id]
        related = (Related(f"the first one, of class {object_.type.name}", first.head),)
        facts: dict[str, Any] = {"id": definition.id, "note": f", of class {type_.name}"}
        if reports.failed:
            facts["severity"] = Severity.ERROR
        self.reports.add(object_rules.DUPLICATE_ID, path, InModel(path.text), related, **facts)

    def created(self, model: Mapping[Any, Any], owner: MuranoObject | None, scope: MuranoType) -> MuranoObject:
        """Load an object that an expression creates; it gets an id of its own."""
        self._created += 1
        path = ModelPath(self.where.node, self.where, f"#{self._created}")
        header = model.get("?")
        if isinstance(header, Mapping) and "id" in header:
            model = {**model, "?": {key: item for key, item in header.items() if key != "id"}}
        without_id = {key: item for key, item in model.items() if key != "id"}
        return self.nested(without_id, owner, path, None, scope=scope)

    def _definition(
        self, value: Mapping[Any, Any], path: ModelPath, default_type: MuranoType | None, scope: MuranoType | None
    ) -> tuple[Definition, MuranoType]:
        try:
            definition = parse_definition(value, path, scope, self.types)
            type_ = definition.type or default_type
            if type_ is None:
                raise DefinitionError(object_rules.BAD_HEADER, path, problem=_NO_CLASS)
        except DefinitionError as error:
            self.reports.add_error(error, error.path)
            raise SilentError from None
        for key in definition.ignored:
            where = ModelPath(definition.head.key_node(key), definition.head, f"[{key!r}]")
            self.reports.add(object_rules.IGNORED_KEY, where, InModel(definition.head.text), key=cut(str(key)))
        for key in definition.bad_keys:
            where = ModelPath(definition.body.key_node(key), definition.body, f"[{key!r}]")
            self.reports.add(object_rules.BAD_KEY, where, InModel(where.text), key=key, type=type_.name)
        return definition, type_

    def _object(
        self, definition: Definition, type_: MuranoType, owner: MuranoObject | None, path: ModelPath
    ) -> MuranoObject:
        """The object of a definition: the one that has its id already, or a new one."""
        identity = definition.id or None
        known = self._unnamed_root if path.parent is None else None
        if identity is not None:
            known = self.store.get(identity)
        if known is None:
            known = MuranoObject(type_, owner, identity or self._generated(path), generated=not identity)
            known.name, known.metadata = definition.header.get("name"), definition.header.get("metadata")
            known.attributes = definition.attributes
            self.store[known.id] = known
            if path.parent is None and identity is None:
                self._unnamed_root = known
        if identity is not None:
            first = self._seen.setdefault(identity, path)
            if first is path:
                known.owner = owner
            elif first.node is not path.node and known.type.extends(type_):
                related = (Related("the first one", first.head),)
                self.reports.add(object_rules.DUPLICATE_ID, path, InModel(path.text), related, id=identity, note="")
        return known

    def _generated(self, path: ModelPath) -> str:
        """An id for an object without one: the same for one place of one model, so that runs can be compared."""
        made = self._hash.copy()
        made.update(path.text.encode("utf-8", "surrogatepass"))
        return str(made.hexdigest())[:32]

    @functools.cached_property
    def _hash(self) -> Any:
        """What ids of this model begin with; few defaults need one, and hashlib takes 3 ms to import."""
        import hashlib  # noqa: PLC0415

        return hashlib.sha256(hashlib.sha256(self._seed).digest())

    def _overrides(
        self, overrides: tuple[Any, ModelPath] | None, type_: MuranoType, scope: MuranoType | None
    ) -> tuple[dict[str, Any], ModelPath] | None:
        """The properties of the default that an object of a class is completed from, if it is meant for that class."""
        if overrides is None or not isinstance(overrides[0], Mapping):
            return None
        try:
            meant = parse_definition(overrides[0], overrides[1], scope, self.types)
        except DefinitionError:
            return None  # it is reported where the default is used
        if meant.type is not None and not type_.extends(meant.type):
            return None
        return meant.properties, meant.body

    @functools.cached_property
    def evaluator(self) -> Evaluator:
        """Runs expressions; made, and yaql imported, when the first one is met that needs it."""
        from muranopl.semantics.evaluation.evaluator import Evaluator  # noqa: PLC0415

        return Evaluator(RenderWorld(self))

    def plan(self, type_: MuranoType) -> Plan:
        """The plan of a class."""
        found = self._plans.get(type_)
        if found is None:
            found = self._plans[type_] = plan_for(type_)
        return found

    def simple(self, predicate: Predicate, scope: MuranoType, value: Any) -> Any:
        """The answer of a predicate that needs no yaql for this value; raises NotSimple where it does.

        Extension methods that a class imports may give other meanings to functions.
        """
        known = self._simple.get(id(predicate.expression))
        if known is None:
            known = predicate, None if scope.declared.declaration.imports else compile_simple(predicate.expression)
            self._simple[id(predicate.expression)] = known
        if known[1] is None:
            raise NotSimple
        return known[1](value)

    def unwritable(self, object_: MuranoObject, names: tuple[str, ...], value: str) -> None:
        """Report what cannot be written: a property, or an entry of the header."""
        path = next((path for each, _, path in self.loaded if each is object_), self._root)
        for name in names:
            path = path.member(name)
        self.reports.add(object_rules.UNWRITABLE, path, InModel(path.text), value=value)

    def nearest_id(self, identity: str) -> str | None:
        """A suggestion for an id that nothing has."""
        return self.nearest(identity, (str(key) for key, known in self.store.items() if not known.generated))

    def nearest(self, name: str, known: Iterable[str]) -> str | None:
        """A suggestion for a name that nothing has; only for the first of many, as looking for it takes long."""
        self._suggestions -= 1
        if self._suggestions < 0 or len(name) > LONGEST_KEY:
            return None
        from muranopl.diagnostics.nearest import nearest  # noqa: PLC0415 - only on a mistake

        close = nearest(name, (each for each in known if len(each) <= LONGEST_KEY))
        return f'did you mean "{close}"?' if close else None
