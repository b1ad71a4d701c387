"""The YAQL parser: trees with their places, messages, and how much it can take."""

from __future__ import annotations

import pytest

from muranopl.ard.yaql import Dialect, ExpressionError, LiteralError, is_candidate, parse
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Group,
    Index,
    Keyword,
    ListDisplay,
    Literal,
    MapDisplay,
    Omitted,
    Pair,
    Unary,
    Variable,
    children,
    walk,
)
from muranopl.diagnostics.bounds import EXPRESSION_NESTING


def shape(node: Expression) -> str:
    """A tree in prefix notation."""
    parts = [shape(child) for child in children(node)]
    match node:
        case Literal(value=value):
            return repr(value)
        case Keyword(name=name) | Variable(name=name):
            return name
        case Omitted():
            return "_"
        case Call(name=name):
            return f"{name}({' '.join(parts)})"
        case Unary(operator=operator) | Binary(operator=operator):
            return f"({operator} {' '.join(parts)})"
    names = {Group: "group", Index: "index", ListDisplay: "list", MapDisplay: "map", Pair: "pair"}
    return f"[{' '.join([names[type(node)], *parts])}]"


SHAPES = {
    # operands
    "$": "$",
    " $été ": "$été",
    "TCP": "TCP",
    "true": "True",
    "null": "None",
    "007": "7",
    "2.50": "2.5",
    "٣": "3",
    "'a\\'\\n\\x41\\u00e9\\101\\q\\N{DEGREE SIGN}'": '"a\'\\nAéA\\\\q°"',
    '"\\U0001F600\\777"': repr("\U0001f600\u01ff"),
    "`\\n \\` x`": "'\\\\n ` x'",
    # calls, indexes, displays
    "f()": "f()",
    "not($x)": "not($x)",
    "__f(true())": "__f(true())",
    "f(1, b => 2)": "f(1 [pair b 2])",
    "f(,1)": "f(_ 1)",
    "f(,,1,,2,,,3)": "f(_ _ 1 _ 2 _ _ 3)",
    "f(1,,a => 2, b => 3)": "f(1 _ [pair a 2] [pair b 3])",
    "$[1][2,, a => 3]": "[index [index $ 1] 2 _ [pair a 3]]",
    "[][]": "[index [list]]",
    "[1, [2]]": "[list 1 [list 2]]",
    "{a => 1, $b + 1 => {}}": "[map [pair a 1] [pair (+ $b 1) [map]]]",
    "((1))": "[group [group 1]]",
    # operators, from the tightest to the loosest
    ":a:b": "(: (: a) b)",
    "a::b.c": "(. (: a (: b)) c)",
    "$.a?.b[0].c": "(. [index (?. (. $ a) b) 0] c)",
    "-$.a[0]": "(- [index (. $ a) 0])",
    "a.-b": "(. a (- b))",
    "- - 1": "(- (- 1))",
    "-a =~ b": "(=~ (- a) b)",
    "a =~ b * c": "(* (=~ a b) c)",
    "a * b mod c / d": "(/ (mod (* a b) c) d)",
    "a - b * c + d": "(+ (- a (* b c)) d)",
    "a + b > c = d in e is f": "(is (in (= (> (+ a b) c) d) e) f)",
    "not a = b and c": "(and (not (= a b)) c)",
    "a * not b + c": "(* a (not (+ b c)))",
    "a or b and c or d": "(or (or a (and b c)) d)",
    "a or b -> c -> d or e": "(-> (or a b) (-> c (or d e)))",
    "f(a or b => c -> d)": "f([pair (or a b) (-> c d)])",
}


@pytest.mark.parametrize("text", SHAPES)
def test_shape(text: str) -> None:
    assert shape(parse(text)) == SHAPES[text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(a or b => c -> d)", "f([pair (or a b) (-> c d)])"),
        ("switch($, 1 => a, true => b)", "switch($ [pair 1 a] [pair True b])"),
        ("{a => 1}.get(b => 2)", "(. [map [pair a 1]] get([pair b 2]))"),
        ("is", "is"),
    ],
)
def test_shape_in_ui_definitions(text: str, expected: str) -> None:
    assert shape(parse(text, Dialect.UI)) == expected


