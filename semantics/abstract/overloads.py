"""Chooses the overloads of a function that take some arguments, or says why none does."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import msgspec

from muranopl.ard.yaql.tree import Binary, Expression, Pair
from muranopl.semantics.abstract.functions.signatures import (
    PAIRS,
    FunctionSignatures,
    Parameter,
    Signature,
)
from muranopl.semantics.abstract.value_contents import shown
from muranopl.semantics.abstract.values import UNKNOWN, Value


class CallArgument(msgspec.Struct, frozen=True, eq=False, gc=False):
    """An argument; `expression` is None if it is left out between commas."""

    expression: Expression | None
    value: Value


class CallArguments(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The arguments of a call: positional ones, and named ones (`name => value`)."""

    positional: tuple[CallArgument, ...] = ()
    named: Mapping[str, CallArgument] = MappingProxyType({})

    def get(self, position: int, name: str) -> CallArgument | None:
        """Return the argument for a parameter, or None."""
        if position < len(self.positional):
            return self.positional[position]
        return self.named.get(name)

    def value(self, position: int, name: str) -> Value:
        """Return the value of the argument for a parameter, UNKNOWN if there is none."""
        argument = self.get(position, name)
        return UNKNOWN if argument is None else argument.value

    def every(self) -> tuple[CallArgument, ...]:
        """Return all arguments."""
        return (*self.positional, *self.named.values())

    def called_on(self, receiver: CallArgument) -> CallArguments:
        """Return the arguments of a function that is called on a receiver, its first argument."""
        return CallArguments((receiver, *self.positional), self.named)

    def shown(self, receivers: int = 0) -> str:
        """Return the kinds of the arguments for messages, without receivers: `a text, a list`."""
        words = [shown(item.value) for item in self.positional[receivers:]]
        words += [f"{name} => {shown(value.value)}" for name, value in self.named.items()]
        return ", ".join(words) or "no arguments"


NO_ARGUMENTS = CallArguments()
OMITTED_ARGUMENT = CallArgument(None, UNKNOWN)
_kinds_of = operator.attrgetter("value.kinds")


def fits(parameter: Parameter, type_: Value, functions: FunctionSignatures) -> bool:
    """Return whether a value of the type may be passed for a parameter."""
    return type_.kinds & (parameter.lenient if functions.lenient else parameter.strict) != 0


_MAX_CACHED = 4
"""Calls with more arguments are rare and hardly repeat, so they are not cached."""


def matching_forms(
    form: str, name: str, arguments: CallArguments, functions: FunctionSignatures
) -> tuple[Signature, ...]:
    """Return the overloads of a function or operator that may take the arguments.

    Results are cached by the kinds of the arguments. See `FunctionSignatures.forms`.
    """
    # Kinds alone decide about positional arguments; an omitted one fits as an unknown one does.
    key = (form, name, *map(_kinds_of, arguments.positional))
    cached = None if arguments.named else functions.matching.get(key)
    if cached is None:
        forms = functions.forms(form, name)
        match = tuple([item for item in forms if mismatch(item, arguments, functions) is None])
        cached = match, any(item.takes_pairs for item in match)
        # Names that no function has are not kept: there may be any number of them.
        if forms and not arguments.named and len(arguments.positional) <= _MAX_CACHED:
            functions.matching[key] = cached
    match, takes_pairs = cached
    # Depends on the expressions themselves, so it is not cached.
    if takes_pairs:
        match = tuple(
            item for item in match if not item.takes_pairs or unpaired(item, arguments) is None
        )
    return match


def unpaired(signature: Signature, arguments: CallArguments) -> CallArgument | None:
    """Return the first argument that must be written `key => value` and is not."""
    for position, argument in enumerate(arguments.positional):
        tree, parameter = argument.expression, signature.parameter(position)
        arrow = isinstance(tree, Binary) and tree.operator == "->"  # reported as such
        if parameter is None or parameter.code not in PAIRS or tree is None or arrow:
            continue
        if not isinstance(tree, Pair):
            return argument
    return None


def first_unpaired(
    forms: Sequence[Signature], arguments: CallArguments, receivers: int
) -> CallArgument | None:
    """Return the first of several arguments that must be written `key => value` and is not."""
    pairs = next((form for form in forms if form.takes_pairs), None)
    if pairs is None or len(arguments.positional) - receivers < 2:
        return None
    return unpaired(pairs, arguments)


def mismatch(
    signature: Signature,
    arguments: CallArguments,
    functions: FunctionSignatures,
    receivers: int = 0,
) -> str | None:
    """Return why an overload certainly does not accept the arguments, None if it may.

    The first `receivers` arguments are not written between the parentheses.
    """
    ordinary = signature.ordinary
    for position, argument in enumerate(arguments.positional):
        parameter = signature.parameter(position)
        if parameter is None:
            # Messages count the arguments as written.
            number = len(arguments.positional) - receivers
            return f"takes {counted(len(ordinary) - receivers)}, not {number}"
        if argument.expression is not None and not fits(parameter, argument.value, functions):
            return f'does not accept {shown(argument.value)} as "{parameter.name}"'
    names = {item.name: at for at, item in enumerate(ordinary)}
    for name, argument in arguments.named.items():
        at = names.get(name)
        if at is None and not any(item.rest == "**" for item in signature.parameters):
            return f'has no argument "{name}"'
        if at is not None and at < len(arguments.positional):
            return f'is given "{name}" twice'
        if at is not None and not fits(ordinary[at], argument.value, functions):
            return f'does not accept {shown(argument.value)} as "{name}"'
    left = ordinary[len(arguments.positional) :]
    missing = [item.name for item in left if not (item.optional or item.name in arguments.named)]
    return f"needs {listed_names(missing)}" if missing else None


def refusal(
    forms: Sequence[Signature],
    arguments: CallArguments,
    functions: FunctionSignatures,
    receivers: int = 0,
) -> str:
    """Return why no overload takes the arguments; see `mismatch` for `receivers`."""
    if len(forms) == 1:
        problem = mismatch(forms[0], arguments, functions, receivers)
    else:
        problem = _surplus(forms, arguments, receivers)
    wrong = None if problem else first_unpaired(forms, arguments, receivers)
    if wrong is not None:
        return f"takes `key => value`, not {shown(wrong.value)}"
    return problem or f"does not accept {arguments.shown(receivers)}"


def _surplus(forms: Sequence[Signature], arguments: CallArguments, receivers: int) -> str | None:
    """Return that there are too many arguments, if there are for all overloads."""
    count = len(arguments.positional)
    if not count or any(form.parameter(count - 1) for form in forms):
        return None
    most = max(len(form.ordinary) for form in forms) - receivers
    return f"takes {counted(most)}, not {count - receivers}"


def listed(words: Sequence[str], more: int = 0) -> str:
    """Return `a`, `a and b` or `a, b and c`.

    With `more`, the number of further ones is appended.
    """
    parts = (*words, f"{more:,} more") if more else words
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def listed_names(names: Iterable[str], more: int = 0) -> str:
    """Return names in quotes, as `listed` does."""
    return listed([f'"{name}"' for name in names], more)


def counted(number: int) -> str:
    """Return a number of arguments for messages."""
    return {0: "no arguments", 1: "1 argument"}.get(number, f"{number} arguments")
