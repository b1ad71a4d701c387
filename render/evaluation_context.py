"""The evaluation context for expressions while a model is loaded."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql, walk
from muranopl.diagnostics.diagnostic import Related
from muranopl.inherit.complete import Member
from muranopl.language.contracts.apply import POISON, SilentError
from muranopl.language.contracts.functions.declaration import RefusedError
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.result import TypeId
from muranopl.render.context import CallStatic, LoadingContext
from muranopl.render.node_data import data_of
from muranopl.render.setting import ValueSetting
from muranopl.semantics.binding import BindingDefect, bind, parameters
from muranopl.semantics.evaluation.context import refuse
from muranopl.semantics.evaluation.errors import NotEvaluatedError, PoisonedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.frames import VariableFrame


class ModelEvaluationContext:
    """The `muranopl.semantics.evaluation.context.EvaluationContext` of a model being loaded.

    `invoke` calls static methods, and raises NotEvaluatedError for all others.
    """

    def __init__(self, context: LoadingContext) -> None:
        self._context = context
        self.statics: dict[tuple[TypeId, str], Any] = {}

    @functools.cached_property
    def _call_static(self) -> CallStatic | None:
        if not self._context.calls_static:
            return None
        # Methods run on the machine, which is above the phases; few values call methods
        machine = importlib.import_module("muranopl.execution.value_methods")
        call: CallStatic = machine.ValueMethods(self._context).call
        return call

    def type_named(self, written: str, scope: MuranoType) -> MuranoType:
        """See `EvaluationContext`."""
        return self._context.classes.type_named(written, scope)

    def together(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Sequence[Any]:
        """See `EvaluationContext`; nothing waits while a model is loaded."""
        return [function(item) for item in items]

    def cast(
        self, object_: MuranoObject, name: str, spec: str | None, scope: MuranoType
    ) -> MuranoType:
        """See `EvaluationContext`."""
        return self._context.classes.ancestor(object_, name, spec, scope)

    def static(self, owner: MuranoType, declaration: PropertyDeclaration) -> Any:
        """See `EvaluationContext`.

        The engine evaluates no expression in the default of a static property.
        """
        key = owner.id, declaration.name
        if key not in self.statics:
            self.statics[key] = self._static_value(owner, declaration)
        if self.statics[key] is POISON:
            raise PoisonedError(declaration.name)
        return self.statics[key]

    def _static_value(self, owner: MuranoType, declaration: PropertyDeclaration) -> Any:
        """Return the value of a static property after its contract, or POISON."""
        default, contract = declaration.default, declaration.contract
        if contract is None:
            return None
        name, name_node = declaration.name, declaration.name_node
        path = self._context.sibling_path(name, name_node if default is None else default)
        declared = Related(f'property "{name}" of {owner.name}', name_node.place)
        setting = ValueSetting(self._context, owner, owner, path, declared)
        if default is not None and any(isinstance(node, Yaql) for node in walk(default)):
            problem = "the engine evaluates no expressions in the Default of a static property"
            setting.refuse(path, contract, RefusedError(problem))
            return POISON
        count = self._context.count_default
        value = None if default is None else data_of(default, count=count)
        return setting.apply(contract, value)

    def invoke(
        self,
        frame: VariableFrame,  # noqa: ARG002 - nothing depends on where it is called
        receiver: MuranoObject | MuranoType,
        method: Member[MethodDeclaration],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """See `EvaluationContext`."""
        declaration = method.declaration
        is_static = declaration.usage is MethodUsage.STATIC and not _is_native(method)
        if is_static and self._call_static is not None:
            return self._call_static(receiver, method, args, kwargs)
        refuse(method.name, bind(parameters(declaration.arguments), args, kwargs), *BindingDefect)
        raise NotEvaluatedError(
            f'it calls method "{method.name}" of class {method.declaring.name}, which is not run'
        )

    def new(
        self,
        type_: MuranoType,
        properties: Mapping[str, Any],
        owner: MuranoObject | None,
        header: Mapping[str, Any],
        scope: MuranoType,
    ) -> MuranoObject:
        """See `EvaluationContext`."""
        return self.load({type_: dict(properties), **header}, owner, scope)

    def load(
        self, model: Mapping[Any, Any], owner: MuranoObject | None, scope: MuranoType
    ) -> MuranoObject:
        """See `EvaluationContext`; the object gets a generated id."""
        context = self._context
        context.created += 1
        path = ModelPath(context.where.node, context.where, f"#{context.created}")
        # Loading a model keeps the ids that it has, but `new` replaces them (reference: running)
        header = model.get("?")
        if isinstance(header, Mapping) and "id" in header:
            model = {**model, "?": {key: item for key, item in header.items() if key != "id"}}
        without_id = {key: item for key, item in model.items() if key != "id"}
        try:
            return context.load(without_id, owner, path, None, scope=scope)
        except SilentError:  # what is wrong with it was reported
            raise PoisonedError("new") from None


def _is_native(method: Member[MethodDeclaration]) -> bool:
    """Return whether the engine implements the method in Python, or its body is not at hand.

    The embedded core library has no bodies.
    """
    body = method.declaration.body
    if body is not None:
        return body.unread
    return method.declaring.package.name == CORE_LIBRARY
