"""Objects made while methods run: loaded in the engine's two passes, then constructed.

Reference running, From model to objects; measured: conformance/execution.json, construction/*, own/constructors/*.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node, Scalar
from muranopl.diagnostics.places import File
from muranopl.execution import exceptions
from muranopl.execution.activation import MachineServices
from muranopl.execution.refusals import refusal
from muranopl.language.contracts.apply import SilentError
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.grammar.method import CONSTRUCTOR
from muranopl.render.context import ExpressionEvaluator, LoadedObject, This
from muranopl.render.loader import ModelLoader
from muranopl.render.model_reporter import ModelReporter
from muranopl.semantics.evaluation.conversion import freeze
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, PoisonedError, UninitializedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

NOWHERE = Scalar(File("<execution>", ""), 1, 1, 1, 1, None)
"""Stands for values that no file has: methods made them."""


class SessionLoader(ModelLoader):
    """Makes the objects of one execution. What is wrong is thrown; `made` counts what was made without a model."""

    machine: MachineServices
    evaluating: ExpressionEvaluator
    made = 0
    where = root_path = ModelPath(NOWHERE, None, "")
    _loading = False

    @functools.cached_property
    def evaluator(self) -> ExpressionEvaluator:
        """What runs expressions of contracts and defaults: that of the machine."""
        return self.evaluating

    @contextlib.contextmanager
    def apart(self, name: str) -> Iterator[tuple[ModelPath, ModelReporter]]:
        """Make a value of a running method: its path, and what is reported of it, are apart from all others."""
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
        """See `LoadingContext`; an object that is in no other one is loaded in both passes, and constructed."""
        if self._loading or options.get("template") is not None:
            return super().load(value, owner, path, default_type, **options)
        root = ModelPath(path.node, None, path.text)
        return self.complete(lambda: super(SessionLoader, self).load(value, owner, root, default_type, **options), root)

    def detached(
        self, value: Mapping[Any, Any], owner: MuranoObject | None, path: ModelPath, scope: MuranoType | None
    ) -> MuranoObject:
        """Load an object that a method makes; where a model is being loaded, it is loaded and constructed with that."""
        if self._loading:
            try:
                return super().load(value, owner, path, None, scope=scope)
            except SilentError:  # what is wrong with it was reported
                raise PoisonedError("new") from None
        with self.reporter.apart() as reports:
            try:
                return self.complete(
                    lambda: super(SessionLoader, self).load(value, owner, path, None, scope=scope), path
                )
            except (SilentError, PoisonedError):
                raise refusal(reports) from None

    def complete(self, make: Callable[[], MuranoObject], path: ModelPath) -> MuranoObject:
        """Return what `make` makes in both passes, constructed."""
        kept = (self.initializing, self.loaded, self._loading, self.defaults, self.created, self.store.nested())
        where, root_path = self.where, self.root_path
        self.loaded, self._loading = [], True
        try:
            for self.initializing in (True, False):
                self.begin(path)
                root = make()
                if self.reporter.failed:
                    raise refusal(self.reporter)
            loaded = self.loaded
        finally:
            self.initializing, self.loaded, self._loading, self.defaults, self.created, store = kept
            self.store.resume(store)
            self.where, self.root_path = where, root_path
        self.construct(loaded)
        return root

    def construct(self, loaded: list[LoadedObject]) -> None:
        """Run the constructors of objects: inner ones first, of each those of its ancestors first, each once."""
        for each in loaded:
            for type_ in lineage(each.object.type):
                self._construct(each, type_)

    def _construct(self, loaded: LoadedObject, type_: MuranoType) -> None:
        object_, machine = loaded.object, self.machine
        given = loaded.definition.properties
        is_native = machine.construct(object_, type_, given)
        member = type_.complete.methods.get(CONSTRUCTOR)
        if member is None or member.declaring != type_.id or is_native:
            return
        names = {argument.name for argument in member.declaration.arguments}
        arguments = {name: freeze(value) for name, value in given.items() if name in names}
        machine.call(object_, member, (), arguments, owner=object_, may_write=True)

    # Expressions of contracts and defaults: what fails is thrown as it is.

    def value_of(self, node: Node, scope: MuranoType, this: This, variables: Mapping[str, object] | None = None) -> Any:
        """See `LoadingContext`."""
        with self._throwing():
            return super().value_of(node, scope, this, variables)

    def holds(self, predicate: Predicate, scope: MuranoType, this: This, value: Any) -> Any:
        """See `LoadingContext`."""
        with self._throwing():
            return super().holds(predicate, scope, this, value)

    @contextlib.contextmanager
    def _throwing(self) -> Iterator[None]:
        try:
            yield
        except (UninitializedError, ExhaustedError):
            raise
        except EvaluationError as error:
            raise exceptions.thrown(error, self.machine.stack()) from None


def lineage(type_: MuranoType) -> list[MuranoType]:
    """Return the ancestors of a class and the class, parents in written order before their children, each once."""
    found: dict[MuranoType, None] = {}
    stack: list[tuple[MuranoType, bool]] = [(type_, False)]
    while stack:
        current, done = stack.pop()
        if done:
            found[current] = None
        elif current not in found:
            stack.append((current, True))
            stack.extend((parent, False) for parent in reversed(current.parents))
    return list(found)
