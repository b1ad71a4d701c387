"""Inputs with very much of one thing: the report is short, and work and memory are those of what is written.

A process of its own checks each, within an address space that what grows faster than the input would not fit into; the
timeout only keeps a test from never ending.
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

MEMORY = 700 * 2**20
"""Address space, of which Python and the program itself take a third."""
PATIENCE = 300
HEAD = "Namespaces:\n  =: example.app\nName: Sample\n"


def classes(count: int, declare: Callable[[int], str]) -> dict[str, str]:
    """A package with so many classes, one document each."""
    listed = "".join(f"  example.app.C{number}: Sample.yaml\n" for number in range(count))
    documents = "".join(f"---\n{{Name: C{number}{declare(number)}}}\n" for number in range(count))
    return {
        "manifest.yaml": f"Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n{listed}",
        "Classes/Sample.yaml": f"Namespaces:\n  =: example.app\n{documents}",
    }


def sample(text: str) -> dict[str, str]:
    """A package with one class."""
    listed = "Classes:\n  example.app.Sample: Sample.yaml\n"
    return {
        "manifest.yaml": f"Format: 1.4\nType: Library\nFullName: example.app\n{listed}",
        "Classes/Sample.yaml": HEAD + text,
    }


def body(lines: str) -> dict[str, str]:
    return sample(f"Methods:\n  go:\n    Body:\n{lines}")


def lines(line: str, count: int) -> str:
    return "".join(line.format(number) for number in range(count))


def returned(expression: str) -> dict[str, str]:
    return body(f"      - $x: 1\n      - Return: {expression}\n")


def below(number: int) -> str:
    return f", Extends: C{number - 1}" if number else ""


def above(numbers: range) -> str:
    return f", Extends: [{', '.join(f'C{number}' for number in numbers)}]" if numbers else ""


KINDS: dict[str, tuple[Callable[[], dict[str, str]], set[str]]] = {
    "a line of classes": (lambda: classes(8_000, below), {"MPL306"}),
    "a line of classes with a property each": (
        lambda: classes(6_000, lambda each: f"{below(each)}, Properties: {{p{each}: {{Contract: $.int()}}}}"),
        {"MPL306"},
    ),
    "a line of overrides": (
        lambda: classes(3_000, lambda each: f"{below(each)}, Properties: {{p: {{Contract: $.check($ > {each})}}}}"),
        {"MPL306"},
    ),
    "each class extends all before it": (lambda: classes(300, lambda each: above(range(each))), {"MPL306"}),
    "many parents with the same names": (
        lambda: classes(2_000, lambda each: ", Methods: {go: {Body: []}}" if each else above(range(1, 2_000))),
        {"MPL405"},
    ),
    "many classes below a large one": (
        lambda: classes(
            3_000,
            lambda each: (
                ", Extends: C0, Properties: {q: {Contract: $.int()}}"
                if each
                else f", Properties: {{{lines('p{}: {{Contract: $.int()}}, ', 3_000)}}}"
            ),
        ),
        set(),
    ),
    "a circle of classes": (lambda: classes(3_000, lambda each: f", Extends: C{(each + 1) % 3_000}"), {"MPL301"}),
    "many properties": (lambda: sample("Properties:\n" + lines("  p{}: {{Contract: $.int()}}\n", 20_000)), set()),
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
    "misspelt classes": (lambda: sample("Import:\n" + lines("  - example.app.Smaple{}\n", 20_000)), {"MPL209"}),
    "a list of wrong contracts": (lambda: sample(f"Properties:\n  p:\n    Contract: [{'1,' * 200_000}1]\n"), set()),
    "wrong items of a default": (
        lambda: sample(f"Properties:\n  p:\n    Contract: [$.int()]\n    Default: [{'x,' * 50_000}x]\n"),
        {"MPL501"},
    ),
    "a key many times": (lambda: sample("Properties:\n" + "  p: {Contract: $.int()}\n" * 20_000), {"MPL113"}),
    "one long line": (lambda: sample("Properties: {" + lines("p{}: {{Contrct: 1}}, ", 20_000) + "}\n"), {"MPL120"}),
    "attributes that nobody reads": (lambda: body(lines("      - $.a{}: 1\n", 20_000)), {"MPL644"}),
    "cases that set a variable each": (
        lambda: body("      - Match:\n" + lines("          v{0}: {{$x{0}: 1}}\n", 15_000) + "        Value: 1\n"),
        {"MPL642"},
    ),
    "a long sum": (lambda: returned("$x + " * 200_000 + "1"), set()),
    "a long row of dots": (lambda: returned("$x" + ".a" * 300_000), set()),
    "a long row of calls": (lambda: returned("1" + " -> $" * 150_000), set()),
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
    return [(each["code"], each["message"]) for each in json.loads(text)["diagnostics"]]


@pytest.mark.parametrize("kind", KINDS)
def test_much_of_one_thing(kind: str, tmp_path: Path) -> None:
    make, codes = KINDS[kind]
    for path, text in make().items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    found = run(tmp_path, "check", "--no-cache", "-j", "1", "--format", "json", ".")
    assert codes <= {code for code, _ in found}
    assert all(number <= 101 for number in Counter(code for code, _ in found).values())


def test_many_wrong_values_of_a_model(tmp_path: Path) -> None:
    package = sample("Properties:\n  ints:\n    Contract: [$.int()]\n")
    for path, text in package.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    header = {"type": "example.app.Sample", "id": "root"}
    (tmp_path / "model.json").write_text(json.dumps({"?": header, "ints": ["x"] * 100_000}))
    found = run(tmp_path, "render", "model.json", "-L", ".", "--no-cache", "--diagnostics", "json")
    assert len(found) == 101
    assert found[-1][1] == "and 99,900 more of this code in this file"


def test_rendering_many_objects_takes_the_memory_of_their_values(tmp_path: Path) -> None:
    properties = "  items: {Contract: [$.class(Sample)]}\n" + lines("  p{}: {{Contract: $.int()}}\n", 8)
    package = sample(f"Properties:\n{properties}")
    for path, text in package.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    items = [{"?": {"type": "example.app.Sample", "id": f"i{number}"}} for number in range(2_000)]
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
        manifest = f"Format: 1.4\nType: Library\nFullName: lib{number}\nClasses: {{lib{number}.C: C.yaml}}\n"
        package[f"../lib{number}/manifest.yaml"] = manifest
        package[f"../lib{number}/Classes/C.yaml"] = f"Name: lib{number}.C\n"
    for path, text in package.items():
        file = tmp_path / "package" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    report = muranopl.Catalog([tmp_path / "package"], libraries=[tmp_path]).check()
    message = next(each.message for each in report.diagnostics if each.code == "MPL209")
    assert message.endswith(" and 32 more packages")
