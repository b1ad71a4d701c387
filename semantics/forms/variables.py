"""Collects the uses of templates and variables in a UI definition, and infers them in expressions."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from muranopl.ard.nodes import Node, expressions
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Index,
    ListDisplay,
    Pair,
    Unary,
    Variable,
    bare,
    children,
    walk,
    word,
)
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.graphs import grouped, reached
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.semantics.abstract.functions.signatures import FIRST, FUNCTION, UI, YAQL, functions
from muranopl.semantics.abstract.similar_names import SimilarNames
from muranopl.semantics.abstract.values import UNKNOWN, Null, Number, Value, one
from muranopl.semantics.forms.scope import EvaluationStage, Scope

_FUNCTIONS = functions(FIRST, frozenset({YAQL, UI}))
INDEX = "index"
HOST_NAME = "generateHostname"
REPEAT = "repeat"
REF = "ref"


class Uses(msgspec.Struct, frozen=True, eq=False):
    """The names in a fragment: variables, and templates of `ref()`, with None for an unknown one.

    `certain` are the variables and references evaluated whenever the fragment is. `repeated` are
    the arguments of `repeat()`, or of an unknown function that may be a misspelt `repeat()`.
    `hosts` is true if it creates host names.
    """

    variables: frozenset[str]
    references: frozenset[str | None]
    certain: frozenset[str]
    repeated: frozenset[str]
    hosts: bool

    @property
    def names(self) -> frozenset[str]:
        """All names of templates that it may use."""
        return self.variables | {name for name in self.references if name is not None}


def uses(nodes: Iterable[Node]) -> Uses:
    """Return the names used in some fragments."""
    variables: set[str] = set()
    references: set[str | None] = set()
    certain: set[str] = set()
    repeated: set[str] = set()
    hosts = False
    for node in nodes:
        for expression in expressions(node):
            for part in walk(expression.tree):
                if isinstance(part, Variable):
                    variables.add(part.name[1:])
                elif isinstance(part, Call):
                    if part.name == REF:
                        references.add(argument_text(part, 0))
                    # An unknown function may be a misspelt repeat().
                    elif part.arguments and (
                        part.name == REPEAT or not _FUNCTIONS.forms(FUNCTION, part.name)
                    ):
                        repeated |= {
                            item.name[1:]
                            for item in walk(part.arguments[0])
                            if isinstance(item, Variable)
                        }
                    elif part.name == HOST_NAME:
                        hosts = hosts or argument_text(part, 0) != ""
            for sure in surely_evaluated(expression.tree):
                if isinstance(sure, Variable):
                    certain.add(sure.name[1:])
                elif (name := argument_text(sure, 0)) is not None:
                    certain.add(name)
    return Uses(
        frozenset(variables), frozenset(references), frozenset(certain), frozenset(repeated), hosts
    )


def argument_text(call: Call, position: int) -> str | None:
    """Return the literal text of an argument of a call, None for other arguments."""
    part = call.arguments[position] if position < len(call.arguments) else None
    if isinstance(part, Pair):
        part = part.value
    return None if part is None else word(bare(part))


_CONDITIONAL = frozenset({"and", "or", "?.", "->"})
_TAKE_VALUES = frozenset(
    {HOST_NAME, REPEAT, REF, "bool", "concat", "dict", "int", "len", "list", "str", "tuple"}
)


def surely_evaluated(tree: Expression) -> Iterator[Variable | Call]:
    """Yield the variables and the calls of `ref()` that are evaluated whenever the whole is."""
    stack = [tree]
    while stack:
        part = bare(stack.pop())
        if isinstance(part, Variable):
            yield part
        elif isinstance(part, Binary):
            stack.append(part.left)
            if part.operator not in _CONDITIONAL:
                stack.append(part.right)
        elif isinstance(part, Call):
            if part.name == REF:
                yield part
            if part.name in _TAKE_VALUES:
                stack.extend(
                    argument.value if isinstance(argument, Pair) else argument
                    for argument in part.arguments
                )
            elif part.name == "switch":
                stack.extend(
                    argument for argument in part.arguments[:1] if not isinstance(argument, Pair)
                )
        elif isinstance(part, Index):
            stack.append(part.receiver)
        elif isinstance(part, (ListDisplay, Unary)):
            stack.extend(children(part))


class Usage:
    """The uses of the templates and parameters of a definition."""

    def __init__(self, definition: UIDefinition) -> None:
        self.templates: Mapping[str, Uses] = {
            template.name: uses((template.node,)) for template in definition.templates
        }
        application = () if definition.application is None else (definition.application,)
        self.application = uses(application)
        self.elsewhere = uses(
            [field.node for form in definition.forms for field in form.fields]
            + [
                validator.expr
                for form in definition.forms
                for validator in form.validators
                if validator.expr is not None
            ]
        )
        self.parameters: Mapping[str, Uses] = {
            parameter.name: uses((parameter.node,)) for parameter in definition.parameters
        }

    @functools.cached_property
    def sure_templates(self) -> frozenset[str]:
        """The templates that are evaluated whenever Application is."""
        return self._reached(self.application.certain, lambda of: of.certain)

    @functools.cached_property
    def repeated_templates(self) -> frozenset[str]:
        """The templates in which `$index` is defined.

        Those passed to repeat(), and those inside them.
        """
        users = (self.application, *self.templates.values())
        return self.inside(name for template in users for name in template.repeated)

    def inside(self, names: Iterable[str]) -> frozenset[str]:
        """Return the templates among some names, and those inside them."""
        return self._reached(names, lambda of: of.names)

    @functools.cached_property
    def same_hosts(self) -> frozenset[str]:
        """The templates that create host names without using `$index` themselves or inside."""
        hosts = self._reaching(name for name, template in self.templates.items() if template.hosts)
        return hosts - self._reaching(
            name for name, template in self.templates.items() if INDEX in template.variables
        )

    def _reaching(self, last: Iterable[str]) -> frozenset[str]:
        """Return the templates among some names, and all that contain them."""
        users = grouped(
            (used, name) for name, template in self.templates.items() for used in template.names
        )
        first = frozenset(last)
        return first | reached(first, lambda name: users.get(name, ()))

    @functools.cached_property
    def unused_templates(self) -> frozenset[str]:
        """The templates used only by themselves, or not at all."""
        # A computed name in `ref()` may be that of any template.
        if any(None in item.references for item in (self.application, *self.templates.values())):
            return frozenset()
        used = (template.names - {name} for name, template in self.templates.items())
        return frozenset(self.templates).difference(self.application.names, *used)

    @functools.cached_property
    def unused_parameters(self) -> frozenset[str]:
        """The parameters that are not used."""
        inner = (*self.templates.values(), *self.parameters.values())
        users = (self.application, self.elsewhere, *inner)
        return frozenset(self.parameters).difference(*(item.variables for item in users))

    def _reached(
        self, first: Iterable[str], inside: Callable[[Uses], frozenset[str]]
    ) -> frozenset[str]:
        """Return the templates among some names, and all that `inside` reaches from them."""
        templates = self.templates
        start = frozenset(templates.keys() & first)
        return start | reached(start, lambda name: inside(templates[name]) & templates.keys())


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
