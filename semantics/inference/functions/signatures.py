"""The table of functions, read: which are there in a version of MuranoPL, and what they take and give."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterator, Sequence

import msgspec

from muranopl.language.contracts import kinds

Runtime = tuple[int, int]
FIRST: Runtime = (1, 0)
LATEST: Runtime = (1, 4)
CORE = "core"
TEST = "test"
GONE = "gone"
YAQL = "yaql"
"""UI definitions: what yaql's legacy context has, which are the functions of 1.0 but those of MuranoPL itself."""
UI = "ui"
"""What the dashboard adds to that."""

FUNCTION = "function"
METHOD = "method"
_BOTH = "both"

_LINE = re.compile(
    r"(?P<form>\w+) +(?:(?P<first>[\d.]*)-(?P<last>[\d.]*)(?P<own>\*?)|(?P<where>\w+)) +"
    r"(?P<name>[^\w\s(]+|\w+)\((?P<parameters>.*)\) -> (?P<result>\S+)"
)
_PARAMETER = re.compile(r"(?P<rest>\*{0,2})(?P<name>\w+)(?P<optional>\??): (?P<type>\w+)(?P<nullable>\??)")
_RESULT = re.compile(r"(?P<word>\w+)(?:\[(?P<item>\w+)\])?(?P<nullable>\??)")

# Iterables of versions 1.0 and 1.1 include mappings, by their keys.
MAPPINGS_ITERATE: Runtime = (1, 1)
CODE = frozenset({"Each", "Outer", "Lambda", "Foreign", "Rule", "Case"})
"""What stands for code in the place of a type, see functions.txt."""
PAIRS = frozenset({"Rule", "Case"})
"""Code that is written `key => value`, where other functions take an argument by its name."""
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
_GIVEN = {**_KINDS, "Float": kinds.FLOAT, "List": kinds.LIST, "Items": kinds.ITEMS, "Dict": kinds.DICT}


class Parameter(msgspec.Struct, frozen=True, dict=True):
    """A parameter: the kinds it takes, and `code` when it takes an expression unevaluated (see functions.txt)."""

    name: str
    takes: int
    optional: bool
    code: str | None
    rest: str

    @property
    def iterates(self) -> bool:
        """Return whether it takes iterables."""
        return self.takes & ~kinds.NULL == kinds.ITEMS

    @functools.cached_property
    def strict(self) -> int:
        """The kinds of which a value may be, so that it could be given: all of them for code."""
        return ~0 if self.code is not None or not self.takes else self.takes | kinds.UNKNOWN

    @functools.cached_property
    def lenient(self) -> int:
        """The same in versions where mappings are iterables."""
        return self.strict | (kinds.DICT if self.iterates else 0)


class ResultType(msgspec.Struct, frozen=True):
    """What a function gives: `kinds`, or what its first parameter is (`same`) or holds (`item`).

    `items` says what is in a collection: `item` or `same` of the first parameter, or the name of the parameter whose
    code gives them.
    """

    kinds: int
    as_first: str | None = None
    items: str | None = None


class Signature(msgspec.Struct, frozen=True, dict=True):
    """One form of a function; from version `first` to version `last`, both included, and only `where` that is given.

    `own` is whether it is MuranoPL's own, not yaql's.
    """

    form: str
    name: str
    parameters: tuple[Parameter, ...]
    result: ResultType
    first: Runtime
    last: Runtime
    where: str | None
    own: bool

    @property
    def is_method(self) -> bool:
        """Whether it can be called on its first parameter."""
        return self.form in {METHOD, _BOTH}

    @property
    def is_function(self) -> bool:
        """Whether it can be called by its name alone."""
        return self.form in {FUNCTION, _BOTH}

    @functools.cached_property
    def ordinary(self) -> tuple[Parameter, ...]:
        """The parameters but those that take the rest."""
        return tuple(each for each in self.parameters if not each.rest)

    @functools.cached_property
    def rest(self) -> Parameter | None:
        """The parameter that takes what is left by position."""
        return next((each for each in self.parameters if each.rest == "*"), None)

    def parameter(self, position: int, name: str | None = None) -> Parameter | None:
        """The parameter that takes an argument, given at a position or by name."""
        if name is not None:
            return next((each for each in self.parameters if each.name == name), None)
        return self.ordinary[position] if position < len(self.ordinary) else self.rest

    @functools.cached_property
    def takes_code(self) -> bool:
        """Whether it takes any argument unevaluated."""
        return any(each.code is not None for each in self.parameters)

    @functools.cached_property
    def takes_pairs(self) -> bool:
        """Whether any argument must be written `key => value`."""
        return any(each.code in PAIRS for each in self.parameters)

    @property
    def gone(self) -> bool:
        """Whether newer releases of yaql lack it."""
        return self.where == GONE

    def exists(self, runtime: Runtime, places: frozenset[str]) -> bool:
        """Whether it is there in a version, in some `places` (`CORE`, `TEST`; `YAQL`, `UI`)."""
        if not self.first <= runtime <= self.last:
            return False
        if YAQL in places:
            return (self.where is None and not self.own) or self.where in places
        return self.where in {None, GONE} or self.where in places


