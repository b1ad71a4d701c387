"""Collects the uses of templates and variables in a UI definition, from the text alone."""

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
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.semantics.abstract.functions.signatures import FIRST, FUNCTION, UI, YAQL, functions
from muranopl.semantics.grouping import grouped, reached

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
        known = self.templates
        start = frozenset(known.keys() & first)
        return start | reached(start, lambda name: inside(known[name]) & known.keys())
