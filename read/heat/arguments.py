"""Checks the arguments of functions of templates (the Heat template guide, HOT specification)."""

from __future__ import annotations

import math

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, items_in, pairs_in, text_of
from muranopl.ard.yaql import Dialect, ExpressionError, parse
from muranopl.diagnostics.catalogue import heat as rules
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.reporter import Reporter
from muranopl.read.heat.calls import IF, HeatCall, is_call
from muranopl.read.heat.readers import is_unknown
from muranopl.read.heat.versions import LIBERTY, WALLABY, HotVersion

LISTS: dict[str, tuple[int, float, str]] = {
    "list_join": (2, math.inf, "a list of a delimiter and lists"),
    "str_split": (2, 3, "a list of a delimiter, a string and optionally an index"),
    "digest": (2, 2, "a list of an algorithm and a string"),
    "map_merge": (0, math.inf, "a list of mappings"),
    "map_replace": (2, 2, "a list of a mapping and its replacements"),
    "filter": (2, 2, "a list of values and the list from which they are removed"),
    "list_concat": (0, math.inf, "a list of lists"),
    "list_concat_unique": (0, math.inf, "a list of lists"),
    "contains": (2, 2, "a list of a value and a list"),
    "equals": (2, 2, "a list of two values"),
    "and": (2, math.inf, "a list of at least two conditions"),
    "or": (2, math.inf, "a list of at least two conditions"),
    IF: (3, 3, "a list of a condition, the value if it is true, and the value if it is false"),
}
"""The functions that take a list: the least and the greatest number of its items, and what it is."""
MAPPINGS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "str_replace": (("template", "params"), ()),
    "str_replace_strict": (("template", "params"), ()),
    "str_replace_vstrict": (("template", "params"), ()),
    "repeat": (("template", "for_each"), ()),
    "yaql": (("expression",), ("data",)),
    "make_url": (
        (),
        ("scheme", "username", "password", "host", "port", "path", "query", "fragment"),
    ),
}
"""The functions that take a mapping: its required keys, and the others if only these may be there."""
_TABLES = {"params", "for_each"}
"""The keys whose values are mappings."""
_FACADES = ("metadata", "deletion_policy", "update_policy")
_NAMES = {
    "get_param": "a name, or a list of a name and a path",
    "get_resource": "the name of a resource",
    "get_file": "the name of a file",
    "get_attr": "a list of a resource and an attribute",
    "resource_facade": f"one of {', '.join(_FACADES)}",
}
"""What the functions take whose arguments name something."""


def check_arguments(call: HeatCall, version: HotVersion, reporter: Reporter) -> None:
    """Report an argument that a function does not take, as far as it is known."""
    expected = _expected(call, version)
    if expected is not None:
        key, meant = _misspelt_key(call)
        reporter.report(
            rules.BAD_ARGUMENTS,
            key or call.argument,
            function=call.function,
            expected=expected,
            found=_described(call.argument),
            suggestion=did_you_mean(meant, instead_of=text_of(key)),
        )
    elif call.function in MAPPINGS and isinstance(call.argument, Mapping):
        _check_tables(call.function, call.argument, reporter)
        if call.function == "yaql":
            _check_expression(call.argument.get("expression"), reporter)


def _check_tables(function: str, argument: Mapping, reporter: Reporter) -> None:
    """Report the values of keys that are not the mappings which a function takes there."""
    required, _ = MAPPINGS[function]
    for key in required:
        value = argument.get(key)
        if key in _TABLES and isinstance(value, (Scalar, Sequence)):
            reporter.report(
                rules.BAD_ARGUMENTS,
                value,
                function=function,
                expected=f"a mapping as {key}",
                found=_described(value),
            )


def _check_expression(node: Node | None, reporter: Reporter) -> None:
    """Report an expression that Heat cannot parse: its YAQL is the one of forms."""
    if not isinstance(node, Scalar):
        return
    description = described(node)
    if isinstance(node.value, str):
        try:
            parse(node.value, Dialect.UI)
        except ExpressionError as error:
            description = f"{description}: {error}"
        else:
            return
    reporter.report(
        rules.BAD_ARGUMENTS,
        node,
        function="yaql",
        expected="a YAQL expression",
        found=description,
    )


def argument_words(function: str) -> str | None:
    """Return what a function takes, in words; None if it takes a name, or anything."""
    if function in MAPPINGS:
        return _mapping_words(function)
    return LISTS[function][2] if function in LISTS else None


def _misspelt_key(call: HeatCall) -> tuple[Node | None, str | None]:
    """Return the key of an argument that misspells one which it lacks, and that one."""
    keys, argument = keys_of(call.function), call.argument
    if not isinstance(argument, Mapping):
        return None, None
    for key, _ in argument.pairs:
        near = nearest(text_of(key) or "", keys)
        if near is not None and text_of(key) != near and argument.find(near) is None:
            return key, near
    return None, None


def _described(node: Node) -> str:
    if isinstance(node, Sequence):
        count = len(node.items)
        return f"a list of {count} item{'' if count == 1 else 's'}"
    if isinstance(node, Mapping):
        keys = ", ".join(str(text_of(key)) for key, _ in node.pairs)
        return f"a mapping with the keys {keys}" if keys else "an empty mapping"
    return described(node)


def _expected(call: HeatCall, version: HotVersion) -> str | None:
    """Return what a function takes, None if its argument is that, or is not known."""
    argument, function = call.argument, call.function
    if is_unknown(argument):
        return None
    if function in MAPPINGS:
        return _of_mapping(argument, function)
    # Other functions may give what is taken
    if is_call(argument) and function != "not":
        return None
    if function in LISTS:
        least, most, words = LISTS[function]
        if function == IF and version >= WALLABY:
            least = 2  # the last value may be left out
        is_right = isinstance(argument, Sequence) and least <= len(argument.items) <= most
        return None if is_right else words
    return None if _is_name(call, version) else _NAMES[function]


def _of_mapping(argument: Node, function: str) -> str | None:
    required, optional = MAPPINGS[function]
    # Keys that code computes are not known
    names = {text_of(key) for key, _ in pairs_in(argument)} - {None}
    is_right = isinstance(argument, Mapping) and names.issuperset(required)
    if is_right and (not optional or names.issubset(keys_of(function))):
        return None
    return _mapping_words(function)


def keys_of(function: str) -> tuple[str, ...]:
    """Return the keys of the mapping that a function takes, () if it takes none."""
    required, optional = MAPPINGS.get(function, ((), ()))
    return (*required, *optional)


def _mapping_words(function: str) -> str:
    required, optional = MAPPINGS[function]
    if not required:
        return f"a mapping with some of the keys {', '.join(optional)}"
    more = f", and optionally {' and '.join(optional)}" if optional else ""
    plural = "s" if len(required) > 1 else ""
    return f"a mapping with the key{plural} {' and '.join(required)}{more}"


def _is_name(call: HeatCall, version: HotVersion) -> bool:
    """Return whether an argument is right for a function whose argument names something, or for others."""
    text, items = text_of(call.argument), items_in(call.argument)
    is_path = bool(items) and not _is_wrong_name(items[0])
    match call.function:
        case "get_param":
            return text is not None or is_path
        case "get_resource" | "get_file":
            return text is not None
        case "get_attr":
            # A text alone is taken too, but for its first letter
            return is_path and (len(items) > 1 or version >= LIBERTY)
        case "resource_facade":
            return text in _FACADES
    return True


def _is_wrong_name(node: Node) -> bool:
    return text_of(node) is None and not is_call(node) and not is_unknown(node)
