"""All commands judge a value alike: random contracts and values, by the documents and by the engine.

A class has a value as a Default, as a literal argument and as an assigned literal; a model and a form
give it. What `check` says of the first three and of the form, what rendering and a call make of it,
and what the JSON schemas take must agree, with and without `--quirk engine`.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

import muranopl
from muranopl.diagnostics.quirks import QUIRKS
from tests.manifests import write_files

Value = Any
ENGINE = tuple(name for name in QUIRKS if name != "forms")
"""The quirks of values: `forms` leaves constraints out of schemas."""

CHECKS = {
    "int()": (
        "check($ > 2)",
        "check($ = 1 or $ > 10)",
        "check($ in [1, 5, 12])",
        "check(0 <= $ and $ < 10 and $ != 5)",
        "check($ mod 2 = 0)",
    ),
    "string()": (
        "check(len($) < 3)",
        "check($ = a or $ = '12')",
        "check($ in list(a, word))",
        "check($.matches('^[a-z]*$'))",
        "check($ =~ '1')",
        "check($.toUpper() = $)",
        "check($.startsWith(a) or $.endsWith('2'))",
    ),
    "bool()": ("check($ = true)", "check(not $)", "check($)"),
}
ODD = (
    "5",
    "true",
    "[]",
    "{}",
    "$.notNull()",
    "$.notNull().int()",
    "$.check($ > 5)",
    "$.check(isString($))",
    "$.check($ in [1, a])",
)
"""Contracts that are constants, or restrictions alone."""
SCALARS = (
    None,
    True,
    False,
    0,
    1,
    5,
    -2,
    1.5,
    2**70,
    "",
    " ",
    "a",
    "word",
    "no",
    "true",
    "null",
    "12",
    " 12 ",
    "-3",
    "+5",
    "007",
    "0x1",
    "1_0",
    "1.5",
    "5 + 5",
    "$.p",
    "a: b",
    "2020-01-01",
)
PAIRS = 30


class Pair(NamedTuple):
    """A contract, as the YAML of a class file, and a value."""

    contract: str
    value: Value

    @property
    def has_check(self) -> bool:
        """Whether a predicate refuses values, of which schemas and forms know only some."""
        return "check" in self.contract


def contracts(chance: random.Random, depth: int = 0) -> str:
    """Return a random contract."""
    form = chance.choice(("chain",) * 6 + ("list", "list", "mapping") * (depth < 2))
    if form == "list":
        items = [contracts(chance, depth + 1) for _ in range(chance.choice((1, 1, 2)))]
        bounds = map(str, sorted(chance.sample(range(4), chance.choice((0, 0, 1, 2)))))
        return f"[{', '.join([*items, *bounds])}]"
    if form == "mapping":
        keys = chance.sample(("a", "b"), chance.choice((1, 2)))
        parts = [f"{key}: {contracts(chance, depth + 1)}" for key in keys]
        if chance.random() < 0.3:
            parts.append("c: word")
        if chance.random() < 0.3:
            parts.append(f"$.string(): {contracts(chance, depth + 1)}")
        return f"{{{', '.join(parts)}}}"
    if chance.random() < 0.1:
        return "$"
    # Constants in lists are bounds.
    if depth == 0 and chance.random() < 0.05:
        return expression(chance.choice(ODD))
    type_ = chance.choice(list(CHECKS))
    restrictions = ("notNull()", chance.choice(CHECKS[type_]))
    links = chance.sample(restrictions, chance.choice((0, 0, 0, 1, 2)))
    return expression(".".join(["$", type_, *links]))


def expression(text: str) -> str:
    """Return an expression as YAML, wherever in a flow sequence or mapping it is."""
    is_plain = text in {"[]", "{}"} or not set(text) & set(",:[]{}")
    return text if is_plain else f"!yaql {json.dumps(text)}"


def values(chance: random.Random, depth: int = 0) -> Value:
    """Return a random value."""
    form = chance.choice(("scalar",) * 5 + ("list", "list", "mapping") * (depth < 2))
    if form == "list":
        return [values(chance, depth + 1) for _ in range(chance.choice((0, 1, 2, 3)))]
    if form == "mapping":
        keys = chance.sample(("a", "b", "c"), chance.choice((0, 1, 2)))
        return {key: values(chance, depth + 1) for key in keys}
    return chance.choice(SCALARS)


def in_yaql(value: Value) -> str:
    """Return a value as an expression."""
    if isinstance(value, list):
        return f"[{', '.join(map(in_yaql, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} => {in_yaql(item)}' for key, item in value.items())}}}"
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


class Written(NamedTuple):
    """The catalog of some pairs, and what lines of its files are about: (use, number of the pair)."""

    folder: Path
    lines: dict[tuple[str, int], tuple[str, int]]


def written(pairs: list[Pair], folder: Path) -> Written:
    """Write a package with all uses of some pairs, one to a line."""
    lines: dict[tuple[str, int], tuple[str, int]] = {}
    texts: dict[str, list[str]] = {}

    def line(file: str, text: str, use: str = "", number: int = -1) -> None:
        texts.setdefault(file, []).append(text)
        if use:
            lines[Path(file).name, len(texts[file])] = use, number

    app = "Classes/App.yaml"
    for text in (
        "Namespaces: {=: acme, std: io.murano}",
        "Name: App",
        "Extends: std:Application",
        "Properties:",
    ):
        line(app, text)
    for text in ("Version: 2.4", "Application:", "  ?: {type: acme.App}"):
        line("UI/ui.yaml", text)
    names = ["App"]
    for number, (contract, value) in enumerate(pairs):
        literal = json.dumps(value)
        line(app, f"  p{number}: {{Contract: {contract}}}")
        line("UI/ui.yaml", f"  p{number}: {literal}", "form", number)
        given, default, run = (
            f"Classes/{kind}{number}.yaml" for kind in ("Given", "Default", "Run")
        )
        names += [Path(file).stem for file in (given, default, run)]
        for file in (given, default, run):
            line(file, f"Namespaces: {{=: acme}}\nName: {Path(file).stem}\nProperties:")
            texts[file] = "\n".join(texts[file]).split("\n")
        line(given, f"  p: {{Contract: {contract}}}")
        line(default, f"  p: {{Contract: {contract}, Default: {literal}}}", "default", number)
        line(run, f"  p: {{Contract: {contract}, Usage: Runtime}}")
        for text in (
            "Methods:",
            "  f:",
            "    Arguments:",
            f"    - x: {{Contract: {contract}}}",
            "    Body:",
        ):
            line(run, text)
        for text in ("    - Return: $x", "  argument:", "    Scope: Public", "    Body:"):
            line(run, text)
        call = json.dumps(f"$.f({in_yaql(value)})")
        line(run, f"    - Return: !yaql {call}", "argument", number)
        for text in ("  assigned:", "    Scope: Public", "    Body:"):
            line(run, text)
        line(run, f"    - $.p: {literal}", "assigned", number)
        line(run, "    - Return: $.p")
    classes = ", ".join(f"acme.{name}: {name}.yaml" for name in names)
    manifest = "Format: MuranoPL/1.4\nType: Application\nFullName: acme\nName: Acme\n"
    texts["manifest.yaml"] = [f"{manifest}Classes: {{{classes}}}"]
    written = {file: "\n".join([*content, ""]) for file, content in texts.items()}
    write_files(folder, written)
    return Written(folder, lines)


class Judges:
    """The verdicts about the pairs of a catalog under some quirks."""

    def __init__(self, pairs: list[Pair], folder: Path, quirks: tuple[str, ...]) -> None:
        self.catalog = muranopl.Catalog([folder], quirks=quirks)
        self.pairs = pairs

    def checked(self, lines: dict[tuple[str, int], tuple[str, int]]) -> set[tuple[str, int]]:
        """Return the uses with an error, by kind and number of the pair."""
        errors = (
            item for item in self.catalog.check().diagnostics if item.severity.value == "error"
        )
        return {lines.get((Path(item.file).name, item.line), (str(item), -1)) for item in errors}

    def rendered(self, class_: str, given: dict[str, Value]) -> tuple[bool, Value]:
        """Return whether a model loads, and its value."""
        model = self.catalog.render({"?": {"type": f"acme.{class_}", "id": "root"}, **given}).model
        return model is not None, None if model is None else model["p"]

    def filled_in(self) -> set[int]:
        """Return the numbers of the pairs that the form sends and rendering refuses."""
        result = self.catalog.render_form(None, {})
        errors = [item.message for item in result.diagnostics if item.severity.value == "error"]
        paths = [re.match(r"\$\.applications\[0\]\.p(\d+)", message) for message in errors]
        assert None not in paths, errors
        return {int(path[1]) for path in paths if path is not None}

    def called(self, number: int, method: str) -> tuple[bool, Value]:
        """Return whether a method returns, and its value."""
        model = {"?": {"type": f"acme.Run{number}", "id": "root"}}
        result = self.catalog.call(f"acme.Run{number}", method, model=model)
        return result.ok, result.value

    def schema(self, number: int) -> Any:
        """Return the validator of values of the property of a class."""
        schema = self.catalog.schema(f"acme.Given{number}", [""], draft="2020-12")
        return jsonschema.Draft202012Validator(schema[""])

    def form_schema(self, number: int) -> Any:
        """Return the validator of what forms send: values that need no conversion."""
        schema = self.catalog.schema(f"acme.Given{number}", [""], draft="04")
        return jsonschema.Draft4Validator(schema[""])


def disagreements(pairs: list[Pair], folder: Path, quirks: tuple[str, ...]) -> Iterator[str]:
    """Yield what some commands say of a value otherwise than rendering it in a model."""
    made = written(pairs, folder)
    judges = Judges(pairs, made.folder, quirks)
    refused = judges.checked(made.lines)
    filled_in = judges.filled_in()
    yield from (f"unexpected: {use}" for use, number in refused if number < 0)
    for number, pair in enumerate(pairs):
        taken, result = judges.rendered(f"Given{number}", {"p": pair.value})
        answers = {"default": judges.rendered(f"Default{number}", {})}
        for method in ("argument", "assigned"):
            answers[method] = judges.called(number, method)
        if pair.value is None:
            # A null is not a Default to the engine, and passes every contract as a literal argument.
            del answers["default"]
            if "null-argument" in quirks:
                del answers["argument"]
        for use, answer in answers.items():
            if answer != (taken, result):
                yield f"{pair}: rendered {taken, result}, {use} {answer}"
        for use in (*answers, "form"):
            # What a form sends is converted first, which its check does not follow into predicates.
            is_silent = use == "form" and (use, number) not in refused and pair.has_check
            if ((use, number) not in refused) is not taken and not is_silent:
                yield f"{pair}: rendered {taken}, checked as {use} {(use, number) not in refused}"
        if (number in filled_in) is taken:
            yield f"{pair}: rendered {taken}, in the model of the form {number not in filled_in}"
        accepted = judges.schema(number).is_valid({"p": pair.value})
        if accepted is not taken and (taken or not pair.has_check):
            yield f"{pair}: rendered {taken}, accepted by the schema {accepted}"
        # To JSON schema, 1 is not equal to true, as it is to contracts that are constants.
        is_equal = pair.contract == "true" and result == 1
        if taken and not is_equal and not judges.form_schema(number).is_valid({"p": result}):
            yield f"{pair}: rendered {result}, refused by the schema of draft 4"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("quirks", [(), ENGINE], ids=["documents", "engine"])
def test_all_commands_agree(seed: int, quirks: tuple[str, ...], tmp_path: Path) -> None:
    chance = random.Random(seed)  # reproducible
    pairs = [Pair(contracts(chance), values(chance)) for _ in range(PAIRS)]
    assert list(disagreements(pairs, tmp_path, quirks)) == []


DIFFERED = (
    Pair("true", 1),
    Pair("5", "x"),
    Pair("[$.int(), $.string()]", [1]),
    Pair("$.string().check($.toUpper() = $)", "word"),
    Pair('!yaql "$.check($ in [1, a])"', ["a"]),
    Pair("$.check($ > 5)", "word"),
)
"""Pairs about which commands once disagreed."""


@pytest.mark.parametrize("quirks", [(), ENGINE], ids=["documents", "engine"])
def test_mended_disagreements(quirks: tuple[str, ...], tmp_path: Path) -> None:
    assert list(disagreements(list(DIFFERED), tmp_path, quirks)) == []
