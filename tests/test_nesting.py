"""Whatever a file nests up to NESTING levels deep is worked on by every command and every call of the library.

Commands and calls are run with all kinds of nesting at once, in one catalog. A check also of each
alone: the same package is made with a few levels and with as many as a file may have, and both give
the same diagnostics.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

import muranopl
from muranopl.diagnostics.bounds import EXPRESSION_NESTING, NESTING
from muranopl.diagnostics.formats import FORMATS
from muranopl.interfaces.cli.main import cli

FEW = 5
TOO_DEEP_TO_RUN = {"MPL501", "MPL502", "MPL503", "MPL538", "MPL650", "MPL119"}
"""What is said of values that are run, for which other bounds hold."""
MANIFEST = "Format: 1.4\nType: Application\nFullName: deep.app\nName: Deep\nClasses:\n  deep.App: App.yaml\n"
HEADER = "Namespaces:\n  =: deep\n  std: io.murano\n"
CLASS = HEADER + "Name: App\nExtends: std:Object\n"

Nested = Callable[[int], str]
Files = Callable[[int], dict[str, str]]


def nested(opening: str, closing: str = "", inner: str = "x") -> Nested:
    """Text that nests one thing."""
    return lambda levels: opening * levels + inner + closing * levels


def alternating(*pairs: tuple[str, str], inner: str = "x") -> Nested:
    """Text that nests several things in turn."""

    def made(levels: int) -> str:
        chosen = [pairs[level % len(pairs)] for level in range(levels)]
        return (
            "".join(opening for opening, _ in chosen)
            + inner
            + "".join(closing for _, closing in reversed(chosen))
        )

    return made


def file(path: str, text: str, part: Nested) -> Files:
    """A file with a nested part in place of `@`."""
    return lambda levels: {path: text.replace("@", part(levels))}


def class_(text: str, part: Nested) -> Files:
    return file("Classes/App.yaml", CLASS + text, part)


def contract(part: Nested, default: str = "") -> Files:
    return class_(f"Properties:\n  p:\n    Contract: @\n{default}", part)


def default(part: Nested) -> Files:
    return class_("Properties:\n  p:\n    Contract: $\n    Default: @\n", part)


def override(below: Nested, above: Nested) -> Files:
    """A property and a method that redeclare those of a parent."""
    text = (
        "Name: {name}\nExtends: {parent}\n"
        "Properties:\n  p:\n    Contract: {contract}\n"
        "Methods:\n  m:\n    Arguments:\n    - a:\n        Contract: {contract}\n    Body:\n    - Return: $a\n"
    )

    def made(levels: int) -> dict[str, str]:
        base = text.format(name="Base", parent="std:Object", contract=above(levels))
        own = text.format(name="App", parent="Base", contract=below(levels))
        return {"Classes/App.yaml": f"{HEADER}{base}---\n{HEADER}{own}"}

    return made


def body(text: str, part: Nested) -> Files:
    indented = "".join(f"      {line}\n" for line in text.splitlines())
    arguments = "    Arguments:\n    - a:\n        Contract: $\n"
    return class_(f"Methods:\n  m:\n{arguments}    Body:\n{indented}", part)


def ui(text: str, part: Nested) -> Files:
    return file("UI/ui.yaml", f"Version: 2.4\n{text}", part)


APPLICATION = "Application:\n  ?: {type: deep.App}\n"
FORM = "Forms:\n- a:\n    fields:\n    - name: b\n      type: string\n      label: c\n"
LIST, MAP, BOTH = ("[", "]"), ("{a: ", "}"), (("[", "]"), ("{a: ", "}"))
STRING = "$.string()"

KINDS: dict[str, Files] = {
    "list contract": contract(nested(*LIST, STRING)),
    "list contract, two items": contract(nested("[$.int(), ", "]", STRING)),
    "list contract, bounds": contract(nested("[", ", 1, 2]", STRING)),
    "mapping contract": contract(nested(*MAP, STRING)),
    "pattern contract": contract(nested("{$.string(): ", "}", STRING)),
    "lists and mappings in a contract": contract(alternating(*BOTH, inner=STRING)),
    "pattern keys": contract(nested("{? ", " : $}", STRING)),
    "lists that a default has not": contract(nested(*LIST, STRING), "    Default: []\n"),
    "contract of an argument": class_(
        "Methods:\n  m:\n    Usage: Action\n    Arguments:\n    - a:\n        Contract: @\n    Body: []\n",
        nested(*LIST, STRING),
    ),
    "overridden lists": override(nested(*LIST, STRING), nested(*LIST, "$.int()")),
    "overridden mappings": override(nested(*MAP, STRING), nested(*MAP, "$.int()")),
    "overridden patterns": override(
        nested("{$.string(): ", "}", STRING), nested("{$.string(): ", "}", "$.int()")
    ),
    "overridden, lists and mappings": override(
        alternating(*BOTH, inner=STRING), alternating(*BOTH, inner="$.int()")
    ),
    "overridden, any value as lists": override(lambda _: "$", nested(*LIST, STRING)),
    "overridden, lists as any value": override(nested(*LIST, STRING), lambda _: "$"),
    "overridden, one value as lists": override(lambda _: STRING, nested(*LIST, STRING)),
    "overridden, a mapping as a pattern": override(
        nested(*MAP, STRING), nested("{$.string(): ", "}", "$.int()")
    ),
    "overridden, a pattern as a mapping": override(
        nested("{$.string(): ", "}", STRING), nested(*MAP, "$.int()")
    ),
    "default, lists": default(nested(*LIST, "1")),
    "default, mappings": default(nested(*MAP)),
    "default, keys": default(nested("{? ", " : 1}")),
    "default, lists by contract": lambda levels: contract(
        nested(*LIST, STRING), f"    Default: {nested(*LIST)(levels)}\n"
    )(levels),
    "default, mappings by contract": lambda levels: contract(
        nested(*MAP, STRING), f"    Default: {nested(*MAP)(levels)}\n"
    )(levels),
    "default, parentheses": default(nested("(", ")", "$.find(x)")),
    "default, operators": default(nested("1 + ", "", "$.p")),
    "default of an argument": class_(
        "Methods:\n  m:\n    Arguments:\n    - a:\n        Contract: $\n        Default: @\n    Body: []\n",
        nested(*LIST),
    ),
    "If": body("@", nested("[{If: $a, Then: ", "}]", "[]")),
    "If, a list or not": body("@", nested("{If: $a, Then: ", "}", "{Return: 1}")),
    "Match": body("@", nested("{Match: {1: ", "}, Value: $a}", "[]")),
    "For": body("@", nested("{For: i, In: $a, Do: ", "}", "[]")),
    "Try": body("@", nested("{Try: ", ", Catch: {Do: []}}", "[]")),
    "Parallel": body("@", nested("{Parallel: ", "}", "[]")),
    "lists in a value": body("- $b: @\n- Return: $b", nested(*LIST, "$a")),
    "mappings in a value": body("- $b: @\n- Return: $b", nested(*MAP, "$a")),
    "keys in a value": body("- Return: @", nested("{? ", " : 1}")),
    "no instruction": body("@", nested(*LIST, "$a")),
    "a value that no keyword takes": body("- If: $a\n  Then: []\n  Other: @", nested(*LIST)),
    **{
        f"expression, {name}": body(f'- Return: !yaql "{text}"', part)
        for name, text, part in (
            ("parentheses", "@", nested("(", ")", "$a")),
            ("calls", "@", nested("str(", ")", "$a")),
            ("attributes", "$a@", nested(".b", "", "")),
            ("methods", "$a@", nested(".b()", "", "")),
            ("indexes", "$a@", nested("[0]", "", "")),
            ("operators", "@", nested("1 + ", "", "$a")),
            ("operators before", "@", nested("not ", "", "$a")),
            ("lists", "@", nested("[", "]", "$a")),
            ("mappings", "@", nested("{a => ", "}", "$a")),
            ("lambdas", "@", nested("$a.select(", ")", "$")),
            ("arrows", "@", nested("let(1) -> ", "", "$1")),
        )
    },
    "target of an assignment": body("- ? $@\n  : 1", lambda levels: "a" + ".b" * levels),
    "meta": file(
        "Classes/App.yaml",
        f"{HEADER}Name: Note\nUsage: Meta\nProperties:\n  p:\n    Contract: $\n"
        f"---\n{CLASS}Meta:\n- Note:\n    p: @\nProperties:\n  p: {{Contract: $}}\n",
        nested(*LIST),
    ),
    "unknown keys": class_("Other: @\n", nested(*LIST)),
    "mappings in place of names": class_("Properties: {? @ : 1}\n", nested(*MAP)),
    "manifest": lambda levels: {"manifest.yaml": f"{MANIFEST}Other: {nested(*LIST)(levels)}\n"},
    "tags of a manifest": lambda levels: {
        "manifest.yaml": f"{MANIFEST}Tags: {nested(*LIST)(levels)}\n"
    },
    "application of a form": ui(f"{APPLICATION}  a: @\n{FORM}", nested(*MAP)),
    "application of a form, lists": ui(f"{APPLICATION}  a: @\n{FORM}", nested(*LIST)),
    "templates of a form": ui(f"{APPLICATION}Templates:\n  t: @\n{FORM}", nested(*MAP)),
    "parameters of a form": ui(f"{APPLICATION}Parameters:\n  t: @\n{FORM}", nested(*MAP)),
    "fields of a form": ui(f"{APPLICATION}{FORM}      initial: @\n", nested(*LIST)),
    "attributes of a field": ui(f"{APPLICATION}{FORM}      widgetAttrs: @\n", nested(*MAP)),
    "choices of a field": ui(f"{APPLICATION}{FORM}      choices: @\n", nested(*LIST)),
    "validators of a field": ui(f"{APPLICATION}{FORM}      validators: @\n", nested(*LIST)),
    "expressions of a form": ui(f"{APPLICATION}  a: '@'\n{FORM}", nested("(", ")", "$.a")),
    "resources": file("Resources/scripts/a.yaml", "a: @\n", nested(*LIST)),
    "HOT template": lambda levels: {
        "manifest.yaml": MANIFEST.replace("Format: 1.4", "Format: Heat.HOT/1.0").partition(
            "Classes:"
        )[0],
        "template.yaml": f"heat_template_version: 2013-05-23\nresources: {nested(*MAP)(levels)}\n",
    },
}


def depth(files: dict[str, str]) -> int:
    """How deep the deepest of some files is."""
    deepest = 0
    for text in files.values():
        level = 0
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            level += isinstance(event, yaml.CollectionStartEvent) - isinstance(
                event, yaml.CollectionEndEvent
            )
            deepest = max(deepest, level)
    return deepest


def deepest(kind: str) -> int:
    """How often a kind can be nested, up to NESTING levels of a file, or of an expression with something around it."""
    few, more = (depth(KINDS[kind](levels)) for levels in (FEW, FEW + 1))
    if few == more:  # a level of an expression has up to two parts inside each other
        return EXPRESSION_NESTING.most // 2 - 1
    return FEW + (NESTING.most - few) // (more - few)


def whole(files: dict[str, str]) -> dict[str, str]:
    """The files of a package that has some instead of its own."""
    return {"manifest.yaml": MANIFEST, "Classes/App.yaml": CLASS} | files


def package(folder: Path, files: dict[str, str]) -> Path:
    """A package that has some files instead of its own."""
    for path, text in whole(files).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def run(*words: object) -> str:
    """Run a command that does not crash and return what it writes."""
    result = CliRunner().invoke(cli, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code in {0, 1}, result.output
    assert "MPL001" not in result.output
    return result.stdout


BRACKETS = {
    "[": yaml.SequenceStartEvent,
    "]": yaml.SequenceEndEvent,
    "{": yaml.MappingStartEvent,
    "}": yaml.MappingEndEvent,
}
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]|[^\s,:\[\]{}"]+')


def values_of_json(text: str) -> list[object]:
    """What a JSON text says, as a row of values and brackets (data this deep cannot be compared)."""
    return [
        BRACKETS.get(token) or (json.loads(token) if token[0] == '"' else token)
        for token in (item[0] for item in TOKEN.finditer(text))
    ]


def values_of_yaml(text: str) -> list[object]:
    """What a YAML text says, in the same way."""
    events = yaml.parse(text, Loader=yaml.CSafeLoader)
    return [
        getattr(event, "value", type(event))
        for event in events
        if isinstance(event, yaml.NodeEvent | yaml.CollectionEndEvent)
    ]


def codes(path: Path) -> set[str]:
    return {diagnostic.code for diagnostic in muranopl.validate(path).diagnostics}


@pytest.mark.parametrize("kind", KINDS)
def test_depth_changes_nothing(kind: str, tmp_path: Path) -> None:
    most = deepest(kind)
    few, result = (
        codes(package(tmp_path / str(levels), KINDS[kind](levels))) for levels in (FEW, most)
    )
    assert "MPL001" not in result
    assert result - few <= TOO_DEEP_TO_RUN
    assert few <= result | {"MPL411", "MPL414"}
    if depth(KINDS[kind](FEW)) < depth(KINDS[kind](FEW + 1)):
        beyond = codes(package(tmp_path / "beyond", KINDS[kind](most + 1)))
        assert beyond & {"MPL117", "MPL111"} or kind == "resources"


NOT_LOADED = {
    "default, keys",
    "keys in a value",
    "mappings in place of names",
    "no instruction",
    "pattern keys",
    "a value that no keyword takes",
}
"""The kinds that the engine refuses at any depth: such a class is there, and nothing can be made of it."""

RENDERED = 100
"""As deep as values that are run may be, with room for what is around them."""
ROOT = (
    "Name: Root\nProperties:\n  items:\n    Contract: [$.class(std:Object)]\n"
    "  others:\n    Contract: $\n    Default: {}\n"
)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All kinds as deep as a file may be, a package each: what every command and every call is run with."""
    return every_kind(tmp_path_factory.mktemp("deepest"), deepest)


