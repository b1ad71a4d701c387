"""The statements of language/forms.txt: generation of schemas, model builders, hints."""

from __future__ import annotations

from typing import Any

from tests.conformance.statements.asking import HEAD, Statement, catalog, class_, schema, schema_of

METHODS = """\
Methods:
  build:
    Usage: Static
    Scope: Public
    Meta:
      - meta:ModelBuilder:
      - meta:Title:
          text: Build
    Arguments:
      - model:
          Contract: {}
      - size:
          Contract: $.int().notNull()
          Meta:
            - meta:Title:
                text: Size
    Body:
      Return: $model
  act:
    Scope: Public
    Body:
      Return: 1
"""
SECTIONS = """\
Meta:
  - forms:Section:
      name: first
      title: First
      index: 4
  - forms:Section:
      name: second
      index: 50
"""
LATER = "Meta:\n  - forms:Section:\n      name: first\n      title: Later\n      index: 90\n"
POSITION = """\
Properties:
  {}:
    Contract: $
    Meta:
      - forms:Position:
          index: 1
"""
NUMBERED = class_("Properties:\n  n:\n    Contract: $.int()\n", "B")


def names(methods: list[str] | None = None, content: str = METHODS) -> list[str]:
    """The names of the schemas of a class."""
    return sorted(catalog(class_(content)).schema("a.C", methods))


def parts(keys: str, **of: Any) -> list[Any]:
    """The values of some keys of the schema of a property."""
    result = schema_of(**of)
    return [result.get(key) for key in keys.split()]


def hint(meta: str, key: str, **values: Any) -> Any:
    return schema_of("$.int()", Meta=[{meta: values}]).get(key)


def context() -> Any:
    content = "Properties:\n  p:\n    Contract: $.class(B).check($.n > 5)\n"
    return schema(content, others=NUMBERED)["properties"]["p"]["context"]


def sections(content: str, parent: str = "") -> list[tuple[str, str]]:
    """The names and titles of the sections of a form, in order."""
    parents = {"a.P": HEAD.format("P") + parent} if parent else {}
    result = schema(content, others=parents)["formSections"]
    ordered = sorted(result.items(), key=lambda pair: pair[1]["index"])
    return [(name, section["title"]) for name, section in ordered]


def inherited_position() -> bool:
    parent = {"a.P": HEAD.format("P") + POSITION.format("theirs")}
    content = "Extends: P\n" + POSITION.format("own")
    fields = schema(content, others=parent)["properties"]
    return bool(fields["theirs"]["formIndex"] < fields["own"]["formIndex"])


def built() -> Any:
    given = {"model": {"?": {"type": "a.C"}}, "size": 1}
    return catalog(class_(METHODS)).call("a.C", "build", given).value["?"]["type"]


SCHEMAS = {
    "contracts become types": Statement(
        lambda: parts("type", contract="$.int()"), [["integer", "null"]]
    ),
    "notNull()": Statement(lambda: parts("type", contract="$.string().notNull()"), ["string"]),
    "and splits a check": Statement(
        lambda: parts("minimum maximum", contract="$.int().check($ > 0 and $ < 10)"), [0, 10]
    ),
    "the length of a text": Statement(
        lambda: parts("maxLength", contract="$.string().check(len($) < 5)"), [4]
    ),
    "a regular expression": Statement(
        lambda: parts("pattern", contract="$.string().check($ =~ '^a')"), ["^a"]
    ),
    "matches()": Statement(
        lambda: parts("pattern", contract="$.string().check($.matches('^a'))"), ["^a"]
    ),
    "in is an enum": Statement(
        lambda: parts("enum", contract="$.string().check($ in [a, b])"), [["a", "b"]]
    ),
    "an equal number is an enum": Statement(
        lambda: parts("enum type", contract="$.int().check($ = 5)"), [[5], ["integer", "null"]]
    ),
    "other checks are left out": Statement(
        lambda: parts("type pattern", contract="$.string().check($.startsWith(a))"),
        [["string", "null"], None],
    ),
    "Default": Statement(lambda: parts("default", contract="$.int()", Default=5), [5]),
    "class() is a muranoObject": Statement(
        lambda: parts("type muranoType", contract="$.class(std:Object).notNull()"),
        ["muranoObject", "io.murano.Object"],
    ),
    "owned()": Statement(lambda: parts("owned", contract="$.class(std:Object).owned()"), [True]),
    "notOwned()": Statement(
        lambda: parts("owned", contract="$.class(std:Object).notOwned()"), [False]
    ),
    "neither of both": Statement(lambda: parts("owned", contract="$.class(std:Object)"), [None]),
    "a check of an object's property is its context": Statement(
        lambda: context()["properties"]["n"]["minimum"], 5
    ),
    "by default, the class and its model builders": Statement(names, ["", "build"]),
    "one model builder": Statement(lambda: names(["build"]), ["build"]),
    "one action": Statement(lambda: names(["act"]), ["act"]),
    "an empty name is the class": Statement(lambda: names([""]), [""]),
}
BUILDERS = {
    "the first argument is skipped": Statement(
        lambda: list(schema(METHODS, "build")["properties"]), ["size"]
    ),
    "a builder is static": Statement(
        lambda: names(content=METHODS.replace("Usage: Static", "Usage: Runtime")), [""]
    ),
    "a builder is public": Statement(
        lambda: names(content=METHODS.replace("Scope: Public", "Scope: Session")), [""]
    ),
    "a builder is marked": Statement(
        lambda: names(content=METHODS.replace("      - meta:ModelBuilder:\n", "")), [""]
    ),
    "a builder returns a model": Statement(built, "a.C/0.0.0@a.pkg"),
}
HINTS = {
    "Title": Statement(lambda: hint("meta:Title", "title", text="T"), "T"),
    "without Title, the name": Statement(lambda: parts("title", contract="$.int()"), ["p"]),
    "Title of a class": Statement(
        lambda: schema("Meta:\n  - meta:Title:\n      text: T\n")["title"], "T"
    ),
    "Title of a method": Statement(lambda: schema(METHODS, "build")["title"], "Build"),
    "Title of an argument": Statement(
        lambda: schema(METHODS, "build")["properties"]["size"]["title"], "Size"
    ),
    "Description": Statement(lambda: hint("meta:Description", "description", text="T"), "T"),
    "HelpText": Statement(lambda: hint("meta:HelpText", "helpText", text="T"), "T"),
    "Hidden": Statement(lambda: hint("forms:Hidden", "visible"), False),
    "Position, by the name in the document": Statement(
        lambda: hint("meta:Position", "formIndex", index=3) is not None, True
    ),
    "the section of a position": Statement(
        lambda: hint("forms:Position", "formSection", index=3, section="s"), "s"
    ),
    "inherited fields come first": Statement(inherited_position, True),
    "sections in the order of their indexes": Statement(
        lambda: sections(SECTIONS), [("first", "First"), ("second", "second")]
    ),
    "children declare sections anew": Statement(
        lambda: sections("Extends: P\n" + LATER, SECTIONS),
        [("second", "second"), ("first", "Later")],
    ),
}
STATEMENTS = {**SCHEMAS, **BUILDERS, **HINTS}
