"""Infers variables in expressions of UI definitions: templates, parameters, `$forms` and `$index`."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.semantics.abstract.similar_names import SimilarNames
from muranopl.semantics.abstract.values import UNKNOWN, Null, Number, Value, one
from muranopl.semantics.forms.scope import EvaluationStage, Scope
from muranopl.semantics.forms.usage import INDEX, Usage

FORMS = "forms"
_MODEL_ONLY = EvaluationStage.MODEL.value
_NO_FORMS = one(Null(because=f"because $forms is available only {_MODEL_ONLY}"))
_INDEX = one(Number(least=1, restricted=True))


class DefinedVariables:
    """The values of variables of a definition.

    `undefined` are the names that were reported as undefined.
    """

    def __init__(
        self,
        definition: UIDefinition,
        usage: Usage,
        similar_names: SimilarNames,
        everything: Value,
    ) -> None:
        self._similar_names = similar_names
        self.undefined: set[str] = set()
        self.usage = usage
        self.templates = {template.name: template for template in definition.templates}
        self.parameters = {parameter.name: parameter for parameter in definition.parameters}
        self._order = {parameter.name: at for at, parameter in enumerate(definition.parameters)}
        self._has_source = definition.parameters_source is not None
        self._everything = everything
        written = definition.node.get("Parameters")
        pairs = getattr(written, "pairs", ())
        self._dropped = {
            str(getattr(key, "value", "")) for key, _ in pairs
        } - self.parameters.keys()

    def read(self, name: str, tree: Expression, scope: Scope) -> Value:
        """Return the value of a variable; report it if it is undefined."""
        if scope.stage is EvaluationStage.MODEL:
            if name == FORMS:
                return self._everything
            if name in self.templates:
                return scope.definition.model_value(self.templates[name].node)
            # An unused template may be meant for repeat().
            if (
                name == INDEX
                and scope.template in self.usage.repeated_templates | self.usage.unused_templates
            ):
                return _INDEX
        elif name == FORMS:
            return _NO_FORMS
        if scope.stage.sees_parameters:
            if self._has_source or name in self._dropped:
                return UNKNOWN
            if name in self.parameters and (
                scope.parameter is None or self._order[name] < scope.parameter
            ):
                return scope.definition.model_value(self.parameters[name].node)
        return self._nothing(name, tree, scope)

    def no_template(self, name: str, tree: Expression, scope: Scope) -> Value:
        """Report a call of ref() with the name of a missing template."""
        meant = self._similar_names.suggestion(name, self.templates, "templates")
        problem = "not a template: this is null"
        self.undefined.add(name)
        key = scope.report(
            rules.UNDEFINED_VARIABLE, tree, name=f'"{name}"', problem=problem, suggestion=meant
        )
        return one(Null(because=f'because template "{name}" does not exist', blamed=key))

    def _nothing(self, name: str, tree: Expression, scope: Scope) -> Value:
        problem, suggestion = self._problem(name, scope)
        key = scope.report(
            rules.UNDEFINED_VARIABLE,
            tree,
            name=f"${name}",
            problem=f"{problem}: this is null",
            suggestion=suggestion,
        )
        return one(Null(because=f"because ${name} is {problem}", blamed=key))

    def _problem(
        self, name: str, scope: Scope
    ) -> tuple[str, Callable[[], str | None] | str | None]:
        if name == INDEX:
            return (
                "the number of a repetition, but nothing repeats this",
                "use it in a template that is passed to repeat()",
            )
        if name in self.parameters:
            if scope.stage is EvaluationStage.PARAMETERS:
                return "a parameter that is declared later", "move it above this one"
            return (
                f"a parameter, which is not available {scope.stage.value}",
                "write the value of the parameter",
            )
        if name in self.templates:
            return f"a template, which is available only {_MODEL_ONLY}", None
        self.undefined.add(name)
        suggestion = self._similar_names.suggestion(
            name, self._visible(scope), (scope.stage, scope.parameter)
        )
        if scope.stage is EvaluationStage.MODEL:
            return "neither a template nor a parameter", suggestion
        return "undefined", suggestion

    def _visible(self, scope: Scope) -> Iterator[str]:
        if scope.stage is EvaluationStage.MODEL:
            yield from self.templates
            yield FORMS
        if scope.stage.sees_parameters:
            for name, at in self._order.items():
                if scope.parameter is None or at < scope.parameter:
                    yield name
