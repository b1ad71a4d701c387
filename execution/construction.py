"""Creates the objects of an execution: loads them in the engine's two passes, then constructs them.

Reference: running, From model to objects; measured: conformance/execution.json, construction/*,
own/constructors/*.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Scalar
from muranopl.diagnostics.catalogue.objects import BAD_HEADER
from muranopl.diagnostics.places import File
from muranopl.diagnostics.quirks import GIVEN_LIST
from muranopl.execution.calls import MethodCalls
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.refusals import refusal
from muranopl.execution.subscriptions import HEADER_KEY, Subscriptions
from muranopl.language.contracts.apply import SilentError, given
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.method import CONSTRUCTOR
from muranopl.render.context import DefaultProperties, LoadedObject
from muranopl.render.loader import ModelLoader
from muranopl.render.model_reporter import ModelReporter
from muranopl.render.store import EarlierValues
from muranopl.render.whole_model import ENVIRONMENT, lacks_environment
from muranopl.semantics.evaluation.conversion import freeze
from muranopl.semantics.evaluation.errors import PoisonedError
from muranopl.semantics.evaluation.evaluator import Evaluator
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

NOWHERE = Scalar(File("<execution>", ""), 1, 1, 1, 1, None)
"""The node of values without a file, which methods create."""

_OF_MODELS = (
    "_at",
    "_reports",
    "created",
    "defaults",
    "earlier",
    "initializing",
    "loaded",
    "root_path",
    "where",
)
"""Attributes of a loader that change while a model is loaded."""
_NAME_A_METHOD = "name a method of the subscriber, or remove the subscription"


class SessionLoader(ModelLoader):
    """Creates the objects of one execution; defects are thrown.

    `made` counts the values created without a model.
    """

    made = 0
    where = root_path = ModelPath(NOWHERE, None, "")
    _at: int | None = None
    _reports = False

    def __init__(self, calls: MethodCalls, *args: Any, **options: Any) -> None:
        """Initialize the loader; the arguments after `calls` are those of `LoadingContext`."""
        super().__init__(*args, **options)
        self.calls = calls
        self.machine = calls.machine
        self.machine.schedule.suspended.append(self._suspended)
        self.earlier = None
        self.subscriptions = Subscriptions()
        self._constructed: set[MuranoObject] = set()

    @functools.cached_property
    def evaluator(self) -> Evaluator:
        """The machine's evaluator, for expressions of contracts and defaults."""
        return self.machine.evaluator

    @property
    def _model_state(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in _OF_MODELS}

    def _suspended(self) -> Callable[[], None]:
        """Return a function that restores the state of unfinished models."""
        own, store, reports = self._model_state, self.store.state, self.reporter.state

        def resume() -> None:
            vars(self).update(own)
            self.store.state, self.reporter.state = store, reports

        return resume

    @contextlib.contextmanager
    def apart(self, name: str) -> Iterator[tuple[ModelPath, ModelReporter]]:
        """Give a value of a running method its own path and reporter."""
        self.made += 1
        path = ModelPath(NOWHERE, None, f"{name}#{self.made}")
        outer, self.where = self.where, path
        try:
            with self.reporter.apart() as reports:
                yield path, reports
        finally:
            self.where = outer

    def load(
        self,
        value: Mapping[Any, Any],
        owner: MuranoObject | None,
        path: ModelPath,
        default_type: MuranoType | None,
        **options: Any,
    ) -> MuranoObject:
        """See `LoadingContext`; an outermost object is loaded in both passes, and constructed.

        One of a template gets generated ids as well; it becomes data, and is neither constructed
        nor stored.
        """
        if self._inside:
            return super().load(value, owner, path, default_type, **options)
        is_template = options.get("excluded") is not None
        root = path if is_template else ModelPath(path.node, None, path.text)
        make = functools.partial(super().load, value, owner, root, default_type, **options)
        if is_template:
            return self._as_template(make, root)
        return self.complete(make, root)

    def _as_template(self, make: Callable[[], MuranoObject], path: ModelPath) -> MuranoObject:
        with self._model(keep_ids=False):
            for self.initializing in (True, False):
                self.begin(path)
                root = make()
                if self.reporter.failed:
                    break
            for object_ in (root, *(item.object for item in self.loaded)):
                self.store.remove(object_)
        return root

    @property
    def _inside(self) -> bool:
        """Whether the running method is loading a model.

        Methods called meanwhile load their own.
        """
        return self._at == self.machine.depth

    @contextlib.contextmanager
    def reporting(self, earlier: EarlierValues) -> Iterator[None]:
        """Load the model of a user: report all defects, and leave constructors to the caller."""
        before = self._at, self.earlier
        self._at, self._reports, self.earlier = self.machine.depth, True, earlier
        try:
            yield
        finally:
            self._reports = False
            self._at, self.earlier = before

    @property
    def reports(self) -> bool:
        """Whether failures are reported, not thrown."""
        return self._reports and self._inside

    def detached(
        self,
        value: Mapping[Any, Any],
        owner: MuranoObject | None,
        scope: MuranoType | None,
        name: str,
    ) -> MuranoObject:
        """Load an object for a method; while a model is loaded, it is constructed with that.

        `name` is its kind in paths.
        """
        self.made += 1
        path = ModelPath(NOWHERE, None, f"{name}#{self.made}")
        if self._inside:
            try:
                return super().load(value, owner, path, None, scope=scope)
            except SilentError:  # what is wrong with it was reported
                raise PoisonedError("new") from None
        with self.reporter.apart() as reports:
            try:
                return self.complete(
                    lambda: super(SessionLoader, self).load(value, owner, path, None, scope=scope),
                    path,
                )
            except (SilentError, PoisonedError):
                raise refusal(reports) from None

    def load_model_object(
        self, value: Any, path: ModelPath, earlier: EarlierValues | None
    ) -> MuranoObject:
        """Load a whole model with its ids; existing objects keep their values.

        `earlier` as in `LoadingContext`. Raise MuranoError, and SilentError after a report.
        """
        if not isinstance(value, Mapping):
            raise MuranoError("ValueError", "Invalid object representation format")
        if GIVEN_LIST in self.quirks:
            value = given(value)
        return self.complete(
            lambda: super(SessionLoader, self).load(value, None, path, None),
            path,
            keep_ids=True,
            earlier=earlier,
        )

    def _initialize(
        self,
        loaded: LoadedObject,
        completed_by: DefaultProperties | None = None,
        *,
        scope: MuranoType | None = None,
    ) -> None:
        object_ = loaded.object
        if object_ not in self._constructed:
            super()._initialize(loaded, completed_by, scope=scope)
            return
        # A constructed object keeps its values when another model refers to it.
        properties, frozen = dict(object_.properties), dict(object_.frozen)
        super()._initialize(loaded, completed_by, scope=scope)
        object_.properties, object_.frozen = properties, frozen

    def complete(
        self,
        make: Callable[[], MuranoObject],
        path: ModelPath,
        *,
        keep_ids: bool = False,
        earlier: EarlierValues | None = None,
    ) -> MuranoObject:
        """Run `make` in both passes, construct the objects, and return the result of `make`."""
        with self._model(keep_ids=keep_ids):
            self.earlier = earlier
            # Only the second pass refuses unknown ids: in the first one their objects may follow
            for self.initializing in (True, False):
                self.begin(path)
                root = make()
                if self.reporter.failed:
                    raise refusal(self.reporter)
            self.restore_subscriptions()
            loaded = self.loaded
        try:
            self.construct(loaded)
        except Exception:
            for item in loaded:
                # A failed construction must not leave objects behind.
                self.store.remove(item.object)
            raise
        return root

    @contextlib.contextmanager
    def _model(self, *, keep_ids: bool) -> Iterator[None]:
        """Load a nested model; the state of the outer one is saved and restored."""
        # Constructors may load models while an outer one is loaded.
        outer, store = self._model_state, self.store.nested(keep_ids=keep_ids)
        self.loaded, self._at, self.earlier = [], self.machine.depth, None
        try:
            yield
        finally:
            vars(self).update(outer)
            self.store.state = store

    def restore_subscriptions(self) -> None:
        """Restore the subscriptions in the model; objects that existed before keep their own.

        If a handler is not a method, raise MuranoError, or report it.
        """
        for item in self.loaded:
            if item.object.transient or item.object in self._constructed:
                continue
            try:
                self.subscriptions.restore(item, self.store.get)
            except MuranoError as error:
                if not self.reports:
                    raise
                where = item.definition.head.member(HEADER_KEY)
                problem = f"the handler of a subscription: {error.message}"
                self.reporter.report_value(
                    BAD_HEADER, where, problem=problem, suggestion=_NAME_A_METHOD
                )

    def construct(self, loaded: list[LoadedObject]) -> None:
        """Run the constructors of objects, inner objects first."""
        for item in loaded:
            for type_ in self.constructors(item):
                self.construct_as(item, type_)

    def constructors(self, loaded: LoadedObject) -> list[MuranoType]:
        """Return the classes whose constructors to run for an object, ancestors first.

        Return [] the second time.
        """
        if loaded.object.transient or loaded.object in self._constructed:
            return []
        self._constructed.add(loaded.object)
        return lineage(loaded.object.type)

    def construct_as(self, loaded: LoadedObject, type_: MuranoType) -> None:
        """Run the constructor that a class of an object declares, if any; raise its errors."""
        try:
            self._construct_as(loaded, type_)
        except MuranoError as error:
            if (
                error.remedy is None
                and type_.id.package.name == CORE_LIBRARY
                and lacks_environment(loaded.object)
            ):
                where = f"{loaded.object.type.name} ({loaded.object.id})"
                error.remedy = (
                    f"put the object {where} into an {ENVIRONMENT}, or into an application of one"
                )
            raise
        except SilentError:
            raise
        except Exception as error:  # an argument that it does not take, or a default that fails
            raise self.machine.noted(error) from None

    def _construct_as(self, loaded: LoadedObject, type_: MuranoType) -> None:
        object_ = loaded.object
        values = loaded.definition.properties
        is_native = self.machine.construct(object_, type_, values)
        member = type_.complete.methods.get(CONSTRUCTOR)
        # The constructor of a simulated class only declares the arguments of the simulation
        if member is None or member.declaring != type_.id or is_native:
            return
        taken = self.plan(object_.type).taken[type_.id]
        arguments = {name: freeze(value) for name, value in values.items() if name in taken}
        self.calls.call(object_, member, (), arguments, owner=object_, may_write=True)


def lineage(type_: MuranoType) -> list[MuranoType]:
    """Return a class and its ancestors, parents in written order before children, each once."""
    result: dict[MuranoType, None] = {}
    stack: list[tuple[MuranoType, bool]] = [(type_, False)]
    while stack:
        current, done = stack.pop()
        if done:
            result[current] = None
        # The engine runs a constructor at the top of a diamond twice, which is an accident
        elif current not in result:
            stack.append((current, True))
            stack.extend((parent, False) for parent in reversed(current.parents))
    return list(result)
