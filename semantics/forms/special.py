"""Infers results of functions that follow from their arguments more precisely than the table declares.

They are those of the dashboard, and frequent ones of YAQL.
"""

from __future__ import annotations

from collections.abc import Callable

from muranopl.ard.nodes import Mapping, Yaql
from muranopl.ard.yaql.tree import Call
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.contracts import kinds
from muranopl.language.grammar.object_header import HEADER
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.results import integers, text_of
from muranopl.semantics.abstract.values import (
    LIST,
    UNKNOWN,
    Alternative,
    ConstantValue,
    Dictionary,
    Items,
    Null,
    Number,
    Text,
    TextOrigin,
    Value,
    of,
    one,
    plain,
)
from muranopl.semantics.forms.form_values import Fragment, ObjectId
from muranopl.semantics.forms.scope import Scope

_HOST_NAME = one(Text(origin=TextOrigin.MADE, restricted=True))
_SECRET = one(Text(origin=TextOrigin.CLOUD, restricted=True))  # its id


def _repeat(tree: Call, arguments: CallArguments, scope: Scope) -> Value:
    """Evaluate `repeat(value, times)`: a list of evaluations of the value."""
    template, times = arguments.get(0, "template"), arguments.get(1, "times")
    # Missing arguments were reported by the overloads.
    if template is None or times is None:
        return UNKNOWN
    least, most = _bounds(times.value)
    if template.expression is not None and (most is None or most > 1):
        same = scope.definition.repeats_same(template.expression)
        if same is not None:
            scope.report(rules.REPEAT_SAME, tree, name=same)
    related = tuple(item for number in times.value.alternatives or () for item in number.related)
    return one(Items(item=template.value, least=least, most=most, related=related))


def _bounds(times: Value) -> tuple[int, int | None]:
    """Return the bounds of a number of repetitions, None for no upper one; it is at least 0."""
    least: list[int] = []
    most: list[int | None] = []
    for alternative in times.alternatives or ():
        if isinstance(alternative, ConstantValue) and isinstance(alternative.value, int):
            least.append(alternative.value)
            most.append(alternative.value)
        elif isinstance(alternative, Number):
            # A number without a lower bound may be negative, which repeats nothing.
            least.append(alternative.least or 0)
            most.append(alternative.most)
        elif not isinstance(alternative, Null):
            return 0, None
    if not least:
        return 0, None
    highest = [item for item in most if item is not None]
    is_bounded = len(highest) == len(most)
    return max(0, min(least)), max(0, *highest) if is_bounded else None


def _ref(tree: Call, arguments: CallArguments, scope: Scope) -> Value:
    """Evaluate `ref(template[, parameter[, idOnly]])`: an object the first time, then its id."""
    name = _name(arguments, 0, "templateName")
    parameter = _name(arguments, 1, "parameterName")
    if name is None:
        return UNKNOWN
    if parameter is None and arguments.get(1, "parameterName") is not None:
        return UNKNOWN
    template = scope.definition.template(name)
    if template is None:
        return scope.definition.no_template(name, tree, scope)
    node = template.node
    if not isinstance(node, Mapping):
        problem = f'because template "{name}" is not a mapping'
        return UNKNOWN if isinstance(node, Yaql) else one(Null(because=problem))
    has_header = node.get(HEADER) is not None
    object_ = Fragment(node=node) if has_header else Dictionary(node=node)
    identity = ObjectId(fragment=node, key=parameter or name)
    only_id = arguments.get(2, "idOnly")
    if only_id is None or only_id.value.is_null:
        gives_object = scope.definition.is_first_reference(tree, scope)
    else:
        match only_id.value.alternatives:
            case (ConstantValue(value=value),):
                gives_object = not value
            case _:
                gives_object = None
    if gives_object is None:
        return of((object_, identity))
    return one(object_ if gives_object else identity)


def _name(arguments: CallArguments, position: int, name: str) -> str | None:
    """Return the only text that an argument may be, or None."""
    argument = arguments.get(position, name)
    return None if argument is None else text_of(argument.value)


def _integer(tree: Call, arguments: CallArguments, scope: Scope) -> Value:
    """Evaluate `int(x)`: 0 for null; report what may be no number."""
    argument = arguments.get(0, "value")
    if argument is None:
        return plain(kinds.INT)
    numbers, bad = integers(argument.value)
    if bad and scope.certain:
        problem, remedy = _no_number(bad[0])
        scope.report(
            rules.FUNCTION_ARGUMENTS,
            tree,
            severity=Severity.WARNING,
            what="int()",
            problem=problem,
            suggestion=remedy,
        )
    return of(numbers) if numbers else plain(kinds.INT)


def _no_number(value: Alternative) -> tuple[str, str | None]:
    """Return why int() fails for a value, and a suggestion."""
    if isinstance(value, Text) and value.digits:
        return "fails on the empty string, and this value may be empty", "make the field required"
    if isinstance(value, Text) and value.origin is TextOrigin.TYPED:
        return ("fails if the entered value is not a number", "write `type: integer` in the field")
    return f"fails on {value.words}, which is not a number", None


def _list(_tree: Call, arguments: CallArguments, _scope: Scope) -> Value:
    """Return a list of the arguments, with lazy sequences expanded."""
    values = [item.value for item in arguments.positional]
    # How many items a lazy sequence adds is unknown.
    if any(value.may_be(kinds.ITEMS) for value in values):
        return LIST
    return one(Items(kind=kinds.LIST, items=tuple(values)))


FUNCTIONS: dict[str, Callable[[Call, CallArguments, Scope], Value]] = {
    "encryptData": lambda *_: _SECRET,
    "generateHostname": lambda *_: _HOST_NAME,
    "int": _integer,
    "list": _list,
    "ref": _ref,
    "repeat": _repeat,
    "tuple": _list,
}
"""Functions that evaluate a call whose arguments are accepted."""
