"""Binds the arguments of a call to those that a method declares, without contracts.

One set of rules for calls that are evaluated and calls that are only checked.
Reference: workflow, Methods and arguments.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage
from muranopl.language.grammar.names import VARIABLE

OMITTED: Any = object()
"""Represents an argument that is left out between commas."""

LITERAL_NULL: Any = object()
"""Represents an argument written as `null`, which no contract of the engine checks."""

NAMED_MISSING = 20
"""Most missing names listed."""


class BindingDefect(enum.Enum):
    """The defects of the arguments of a call."""

    TOO_MANY = "more arguments by position than are declared"
    UNKNOWN = "a name that is not declared"
    NO_KEYWORD = "a name of a further argument that is not a keyword"
    REPEATED = "given by position and by name"
    MISSING = "left out, though it is required"


class BindingProblem(msgspec.Struct, frozen=True):
    """A defect; `names` are its arguments, () for TOO_MANY, `more` the number of further ones."""

    defect: BindingDefect
    names: tuple[str, ...] = ()
    more: int = 0


def has_no_default(argument: ArgumentDeclaration) -> bool:
    """Return whether an argument of a native method must be given, though it may take null."""
    return argument.usage is ArgumentUsage.STANDARD and argument.default is None


class BindableArgument(Protocol):
    """A declared argument."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def usage(self) -> ArgumentUsage:
        """The usage: a single argument, or variable ones."""


T = TypeVar("T", bound=BindableArgument)
V = TypeVar("V")


class Parameters(msgspec.Struct, Generic[T], frozen=True):
    """The declared arguments of a method, prepared for binding.

    `names` are those of `single` ones.
    """

    single: tuple[T, ...]
    names: tuple[str, ...]
    by_name: Mapping[str, T]
    required: Mapping[str, T]
    var_args: T | None
    kw_args: T | None

    def in_order(self, count: int) -> tuple[T, ...] | None:
        """Return the arguments that take `count` values passed by position.

        Return None if the values are too many, or a required argument is left out.
        """
        if not self.required.keys() <= set(self.names[:count]):
            return None
        surplus = count - len(self.single)
        if surplus <= 0:
            return self.single[:count]
        return None if self.var_args is None else self.single + (self.var_args,) * surplus


class Binding(msgspec.Struct, Generic[T, V], frozen=True):
    """The values of a call by argument.

    `single` are those of single arguments by name, `var_args` the surplus ones by position, `kw_args`
    those by name. `problems` are in the order of the call. Arguments that are left out are not
    included.
    """

    takes: Parameters[T]
    single: Mapping[str, V]
    var_args: Sequence[V]
    kw_args: Mapping[str, V]
    problems: Sequence[BindingProblem]

    def pairs(self) -> list[tuple[T, V]]:
        """Return each value that a declared argument takes, with the argument."""
        takes = self.takes
        pairs = [(takes.by_name[name], value) for name, value in self.single.items()]
        if self.var_args and takes.var_args is not None:
            pairs += [(takes.var_args, value) for value in self.var_args]
        if self.kw_args and takes.kw_args is not None:
            pairs += [(takes.kw_args, value) for value in self.kw_args.values()]
        return pairs


def parameters(
    declared: Sequence[T], required: Callable[[T], bool] = lambda _: False
) -> Parameters[T]:
    """Return the prepared arguments of a method; `required` returns whether one must be given."""
    single = tuple(item for item in declared if item.usage is ArgumentUsage.STANDARD)
    rest = {item.usage: item for item in declared if item.usage is not ArgumentUsage.STANDARD}
    return Parameters(
        single=single,
        names=tuple(item.name for item in single),
        by_name={item.name: item for item in single},
        required={item.name: item for item in single if required(item)},
        var_args=rest.get(ArgumentUsage.VAR_ARGS),
        kw_args=rest.get(ArgumentUsage.KW_ARGS),
    )


def bind(
    takes: Parameters[T], positional: Sequence[V], named: Mapping[str, V], omitted: object = OMITTED
) -> Binding[T, V]:
    """Bind the arguments of a call; `omitted` represents those left out between commas."""
    single = dict(zip(takes.names, positional))  # noqa: B905 - the keyword takes as long as the rest, for each call
    var_args: Sequence[V] = ()
    kw_args: dict[str, V] = {}
    problems: list[BindingProblem] = []
    if len(positional) > len(takes.names):
        var_args = positional[len(takes.names) :]
        if takes.var_args is None:
            problems.append(BindingProblem(BindingDefect.TOO_MANY))
    if omitted in positional:
        single = {name: value for name, value in single.items() if value is not omitted}
        var_args = [value for value in var_args if value is not omitted]
    for name, value in named.items():
        if name in takes.by_name and name not in single:
            single[name] = value
            continue
        kw_args[name] = value
        if name in single:
            problems.append(BindingProblem(BindingDefect.REPEATED, (name,)))
        elif takes.kw_args is None:
            problems.append(BindingProblem(BindingDefect.UNKNOWN, (name,)))
        elif not VARIABLE.match(name):
            problems.append(BindingProblem(BindingDefect.NO_KEYWORD, (name,)))
    # Where every argument has a value, as in most calls, none is missing.
    if len(single) < len(takes.names) and not takes.required.keys() <= single.keys():
        problems.append(_missing(takes.required, single))
    return Binding(takes, single, var_args, kw_args, problems)


def _missing(required: Mapping[str, object], given: Mapping[str, object]) -> BindingProblem:
    # Not all names: a method may have thousands of arguments, and as many calls
    missing = (name for name in required if name not in given)
    listed = tuple(itertools.islice(missing, NAMED_MISSING))
    count = len(required) - sum(name in required for name in given)
    return BindingProblem(BindingDefect.MISSING, listed, count - len(listed))