def every_kind(folder: Path, levels: Callable[[str], int]) -> Path:
    """Packages `deep0`, `deep1`, ... of all kinds, and one that requires all of them."""
    for number, kind in enumerate(KINDS):
        named = {
            path: re.sub(r"\bdeep\b", f"deep{number}", text)
            for path, text in whole(KINDS[kind](levels(kind))).items()
        }
        package(folder / f"deep{number}", named)
    required = "".join(f"  deep{number}.app: 0\n" for number in range(len(KINDS)))
    manifest = f"{MANIFEST.replace('deep.App: App', 'deep.Root: Root')}Require:\n{required}"
    package(folder / "root", {"manifest.yaml": manifest, "Classes/Root.yaml": HEADER + ROOT})
    return folder


def kind_of(class_: str) -> str:
    """The kind that a class of `every_kind` is of; the class that requires them all is of none."""
    number = class_.partition(".")[0].removeprefix("deep")
    return list(KINDS)[int(number)] if number else ""


def classes(catalog: Path) -> list[str]:
    return [item for item in muranopl.Catalog(catalog).classes() if item.startswith("deep")]


def environment(catalog: Path) -> dict[str, Any]:
    """An object model with an object of every kind."""
    result = [{"?": {"type": item}} for item in classes(catalog) if item.endswith(".App")]
    return {"?": {"type": "deep.Root"}, "items": result}


