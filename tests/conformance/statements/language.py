"""The statements of language/muranopl.txt about classes, properties, contracts and object models."""

from __future__ import annotations

from typing import Any

from tests.conformance.statements.asking import (
    CLEAN,
    FAILS,
    HEAD,
    NOT_GIVEN,
    REFUSED,
    REPORTED,
    Statement,
    called,
    checked,
    class_,
    object_,
    property_of,
    rendered,
    static,
)

SERVER = class_("Properties:\n  p:\n    Contract: $.int()\n    Default: 12\n", "B")
DERIVED = class_("Extends: B\nProperties:\n  p:\n    Contract: $.int()\n    Default: 99\n", "D")
OTHER = class_("", "Other")
CHECKS = """\
Methods:
  allowed:
    Usage: Static
    Body:
      Return: [1, 2]
  isOne:
    Usage: Static
    Arguments:
      - value:
          Contract: $
    Body:
      Return: $value = 1
"""
PORT = """\
Namespaces:
  =: a
Name: C
Properties:
  port:
    Contract: $.int().notNull().check($ > 0 and $ < 65536)
  scope:
    Contract: $.string().notNull().check($ in list(public, cloud, host, internal))
    Default: {}
  protocol:
    Contract: $.string().notNull().check($ in list(TCP, UDP))
    Default: TCP
"""
UNNAMED = "Namespaces: {=: a}\nProperties:\n  p:\n    Contract: $.int()\n"
STRING_MAP = "{A: StringMap, $.string().notNull(): $}"


def with_check(contract: str, value: object) -> Any:
    content = f"Properties:\n  p:\n    Contract: {contract}\n{CHECKS}"
    result = rendered(class_(content), p=value)
    return result if result == REFUSED else result["p"]


def reference(contract: str, value: object) -> Any:
    """Whether a property for objects takes a value; `p` of the object that it then has."""
    content = f"Properties:\n  x:\n    Contract: {contract}\n"
    classes = {**SERVER, **DERIVED, **OTHER, **class_(content)}
    result = rendered(classes, x=value)
    if result == REFUSED or result["x"] is None:
        return result if result == REFUSED else None
    return result["x"]["p"]


def ownership(contract: str, owner: str) -> Any:
    """What a property has that names an object: of another owner, further inside, or its own."""
    holder = "Properties:\n  held:\n    Contract: $.class(std:Object)\n"
    content = f"{holder}  x:\n    Contract: {contract}\n"
    objects = {"?": {"type": "a.B", "id": "b"}}
    inside = {"?": {"type": "a.Holder", "id": "h"}, "held": objects}
    current = {"?": {"type": "a.Current", "id": "c"}, "x": "c" if owner == "current" else "b"}
    model = {"first": None, "second": current}
    if owner == "inside":
        current["held"] = inside
    else:
        model["first"] = inside
    both = (
        "Properties:\n  first:\n    Contract: $.class(std:Object)\n"
        "  second:\n    Contract: $.class(std:Object)\n"
    )
    classes = {**SERVER, **class_(holder, "Holder"), **class_(content, "Current")}
    result = rendered({**classes, **class_(both)}, **model)
    return result if result == REFUSED else result["second"]["x"]


def usage(word: str, body: str, **values: Any) -> Any:
    content = f"Properties:\n  p:\n    Usage: {word}\n    Contract: $.int()\n    Default: 1\n"
    return called(body, content, **values)


def after_loading(word: str) -> Any:
    return rendered(
        class_(f"Properties:\n  p:\n    Usage: {word}\n    Contract: $.int()\n    Default: 1\n")
    )