def version_text(runtime: Runtime) -> str:
    """A version as people write it."""
    return ".".join(map(str, runtime))


@functools.cache
def _lines() -> dict[str, tuple[str, ...]]:
    """The lines of the table by name: they are read only when the name is asked for."""
    found: dict[str, tuple[str, ...]] = {}
    with open(os.path.join(os.path.dirname(__file__), "functions.txt"), encoding="utf-8") as file:
        for line in file:
            if line[0] not in "#\n":
                name = line.split(None, 2)[2].partition("(")[0]
                found[name] = (*found.get(name, ()), line.rstrip())
    return found


@functools.cache
def named(name: str) -> tuple[Signature, ...]:
    """All forms of a name, of all versions, in the order of the table; operators and properties are among them."""
    return tuple(_read(line) for line in _lines().get(name, ()))


def names() -> Iterator[str]:
    """The names of all functions and methods."""
    return (name for name in _lines() if name[0].isalpha())


def _read(line: str) -> Signature:
    found = _LINE.fullmatch(line)
    assert found is not None, line  # noqa: S101 - the table is ours
    parameters = tuple(_parameter(text) for text in found["parameters"].split(", ") if text)
    result = _RESULT.fullmatch(found["result"])
    assert result is not None, line  # noqa: S101
    word = result["word"]
    given = _GIVEN.get(word, kinds.UNKNOWN) | (kinds.NULL if result["nullable"] else 0)
    as_first = word if word in {"same", "item"} else None
    return Signature(
        found["form"],
        found["name"],
        parameters,
        ResultType(given, as_first, result["item"]),
        _runtime(found["first"]) or FIRST,
        _runtime(found["last"]) or LATEST,
        found["where"],
        own=bool(found["own"]) or found["where"] in {CORE, TEST},
    )


def _runtime(text: str | None) -> Runtime | None:
    if not text:
        return None
    major, minor = text.split(".")
    return int(major), int(minor)


def _parameter(text: str) -> Parameter:
    found = _PARAMETER.fullmatch(text)
    assert found is not None, text  # noqa: S101
    word = found["type"]
    takes = _TAKEN[word] | (kinds.NULL if found["nullable"] else 0)
    return Parameter(found["name"], takes, bool(found["optional"]), word if word in CODE else None, found["rest"])


class FunctionSignatures:
    """The functions of one version of MuranoPL, or of UI definitions.

    `lenient` tells whether mappings are iterables, as in versions 1.0 and 1.1. `matching` caches which forms of
    a function take arguments of some kinds (`muranopl.semantics.inference.overloads.matching_forms`).
    """

    def __init__(self, runtime: Runtime, places: frozenset[str]) -> None:
        self.runtime = runtime
        self.places = places
        self.lenient = runtime <= MAPPINGS_ITERATE and YAQL not in places
        self.matching: dict[tuple[object, ...], tuple[Signature, ...]] = {}
        self._found: dict[tuple[str, str], tuple[Signature, ...]] = {}
        self._taking_code: dict[tuple[str, str], Sequence[Signature]] = {}

    @property
    def version(self) -> str:
        """The version as people write it."""
        return version_text(self.runtime)

    def functions(self, name: str) -> Sequence[Signature]:
        """The forms that are called by the name alone."""
        return self.forms(FUNCTION, name)

    def methods(self, name: str) -> Sequence[Signature]:
        """The forms that are called on a receiver."""
        return self.forms(METHOD, name)

    def taking_code(self, form: str, name: str) -> Sequence[Signature]:
        """The forms of what few functions are: one of which some form takes an argument unevaluated. None of others."""
        key = form, name
        found = self._taking_code.get(key)
        if found is None:
            forms = self.forms(form, name)
            found = self._taking_code[key] = forms if any(each.takes_code for each in forms) else ()
        return found

    def forms(self, form: str, name: str) -> Sequence[Signature]:
        """The forms of an operator (`unary`, `binary`, `index`), a property, a FUNCTION or a METHOD."""
        key = form, name
        found = self._found.get(key)
        if found is None:
            alike = {form, _BOTH} if form in {FUNCTION, METHOD} else {form}
            forms = (each for each in named(name) if each.form in alike)
            found = self._found[key] = tuple(each for each in forms if each.exists(self.runtime, self.places))
        return found


@functools.cache
def functions(runtime: Runtime, places: frozenset[str] = frozenset()) -> FunctionSignatures:
    """The functions of a version, and those of some `places` (`CORE`, `TEST`; for UI definitions `YAQL`, `UI`)."""
    return FunctionSignatures(runtime, places)