def test_checking_every_kind(catalog: Path, tmp_path: Path) -> None:
    outputs = [word for item in FORMATS for word in ("-o", f"{item}={tmp_path / item}")]
    shown = [run("check", catalog, "--cache-dir", tmp_path / "cache", *outputs) for _ in range(2)]
    assert shown[0] == shown[1]
    assert all((tmp_path / item).stat().st_size for item in FORMATS)


def test_dumping_every_kind(catalog: Path) -> None:
    dumps = [
        run("check", catalog, "--dump-phase", "all", "--dump-format", item)
        for item in ("json", "yaml")
    ]
    # A list of phases, and a document for each
    assert values_of_json(dumps[0])[1:-1] == values_of_yaml(dumps[1])
    for format_ in ("json", "dot", "mermaid"):
        run("graph", catalog, "--format", format_)


@pytest.mark.parametrize("draft", ["04", "2020-12"])
def test_schemas_of_every_kind(draft: str, catalog: Path, tmp_path: Path) -> None:
    run("schema", "--all", tmp_path, "-L", catalog, "--draft", draft)
    assert list(tmp_path.iterdir())


@pytest.mark.parametrize("levels", [deepest, lambda _: RENDERED], ids=["deepest", "rendered"])
def test_rendering_every_kind(levels: Callable[[str], int], tmp_path: Path) -> None:
    catalog = every_kind(tmp_path / "catalog", levels)
    model = tmp_path / "model.json"
    model.write_text(json.dumps(environment(catalog)))
    for format_ in ("json", "yaml"):
        run("render", model, "-L", catalog, "--format", format_)