CLASSES = {
    "all keys but Name are optional": Statement(lambda: checked({"a.C": "Name: a.C\n"}), CLEAN),
    "Name is required": Statement(lambda: checked({"a.C": UNNAMED}), REPORTED),
    "a class without Name has that of the manifest": Statement(
        lambda: rendered({"a.C": UNNAMED}, p=1), {"p": 1}
    ),
    "optional keys must be valid": Statement(lambda: checked(class_("Properties: 5\n")), REPORTED),
    "a class is a mapping": Statement(lambda: checked({"a.C": "- 1\n"}), REPORTED),
    "names of classes are alphanumeric": Statement(
        lambda: checked({"a.C": 'Namespaces: {=: a}\nName: "C!"\n'}), REPORTED
    ),
    "underscores count as letters": Statement(lambda: checked(class_(name="A_B")), CLEAN),
    "a digit does not begin a name": Statement(lambda: checked(class_(name="1A")), REPORTED),
    "names of classes are unique": Statement(
        lambda: checked({"a.C": HEAD.format("C") + "---\n" + HEAD.format("C")}), REPORTED
    ),
    "classes of one name in different namespaces": Statement(
        lambda: checked({**class_(), "b.C": "Namespaces: {=: b}\nName: C\n"}), CLEAN
    ),
    "=:Name is Name": Statement(
        lambda: checked({**class_("", "B"), **class_("Extends: =:B\n")}), CLEAN
    ),
    "a class may be named =:Name": Statement(
        lambda: checked({"a.C": "Namespaces: {=: a}\nName: =:C\n"}), CLEAN
    ),
    "a name without a prefix is in the default namespace": Statement(
        lambda: checked({**class_("", "B"), **class_("Extends: B\n")}), CLEAN
    ),
    "a prefix is replaced by its namespace": Statement(
        lambda: called("- Return: $ is std:Object", "Extends: std:Object\n"), True
    ),
    "an unknown prefix": Statement(lambda: checked(class_("Extends: nope:Object\n")), REPORTED),
    "a name with periods is a full name": Statement(
        lambda: checked(class_("Extends: io.murano.Object\n")), CLEAN
    ),
    "several parents": Statement(
        lambda: checked({**SERVER, **OTHER, **class_("Extends: [B, Other]\n")}), CLEAN
    ),
    "one parent without a list": Statement(
        lambda: checked({**SERVER, **class_("Extends: B\n")}), CLEAN
    ),
    "without parents, io.murano.Object": Statement(
        lambda: called("- Return: $ is std:Object"), True
    ),
}
CONTRACTS = {
    "int() converts digits": Statement(lambda: property_of("$.int()", "12"), 12),
    "int() takes null": Statement(lambda: property_of("$.int()", None), None),
    "int() refuses other texts": Statement(lambda: property_of("$.int()", "twelve"), REFUSED),
    "notNull() refuses null": Statement(lambda: property_of("$.int().notNull()", None), REFUSED),
    "string() converts": Statement(lambda: property_of("$.string()", 12), "12"),
    "string() takes null": Statement(lambda: property_of("$.string()", None), None),
    "string().notNull()": Statement(lambda: property_of("$.string().notNull()", None), REFUSED),
    "bool(): 0 is false": Statement(lambda: property_of("$.bool()", 0), False),
    "bool(): other integers are true": Statement(lambda: property_of("$.bool()", 5), True),
    "bool(): every value that is not null is true": Statement(
        lambda: property_of("$.bool()", "no"), True
    ),
    "bool().notNull()": Statement(lambda: property_of("$.bool().notNull()", None), REFUSED),
    "class() takes objects of the class": Statement(
        lambda: reference("$.class(B)", object_("a.B")), 12
    ),
    "class() refuses others": Statement(
        lambda: reference("$.class(B)", object_("a.Other")), REFUSED
    ),
    "class() takes null": Statement(lambda: reference("$.class(B)", None), None),
    "class().notNull()": Statement(lambda: reference("$.class(B).notNull()", None), REFUSED),
    "class() with a default class": Statement(lambda: reference("$.class(B, D)", None), 99),
    "class() with a default class keeps what is given": Statement(
        lambda: reference("$.class(B, D)", object_("a.B")), 12
    ),
    "class() with a default class of another kind": Statement(
        lambda: reference("$.class(D, B)", None), REFUSED
    ),
    "class() takes objects of classes that extend it": Statement(
        lambda: reference("$.class(B)", object_("a.D")), 99
    ),
    "class() refuses objects of the class that it extends": Statement(
        lambda: reference("$.class(D)", object_("a.B")), REFUSED
    ),
    "class().check()": Statement(
        lambda: reference("$.class(B).check($.p = 12)", object_("a.B")), 12
    ),
    "class().check() refuses": Statement(
        lambda: reference("$.class(B).check($.p = 12)", object_("a.B", p=1)), REFUSED
    ),
    "owned()": Statement(lambda: reference("$.class(B).owned()", object_("a.B")), 12),
    "owned() by another object": Statement(
        lambda: ownership("$.class(B).owned()", "other"), REFUSED
    ),
    "owned() by an object inside the current one": Statement(
        lambda: ownership("$.class(B).owned()", "inside"), "b"
    ),
    "owned() refuses the current object": Statement(
        lambda: ownership("$.class(std:Object).owned()", "current"), REFUSED
    ),
    "notOwned()": Statement(lambda: reference("$.class(B).notOwned()", object_("a.B")), REFUSED),
    "notOwned() by another object": Statement(
        lambda: ownership("$.class(B).notOwned()", "other"), "b"
    ),
    "notOwned() refuses what is further inside": Statement(
        lambda: ownership("$.class(B).notOwned()", "inside"), REFUSED
    ),
    "notOwned() refuses the current object": Statement(
        lambda: ownership("$.class(std:Object).notOwned()", "current"), REFUSED
    ),
    "a list of integers": Statement(lambda: property_of("[$.int()]", [1, "2"]), [1, 2]),
    "a list of integers that are not null": Statement(
        lambda: property_of("[$.int().notNull()]", [1, None]), REFUSED
    ),
    "a list of positive integers": Statement(
        lambda: property_of("[$.int().check($ > 0)]", [1, 0]), REFUSED
    ),
    "positive integers are not null": Statement(
        lambda: property_of("[$.int().check($ > 0)]", [None]), REFUSED
    ),
    "a list of an integer and texts": Statement(
        lambda: property_of("[$.int(), $.string()]", ["1", 2, "b"]), [1, "2", "b"]
    ),
    "it has two items at least": Statement(
        lambda: property_of("[$.int(), $.string()]", [1]), REFUSED
    ),
    "the shortest list": Statement(lambda: property_of("[$.int(), 2]", [1, 2, 3]), [1, 2, 3]),
    "a list that is too short": Statement(lambda: property_of("[$.int(), 2]", [1]), REFUSED),
    "the longest list": Statement(lambda: property_of("[$.int(), 2, 5]", [1] * 5), [1] * 5),
    "a list that is too long": Statement(lambda: property_of("[$.int(), 2, 5]", [1] * 6), REFUSED),
    "a mapping with known keys": Statement(
        lambda: property_of("{A: $.int(), B: [$.string()]}", {"A": "1", "B": ["x"]}),
        {"A": 1, "B": ["x"]},
    ),
    "any value": Statement(lambda: property_of("$", {"a": [1]}), {"a": [1]}),
    "any list": Statement(lambda: property_of("[]", [1, "a"]), [1, "a"]),
    "any mapping": Statement(lambda: property_of("{}", {"a": 1}), {"a": 1}),
    "a text is not a mapping": Statement(lambda: property_of("{}", "a"), REFUSED),
    "a mapping of texts to integers": Statement(
        lambda: property_of("{$.string().notNull(): $.int().notNull()}", {"a": "1"}), {"a": 1}
    ),
    "a constant in a mapping": Statement(
        lambda: property_of(STRING_MAP, {"A": "StringMap", "b": 1}), {"A": "StringMap", "b": 1}
    ),
    "another value than the constant": Statement(
        lambda: property_of(STRING_MAP, {"A": "Other"}), REFUSED
    ),
    "check() with the result of a static method": Statement(
        lambda: with_check("$.check($ in $this.allowed())", 2), 2
    ),
    "a value that the result lacks": Statement(
        lambda: with_check("$.check($ in $this.allowed())", 3), REFUSED
    ),
    "check() by a static method": Statement(lambda: with_check("$.check($this.isOne($))", 1), 1),
    "a value for which the method is false": Statement(
        lambda: with_check("$.check($this.isOne($))", 2), REFUSED
    ),
    "the example: defaults": Statement(
        lambda: rendered({"a.C": PORT.format("public")}, port=70),
        {"port": 70, "scope": "public", "protocol": "TCP"},
    ),
    "the example: a port that is too high": Statement(
        lambda: rendered({"a.C": PORT.format("public")}, port=70000), REFUSED
    ),
    "the example: a Default that its contract refuses": Statement(
        lambda: checked({"a.C": PORT.format("private")}), REPORTED
    ),
}
PROPERTIES = {
    "In: the value is the user's": Statement(lambda: usage("In", "- Return: $.p", p=5), 5),
    "In: workflows cannot write it": Statement(lambda: usage("In", "- $.p: 2", p=5), FAILS),
    "In is the default": Statement(
        lambda: called("- $.p: 2", "Properties:\n  p:\n    Contract: $.int()\n"), FAILS
    ),
    "writing it is reported": Statement(
        lambda: checked(
            class_(
                "Properties:\n  p:\n    Contract: $.int()\nMethods:\n  m:\n    Body:\n      - $.p: 2\n"
            )
        ),
        REPORTED,
    ),
    "Out: workflows write it": Statement(lambda: usage("Out", "- $.p: 2\n- Return: $.p"), 2),
    "InOut: both write it": Statement(
        lambda: usage("InOut", "- $.p: $.p + 1\n- Return: $.p", p=5), 6
    ),
    "Const: the value is the user's": Statement(lambda: usage("Const", "- Return: $.p", p=5), 5),
    "Const: workflows cannot write it": Statement(lambda: usage("Const", "- $.p: 2", p=5), FAILS),
    "Runtime: workflows write it": Statement(
        lambda: usage("Runtime", "- $.p: 2\n- Return: $.p"), 2
    ),
    "Runtime: not read from the model": Statement(
        lambda: usage("Runtime", "- Return: $.p", p=5), 1
    ),
    "Runtime: not written to the model": Statement(lambda: after_loading("Runtime"), {}),
    "Static: a property of the class": Statement(
        lambda: static(
            "- Return: :C.p",
            "Properties:\n  p:\n    Usage: Static\n    Contract: $.int()\n    Default: 7\n",
        ),
        7,
    ),
    "no other usage": Statement(
        lambda: checked(class_("Properties:\n  p:\n    Usage: Both\n    Contract: $.int()\n")),
        REPORTED,
    ),
    "a property that is not declared is private": Statement(
        lambda: called("- $.own: 2\n- Return: $.own"), 2
    ),
    "reading it before it is set": Statement(lambda: called("- Return: $.own"), FAILS),
    "Default: where no value is given": Statement(
        lambda: property_of("$.int()", NOT_GIVEN, "5"), 5
    ),
    "Default: not for null": Statement(lambda: property_of("$.int()", None, "5"), None),
    "Default: conforms to the contract": Statement(
        lambda: checked(class_("Properties:\n  p:\n    Contract: $.int()\n    Default: five\n")),
        REPORTED,
    ),
    "without Default it is null": Statement(lambda: property_of("$.int()", NOT_GIVEN), None),
    "Default: of an object that is given": Statement(
        lambda: rendered(
            {
                **SERVER,
                **class_("Properties:\n  x:\n    Contract: $.class(B)\n    Default: {p: 99}\n"),
            },
            x=object_("a.B"),
        )["x"]["p"],
        99,
    ),
}
REFERENCES = (
    "Properties:\n  first:\n    Contract: $.class(B)\n"
    "  second:\n    Contract: $.class(B)\n  text:\n    Contract: $.string()\n"
)
ENVIRONMENT = "Methods:\n  .init:\n    Body:\n      - $.e: $.find(std:Environment).require()\n"


