"""Loads an object model: creates all objects and sets all properties, in the engine's two passes.

Sources: language/versioning.txt, item 10 (`package`, `version`); language/muranopl.txt, Object
model (designers); measured: conformance/models.json, header-*; reference: running, keys that begin
with `_`.

In the first pass (`initializing`) references to missing objects are accepted, and every object with
an id is stored; the second pass sets the final values of all properties, with all references
resolved (reference: workflow; measured: conformance/models.json, ref-*). A defect is reported once,
whichever pass detects it.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from muranopl.ard.descriptions import cut
from muranopl.ard.model_path import LONGEST_KEY, ModelPath
from muranopl.diagnostics import machine_limits, quirks
from muranopl.diagnostics.bounds import OBJECT_DEPTH, OBJECT_STEPS
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue.objects import CLASS_OF_SEVERAL
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.quirks import GIVEN_LIST, UNNAMED_OWNER
from muranopl.language.contracts.apply import POISON, SilentError, given
from muranopl.language.grammar.known_names import HEADER_KEYS
from muranopl.read.package import PackageId
from muranopl.render.class_lookup import AskedClass
from muranopl.render.context import (
    DefaultProperties,
    LoadedObject,
    LoadingContext,
)
from muranopl.render.definition import (
    DefinitionError,
    ObjectDefinition,
    asked_class,
    parse_definition,
)
from muranopl.render.object_values import ObjectInitializer
from muranopl.semantics.evaluation.bounds import Work
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.evaluator import Evaluator

_OF_THE_PACKAGE = ("version", "package")


def kept_entries(
    definition: ObjectDefinition, type_: MuranoType, context: LoadingContext
) -> dict[str, Any]:
    """Return the entries of a header that are serialized in addition to those of every object."""
    type_id = asked_class(definition.header, context.quirks)
    if type_id is not None:
        where, (name, spec, package_name) = definition.head.member("type"), type_id
        # For a type without a version the engine may choose another package
        if spec is None and not context.classes.is_version_zero(name, package_name):
            context.follows(quirks.MODEL_VERSION, where)
        report_several(type_id, type_, where, context)
    if isinstance(definition.class_key, str) and definition.class_key.startswith("="):
        context.follows(quirks.DOCUMENT_NAMES, definition.body)
    head, package = definition.head, type_.id.package
    chosen: dict[str, Any] = {"version": package.version, "package": package.name}
    of_package = {
        key: chosen[key]
        for key in _OF_THE_PACKAGE
        if key in definition.header and not context.follows(quirks.HEADER_PACKAGE, head.member(key))
    }
    of_designers = {
        key: definition.header[key]
        for key in definition.unknown
        if isinstance(key, str)
        and key not in _OF_THE_PACKAGE
        and _is_of_a_designer(key, definition)
        and not context.follows(quirks.DESIGNER_KEYS, head.member(key))
    }
    return of_package | of_designers


def is_private(key: object) -> bool:
    """Return whether a name can only be one that a designer chose."""
    return isinstance(key, str) and key.startswith("_")


def _is_of_a_designer(key: str, definition: ObjectDefinition) -> bool:
    """Return whether a name is one that a designer chose.

    It is none if it is a slip for one of the language. In the second form of an object a property
    in the wrong place is likelier than a designer.
    """
    if is_private(key):
        return True
    if definition.class_key is not None:
        return False
    # Long names are not compared, as that is slow
    return len(key) > LONGEST_KEY or nearest(key, HEADER_KEYS) is None


def report_several(
    asked: AskedClass, type_: MuranoType, path: ModelPath, context: LoadingContext
) -> None:
    """Report a class that a further package has, if nothing says which of them is meant."""
    other = context.classes.other_package(asked, type_.id.package.name)
    if other is not None:
        context.reporter.report_value(CLASS_OF_SEVERAL, path, **several_facts(type_, other))


def several_facts(type_: MuranoType, other: PackageId) -> dict[str, Any]:
    """Return the facts of the warning that a class was chosen among packages."""
    chosen = type_.id.package
    return {
        "name": type_.name,
        "first": chosen,
        "other": other,
        "suggestion": f"write `{type_.id}@{chosen.name}` if that is intended",
    }


_NO_CLASS = 'its class is missing: "?" has no "type", and no contract or option names a class'


class ModelLoader(LoadingContext):
    """Creates the objects of one model."""

    _depth = 0
    _loads_template = False

    @functools.cached_property
    def evaluator(self) -> Evaluator:
        """The evaluator.

        It is created, with the import of yaql, for the first expression that needs it.
        """
        from muranopl.render.evaluation_context import ModelEvaluationContext
        from muranopl.semantics.evaluation.evaluator import Evaluator

        return Evaluator(ModelEvaluationContext(self), self.budget)

    def load_model(
        self, value: Any, path: ModelPath, class_: MuranoType | None
    ) -> MuranoObject | None:
        """Load a whole model, and return its root, None after a report.

        `class_` is the class of a root that does not name its own.
        """
        if value is POISON:
            return None  # it could not be read
        if not isinstance(value, Mapping):
            self.reporter.report_value(
                object_rules.BAD_HEADER, path, problem="an object model must be a mapping"
            )
            return None
        if GIVEN_LIST in self.quirks:
            value = given(value)
        root = None
        # Both passes, as references may lead to later objects.
        for initializing in (True, False):
            self.initializing = initializing
            self.begin(path)
            try:
                root = self.load(value, None, path, class_)
            except SilentError:
                return None
            except RecursionError:
                machine_limits.meet()
                self.reporter.report_value(object_rules.TOO_DEEP, path, limit=OBJECT_DEPTH.most)
                return None
        return root

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
        """See `LoadingContext`."""
        definition, type_ = self._definition(value, path, default_type, scope)
        if excluded:
            from muranopl.render.excluded_properties import with_excluded  # few are

            definition.properties = with_excluded(definition.properties, excluded)
        object_ = self._object(definition, type_, owner, path)
        object_.transient = self._loads_template or excluded is not None
        loaded = LoadedObject(object_, definition, path)
        if excluded is not None:
            self._load_template(loaded, excluded, scope)
        elif object_.type.extends(type_):
            completed_by = self._default_properties(completed_by, type_, scope)
            self._initialize(loaded, completed_by, scope=scope)
        else:
            self._initialize_other(loaded, type_)
        return object_

    def _initialize(
        self,
        loaded: LoadedObject,
        completed_by: DefaultProperties | None = None,
        *,
        scope: MuranoType | None = None,
    ) -> None:
        object_ = loaded.object
        if self._depth >= OBJECT_DEPTH.most:
            self.reporter.report_value(object_rules.TOO_DEEP, loaded.path, limit=OBJECT_DEPTH.most)
            raise SilentError
        self._count(loaded)
        # In a property of its own ancestor, the object loses properties in the engine
        # (NESTED_SUBCLASS).
        is_inside = (
            scope is not None and object_.type.id != scope.id and object_.type.extends(scope)
        )
        self._depth += 1
        try:
            ObjectInitializer(self, loaded, completed_by, scope if is_inside else None).run()
        finally:
            self._depth -= 1
        # Only the second pass counts, as objects without an id are created anew in it
        if not self.initializing and not object_.is_template:
            self.loaded.append(loaded)

    def _load_template(
        self, loaded: LoadedObject, excluded: tuple[str, ...], scope: MuranoType | None
    ) -> None:
        """Set the properties of an object of `template()`.

        Nothing inside it is constructed (measured).
        """
        loaded.object.excluded = excluded
        outer, self._loads_template = self._loads_template, True
        try:
            self._initialize(loaded, scope=scope)
        finally:
            self._loads_template = outer

    def _count(self, loaded: LoadedObject) -> None:
        """Count an object, and its missing properties when it gets its first values.

        Raise SpentError.
        """
        self.budget.take(OBJECT_STEPS, Work.MADE_OBJECTS if self.defaults else Work.OBJECTS)
        if not loaded.object.properties:
            missing = self.plan(loaded.object.type).size - len(loaded.definition.properties)
            self.budget.take(max(0, missing), Work.MISSING)

    def _initialize_other(self, loaded: LoadedObject, type_: MuranoType) -> None:
        """Set the properties where two definitions share an id but their classes are unrelated.

        Failures then result from the id, so that only the duplicate id is reported.
        """
        identity = loaded.definition.id
        with self.reporter.apart() as reports:
            self._initialize(loaded)
        first = self.store.first(identity, loaded.path)
        self.reporter.report_value(
            object_rules.DUPLICATE_ID,
            loaded.path,
            id=identity,
            note=f", of class {type_.name}",
            severity=Severity.ERROR if reports.failed else None,
            related=(Related(f"the first one, of class {loaded.object.type.name}", first.head),),
        )

    def _definition(
        self,
        value: Mapping[Any, Any],
        path: ModelPath,
        default_type: MuranoType | None,
        scope: MuranoType | None,
    ) -> tuple[ObjectDefinition, MuranoType]:
        """Return the definition of an object and its class; raise SilentError after a report."""
        reporter = self.reporter
        try:
            definition = parse_definition(value, path, scope, self.classes)
            type_ = definition.type or default_type
            if type_ is None:
                raise DefinitionError(path, _NO_CLASS)
        except DefinitionError as error:
            reporter.report_value(error.rule, error.path, **error.facts)
            raise SilentError from None
        head, body = definition.head, definition.body
        definition.attributes = kept_entries(definition, type_, self)
        for key in definition.unknown:
            # Designers and the dashboard add keys that begin with `_`, so these are no mistakes
            if key in definition.attributes or is_private(key):
                continue
            where = head.at(head.key_node(key))
            absent = (item for item in HEADER_KEYS if item not in definition.header)
            suggestion = self.nearest(str(key), absent)
            reporter.report_value(
                object_rules.IGNORED_KEY, where, key=cut(str(key)), suggestion=suggestion
            )
        for key in definition.bad_keys:
            where = ModelPath(body.key_node(key), body, f"[{key!r}]")
            reporter.report_value(object_rules.BAD_KEY, where, key=key, type=type_.name)
        return definition, type_

    def _object(
        self,
        definition: ObjectDefinition,
        type_: MuranoType,
        owner: MuranoObject | None,
        path: ModelPath,
    ) -> MuranoObject:
        """Return the object of a definition; definitions with the same id share one object."""
        object_, identity = (self.store.take(definition, type_, owner, path), definition.id)
        if identity:
            first = self.store.first(identity, path)
            if first is path:
                self._own(object_, owner, path)
            elif first.node is not path.node and object_.type.extends(type_):
                related = (Related("the first one", first.head),)
                self.reporter.report_value(
                    object_rules.DUPLICATE_ID, path, related=related, id=identity, note=""
                )
        return object_

    def _own(self, object_: MuranoObject, owner: MuranoObject | None, path: ModelPath) -> None:
        """Set the owner of an object; the second pass changes it if the first owner has no id."""
        is_same = object_.owner is owner or owner is None or object_.owner is None
        if is_same or self.initializing or not self.follows(UNNAMED_OWNER, path):
            object_.owner = owner

    def _default_properties(
        self, default: DefaultProperties | None, type_: MuranoType, scope: MuranoType | None
    ) -> DefaultProperties | None:
        """Return the properties of the default that completes an object of a class, or None."""
        if default is None or not isinstance(default[0], Mapping):
            return None
        try:
            definition = parse_definition(*default, scope, self.classes)
        except DefinitionError:
            return None  # it is reported where the default is used
        # The default is an object of an unrelated class.
        if definition.type is not None and not type_.extends(definition.type):
            return None
        return definition.properties, definition.body
