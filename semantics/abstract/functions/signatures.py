"""Parses the table of functions: which exist in a version of MuranoPL, their parameters and results."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator, Sequence

import msgspec

from muranopl.diagnostics.graphs import grouped
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.contracts import kinds

Runtime = tuple[int, int]
FIRST: Runtime = (1, 0)
LATEST: Runtime = (1, 4)
CORE = "core"
TEST = "test"
GONE = "gone"
YAQL = "yaql"
"""UI definitions: the functions of yaql's legacy context, those of 1.0 without MuranoPL's own."""
UI = "ui"
"""Functions that the dashboard adds to yaql's legacy context."""

FUNCTION = "function"
METHOD = "method"
_BOTH = "both"

_LINE = lazy_pattern(
    r"(?P<form>\w+) +(?:(?P<first>[\d.]*)-(?P<last>[\d.]*)(?P<own>\*?)|(?P<where>\w+)) +"
    r"(?P<name>[^\w\s(]+|\w+)\((?P<parameters>.*)\) -> (?P<result>\S+)"
)
_PARAMETER = lazy_pattern(
    r"(?P<rest>\*{0,2})(?P<name>\w+)(?P<optional>\??): (?P<type>\w+)(?P<nullable>\??)"
)
_RESULT = lazy_pattern(r"(?P<word>\w+)(?:\[(?P<item>\w+)\])?(?P<nullable>\??)")

# Iterables of versions 1.0 and 1.1 include mappings, by their keys.
MAPPINGS_ITERATE: Runtime = (1, 1)
CODE = frozenset({"Each", "Outer", "Lambda", "Foreign", "Rule", "Case"})
"""Names that stand for code in the place of a parameter's type, see functions.txt."""
PAIRS = frozenset({"Rule", "Case"})
"""Code that is written `key => value`; in other functions that passes an argument by name."""
_KINDS = {
    "Int": kinds.INT,
    "Number": kinds.NUMBER,
    "Bool": kinds.BOOL,
    "String": kinds.STRING,
    "Set": kinds.SET,
    "Datetime": kinds.DATETIME,
    "Timespan": kinds.TIMESPAN,
    "Regex": kinds.REGEX,
    "Null": kinds.NULL,
}
_TAKEN = {
    **_KINDS,
    **dict.fromkeys(CODE, kinds.ANY),
    "Value": kinds.NOT_NULL,
    "Int": kinds.INT | kinds.BOOL,
    "Integer": kinds.INT,
    "Iterable": kinds.ITEMS,
    "Iterator": kinds.ITERATOR,
    "Sequence": kinds.LIST,
    "Mapping": kinds.DICT,
    "Object": kinds.OBJECT,
    "Class": kinds.CLASS | kinds.STRING,
    "Reflected": 0,
}
_GIVEN = {
    **_KINDS,
    "Float": kinds.FLOAT,
    "List": kinds.LIST,
    "Items": kinds.ITEMS,
    "Dict": kinds.DICT,
}


class Parameter(msgspec.Struct, frozen=True, dict=True):
    """A parameter.

    The kinds it takes, and `code` if it takes an expression unevaluated (see functions.txt).
    """

    name: str
    takes: int
    optional: bool
    code: str | None
    rest: str

    @property
    def iterates(self) -> bool:
        """Whether the parameter takes iterables."""
        return self.takes & ~kinds.NULL == kinds.ITEMS

    @functools.cached_property
    def strict(self) -> int:
        """The kinds that an argument must possibly be of; all kinds if the parameter takes code."""
        # ~0 has all bits set: any value may be passed.
        if self.code is not None or not self.takes:
            return ~0
        return self.takes | kinds.UNKNOWN

    @functools.cached_property
    def lenient(self) -> int:
        """Like `strict`, in versions where mappings are iterables."""
        return self.strict | (kinds.DICT if self.iterates else 0)


class ResultType(msgspec.Struct, frozen=True):
    """The result of a function.

    `kinds`, or the type of its first parameter (`same`) or of its items (`item`). `items` is the
    type of the items of a collection: `item` or `same` of the first parameter, or the name of the
    parameter whose code computes them.
    """

    kinds: int
    as_first: str | None = None
    items: str | None = None


class Signature(msgspec.Struct, frozen=True, eq=False, dict=True):
    """An overload of a function in the versions `first` to `last`, both included; one object for each.

    `where` restricts it to a place, if given. `own` is true if MuranoPL declares it and not yaql.
    `line` is its line of the table.
    """

    form: str
    name: str
    parameters: tuple[Parameter, ...]
    result: ResultType
    first: Runtime
    last: Runtime
    where: str | None
    own: bool
    line: str

    @property
    def text(self) -> str:
        """How the table writes it: `len(collection: Iterable) -> Int`."""
        return self.line[self.line.index(f"{self.name}(") :]

    @property
    def is_method(self) -> bool:
        """Whether it can be called on its first parameter."""
        return self.form in {METHOD, _BOTH}

    @property
    def is_function(self) -> bool:
        """Whether it can be called without a receiver."""
        return self.form in {FUNCTION, _BOTH}

    @functools.cached_property
    def ordinary(self) -> tuple[Parameter, ...]:
        """The parameters without `*rest` and `**rest`."""
        return tuple(parameter for parameter in self.parameters if not parameter.rest)

    @functools.cached_property
    def rest(self) -> Parameter | None:
        """The parameter that takes the remaining positional arguments, or None."""
        return next((parameter for parameter in self.parameters if parameter.rest == "*"), None)

    def parameter(self, position: int, name: str | None = None) -> Parameter | None:
        """Return the parameter that takes the argument at a position or of a name."""
        if name is not None:
            return next(
                (parameter for parameter in self.parameters if parameter.name == name), None
            )
        return self.ordinary[position] if position < len(self.ordinary) else self.rest

    @functools.cached_property
    def takes_code(self) -> bool:
        """Whether it takes any argument unevaluated."""
        return any(parameter.code is not None for parameter in self.parameters)

    @functools.cached_property
    def takes_pairs(self) -> bool:
        """Whether any argument must be written `key => value`."""
        return any(parameter.code in PAIRS for parameter in self.parameters)

    def exists(self, runtime: Runtime, places: frozenset[str]) -> bool:
        """Return whether it exists in a version, in some places.

        `places` are of `CORE`, `TEST`, `YAQL` and `UI`.
        """
        if not self.first <= runtime <= self.last:
            return False
        if YAQL in places:
            return (self.where is None and not self.own) or self.where in places
        return self.where in {None, GONE} or self.where in places


