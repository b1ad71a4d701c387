"""Inputs with very much of one thing: the report is short, and work and memory are those of what is written.

A process of its own checks each, within an address space that what grows faster than the input
would not fit into; the timeout only keeps a test from never ending.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import muranopl
from tests.manifests import library_manifest

MEMORY = 700 * 2**20
"""Address space, of which Python and the program itself take a third."""
PATIENCE = 300
HEAD = "Namespaces:\n  =: example.app\nName: Sample\n"


def classes(count: int, declare: Callable[[int], str]) -> dict[str, str]:
    """A package with so many classes, one document each."""
    listed = {f"example.app.C{number}": "Sample.yaml" for number in range(count)}
    documents = "".join(
        f"---\n{{Name: C{number}{declare(number)}}}\n" for number in range(count)
    )
    return {
        "manifest.yaml": library_manifest("example.app", listed),
        "Classes/Sample.yaml": f"Namespaces:\n  =: example.app\n{documents}",
    }


def sample(text: str) -> dict[str, str]:
    """A package with one class."""
    return {
        "manifest.yaml": library_manifest(
            "example.app", {"example.app.Sample": "Sample.yaml"}
        ),
        "Classes/Sample.yaml": HEAD + text,
    }


def form(definition: str, contract: str) -> dict[str, str]:
    """A package with one application, whose property `given` has a contract."""
    result = sample(
        f"Extends: io.murano.Application\nProperties:\n  given:\n    Contract: {contract}\n"
    )
    result["manifest.yaml"] = result["manifest.yaml"].replace("Library", "Application")
    application = "Application:\n  ?:\n    type: example.app.Sample\n"
    return result | {"UI/ui.yaml": definition.replace("APPLICATION\n", application)}


def body(lines: str) -> dict[str, str]:
    return sample(f"Methods:\n  go:\n    Body:\n{lines}")


def lines(line: str, count: int) -> str:
    return "".join(line.format(number) for number in range(count))


def returned(expression: str) -> dict[str, str]:
    return body(f"      - $x: 1\n      - Return: {expression}\n")


def below(number: int) -> str:
    return f", Extends: C{number - 1}" if number else ""


def above(numbers: range) -> str:
    return (
        f", Extends: [{', '.join(f'C{number}' for number in numbers)}]"
        if numbers
        else ""
    )


def nested(levels: int) -> str:
    """A contract with two keys at each level."""
    contract = "$.int()"
    for _ in range(levels):
        contract = f"{{a: {contract}, b: {contract}}}"
    return contract


def calling_itself(contract: str, count: int) -> dict[str, str]:
    """A method with so many arguments, which calls itself as often with one."""
    arguments = "".join(
        f"      - a{number}: {{Contract: {contract}}}\n" for number in range(count)
    )
    calls = lines("      - $.go($a{})\n", count)
    return sample(f"Methods:\n  go:\n    Arguments:\n{arguments}    Body:\n{calls}")


KEYS = f"{{{lines('k{}: $.int(), ', 1_000)}}}"

KINDS: dict[str, tuple[Callable[[], dict[str, str]], set[str]]] = {
    "a line of classes": (lambda: classes(8_000, below), {"MPL306"}),
    "a line of classes with a property each": (
        lambda: classes(
            6_000,
            lambda item: (
                f"{below(item)}, Properties: {{p{item}: {{Contract: $.int()}}}}"
            ),
        ),
        {"MPL306"},
    ),
    "a line of overrides": (
        lambda: classes(
            3_000,
            lambda item: (
                f"{below(item)}, Properties: {{p: {{Contract: $.check($ > {item})}}}}"
            ),
        ),
        {"MPL306"},
    ),
    "each class extends all before it": (
        lambda: classes(300, lambda item: above(range(item))),
        {"MPL306"},
    ),
    "many parents with the same names": (
        lambda: classes(
            2_000,
            lambda item: (
                ", Methods: {go: {Body: []}}" if item else above(range(1, 2_000))
            ),
        ),
        {"MPL405"},
    ),
    "many classes below a large one": (
        lambda: classes(
            3_000,
            lambda item: (
                ", Extends: C0, Properties: {q: {Contract: $.int()}}"
                if item
                else f", Properties: {{{lines('p{}: {{Contract: $.int()}}, ', 3_000)}}}"
            ),
        ),
        set(),
    ),
    "a circle of imports": (
        lambda: classes(6_000, lambda item: f", Import: [C{(item + 1) % 6_000}]"),
        {"MPL304"},
    ),
    "a circle of classes": (
        lambda: classes(3_000, lambda item: f", Extends: C{(item + 1) % 3_000}"),
        {"MPL301"},
    ),
    "many properties": (
        lambda: sample(
            "Properties:\n" + lines("  p{}: {{Contract: $.int()}}\n", 20_000)
        ),
        set(),
    ),
    "many prefixes": (
        lambda: (
            sample("").copy()
            | {
                "Classes/Sample.yaml": "Namespaces:\n  =: example.app\n"
                + lines("  n{}: a.b\n", 20_000)
                + "Name: Sample\n"
            }
        ),
        {"MPL219"},
    ),
    "misspelt keys": (lambda: sample(lines("Proprties{}: 1\n", 30_000)), {"MPL120"}),
    "misspelt properties": (
        lambda: sample(
            "Properties:\n"
            + lines("  prop{}: {{Contract: $.int()}}\n", 8_000)
            + "Methods:\n  go:\n    Body:\n"
            + lines("      - $x: $.propp{}\n", 10_000)
        ),
        {"MPL652"},
    ),
    "misspelt classes": (
        lambda: sample("Import:\n" + lines("  - example.app.Smaple{}\n", 20_000)),
        {"MPL209"},
    ),
    "a list of wrong contracts": (
        lambda: sample(f"Properties:\n  p:\n    Contract: [{'1,' * 200_000}1]\n"),
        set(),
    ),
    "wrong items of a default": (
        lambda: sample(
            f"Properties:\n  p:\n    Contract: [$.int()]\n    Default: [{'x,' * 50_000}x]\n"
        ),
        {"MPL501"},
    ),
    "many defaults that are lists": (
        lambda: sample(
            "Properties:\n"
            + lines("  p{}: {{Contract: [$.class(Sample)], Default: []}}\n", 10_000)
        ),
        set(),
    ),
    "a list of expressions": (
        lambda: sample(
            f"Properties:\n  p:\n    Contract: $\n    Default: [{'$,' * 200_000}$]\n"
        ),
        set(),
    ),
    "a list of numbers": (
        lambda: sample(
            f"Properties:\n  p:\n    Contract: [$.int()]\n    Default: [{'1,' * 200_000}1]\n"
        ),
        set(),
    ),
    "keys that a contract names": (
        lambda: sample(
            f"Properties:\n  p:\n    Contract: [{KEYS}]\n    Default: [{'{},' * 2_000}{{}}]\n"
        ),
        set(),
    ),
    "keys inside of keys": (
        lambda: sample(
            f"Properties:\n  p:\n    Contract: [{nested(12)}]\n    Default: [{'{},' * 1_000}{{}}]\n"
        ),
        set(),
    ),
    "defaults that make many objects": (
        lambda: classes(
            2,
            lambda item: (
                f", Properties: {{{lines('p{}: {{Contract: $}}, ', 500)}}}"
                if not item
                else f", Properties: {{{lines('p{}: {{Contract: [$.class(C0)], Default: [{{}}, {{}}]}}, ', 2_000)}}}"
            ),
        ),
        set(),
    ),
    "a list of empty mappings": (
        lambda: sample(
            f"Properties:\n  p:\n    Contract: $\n    Default: [{'{},' * 150_000}1]\n"
        ),
        set(),
    ),
    "instructions without effect": (
        lambda: sample(f"Methods:\n  go:\n    Body: [{'$,' * 150_000}$]\n"),
        {"MPL612"},
    ),
    "templates that double": (
        lambda: form(
            "Templates:\n"
            + "".join(
                f"  t{number}:\n    - $t{number + 1}\n    - $t{number + 1}\n"
                for number in range(30)
            )
            + "  t30: [x]\nAPPLICATION\n  given: $t0\n",
            "[" * 31 + "$.int()" + "]" * 31,
        ),
        {"MPL709"},
    ),
    "misspelt fields of a form": (
        lambda: form(
            "APPLICATION\n  given:\n"
            + lines("    - $.one.g{}\n", 10_000)
            + "Forms:\n  - one:\n      fields:\n"
            + lines(
                "        - {{name: f{}, type: string, hidden: true, required: false}}\n",
                10_000,
            ),
            "$",
        ),
        {"MPL720"},
    ),
    "misspelt forms": (
        lambda: form(
            "APPLICATION\n  given:\n"
            + lines("    - $.two{}.g\n", 10_000)
            + "Forms:\n"
            + lines("  - one{}: {{fields: []}}\n", 10_000),
            "$",
        ),
        {"MPL721"},
    ),
    "objects of misspelt classes": (
        lambda: form(
            "APPLICATION\n  given:\n"
            + lines("    - {{'?': {{type: example.app.Smaple{}}}}}\n", 10_000),
            "[$.class(Sample)]",
        ),
        {"MPL700"},
    ),
    "many small classes": (
        lambda: sample(lines("---\n{{Name: D{}}}\n", 15_000)),
        {"MPL204"},
    ),
    "no instructions": (
        lambda: sample(f"Methods:\n  go:\n    Body: [{'a,' * 200_000}a]\n"),
        {"MPL601"},
    ),
    "meta objects": (
        lambda: classes(
            2,
            lambda item: (
                ", Usage: Meta, Cardinality: Many"
                if item
                else f", Meta: [{'C1, ' * 20_000}C1]"
            ),
        ),
        set(),
    ),
    "wrong meta objects": (
        lambda: classes(
            2,
            lambda item: (
                ", Usage: Meta, Cardinality: Many, Properties: {p: {Contract: $.int()}}"
                if item
                else ", Meta: [" + "C1: {p: x}, " * 10_000 + "C1]"
            ),
        ),
        {"MPL504"},
    ),
    "a key many times": (
        lambda: sample("Properties:\n" + "  p: {Contract: $.int()}\n" * 20_000),
        {"MPL113"},
    ),
    "one long line": (
        lambda: sample(
            "Properties: {" + lines("p{}: {{Contrct: 1}}, ", 20_000) + "}\n"
        ),
        {"MPL121"},
    ),
    "attributes that nobody reads": (
        lambda: body(lines("      - $.a{}: 1\n", 20_000)),
        {"MPL644"},
    ),
    "cases that set a variable each": (
        lambda: body(
            "      - Match:\n"
            + lines("          v{0}: {{$x{0}: 1}}\n", 15_000)
            + "        Value: 1\n"
        ),
        {"MPL642"},
    ),
    "prefixes that are not declared": (
        lambda: {
            **sample(""),
            "Classes/Sample.yaml": "Namespaces:\n  =: example.app\n"
            + lines("  n{}: a.b\n", 20_000)
            + f"Name: Sample\nImport: [{lines('n{}x:X, ', 20_000)}]\n",
        },
        {"MPL208", "MPL219"},
    ),
    "keys whose value is one alias": (
        lambda: sample("Usage: &a Class\n" + lines("Key{}: *a\n", 60_000)),
        {"MPL120"},
    ),
    "misspelt instructions": (
        lambda: body(lines("      - Retrun: {}\n", 30_000)),
        {"MPL602"},
    ),
    "words that are none of those known": (
        lambda: sample(f"Usage: Meta\nApplies: [{lines('P{}, ', 80_000)}]\n"),
        {"MPL123"},
    ),
    "classes of a file that have other names": (
        lambda: {
            **classes(5_000, lambda _: ""),
            "Classes/Sample.yaml": "Namespaces:\n  =: example.app\n"
            + lines("---\n{{Name: D{}}}\n", 5_000),
        },
        {"MPL201"},
    ),
    "what descendants of a class may have": (
        lambda: classes(
            4_000,
            lambda item: (
                f", Extends: C0, Properties: {{p{item}: {{Contract: $}}}}"
                if item
                else f", Methods: {{go: {{Body: [{lines('$.q{}, ', 4_000)}]}}}}"
            ),
        ),
        {"MPL652"},
    ),
    "calls of a method with many arguments": (
        lambda: calling_itself("$.int()", 6_000),
        set(),
    ),
    "calls that lack many arguments": (
        lambda: calling_itself("$.int().notNull()", 6_000),
        {"MPL653"},
    ),
    "calls inside of calls": (
        lambda: body(f"      - $x: {'f(' * 400}1{')' * 400}\n" * 50),
        {"MPL650"},
    ),
    "misspelt calls of many methods": (
        lambda: sample(
            "Methods:\n" + lines("  m{0}: {{Body: [Return: $.m1{0}()]}}\n", 6_000)
        ),
        {"MPL651"},
    ),
    "jumps that have nothing to leave": (
        lambda: body("      - Break:\n" * 40_000),
        {"MPL608"},
    ),
    "a long sum": (lambda: returned("$x + " * 200_000 + "1"), set()),
    "a long row of dots": (lambda: returned("$x" + ".a" * 300_000), set()),
    "a long row of calls": (lambda: returned("1" + " -> $" * 150_000), set()),
}


def library(
    name: str,
    text: str = "",
    require: dict[str, str] | None = None,
    version: str = "0.0.0",
    class_: str = "",
) -> dict[str, str]:
    """A package with one class, of its own name unless another is given, in a folder of its own."""
    folder = f"{name}-{version}"
    return {
        f"{folder}/manifest.yaml": library_manifest(
            name, {class_ or name: "C.yaml"}, require, version
        ),
        f"{folder}/Classes/C.yaml": f"Name: {class_ or name}\n{text}",
    }


def libraries(count: int, declare: Callable[[int], dict[str, str]]) -> dict[str, str]:
    return {
        path: text for number in range(count) for path, text in declare(number).items()
    }


def versions_and(
    count: int, declare: Callable[[int], dict[str, str]]
) -> dict[str, str]:
    """So many versions of package "a", and as many other packages."""
    return libraries(
        count, lambda item: library("a", version=f"{item + 1}.0.0")
    ) | libraries(count, declare)


def extending(number: int, *, spec: str) -> dict[str, str]:
    return library(f"m{number}", "Extends: a\n", {"a": spec})


def extends_two(number: int) -> dict[str, str]:
    """A package that extends class "a" in one version, and another package that extends classes of two versions."""
    both = {f"m{number}": "0", f"m{number + 1}": "0"}
    return extending(number, spec=str(number + 1)) | library(
        f"u{number}", f"Extends: [{', '.join(both)}]\n", both
    )


def chained(number: int) -> dict[str, str]:
    """A package that extends one version of class "a" and the package before it, which extends other versions."""
    above = [f"m{number - 1}"] if number else []
    extends = f"Extends: [{', '.join(['a', *above])}]\n"
    return library(
        f"m{number}", extends, {"a": str(number + 1)} | dict.fromkeys(above, "0")
    )


def uses_all(count: int, text: str) -> dict[str, str]:
    return library("user", text, {f"m{number}": "0" for number in range(count)})


CATALOGS: dict[str, tuple[Callable[[], dict[str, str]], dict[str, int]]] = {
    "class files under other names": (
        lambda: {
            "manifest.yaml": "Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n"
            + lines("  example.app.C{0}: Missing{0}.yaml\n", 10_000),
            **{
                f"Classes/Mising{item}x.yaml": f"Name: C{item}\n"
                for item in range(2_000)
            },
        },
        {"MPL136": 101, "MPL137": 1_900},
    ),
    "versions of an ancestor, two by two": (
        lambda: versions_and(300, extends_two) | extending(300, spec="300"),
        {"MPL303": 299},
    ),
    "versions of an ancestor, one more in each class": (
        lambda: versions_and(250, chained),
        {"MPL303": 5, "MPL306": 4},
    ),
    "all versions of an ancestor": (
        lambda: (
            versions_and(
                250, lambda item: extending(item, spec=f">={item + 1},<{item + 3}")
            )
            | uses_all(
                250, f"Extends: [{', '.join(f'm{number}' for number in range(250))}]\n"
            )
        ),
        {"MPL306": 1},
    ),
    "a long line below a merge": (
        lambda: (
            versions_and(2, lambda item: extending(item, spec=f">={item + 1}"))
            | library("u0", "Extends: [m0, m1]\n", {"m0": "0", "m1": "0"})
            | libraries(
                300,
                lambda item: library(
                    f"u{item + 1}", f"Extends: u{item}\n", {f"u{item}": "0"}
                ),
            )
        ),
        {"MPL307": 1},
    ),
    "each requirement is a slip for a package": (
        lambda: libraries(
            1_000,
            lambda item: library(
                f"example.p{item}", require={f"example.pp{item}x": "0"}
            ),
        ),
        {"MPL211": 1_000},
    ),
    "versions that nobody has": (
        lambda: versions_and(
            300, lambda item: library(f"m{item}", "", {"a": f">{300 + item}"})
        ),
        {"MPL212": 300},
    ),
    "a requirement with many parts": (
        lambda: (
            library("a", version="1.0.0")
            | extending(0, spec=">0" + lines(",<{}.1", 30_000).replace("<0.1", "<2"))
        ),
        {},
    ),
    "many names, many required packages": (
        lambda: (
            libraries(500, lambda item: library(f"m{item}"))
            | uses_all(
                500,
                f"Import: [{', '.join(f'other{number}.C' for number in range(20_000))}]\n",
            )
        ),
        {"MPL209": 101},
    ),
    "a name that many required packages have": (
        lambda: (
            libraries(300, lambda item: library(f"m{item}", class_="x"))
            | uses_all(300, f"Import: [{', '.join(['x'] * 20_000)}]\n")
        ),
        {"MPL220": 1, "MPL222": 299},
    ),
}


def run(folder: Path, *arguments: str) -> list[tuple[str, str]]:
    """Run a command in the folder; return the code and message of each diagnostic."""
    result = subprocess.run(
        [sys.executable, "-m", "muranopl", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        check=False,
    )
    text = result.stderr if arguments[0] == "render" else result.stdout
    assert result.returncode in {0, 1}, result.stderr[-2_000:]
    return [(load["code"], load["message"]) for load in json.loads(text)["diagnostics"]]


@pytest.mark.parametrize("kind", KINDS)
def test_much_of_one_thing(kind: str, tmp_path: Path) -> None:
    make, codes = KINDS[kind]
    for path, text in make().items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    result = run(tmp_path, "check", "--no-cache", "-j", "1", "--format", "json", ".")
    assert codes <= {code for code, _ in result}
    assert all(number <= 101 for number in Counter(code for code, _ in result).values())


@pytest.mark.parametrize("kind", CATALOGS)
def test_many_packages(kind: str, tmp_path: Path) -> None:
    make, codes = CATALOGS[kind]
    for path, text in make().items():
        (tmp_path / path).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / path).write_text(text)
    result = run(tmp_path, "check", "--no-cache", "-j", "1", "--format", "json", ".")
    assert Counter(code for code, _ in result) == codes
    assert all(len(message) < 1_000 for _, message in result)


def test_many_wrong_values_of_a_model(tmp_path: Path) -> None:
    package = sample("Properties:\n  ints:\n    Contract: [$.int()]\n")
    for path, text in package.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    header = {"type": "example.app.Sample", "id": "root"}
    (tmp_path / "model.json").write_text(
        json.dumps({"?": header, "ints": ["x"] * 100_000})
    )
    result = run(
        tmp_path,
        "render",
        "model.json",
        "-L",
        ".",
        "--no-cache",
        "--diagnostics",
        "json",
    )
    assert len(result) == 101
    assert result[-1][1] == "and 99,900 more of this code in this file"


MODELS: dict[str, tuple[str, object, str]] = {
    "objects without an id": (
        "  p: {Contract: [$.class(Sample)]}\n",
        [{}] * 40_000,
        "MPL538",
    ),
    "properties that are not given": (
        "  p: {Contract: [$.class(Sample)]}\n"
        + lines("  q{}: {{Contract: $}}\n", 2_000),
        [{"?": {"id": f"o{number}"}} for number in range(2_000)],
        "MPL538",
    ),
    "keys that a contract names": (
        f"  p: {{Contract: [{KEYS}]}}\n",
        [{}] * 2_000,
        "MPL538",
    ),
    "keys inside of keys": (
        f"  p: {{Contract: [{nested(12)}]}}\n",
        [{}] * 1_000,
        "MPL538",
    ),
    "a long default of each object": (
        f"  p: {{Contract: [$.class(Sample)]}}\n  d: {{Contract: [$.int()], Default: [{'1,' * 10_000}1]}}\n",
        [{}] * 1_000,
        "MPL538",
    ),
    "default expressions of each object": (
        "  p: {Contract: [$.class(Sample)]}\n  a: {Contract: $}\n"
        + lines("  d{}: {{Contract: $, Default: $.a}}\n", 200),
        [{}] * 1_000,
        "MPL538",
    ),
    "static properties": (
        "  p: {Contract: [$.class(Sample)]}\n"
        + lines("  q{}: {{Contract: $, Usage: Static}}\n", 100),
        [{}] * 15_000,
        "MPL538",
    ),
    "types that nobody has": (
        "  p: {Contract: [$.class(Sample)]}\n",
        [{"?": {"type": f"example.app.Sampel{number}"}} for number in range(10_000)],
        "MPL524",
    ),
    "checks that fail": (
        "  p: {Contract: [$.check($.foo > 3)]}\n",
        [1] * 10_000,
        "MPL521",
    ),
    "what is not an object": (
        "  p: {Contract: [$.class(Sample)]}\n",
        [1] * 50_000,
        "MPL520",
    ),
    "defaults that compute much": (
        "  p: {Contract: [$.class(Sample)]}\n"
        + lines(
            "  d{}: {{Contract: $.int(), Default: range(1900).select($ * 2).sum()}}\n",
            50,
        ),
        [{}] * 50,
        "MPL538",
    ),
}


@pytest.mark.parametrize("kind", MODELS)
def test_much_of_one_thing_in_a_model(kind: str, tmp_path: Path) -> None:
    properties, value, code = MODELS[kind]
    for path, text in sample(f"Properties:\n{properties}").items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "model.json").write_text(
        json.dumps({"?": {"type": "example.app.Sample", "id": "root"}, "p": value})
    )
    result = run(
        tmp_path,
        "render",
        "model.json",
        "-L",
        ".",
        "--no-cache",
        "--diagnostics",
        "json",
    )
    assert {item for item, _ in result} == {code}
    assert len(result) <= 101


def test_errors_of_expressions_are_freed(tmp_path: Path) -> None:
    for path, text in sample(
        "Properties:\n  p: {Contract: [$.check($.foo > 3)]}\n"
    ).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    catalog = muranopl.Catalog([tmp_path])
    model = {"?": {"type": "example.app.Sample", "id": "root"}, "p": [1]}
    catalog.render(model)  # loads all that rendering needs
    tracemalloc.start()
    assert not catalog.render({**model, "p": [1] * 2_000}).ok
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3_000_000


def test_rendering_many_objects_takes_the_memory_of_their_values(
    tmp_path: Path,
) -> None:
    properties = "  items: {Contract: [$.class(Sample)]}\n" + lines(
        "  p{}: {{Contract: $.int()}}\n", 8
    )
    package = sample(f"Properties:\n{properties}")
    for path, text in package.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    items = [
        {"?": {"type": "example.app.Sample", "id": f"i{number}"}}
        for number in range(2_000)
    ]
    catalog = muranopl.Catalog([tmp_path])
    model = {"?": {"type": "example.app.Sample", "id": "root"}, "items": items}
    catalog.render(model)  # loads all that rendering needs
    tracemalloc.start()
    assert catalog.render(model).ok
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000 * len(items)


def test_a_message_names_few_of_many_required_packages(tmp_path: Path) -> None:
    package = sample("Import: [Missing]\n")
    package["manifest.yaml"] += "Require:\n" + lines("  lib{}: 0\n", 50)
    for number in range(50):
        package[f"../lib{number}/manifest.yaml"] = library_manifest(
            f"lib{number}", {f"lib{number}.C": "C.yaml"}
        )
        package[f"../lib{number}/Classes/C.yaml"] = f"Name: lib{number}.C\n"
    for path, text in package.items():
        file = tmp_path / "package" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    report = muranopl.Catalog([tmp_path / "package"], libraries=[tmp_path]).check()
    message = next(
        diagnostic.message
        for diagnostic in report.diagnostics
        if diagnostic.code == "MPL209"
    )
    assert message.endswith(" and 32 more packages")


def test_a_message_names_few_of_many_missing_arguments(tmp_path: Path) -> None:
    for path, text in calling_itself("$.int().notNull()", 30).items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    report = muranopl.Catalog([tmp_path]).check()
    message = next(
        diagnostic.message
        for diagnostic in report.diagnostics
        if diagnostic.code == "MPL653"
    )
    assert message.endswith('"a19", "a20" and 9 more')
