"""What the declaration of a contract function consists of, and what it asks of its surroundings.

A contract function is one object of a subclass of `ContractFunction`, in a file of its own, listed in
`muranopl.language.contracts.functions`. Parsing, applying, overriding, dispatch, inference and schemas read no more.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node, Yaql
from muranopl.diagnostics.quirks import Quirk
from muranopl.expression.tree import Binary, Call, Expression, Keyword, ListDisplay, Literal, MapDisplay, bare, word
from muranopl.language.contracts import kinds
from muranopl.language.contracts.type_names import TypeName, type_name_in

Given = Mapping[str, Expression]
"""The arguments of a call by the names of the parameters."""

ArgumentValues = Mapping[str, Any]
"""What the arguments of a call say, by the names of the parameters: read off the expression, or computed by running it.

None, or missing, where an argument is null or left out, and where only running the expression would tell.
"""

Fragment = dict[str, Any]
"""A part of a JSON schema."""

IsOutside = Callable[[TypeName, TypeName], bool]
"""Whether objects of one class are surely, or as far as the comparison cares, not all of another class."""


class RefusedError(Exception):
    """A contract refuses a value; `args[0]` says why. `hints` are notes for the diagnostic."""

    def __init__(self, problem: str, hints: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.hints = hints


class SchemaProblemError(Exception):
    """There is no schema; `args[0]` says why."""


class UnknownClassError(SchemaProblemError):
    """There is none, as a class that a contract names is not found."""


class Mismatch(msgspec.Struct, frozen=True):
    """A literal that does not fit: `refused` by the contract, or accepted only by converting it.

    One that only the engine refuses is converted by the documents.
    """

    node: Node
    problem: str
    refused: bool
    only_by_engine: bool = False


class ParameterForm(enum.Enum):
    """What is written for a parameter where nothing has to be computed to know the argument."""

    PREDICATE = "an expression with `$` as the value"
    CLASS = "a class name"
    TEXT = "a text"
    TEXTS = "a list of texts"


_COMPARING = frozenset({"=", "!=", "<", ">", "<=", ">=", "in", "=~", "!~"})
"""Operators that give a boolean."""


class ContractParameter(msgspec.Struct, frozen=True):
    """A parameter of a contract function; the first ones may be required."""

    name: str
    form: ParameterForm
    required: bool = False

    def fits(self, argument: Expression, value: Any) -> bool:
        """Whether an argument is written in the form of the parameter; `value` is what it says."""
        may_be_null = not self.required and self.form in {ParameterForm.CLASS, ParameterForm.TEXT}
        return value is not None or (may_be_null and is_null(argument))

    def refuses(self, argument: Expression) -> bool:
        """Whether an argument is surely of a kind that the engine refuses, whatever the value of the contract is."""
        argument = bare(argument)
        if self.form is ParameterForm.PREDICATE or (is_null(argument) and not self.required):
            return False
        if dotted_name(argument) is not None:
            return True
        if self.form is ParameterForm.TEXTS:
            return isinstance(argument, (Literal, Keyword))
        text = word(argument)
        if text is not None:
            return self.form is ParameterForm.CLASS and not text
        if isinstance(argument, Binary) and self.form is not ParameterForm.CLASS:
            return argument.operator in _COMPARING
        return isinstance(argument, (ListDisplay, MapDisplay, Literal))

    def read(self, argument: Expression, node: Yaql) -> Predicate | TypeName | str | tuple[str, ...] | None:
        """Return what an argument says; None where it is null, or of another form."""
        if self.form is ParameterForm.PREDICATE:
            return Predicate(node, argument)
        if self.form is ParameterForm.CLASS:
            return type_name_in(argument, node)
        if self.form is ParameterForm.TEXT:
            return word(argument)
        words = [word(item) for item in argument.arguments] if isinstance(argument, ListDisplay) else [None]
        return None if None in words else tuple(map(str, words))


def dotted_name(argument: Expression) -> str | None:
    """Return the name that an argument like `io.murano.Object` is meant to be; as an expression it always fails."""
    words: list[str] = []
    while isinstance(argument, Binary) and argument.operator == "." and isinstance(argument.right, Keyword):
        words.insert(0, argument.right.name)
        argument = argument.left
    return ".".join([argument.name, *words]) if words and isinstance(argument, Keyword) else None


def is_null(argument: Expression) -> bool:
    """Whether an argument is written as null."""
    return isinstance(argument, Literal) and argument.value is None


class ClassArguments(NamedTuple):
    """The arguments of `class()` and `template()`: names as they are written, or types that were computed.

    `default` is the class of an object that does not say its own; None is `type`. `spec` is a version specification.
    """

    type: TypeName | Any
    default: TypeName | Any | None = None
    spec: str | None = None
    exclude: tuple[str, ...] = ()


class Predicate(NamedTuple):
    """The predicate of a `check()`: the scalar it stands in and its part of the tree; `message` if it has one."""

    node: Yaql
    expression: Expression
    message: str | None = None


class ComputedPredicate(NamedTuple):
    """The predicate of a `check()` in an expression that is evaluated as a whole."""

    holds: Callable[[Any], Any]
    message: str | None = None


class ValueContext(Protocol):
    """What a contract function asks when it is applied: about objects, about quirks, and to evaluate predicates.

    Objects are opaque to contract functions.
    """

    def follows(self, quirk: Quirk, path: ModelPath, warning: str | None = None) -> bool:
        """Whether to do as the engine does; if not, the warning of the quirk is given (with `warning` in its place)."""

    def remark(self, path: ModelPath, problem: str) -> None:
        """Warn of a value that the contract takes, and hardly as it is meant."""

    def is_object(self, value: Any) -> bool:
        """Whether a value is an object of the model."""

    def is_template(self, value: Any) -> bool:
        """Whether a value is an object that `template()` made: it is data to the functions that follow."""

    def is_reference(self, value: Any) -> bool:
        """Whether a value refers to an object that is not loaded yet: it passes until it is."""

    def identity(self, value: Any) -> str:
        """Return the id of an object."""

    def shown(self, value: Any) -> str:
        """Return a value as messages show it."""

    def require_classes(self, arguments: ClassArguments) -> None:
        """Report a class of a contract that does not exist: the contract takes no value then, not even null."""

    def object_of(self, value: Any, arguments: ClassArguments, path: ModelPath) -> Any:
        """Return the object that a mapping describes or an id refers to. Raise RefusedError for other values."""

    def instance_problem(self, value: Any, arguments: ClassArguments) -> str | None:
        """Return why an object is not of the class as the declaring package sees it; None if it is."""

    def create(self, arguments: ClassArguments, path: ModelPath) -> Any:
        """Return an object of the default class with nothing given; None where none can be made."""

    def template_of(self, value: Any, arguments: ClassArguments, path: ModelPath) -> Any:
        """Return the object that a mapping describes, or that stands for an object, only to be written out again."""

    def is_owned(self, value: Any) -> bool:
        """Whether an object is inside the one whose property this is."""

    def is_this(self, value: Any) -> bool:
        """Whether an object is the one whose property this is."""

    def holds(self, value: Any, predicate: Predicate | ComputedPredicate, path: ModelPath) -> bool:
        """Whether a predicate is true of a value; what cannot be evaluated is reported and holds."""


class DispatchContext(Protocol):
    """What a contract function asks when it chooses among the overloads of a method."""

    def is_instance(self, value: Any, type_: TypeName | None) -> bool:
        """Whether a value is an object of a class; of any where the class is computed."""

    def holds(self, predicate: Predicate, value: Any) -> bool:
        """Whether a predicate is true of a value."""


class SchemaContext(Protocol):
    """What a contract function asks when its schema is made; arguments may be any expressions here."""

    @property
    def path(self) -> str:
        """What the contract is for, as messages name it."""

    def class_name(self, argument: Expression) -> str:
        """Return the full name of the class that an argument is. Raise SchemaProblemError where it is none."""

    def class_version(self, argument: Expression, spec: Expression | None) -> str | None:
        """Return the version in which a class is asked for; None where schemas do not say it."""

    def texts(self, argument: Expression | None) -> list[Any]:
        """Return the items of a list that is constant; none for other arguments."""

    def constraints(self, predicate: Expression) -> Iterator[Fragment]:
        """Return what JSON schema can say of a predicate, a fragment for each part of it."""


class ContractFunction:
    """One function of contracts. Attributes are for all its calls, the methods get the arguments of one.

    `gives` are the kinds of values that come out of it, which it also takes unchanged; `converts` those it can convert
    as well, `converts_some` those of them where it depends on the value whether it can. `inferred` are the kinds that
    inference assumes in method bodies beside null (UNKNOWN: none), `refusal` is what a value of any other kind is.

    A restriction (`gives_type` is false) stands beside the function that gives the type; it converts nothing, and one
    that `narrows` refuses values of the kinds it takes. `samples` are values that come out of the function.
    `needs_model` says that applying it takes more than the value: objects, or something to evaluate. `schema_keyword`
    is what JSON schemas say of a value, a keyword and what stands under it, where that is the same for all calls.
    """

    name: str
    suggested_for: tuple[str, ...] = ()
    """What other languages call it: names for which it is suggested. No names of functions of YAQL."""
    parameters: tuple[ContractParameter, ...] = ()
    gives_type = True
    gives: kinds.Kinds = kinds.ANY
    converts: kinds.Kinds = kinds.ANY
    converts_some: kinds.Kinds = kinds.NOTHING
    inferred: kinds.Kinds = kinds.UNKNOWN
    refusal: str = ""
    narrows = False
    needs_model = False
    samples: tuple[int | str, ...] = ()
    schema_keyword: tuple[str, Any] | None = None

    @property
    def leaves(self) -> kinds.Kinds:
        """The kinds of values that functions behind it get."""
        return self.gives

    def arguments(self, values: ArgumentValues) -> Any:
        """Return the arguments of a call as the other methods get them; None for functions without parameters."""
        return None

    def transform(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        """Return the value that a given one is made into. Raise RefusedError."""
        return self.validate(value, arguments, context, path)

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        """Return the value as it is; for declarations that it was not made by. Raise RefusedError."""
        if kinds.kind_of(value) & self.gives:
            return value
        raise RefusedError(f"{context.shown(value)} is {self.refusal}")

    def literal_mismatch(self, node: Node) -> Mismatch | None:
        """Return what of a literal, which is not null, surely does not fit."""
        return None

    def converts_literal(self, value: object) -> bool:
        """Whether a literal of a kind that is converted can be converted."""
        return True

    def accepts(self, value: Any, arguments: Any, context: DispatchContext) -> bool:
        """Whether a value fits unchanged, which chooses among the overloads of a method."""
        return bool(kinds.kind_of(value) & self.gives)

    def refuses_sample(self, sample: Any, arguments: Any) -> bool:
        """Whether a restriction surely refuses a sample of the type it restricts."""
        return False

    def refuses_literal(self, value: Any, arguments: Any) -> bool:
        """Whether a restriction surely refuses a literal of the type it restricts."""
        return False

    def refused_values(self, arguments: Any, given: Any, is_outside: IsOutside) -> str | None:
        """Return, in words, what this function refuses of the values that another call of it, or one like it, gives.

        `given` are the arguments of that call; all kinds of values that it gives are kinds that this one takes.
        """
        return None

    def schema(self, given: Given, context: SchemaContext) -> Iterator[Fragment]:
        """Return what the function says of a value, in draft 4; null is added by who puts the schema together."""
        if self.schema_keyword is not None:
            keyword, value = self.schema_keyword
            yield {keyword: value}


class ContractCall(NamedTuple):
    """The call of a contract function in a contract: `call` is where it is written."""

    function: ContractFunction
    arguments: Any
    call: Call

    @property
    def class_arguments(self) -> ClassArguments | None:
        """The arguments of a function that names a class."""
        return self.arguments if isinstance(self.arguments, ClassArguments) else None
