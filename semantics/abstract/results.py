"""Computes the abstract values that functions and operators give, by the table of functions.

Common functions of YAQL have rules of their own, which tell more than the table.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from muranopl.ard.yaql.tree import Binary, Call, Expression, Pair, walk, word
from muranopl.diagnostics.bounds import JOINED_TEXT
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.functions.signatures import Signature
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.value_contents import entry_of, item_of
from muranopl.semantics.abstract.values import (
    NULL,
    SOME_TEXT,
    STRING,
    UNKNOWN,
    Alternative,
    ConstantValue,
    Dictionary,
    Items,
    Null,
    Number,
    OfKind,
    Text,
    TextOrigin,
    Value,
    constant,
    of,
    one,
    plain,
    union,
    without_null,
)

_KEEP_ALL = frozenset({
    "cycle", "memorize", "orderBy", "orderByDescending", "reverse", "thenBy", "thenByDescending",
    "toList", "values",
})  # fmt: skip
"""Functions that return a collection with all of the same items."""
_CHOOSING = frozenset({"where", "filter", "takeWhile", "skipWhile"})
_ITEMS = {"Int": plain(kinds.INT), "String": STRING}


def results(signatures: tuple[Signature, ...], arguments: CallArguments) -> Value:
    """Return the union of what the overloads give that take the arguments."""
    if not signatures:
        return UNKNOWN
    precise = _PRECISE.get(signatures[0].name)
    result = None if precise is None else precise(arguments)
    if result is None:
        result = _fixed(signatures)
    if result is not None:
        return result
    return union([_result(signature, arguments) for signature in signatures])


@functools.cache
def _fixed(signatures: tuple[Signature, ...]) -> Value | None:
    """Return what overloads give, None if that depends on the arguments."""
    if any(map(_varies, signatures)):
        return None
    return union([plain(signature.result.kinds) for signature in signatures])


def _varies(signature: Signature) -> bool:
    """Return whether the kinds of a result depend on the arguments."""
    result = signature.result
    return result.as_first is not None or result.items is not None or result.kinds == kinds.NUMBER


def _result(signature: Signature, arguments: CallArguments) -> Value:
    result = signature.result
    if result.as_first is None and result.items is None:
        # Powers of integers may be fractions; other operators keep integers.
        if result.kinds == kinds.NUMBER and signature.name != "pow":
            numbers = {item.value.kinds for item in arguments.positional}
            return plain(kinds.INT if numbers <= {kinds.INT} else kinds.NUMBER)
        return plain(result.kinds)
    first = arguments.positional[0].value if arguments.positional else UNKNOWN
    if result.as_first == "same":
        return without_null(first) if signature.name == "require" else first
    if result.as_first == "item":
        # A second argument is the value for an empty collection.
        alone = len(arguments.positional) == 1 and not arguments.named
        return _item(signature, first, arguments) if alone else UNKNOWN
    if result.kinds & kinds.UNKNOWN:
        return UNKNOWN
    return one(Items(kind=result.kinds, item=_items(signature, first, arguments)))


def _items(signature: Signature, first: Value, arguments: CallArguments) -> Value:
    """Return the items of a collection that a function gives."""
    name = signature.result.items or ""
    if name == "item":
        return _item(signature, first, arguments)
    if name in _ITEMS:
        return _ITEMS[name]
    names = [parameter.name for parameter in signature.parameters]
    return arguments.value(names.index(name), name)


def _item(signature: Signature, first: Value, arguments: CallArguments) -> Value:
    """Return the items of the first argument, as far as a function keeps or selects them."""
    # The items of a mapping are its keys, whose types are unknown.
    if signature.parameters[0].iterates and first.may_be(kinds.DICT):
        return UNKNOWN
    if signature.name in _KEEP_ALL:
        return item_of(first)
    rest = [item.expression for item in arguments.positional[1:] if item.expression is not None]
    if signature.name in _CHOOSING and any(map(_asks_for_kind, rest)):
        return UNKNOWN
    return _selected(item_of(first))


def _asks_for_kind(predicate: Expression) -> bool:
    """Return whether a predicate may select items by their kind."""
    return any(
        (isinstance(part, Binary) and part.operator == "is")
        or (isinstance(part, Call) and part.name.startswith("is"))
        for part in walk(predicate)
    )


def _selected(item: Value) -> Value:
    """Return some of several items: which constants are left, and whether null is, is unknown."""
    if item.alternatives is None or item.is_null:
        return item
    left = without_null(item)
    if not any(isinstance(part, ConstantValue) for part in left.alternatives or ()):
        return left
    return union(
        plain(part.kind) if isinstance(part, ConstantValue) else one(part)
        for part in left.alternatives or ()
    )


def _sum(arguments: CallArguments) -> Value | None:
    """Return the concatenation of two literal texts, or two mappings; None for other operands."""
    kind = arguments.positional[-1].value.kinds
    if kind == kinds.DICT:
        return _merged(arguments)
    if kind != kinds.STRING:
        return None  # most sums are of numbers
    texts = [text_of(item.value) for item in arguments.positional]
    constants = [text for text in texts if text is not None]
    # Texts that are joined in a loop of templates double each time.
    if len(constants) != 2 or sum(map(len, constants)) >= JOINED_TEXT.most:
        return None
    return constant("".join(constants))


def _negation(arguments: CallArguments) -> Value | None:
    """Return a negative number, None for the difference of two values, and for other operands."""
    number = constant_of(arguments.positional[0].value)
    if len(arguments.positional) > 1 or not isinstance(number, (int, float)):
        return None
    return constant(-number)


def constant_of(value: Value) -> object:
    """Return the only constant that a value may be, None if there are others."""
    alternative = value.single
    return alternative.value if isinstance(alternative, ConstantValue) else None


def text_of(value: Value) -> str | None:
    """Return the only text that a value may be, None if there are others."""
    result = constant_of(value)
    return result if isinstance(result, str) else None


def integers(value: Value) -> tuple[list[Alternative], list[Alternative]]:
    """Return what `int()` makes of the alternatives, and those on which it may fail."""
    numbers: list[Alternative] = []
    bad: list[Alternative] = []
    for alternative in value.alternatives or ():
        number = _integer(alternative)
        if number is None:
            bad.append(alternative)
        else:
            numbers.append(number)
    return numbers, bad


def _integer(value: Alternative) -> Alternative | None:
    """Return the result of `int()`, 0 for null; None if the value may be a text without one."""
    match value:
        case Null():
            return ConstantValue(value=0)
        case Number():
            return value
        case OfKind(kind=kinds.BOOL):
            return Number(least=0, most=1)  # int(true) is 1
        case ConstantValue(value=constant_):
            try:
                return ConstantValue(value=int(constant_), related=value.related, at=value.at)
            except (ValueError, OverflowError):
                return None
        case Text(origin=TextOrigin.TYPED, digits=False):
            return None
        case Text(samples=samples) if "" in samples:
            return None
    return Number(restricted=True)


def _int(arguments: CallArguments) -> Value:
    numbers, _ = integers(arguments.value(0, "value"))
    return of(numbers) if numbers else plain(kinds.INT)


def _str(arguments: CallArguments) -> Value:
    value = arguments.value(0, "value")
    if value.alternatives is None:
        return STRING
    return of(dict.fromkeys(map(_text, value.alternatives)))


def _text(alternative: Alternative) -> Alternative:
    if isinstance(alternative, Text):
        return alternative
    if isinstance(alternative, ConstantValue) and alternative.kind & (kinds.STRING | kinds.INT):
        text = str(alternative.value)
        return ConstantValue(value=text, related=alternative.related, at=alternative.at)
    return SOME_TEXT


def _list(arguments: CallArguments) -> Value | None:
    """Return the list of some values, None if one of them may be a lazy sequence, of any length."""
    values = [argument.value for argument in arguments.positional]
    if any(value.may_be(kinds.ITERATOR) for value in values):
        return None
    return one(Items(kind=kinds.LIST, made_of=tuple(values)))


def _dict(arguments: CallArguments) -> Value:
    entries: dict[str, Value] = {}
    for argument in arguments.positional:
        pair = argument.expression
        key = word(pair.key) if isinstance(pair, Pair) else None
        if key is None:
            return plain(kinds.DICT)
        entries[key] = argument.value
    return one(Dictionary(entries=entries))


def _len(arguments: CallArguments) -> Value | None:
    """Return the lengths that a text or a collection may have, None if nothing limits them."""
    if not arguments.positional:
        return None
    numbers: list[Alternative] = []
    # Null has no length: the call fails on it.
    for alternative in without_null(arguments.positional[0].value).alternatives or ():
        least, most = lengths(alternative)
        if not least and most is None:
            return None
        related = alternative.related
        numbers.append(
            ConstantValue(value=least, related=related)
            if least == most
            else Number(least=least, most=most, restricted=True, related=related)
        )
    return of(numbers) if numbers else None


def lengths(alternative: Alternative) -> tuple[int, int | None]:
    """Return the least and the greatest length of a text or a collection, None if unbounded."""
    match alternative:
        case ConstantValue(value=str(parts)) | Items(items=tuple(parts)):
            return len(parts), len(parts)
        case Text(shortest=least, longest=most) | Items(least=least, most=most):
            return least or 0, most
    return 0, None


def _get(arguments: CallArguments) -> Value | None:
    """Return the value of a key of a mapping, the default or null if it certainly has no such key."""
    if not arguments.positional:
        return None
    mapping = arguments.positional[0].value
    key = None if len(arguments.positional) < 2 else text_of(arguments.positional[1].value)
    if key is None:
        return None
    if not missing_key(mapping, key):
        return entry_of(mapping, key)
    default = arguments.get(2, "default")
    return missing_value(key) if default is None else default.value


def missing_value(key: str) -> Value:
    """Return the null that takes the place of a key that a mapping lacks."""
    return one(Null(because=f'because there is no key "{key}"'))


def missing_key(mapping: Value, key: str | None) -> bool:
    """Return whether a mapping certainly lacks a key, as all of its keys are known.

    None stands for all keys that are not texts.
    """
    return bool(mapping.alternatives) and all(
        _lacks_key(alternative, key) for alternative in mapping.alternatives or ()
    )


def _lacks_key(alternative: Alternative, key: str | None) -> bool:
    if not isinstance(alternative, Dictionary) or alternative.others is not None:
        return False
    return alternative.entries is not None and key not in alternative.entries


def _coalesce(arguments: CallArguments) -> Value:
    """Return the first argument that is not null, else null."""
    values: list[Value] = []
    for argument in arguments.positional:
        # An unknown value may be null, and then what follows decides.
        if not argument.value.known:
            return UNKNOWN
        if not argument.value.is_null:
            values.append(without_null(argument.value))
        if not argument.value.kinds & kinds.NULL:
            return union(values)
    nulls = [null for item in arguments.positional[-1:] for null in item.value.nulls]
    return union([*values, of(nulls) if nulls else NULL])


def _bind(arguments: CallArguments) -> Value | None:
    """Return a mapping with the constants that are no placeholders; other keys may be any."""
    entries = _constants(arguments.value(0, "obj"))
    if entries is None:
        return None
    kept = {
        key: value for key, value in entries.items() if not str(constant_of(value)).startswith("$")
    }
    return one(Dictionary(entries=kept, others=UNKNOWN))


def _merged(arguments: CallArguments) -> Value | None:
    """Return two mappings as one, with the constants of both; those of the second count."""
    if len(arguments.positional) != 2 or arguments.named:
        return None
    first, second = (item.value for item in arguments.positional)
    entries, others = _constants(first), _constants(second)
    if entries is None or others is None:
        return None
    kept = {key: value for key, value in entries.items() if missing_key(second, key)} | others
    return one(Dictionary(entries=kept, others=UNKNOWN))


def _constants(value: Value) -> dict[str, Value] | None:
    """Return the entries of a mapping that are constants; None for what is perhaps another value."""
    mapping = value.single
    if not isinstance(mapping, Dictionary):
        return None
    return {
        key: item for key, item in (mapping.entries or {}).items() if constant_of(item) is not None
    }


_PRECISE: dict[str, Callable[[CallArguments], Value | None]] = {
    "+": _sum,
    "-": _negation,
    "bind": _bind,
    "coalesce": _coalesce,
    "dict": _dict,
    "get": _get,
    "int": _int,
    "len": _len,
    "list": _list,
    "mergeWith": _merged,
    "str": _str,
}
"""What functions and operators give; None where the table knows as much."""