@pytest.mark.parametrize(
    "text", ["$.x => 1", "a => b", "f(a => 1, $.y)", "f((a => b))", "a:b", "$ is b"]
)
def test_no_expression_in_ui_definitions(text: str) -> None:
    with pytest.raises(ExpressionError):
        parse(text, Dialect.UI)


@pytest.mark.parametrize("text", [*SHAPES, "  $.x.f( 1 ,, 'it' , a => [ 2 ] )  + ( not $y ) "])
def test_places(text: str) -> None:
    """A node's text, parsed alone, gives the same tree; children lie within their parents, in order."""
    for node in walk(parse(text)):
        parts = list(children(node))
        edges = [
            node.start,
            *(edge for child in parts for edge in (child.start, child.end)),
            node.end,
        ]
        assert edges == sorted(edges)
        if isinstance(node, Omitted):
            assert node.start == node.end
        elif not isinstance(node, Pair):
            assert shape(parse(text[node.start : node.end])) == shape(node)


NO_LAMBDA = "YAQL has no lambda; write an expression with `$` for its argument"
SWITCH = "write `switch(condition => value, true => other)`"
ERRORS = {
    "": ("there is no expression here", 0, 0),
    "  ": ("there is no expression here", 2, 2),
    "$x +": ("the expression is incomplete", 4, 4),
    "$.f(1": ("`f(` is never closed", 2, 4),
    "a + (b": ("`(` is never closed", 4, 5),
    "[1, 2": ("`[` is never closed", 0, 1),
    "a)": ("unmatched `)`", 1, 2),
    "f(1]": ("`)` expected instead of `]`", 3, 4),
    "$x 'a": ("this quote is never closed", 3, 5),
    "f(1,)": ("a comma cannot come before `)`", 4, 5),
    "f(,)": ("a comma cannot come before `)`", 3, 4),
    "f(a => 1, 2)": (
        "`)` ends an argument without a name, which cannot follow a named one",
        11,
        12,
    ),
    "f(a => 1, 2, b => 3)": (
        "`,` ends an argument without a name, which cannot follow a named one",
        11,
        12,
    ),
    "a => b": ("`=>` is allowed only between the name and the value of an argument", 2, 4),
    "f(,a => 1)": ("`=>` is allowed only between the name and the value of an argument", 5, 7),
    "f(1,,,a => 1)": ("`=>` is allowed only between the name and the value of an argument", 8, 10),
    "f (1)": ("`(` must follow the function name `f` without a space", 2, 3),
    "$x == 1": ("`==` is not a YAQL operator; use `=`", 3, 5),
    "$x <> 1": ("`<>` is not a YAQL operator; use `!=`", 3, 5),
    "$x && $y": ("`&&` is not a YAQL operator; use `and`", 3, 5),
    "$x || $y": ("`||` is not a YAQL operator; use `or`", 3, 5),
    "!$x": ("`!` is not a YAQL operator; use `not`", 0, 1),
    "$x === 1": ("`===` is not a YAQL operator; use `=`", 3, 6),
    "$x !== 1": ("`!==` is not a YAQL operator; use `!=`", 3, 6),
    "$x ?? 1": ("`??` is not a YAQL operator; use the function `coalesce`", 3, 5),
    "$x ? 1": (f"`?` is not a YAQL operator; {SWITCH}", 3, 4),
    "if $x then 1": (f"YAQL has no `if`; {SWITCH}", 0, 2),
    "1 if $x else 2": (f"YAQL has no `if`; {SWITCH}", 2, 4),
    "$x^2": ("`^` is not a YAQL operator; use the function `pow` or `bitwiseXor`", 2, 3),
    "$x++": ("`++` is not a YAQL operator; write `$name: $name + 1`", 4, 4),
    "$x += 1": ("`+=` is not a YAQL operator; write `$name: $name + value`", 3, 5),
    "$x not in $y": ("`not` is not possible here; write it before the value on the left", 3, 6),
    "$x instanceof Y": ("`instanceof` is not a YAQL operator; use `is`", 3, 13),
    "$x AND $y": ("`AND` is not a YAQL operator; write `and`", 3, 6),
    "NOT $x": ("`NOT` is not a YAQL operator; write `not`", 0, 3),
    "$x.nil?": ("YAQL has no `null?`; compare with `= null`", 2, 7),
    "new a.B()": ("`new` is a function; write `new(prefix:Class)`", 0, 3),
    "f(function(x) x)": (NO_LAMBDA, 2, 14),
    "f(function(x) {x})": (NO_LAMBDA, 2, 14),
    "f(lambda x, x)": (NO_LAMBDA, 2, 9),
    "f(|x| x)": (NO_LAMBDA, 2, 5),
    "f(\\x -> x)": (NO_LAMBDA, 2, 7),
    "f(() => 1)": (NO_LAMBDA, 2, 7),
    "f((x, y) -> x)": (NO_LAMBDA, 2, 11),
    "5 % 2": ("`%` is not a YAQL operator; use `mod`", 2, 3),
    "a; b": ("`;` has no meaning in YAQL; write each expression separately", 1, 2),
    "+ )": ("`+` needs an expression after it, not `)`", 2, 3),
    "$x $y": ("unexpected `$y`", 3, 5),
    "5a": ("`5a` is neither a number nor a name", 0, 2),
    "a.__b": ("the name `__b` begins with two underscores", 2, 5),
    "a\u00a0b": ("unexpected `\u00a0`", 1, 2),
}


