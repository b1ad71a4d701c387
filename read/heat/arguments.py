"""Checks the arguments of functions of templates (the Heat template guide, HOT specification)."""

from __future__ import annotations

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, items_in, text_of
from muranopl.ard.yaql import Dialect, ExpressionError, parse
from muranopl.diagnostics.catalogue import heat as rules
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.reporter import Reporter
from muranopl.read.heat.calls import IF, HeatCall, is_call
from muranopl.read.heat.readers import is_unknown
from muranopl.read.heat.versions import LIBERTY, WALLABY, HotVersion

# Numbers of items of the functions that take a list, the greatest one None if there is none
LISTS: dict[str, tuple[int, int | None, str]] = {
    "list_join": (2, None, "a list of a delimiter and lists"),
    "str_split": (2, 3, "a list of a delimiter, a string and optionally an index"),
    "digest": (2, 2, "a list of an algorithm and a string"),
    "map_merge": (0, None, "a list of mappings"),
    "map_replace": (2, 2, "a list of a mapping and its replacements"),
    "filter": (2, 2, "a list of values and the list from which they are removed"),
    "list_concat": (0, None, "a list of lists"),
    "list_concat_unique": (0, None, "a list of lists"),
    "contains": (2, 2, "a list of a value and a list"),
    "equals": (2, 2, "a list of two values"),
    "and": (2, None, "a list of at least two conditions"),
    "or": (2, None, "a list of at least two conditions"),
}
MAPPINGS: dict[str, tuple[str, ...]] = {
    "str_replace": ("template", "params"),
    "str_replace_strict": ("template", "params"),
    "str_replace_vstrict": ("template", "params"),
    "repeat": ("template", "for_each"),
    "yaql": ("expression",),
    "make_url": (),
}
_OPTIONAL = {
    "yaql": ("data",),
    "make_url": (*("scheme", "username", "password", "host", "port", "path", "query"), "fragment"),
}
"""The other keys of the functions that take no further ones."""
_TABLES = {"params", "for_each"}
"""The keys whose values are mappings."""
_BRANCHES = "a list of a condition, the value if it is true, and the value if it is false"
_FACADES = ("metadata", "deletion_policy", "update_policy")


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
    for key in MAPPINGS[function]:
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
    if function in LISTS:
        return LISTS[function][2]
    return _BRANCHES if function == IF else None


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
    if function == IF:
        return _of_if(argument, version)
    if function in LISTS:
        least, most, words = LISTS[function]
        if isinstance(argument, Sequence):
            count = len(argument.items)
            if least <= count and (most is None or count <= most):
                return None
        return words
    return _of_name(call, version)


def _of_mapping(argument: Node, function: str) -> str | None:
    words, required = _mapping_words(function), MAPPINGS[function]
    if not isinstance(argument, Mapping):
        return words
    if not all(argument.find(key) for key in required):
        return words
    # Keys that code computes are not known
    names = {text_of(key) for key, _ in argument.pairs} - {None}
    if function in _OPTIONAL and not names.issubset(keys_of(function)):
        return words
    return None


def keys_of(function: str) -> tuple[str, ...]:
    """Return the keys of the mapping that a function takes, () if it takes none."""
    return (*MAPPINGS.get(function, ()), *_OPTIONAL.get(function, ()))


def _mapping_words(function: str) -> str:
    required, optional = MAPPINGS[function], _OPTIONAL.get(function, ())
    if not required:
        return f"a mapping with some of the keys {', '.join(optional)}"
    more = f", and optionally {' and '.join(optional)}" if optional else ""
    plural = "s" if len(required) > 1 else ""
    return f"a mapping with the key{plural} {' and '.join(required)}{more}"


def _of_if(argument: Node, version: HotVersion) -> str | None:
    # From Wallaby on, the last value may be left out
    counts = (2, 3) if version >= WALLABY else (3,)
    if isinstance(argument, Sequence) and len(argument.items) in counts:
        return None
    return _BRANCHES


def _of_name(call: HeatCall, version: HotVersion) -> str | None:
    """Return what a function takes whose argument names something."""
    argument, function = call.argument, call.function
    is_text = text_of(argument) is not None
    items = items_in(argument)
    if function == "get_param":
        is_path = bool(items) and not _is_wrong_name(items[0])
        return None if is_text or is_path else "a name, or a list of a name and a path"
    if function == "get_resource":
        return None if is_text else "the name of a resource"
    if function == "get_file":
        return None if is_text else "the name of a file"
    if function == "get_attr":
        least = 1 if version >= LIBERTY else 2
        is_list = len(items) >= least and not _is_wrong_name(items[0])
        # A text alone is taken too, but for its first letter
        return None if is_list else "a list of a resource and an attribute"
    if function == "resource_facade":
        is_facade = text_of(argument) in _FACADES
        return None if is_facade else f"one of {', '.join(_FACADES)}"
    return None


def _is_wrong_name(node: Node) -> bool:
    return text_of(node) is None and not is_call(node) and not is_unknown(node)
