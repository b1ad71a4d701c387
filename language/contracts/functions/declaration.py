"""Declares the base class of contract functions, and the protocols through which they ask for facts.

A contract function is one object of a subclass of `ContractFunction`, in a file of its own, listed
in `muranopl.language.contracts.functions`. Parsing, applying, overriding, dispatch, inference and
schemas read no more.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Keyword,
    ListDisplay,
    Literal,
    MapDisplay,
    bare,
    word,
)
from muranopl.diagnostics.quirks import Quirk
from muranopl.language.contracts import kinds
from muranopl.language.contracts.type_names import TypeName, type_name_in

Given = Mapping[str, Expression]
"""The arguments of a call by the names of the parameters."""

ArgumentValues = Mapping[str, Any]
"""The arguments of a call by the names of the parameters: read from the expression, or computed by
running it.

None, or missing, where an argument is null or left out, or is known only when the expression runs.
"""

Fragment = dict[str, Any]
"""A part of a JSON schema."""

IsOutside = Callable[[TypeName, TypeName], bool]
"""Return whether some objects of the first class are not of the second, as strictly as the
comparison asks.
"""


class RefusedError(Exception):
    """Raised where a contract refuses a value.

    `args[0]` is the reason, `hints` are notes for the diagnostic.
    """

    def __init__(self, problem: str, hints: tuple[str, ...] = ()) -> None:
        super().__init__(problem)
        self.hints = hints


class SchemaProblemError(Exception):
    """Raised where a schema cannot be made; `args[0]` is the reason."""


class UnknownClassError(SchemaProblemError):
    """Raised where a schema cannot be made, as a class that a contract names does not exist."""


class ParameterForm(enum.Enum):
    """The form of an argument that is known without evaluating anything."""

    PREDICATE = "an expression with `$` as the value"
    CLASS = "a class name"
    TEXT = "a string"
    TEXTS = "a list of strings"


# Operators whose result is a boolean.
_COMPARING = frozenset({"=", "!=", "<", ">", "<=", ">=", "in", "=~", "!~"})


class ContractParameter(msgspec.Struct, frozen=True):
    """A parameter of a contract function. Required parameters come first.

    `words` are what it means, in a sentence (Markdown), for editors.
    """

    name: str
    form: ParameterForm
    words: str = ""
    required: bool = False

    def fits(self, argument: Expression, value: Any) -> bool:
        """Return whether an argument has the form of the parameter.

        `value` is what `read` returned for it.
        """
        may_be_null = not self.required and self.form in {ParameterForm.CLASS, ParameterForm.TEXT}
        return value is not None or (may_be_null and is_null(argument))

    def refuses(self, argument: Expression) -> bool:
        """Return whether the engine refuses an argument for all values of the contract."""
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

    def read(
        self, argument: Expression, node: Yaql
    ) -> Predicate | TypeName | str | tuple[str, ...] | None:
        """Return the value of an argument; None where it is null, or of another form."""
        if self.form is ParameterForm.PREDICATE:
            return Predicate(node, argument)
        if self.form is ParameterForm.CLASS:
            return type_name_in(argument, node)
        if self.form is ParameterForm.TEXT:
            return word(argument)
        if not isinstance(argument, ListDisplay):
            return None
        words = [word(item) for item in argument.arguments]
        return None if None in words else tuple(map(str, words))


def dotted_name(argument: Expression) -> str | None:
    """Return the class name that an argument like `io.murano.Object` denotes.

    Evaluated as an expression, such an argument always fails.
    """
    words: list[str] = []
    while (
        isinstance(argument, Binary)
        and argument.operator == "."
        and isinstance(argument.right, Keyword)
    ):
        words.insert(0, argument.right.name)
        argument = argument.left
    if words and isinstance(argument, Keyword):
        return ".".join([argument.name, *words])
    return None


def is_null(argument: Expression) -> bool:
    """Return whether an argument is written as null."""
    return isinstance(argument, Literal) and argument.value is None


class ClassArguments(msgspec.Struct, frozen=True):
    """The arguments of `class()` and `template()`.

    Names as they are written, or types that were computed. `default` is the class of an object that
    does not name its own; None stands for `type`. `spec` is a version specification, `exclude` the
    names of properties that `template()` leaves out.
    """

    type: TypeName | Any
    default: TypeName | Any | None = None
    spec: str | None = None
    exclude: tuple[str, ...] = ()


class Predicate(msgspec.Struct, frozen=True):
    """The predicate of a `check()`.

    `expression` is its part of the tree of the scalar `node`; `message` is None if it has none.
    """

    node: Yaql
    expression: Expression
    message: str | None = None


class ComputedPredicate(msgspec.Struct, frozen=True):
    """The predicate of a `check()` in an expression that is evaluated as a whole."""

    holds: Callable[[Any], Any]
    message: str | None = None


class ValueContext(Protocol):
    """The services that applying a contract function needs.

    They answer for objects, which are opaque to contract functions, quirks and predicates.
    """

    @property
    def overridden(self) -> bool:
        """Whether the contract is that of an ancestor, of a property declared again below it."""

    def follows(self, quirk: Quirk, path: ModelPath, warning: str | None = None) -> bool:
        """Return whether to do as the engine does.

        If not, report the warning of the quirk, or `warning` instead.
        """

    def remark(self, path: ModelPath, problem: str) -> None:
        """Warn of a value that the contract takes, but probably not as its author meant it."""

    def is_object(self, value: Any) -> bool:
        """Return whether a value is an object of the model."""

    def is_template(self, value: Any) -> bool:
        """Return whether a value is an object that `template()` made, which is data afterwards."""

    def is_reference(self, value: Any) -> bool:
        """Return whether a value refers to an object not loaded yet, and passes until it is."""

    def identity(self, value: Any) -> str:
        """Return the id of an object."""

    def shown(self, value: Any) -> str:
        """Return a value as messages show it."""

    def require_classes(self, arguments: ClassArguments) -> None:
        """Report a class of a contract that does not exist.

        The contract then takes no value, not even null.
        """

    def object_of(self, value: Any, arguments: ClassArguments, path: ModelPath) -> Any:
        """Return the object that a mapping describes or an id refers to.

        Raise RefusedError for other values.
        """

    def instance_problem(self, value: Any, arguments: ClassArguments) -> str | None:
        """Return why an object is not an instance of the class as the declaring package sees it.

        Return None if it is one.
        """

    def create(self, arguments: ClassArguments, path: ModelPath) -> Any:
        """Return an object of the default class without any properties given.

        Return None where none can be made.
        """

    def template_of(self, value: Any, arguments: ClassArguments, path: ModelPath) -> Any:
        """Return the object that a mapping describes, kept as data.

        It is only written out again.
        """

    def is_owned(self, value: Any) -> bool | None:
        """Return whether an object is inside the one whose property is being set, None if unknown."""

    def is_this(self, value: Any) -> bool:
        """Return whether an object is the one whose property is being set."""

    def holds(self, value: Any, predicate: Predicate | ComputedPredicate, path: ModelPath) -> bool:
        """Return whether a predicate is true for a value.

        One that cannot be evaluated is reported and counts as true.
        """


class DispatchContext(msgspec.Struct, frozen=True):
    """The facts that choosing among the overloads of a method needs.

    `is_instance` returns whether a value is an object of a class, of any class for None; `holds`
    whether a predicate is true for a value.
    """

    is_instance: Callable[[Any, TypeName | None], bool]
    holds: Callable[[Predicate, Any], bool]


class SchemaContext(Protocol):
    """The facts that making a schema needs; arguments may be any expressions here."""

    @property
    def path(self) -> str:
        """The declaration that the contract belongs to, as messages name it."""

    def class_name(self, argument: Expression) -> str:
        """Return the full name of the class that an argument names.

        Raise SchemaProblemError where it names none.
        """

    def class_version(self, argument: Expression, spec: Expression | None) -> str | None:
        """Return the version in which a class is asked for.

        Return None where schemas do not mention it.
        """

    def texts(self, argument: Expression | None) -> list[Any]:
        """Return the items of a constant list; an empty list for other arguments."""

    def constraints(self, predicate: Expression) -> Iterator[Fragment]:
        """Yield a schema fragment for each part of a predicate that JSON schema can express."""


class ContractFunction:
    """Base class of contract functions.

    Attributes hold for all calls; methods get the arguments of one call. `gives` are the kinds of
    values that come out of it, which it also takes unchanged; `converts` those it can convert as
    well by the documents, `converts_by_quirk` a quirk and those it converts where that is followed,
    `converts_some` those of them where it depends on the value. `inferred` are the kinds that
    inference assumes in method bodies beside null (UNKNOWN: none), `refusal` describes a value of
    any other kind.

    A restriction (`gives_type` is false) accompanies the function that gives the type; it converts
    nothing, and one that `narrows` refuses some values of the kinds it takes. `restriction` says
    what it asks of a value, where this is the same for all calls. `samples` are values
    that come out of the function. `needs_model` is true if applying it takes more than the value:
    objects, or an evaluator. `schema_keyword` is a keyword of JSON schema and its value, where
    these are the same for all calls.
    """

    name: str
    words: str = ""
    """The values that come out of it, in a sentence (Markdown); editors show them."""
    suggested_for: tuple[str, ...] = ()
    """Names for it in other languages, for which it is suggested; not names of functions of
    YAQL.
    """
    parameters: tuple[ContractParameter, ...] = ()
    gives_type = True
    gives: kinds.Kinds = kinds.ANY
    converts: kinds.Kinds = kinds.ANY
    converts_by_quirk: tuple[Quirk, kinds.Kinds] | None = None
    converts_some: kinds.Kinds = kinds.NOTHING
    inferred: kinds.Kinds = kinds.UNKNOWN
    refusal: str = ""
    restriction: str = ""
    narrows = False
    needs_model = False
    samples: tuple[int | str, ...] = ()
    schema_keyword: tuple[str, Any] | None = None

    @property
    def leaves(self) -> kinds.Kinds:
        """The kinds of values that the functions after it receive."""
        return self.gives

    def arguments(self, values: ArgumentValues) -> Any:
        """Return the arguments of a call as the other methods receive them.

        Return None for functions without parameters.
        """
        return None

    def transform(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        """Return the value that `value` is converted to. Raise RefusedError."""
        return self.validate(value, arguments, context, path)

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        """Return the value unchanged, for declarations other than the one that made it.

        Raise RefusedError.
        """
        if kinds.kind_of(value) & self.gives:
            return value
        raise RefusedError(f"{context.shown(value)} is {self.refusal}")

    @property
    def may_convert(self) -> kinds.Kinds:
        """The kinds of values that it takes or converts by the documents, or by a quirk."""
        return self.converts | (self.converts_by_quirk or (None, kinds.NOTHING))[1]

    def refused_as(self, refused: kinds.Kinds) -> str:
        """Return the refusal of values of some kinds, with the quirk by which the engine takes them."""
        quirk, converted = self.converts_by_quirk or (None, kinds.NOTHING)
        if quirk is None or refused & ~(converted | kinds.NULL):
            return self.refusal
        return f"{self.refusal}; the engine accepts it (--quirk {quirk.name})"

    def converted(self, quirks: Collection[Quirk]) -> kinds.Kinds:
        """Return the kinds of values that it takes or converts if these quirks are followed."""
        if self.converts_by_quirk is None or self.converts_by_quirk[0] not in quirks:
            return self.converts
        return self.converts_by_quirk[1]

    def replaces_null(self, arguments: Any) -> bool:
        """Return whether a value is made in place of null, by the documents."""
        return False

    def accepts(self, value: Any, arguments: Any, context: DispatchContext) -> bool:
        """Return whether a value fits unchanged. Overloads of methods are chosen by that."""
        return bool(kinds.kind_of(value) & self.gives)

    def refuses_sample(self, sample: Any, arguments: Any) -> bool:
        """Return whether a restriction certainly refuses a sample of the type it restricts."""
        return False

    def refused_values(self, arguments: Any, given: Any, is_outside: IsOutside) -> str | None:
        """Return, in words, values that another call gives and this one refuses; or None.

        `given` are the arguments of that call; all kinds of values that it gives are kinds that
        this one takes.
        """
        return None

    def schema(self, given: Given, context: SchemaContext) -> Iterator[Fragment]:
        """Yield fragments of JSON schema, in draft 4.

        Null is added when the schema is put together.
        """
        if self.schema_keyword is not None:
            keyword, value = self.schema_keyword
            yield {keyword: value}


class ContractCall(NamedTuple):
    """The call of a contract function in a contract: `call` is its expression."""

    function: ContractFunction
    arguments: Any
    call: Call
