"""Infers functions more precisely than the table declares: `switch()`, and those that follow their arguments.

They are functions of the dashboard, and frequent ones of YAQL. Reference: ui-agreement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from muranopl.ard.nodes import Mapping, Yaql
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Keyword,
    Literal,
    Unary,
    Variable,
    bare,
    word,
)
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.contracts import kinds
from muranopl.language.grammar.known_names import HEADER
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
    union,
    without_null,
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


SWITCH = "switch"
_OPPOSITES = {"=": "!=", "!=": "=", ">": "<=", "<=": ">", "<": ">=", ">=": "<"}


class SwitchCase(msgspec.Struct, frozen=True):
    """`condition => result`, and the value of the result."""

    condition: Expression
    result: Expression
    value: Value


def report_no_value(tree: Call, scope: Scope) -> None:
    """Report a switch() whose first argument is a pair."""
    rest = scope.node.text[tree.arguments[0].start : tree.end - 1].strip()
    scope.report(rules.SWITCH_VALUE, tree, text=rest)


def result(tree: Expression, value: Value, cases: Sequence[SwitchCase], scope: Scope) -> Value:
    """Return the value of a switch(); each alternative has the place of its result."""
    match = [_placed(case.value, case.result, scope) for case in cases]
    # Without a case that certainly matches, the call gives null.
    if not _covers(cases, value, scope):
        match.append(one(Null(because="if no case of the switch() matches", at=(scope.node, tree))))
    return union(match)


def _placed(value: Value, tree: Expression, scope: Scope) -> Value:
    if value.alternatives is None:
        return value
    return of(
        tuple(
            item if item.at else msgspec.structs.replace(item, at=(scope.node, tree))
            for item in value.alternatives
        )
    )


def narrowed(value: Value, condition: Expression) -> Value:
    """Return the value of a switch() if a condition is true."""
    tree = bare(condition)
    if _is_value(tree):
        return without_null(value)
    if not isinstance(tree, Binary):
        return value
    if tree.operator == "and":
        return narrowed(narrowed(value, tree.left), tree.right)
    sides = (bare(tree.left), bare(tree.right))
    if tree.operator not in _OPPOSITES or not any(_is_value(side) for side in sides):
        return value
    other = sides[1] if _is_value(sides[0]) else sides[0]
    with_null = isinstance(other, Literal) and other.value is None
    if with_null and tree.operator == "=":
        nulls = value.nulls
        return of(nulls) if nulls else value
    # Null compares less than any other value.
    is_left = _is_value(sides[0])
    above = tree.operator in ({">", ">="} if is_left else {"<", "<="})
    same = tree.operator == "=" and isinstance(other, (Literal, Keyword))
    if above or same or (tree.operator == "!=" and with_null):
        return without_null(value)
    return value


def _is_value(tree: Expression) -> bool:
    return isinstance(tree, Variable) and tree.name in {"$", "$1"}


def _covers(cases: Sequence[SwitchCase], value: Value, scope: Scope) -> bool:
    """Return whether one of the cases certainly matches."""
    conditions = [bare(case.condition) for case in cases]
    if any(_is_true(condition) for condition in conditions):
        return True
    # Two cases for a boolean are most likely both of its values.
    if len(conditions) > 1 and value.known and value.only(kinds.BOOL):
        return True
    texts = {_normal(condition, scope) for condition in conditions}
    if any(_opposite(condition, scope) in texts for condition in conditions):
        return True
    constants = {_equal_to(condition) for condition in conditions}
    alternatives = value.alternatives or ()
    return bool(alternatives) and all(
        isinstance(alternative, ConstantValue) and alternative.value in constants
        for alternative in alternatives
    )


def _is_true(tree: Expression) -> bool:
    return (isinstance(tree, Literal) and bool(tree.value)) or isinstance(tree, Keyword)


def _normal(tree: Expression, scope: Scope) -> str:
    tree = bare(tree)
    if isinstance(tree, Binary):
        return _compared(tree, tree.operator, scope)
    return scope.text(tree)


def _compared(tree: Binary, operator: str, scope: Scope) -> str:
    return f"{_normal(tree.left, scope)} {operator} {_normal(tree.right, scope)}"


def _opposite(tree: Expression, scope: Scope) -> str | None:
    """Return the negation of a condition in the form of `_normal`, or None."""
    if isinstance(tree, Unary) and tree.operator == "not":
        return _normal(tree.operand, scope)
    if isinstance(tree, Binary) and tree.operator in _OPPOSITES:
        return _compared(tree, _OPPOSITES[tree.operator], scope)
    return None


def _equal_to(tree: Expression) -> object:
    """Return the value in a condition `$ = value`, or None."""
    if isinstance(tree, Binary) and tree.operator == "=":
        sides = (bare(tree.left), bare(tree.right))
        for side, other in (sides, sides[::-1]):
            if _is_value(side):
                return other.value if isinstance(other, Literal) else word(other)
    return None