def parameters_of(forms: Sequence[Signature]) -> set[str]:
    """Return the names of the parameters of overloads."""
    return {parameter.name for form in forms for parameter in form.parameters}


def version_text(runtime: Runtime) -> str:
    """Return a version as users write it, such as `1.4`."""
    return ".".join(map(str, runtime))


@functools.cache
def _table() -> dict[str, str]:
    """Return the words of each line of the table."""
    table: dict[str, str] = {}
    lines: list[str] = []
    with open(os.path.join(os.path.dirname(__file__), "functions.txt"), encoding="utf-8") as file:
        for line in file:
            if line[0] == " ":
                table.update(dict.fromkeys(lines, line.strip()))
                lines = []
            elif line[0] not in "#\n":
                lines.append(line.rstrip())
    return table


@functools.cache
def _lines() -> dict[str, list[str]]:
    """Return the lines of the table by name; a line is parsed when its name is looked up."""
    # The name alone is read, as parsing all lines would slow down the start.
    return grouped((line.split(None, 2)[2].partition("(")[0], line) for line in _table())


def words_of(signature: Signature) -> str:
    """Return what an overload does, in words."""
    return _table()[signature.line]


@functools.cache
def named(name: str) -> tuple[Signature, ...]:
    """Return all overloads of a name, of all versions, in the order of the table.

    Operators and properties are among them.
    """
    return tuple(_read(line) for line in _lines().get(name, ()))


def names() -> Iterator[str]:
    """Return the names of all functions and methods."""
    return (name for name in _lines() if name[0].isalpha())


def _read(line: str) -> Signature:
    match = _LINE.fullmatch(line)
    assert match is not None, line  # noqa: S101 - the table is ours
    parameters = tuple(_parameter(text) for text in match["parameters"].split(", ") if text)
    result = _RESULT.fullmatch(match["result"])
    assert result is not None, line  # noqa: S101
    word = result["word"]
    result_kinds = _GIVEN.get(word, kinds.UNKNOWN) | (kinds.NULL if result["nullable"] else 0)
    as_first = word if word in {"same", "item"} else None
    return Signature(
        match["form"],
        match["name"],
        parameters,
        ResultType(result_kinds, as_first, result["item"]),
        _runtime(match["first"]) or FIRST,
        _runtime(match["last"]) or LATEST,
        match["where"],
        own=bool(match["own"]) or match["where"] in {CORE, TEST},
        line=line,
    )


def _runtime(text: str | None) -> Runtime | None:
    if not text:
        return None
    major, minor = text.split(".")
    return int(major), int(minor)


def _parameter(text: str) -> Parameter:
    result = _PARAMETER.fullmatch(text)
    assert result is not None, text  # noqa: S101
    word = result["type"]
    takes = _TAKEN[word] | (kinds.NULL if result["nullable"] else 0)
    return Parameter(
        result["name"],
        takes,
        bool(result["optional"]),
        word if word in CODE else None,
        result["rest"],
    )


class FunctionSignatures:
    """The functions of one version of MuranoPL, or of UI definitions.

    `functions` returns the overloads of a name that are called without a receiver, `methods` those
    that are called on one. `lenient` is true if mappings are iterables, as in versions 1.0 and 1.1.
    `matching` caches the overloads that take arguments of given kinds
    (`muranopl.semantics.abstract.overloads.matching_forms`).
    """

    def __init__(self, runtime: Runtime, places: frozenset[str]) -> None:
        self.runtime = runtime
        self.places = places
        self.lenient = runtime <= MAPPINGS_ITERATE and YAQL not in places
        self.matching: dict[tuple[object, ...], tuple[tuple[Signature, ...], bool]] = {}
        self.forms = functools.cache(self._forms)
        self.functions = functools.partial(self.forms, FUNCTION)
        self.methods = functools.partial(self.forms, METHOD)
        self.taking_code = functools.cache(self._taking_code)

    @property
    def version(self) -> str:
        """The version as users write it."""
        return version_text(self.runtime)

    def _taking_code(self, form: str, name: str) -> Sequence[Signature]:
        """Return the overloads if one takes a lazy argument, else ()."""
        forms = self.forms(form, name)
        return forms if any(item.takes_code for item in forms) else ()

    def _forms(self, form: str, name: str) -> Sequence[Signature]:
        """Return the overloads of a FUNCTION, METHOD, operator or property.

        The form of an operator is `unary`, `binary` or `index`, that of a property `property`.
        """
        alike = {form, _BOTH} if form in {FUNCTION, METHOD} else {form}
        forms = (item for item in named(name) if item.form in alike)
        return tuple(item for item in forms if item.exists(self.runtime, self.places))


@functools.cache
def functions(runtime: Runtime, places: frozenset[str] = frozenset()) -> FunctionSignatures:
    """Return the functions of a version, and those of some places.

    `places` are of `CORE` and `TEST`, for UI definitions of `YAQL` and `UI`.
    """
    return FunctionSignatures(runtime, places)