@pytest.mark.parametrize("text", ERRORS)
def test_error(text: str) -> None:
    with pytest.raises(ExpressionError) as raised:
        parse(text)
    assert not isinstance(raised.value, LiteralError)
    assert (raised.value.message, raised.value.start, raised.value.end) == ERRORS[text]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        (r"f('\xzz')", 3, 7),
        (r"'a\N{NO SUCH}'", 2, 13),
        (r"1 '\U99999999'", 3, 13),
        ("f(" + "9" * 5000, 2, 5002),
    ],
)
def test_unreadable_literal(text: str, start: int, end: int) -> None:
    with pytest.raises(LiteralError) as raised:
        parse(text)
    assert (raised.value.start, raised.value.end) == (start, end)


@pytest.mark.parametrize(
    ("text", "in_class", "in_ui"),
    [
        ("a.b c", False, False),
        ("été 1\n", False, False),
        ("", False, False),
        ("a:b", True, False),
        ("$", True, True),
    ],
)
def test_candidate(text: str, in_class: bool, in_ui: bool) -> None:
    assert (is_candidate(text, Dialect.MURANO), is_candidate(text, Dialect.UI)) == (in_class, in_ui)


DEEPEST = EXPRESSION_NESTING.most - 1


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("(" * DEEPEST + "1" + ")" * DEEPEST, EXPRESSION_NESTING.most),
        ("not " * DEEPEST + "1", EXPRESSION_NESTING.most),
        ("f(" * DEEPEST + "f()" + ")" * DEEPEST, EXPRESSION_NESTING.most),
        ("1 + " * DEEPEST + "1", 2 * DEEPEST + 1),
        ("1 -> " * DEEPEST + "1", 2 * DEEPEST + 1),
        ("$" + "[0]" * DEEPEST, 2 * DEEPEST + 1),
        ("f(" + "," * 15_000 + "1)", 15_002),
        ("f(" + "1," * 15_000 + "1)", 15_002),
    ],
)
def test_size_is_no_problem(text: str, nodes: int) -> None:
    assert sum(1 for _ in walk(parse(text))) == nodes


@pytest.mark.parametrize(
    "text", ["(" * 500 + "1" + ")" * 500, "not " * 500 + "1", "1 + " * 500 + "1", "$" + ".a" * 500]
)
def test_what_is_nested_too_deeply_is_refused_at_the_innermost_part(text: str) -> None:
    with pytest.raises(ExpressionError, match="deeper than 500 levels") as caught:
        parse(text)
    assert 0 < caught.value.end - caught.value.start <= len("$.a")


@pytest.mark.parametrize(
    "text", ["$x + " * 500_000 + "1", "$x" + ".a" * 500_000, "1" + " -> $" * 500_000]
)
def test_too_many_words_are_refused_where_the_bound_is(text: str) -> None:
    """A tree of so many levels would break the stack when it is freed."""
    with pytest.raises(ExpressionError, match="more than 50,000 tokens") as caught:
        parse(text)
    assert caught.value.end < 500_000


def test_open_brackets_are_no_problem() -> None:
    with pytest.raises(ExpressionError):
        parse("(" * 100_000)