def model(name: str = "", **values: Any) -> Any:
    """The value of one property of a model with references, or REFUSED."""
    result = rendered({**SERVER, **class_(REFERENCES)}, **values)
    return result if result == REFUSED or not name else result[name]


MODELS = {
    "an object inside another one": Statement(
        lambda: model("first", first=object_("a.B", p=3))["p"], 3
    ),
    "an object by its id": Statement(
        lambda: model("second", first=object_("a.B"), second="a.B"), "a.B"
    ),
    "a text that is like an id": Statement(
        lambda: model("text", first=object_("a.B"), text="a.B"), "a.B"
    ),
    "the id of no object": Statement(lambda: model(second="nobody"), REFUSED),
    "an unknown class": Statement(lambda: model(first=object_("a.Nothing")), REFUSED),
    "entries of designers": Statement(
        lambda: rendered(class_(), {"any designer's entry": {"key": "value"}}), {}
    ),
    "an owner of a certain class": Statement(
        lambda: rendered(
            {**class_(ENVIRONMENT, "B"), **class_("Properties:\n  x:\n    Contract: $.class(B)\n")},
            x=object_("a.B"),
        ),
        REFUSED,
    ),
}
STATEMENTS = {**CLASSES, **CONTRACTS, **PROPERTIES, **MODELS}