def test_every_call_with_every_kind(catalog: Path) -> None:
    opened = muranopl.Catalog(catalog)
    report = opened.check()
    assert pickle.loads(pickle.dumps(report.diagnostics)) == report.diagnostics
    for phase in range(1, 6):
        assert report.dump(phase)
    assert report.graph_data()
    assert report.dot()
    assert report.mermaid()
    unresolved, without_schema = set(), set()
    for name in classes(catalog):
        short = name.partition("/")[0]
        opened.render({"?": {"type": name}})
        try:
            assert opened.resolve(name).name == short
            assert opened.look_up(short, name)
        except muranopl.ResolutionError:
            unresolved.add(kind_of(short))
        try:
            opened.schema(name)
        except muranopl.ResolutionError:
            without_schema.add(kind_of(short))
    assert unresolved == NOT_LOADED
    assert without_schema == NOT_LOADED


MODELS = {
    "lists": nested("[", "]", "1"),
    "mappings": nested('{"a": ', "}", "1"),
    "objects": nested('{"?": {"type": "deep.App"}, "p": ', "}", "null"),
}


@pytest.mark.parametrize("kind", MODELS)
@pytest.mark.parametrize("contract_", ["$", "$.class(App)"])
def test_models(kind: str, contract_: str, tmp_path: Path) -> None:
    path = package(tmp_path / "package", contract(lambda _: contract_)(FEW))
    for levels in (FEW, 150, NESTING.most - 2, NESTING.most * 2):
        model = tmp_path / f"{levels}.json"
        model.write_text(f'{{"?": {{"type": "deep.App"}}, "p": {MODELS[kind](levels)}}}')
        formats = FORMATS if levels == NESTING.most * 2 else FORMATS[:1]
        for format_ in formats:
            run("render", model, "-L", path, "--diagnostics", format_)
        run("render", model, "-L", path, "--format", "yaml")


@pytest.mark.parametrize("part", [nested("[", "]", "1"), nested("{a: ", "}", "1")])
def test_class_configs(part: Nested, tmp_path: Path) -> None:
    path = package(
        tmp_path / "package",
        class_("Properties:\n  p:\n    Usage: Config\n    Contract: $\n", part)(FEW),
    )
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs/deep.App.yaml").write_text(f"p: {part(NESTING.most - 1)}\n")
    model = tmp_path / "model.json"
    model.write_text('{"?": {"type": "deep.App"}}')
    for format_ in ("json", "yaml"):
        run(
            "render",
            model,
            "-L",
            path,
            "--class-configs",
            tmp_path / "configs",
            "--format",
            format_,
        )
