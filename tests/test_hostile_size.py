"""Inputs with very much of one thing: the report is short, and work and memory are those of what is written.

Each is made in three sizes that double; lines of code that are run and memory are counted. A few
are made huge besides: a process of its own checks each, within an address space that what grows
faster than the input would not fit into.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

import muranopl
from muranopl.diagnostics import nearest
from muranopl.hierarchy import merging, nodes, version_merge
from muranopl.namespace import prefixes
from tests.fuzz.counting import executed_lines, is_linear, peak
from tests.limits import lower_limits
from tests.manifests import library_manifest, write_files

MEMORY = 700 * 2**20
"""Address space, of which Python and the program itself take a third."""
PATIENCE = 600
"""Seconds after which a process that never ends is killed."""
COUNTS, PACKAGES = (30, 60, 120), (15, 30, 60)
"""The numbers of things: of the most, more than there are diagnostics of a code in a report."""
LINES, BYTES = 3_000, 200_000
"""So much more may always be: caches fill."""
LOW = {
    (nodes, "INHERITANCE_LEVELS"): 80,
    (nodes, "INHERITANCE_STEPS"): 2_000,
    (merging, "MERGED_REQUIREMENTS"): 10,
    (version_merge, "MERGED_REQUIREMENTS"): 10,
    (prefixes, "PREFIX_SUGGESTIONS"): 20,
    (nearest, "COMPARED_NAMES"): 20,
}
"""Limits that end what is more than linear: the huge inputs meet them as they are."""
STEPS = 600
"""The same for what is made for a model, or for the values that classes write."""
HEAD = "Namespaces:\n  =: example.app\nName: Sample\n"


def classes(count: int, declare: Callable[[int], str]) -> dict[str, str]:
    """A package with so many classes, one document each."""
    listed = {f"example.app.C{number}": "Sample.yaml" for number in range(count)}
    documents = "".join(f"---\n{{Name: C{number}{declare(number)}}}\n" for number in range(count))
    return {
        "manifest.yaml": library_manifest("example.app", listed),
        "Classes/Sample.yaml": f"Namespaces:\n  =: example.app\n{documents}",
    }


def sample(text: str) -> dict[str, str]:
    """A package with one class."""
    return {
        "manifest.yaml": library_manifest("example.app", {"example.app.Sample": "Sample.yaml"}),
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
    return f", Extends: [{', '.join(f'C{number}' for number in numbers)}]" if numbers else ""


def keys(count: int) -> str:
    """A contract with so many keys."""
    return f"{{{lines('k{}: $.int(), ', count)}}}"


def nested(levels: int) -> str:
    """A contract with two keys at each level."""
    contract = "$.int()"
    for _ in range(levels):
        contract = f"{{a: {contract}, b: {contract}}}"
    return contract


def calling_itself(contract: str, count: int) -> dict[str, str]:
    """A method with so many arguments, which calls itself as often with one."""
    arguments = "".join(f"      - a{number}: {{Contract: {contract}}}\n" for number in range(count))
    calls = lines("      - $.go($a{})\n", count)
    return sample(f"Methods:\n  go:\n    Arguments:\n{arguments}    Body:\n{calls}")


class Kind(NamedTuple):
    """How files with so much of one thing are made, and the codes that are reported."""

    make: Callable[[int], dict[str, str]]
    codes: set[str]


KINDS: dict[str, Kind] = {
    "a line of classes": Kind(lambda count: classes(count, below), {"MPL306"}),
    "a line of classes with a property each": Kind(
        lambda count: classes(
            count, lambda item: f"{below(item)}, Properties: {{p{item}: {{Contract: $.int()}}}}"
        ),
        {"MPL306"},
    ),
    "a line of overrides": Kind(
        lambda count: classes(
            count,
            lambda item: f"{below(item)}, Properties: {{p: {{Contract: $.check($ > {item})}}}}",
        ),
        {"MPL306"},
    ),
    "each class extends all before it": Kind(
        lambda count: classes(count, lambda item: above(range(item))), {"MPL306"}
    ),
    "many parents with the same names": Kind(
        lambda count: classes(
            count, lambda item: ", Methods: {go: {Body: []}}" if item else above(range(1, count))
        ),
        {"MPL405"},
    ),
    "many classes below a large one": Kind(
        lambda count: classes(
            count,
            lambda item: (
                ", Extends: C0, Properties: {q: {Contract: $.int()}}"
                if item
                else f", Properties: {{{lines('p{}: {{Contract: $.int()}}, ', count)}}}"
            ),
        ),
        set(),
    ),
    "a circle of imports": Kind(
        lambda count: classes(count, lambda item: f", Import: [C{(item + 1) % count}]"), {"MPL304"}
    ),
    "a circle of classes": Kind(
        lambda count: classes(count, lambda item: f", Extends: C{(item + 1) % count}"), {"MPL301"}
    ),
    "many properties": Kind(
        lambda count: sample("Properties:\n" + lines("  p{}: {{Contract: $.int()}}\n", count)),
        set(),
    ),
    "many prefixes": Kind(
        lambda count: (
            sample("").copy()
            | {
                "Classes/Sample.yaml": "Namespaces:\n  =: example.app\n"
                + lines("  n{}: a.b\n", count)
                + "Name: Sample\n"
            }
        ),
        {"MPL219"},
    ),
    "misspelt keys": Kind(lambda count: sample(lines("Proprties{}: 1\n", count)), {"MPL120"}),
    "misspelt properties": Kind(
        lambda count: sample(
            "Properties:\n"
            + lines("  prop{}: {{Contract: $.int()}}\n", count)
            + "Methods:\n  go:\n    Body:\n"
            + lines("      - $x: $.propp{}\n", count)
        ),
        {"MPL652"},
    ),
    "misspelt classes": Kind(
        lambda count: sample("Import:\n" + lines("  - example.app.Smaple{}\n", count)), {"MPL209"}
    ),
    "a list of wrong contracts": Kind(
        lambda count: sample(f"Properties:\n  p:\n    Contract: [{'1,' * count}1]\n"), set()
    ),
    "wrong items of a default": Kind(
        lambda count: sample(
            f"Properties:\n  p:\n    Contract: [$.int()]\n    Default: [{'x,' * count}x]\n"
        ),
        {"MPL501"},
    ),
    "many defaults that are lists": Kind(
        lambda count: sample(
            "Properties:\n" + lines("  p{}: {{Contract: [$.class(Sample)], Default: []}}\n", count)
        ),
        set(),
    ),
    "a list of expressions": Kind(
        lambda count: sample(
            f"Properties:\n  p:\n    Contract: $\n    Default: [{'$,' * count}$]\n"
        ),
        set(),
    ),
    "a list of numbers": Kind(
        lambda count: sample(
            f"Properties:\n  p:\n    Contract: [$.int()]\n    Default: [{'1,' * count}1]\n"
        ),
        set(),
    ),
    "keys that a contract names": Kind(
        lambda count: sample(
            f"Properties:\n  p:\n    Contract: [{keys(count // 2)}]\n    Default: [{'{},' * count}{{}}]\n"
        ),
        set(),
    ),
    "keys inside of keys": Kind(
        lambda count: sample(
            f"Properties:\n  p:\n    Contract: [{nested(count.bit_length())}]\n    Default: [{'{},' * count}{{}}]\n"
        ),
        set(),
    ),
    "defaults that make many objects": Kind(
        lambda count: classes(
            2,
            lambda item: (
                f", Properties: {{{lines('p{}: {{Contract: $}}, ', count // 4)}}}"
                if not item
                else f", Properties: {{{lines('p{}: {{Contract: [$.class(C0)], Default: [{{}}, {{}}]}}, ', count)}}}"
            ),
        ),
        set(),
    ),
    "a list of empty mappings": Kind(
        lambda count: sample(
            f"Properties:\n  p:\n    Contract: $\n    Default: [{'{},' * count}1]\n"
        ),
        set(),
    ),
    "instructions without effect": Kind(
        lambda count: sample(f"Methods:\n  go:\n    Body: [{'$,' * count}$]\n"), {"MPL612"}
    ),
    "templates that double": Kind(
        lambda count: form(
            "Templates:\n"
            + "".join(f"  t{at}: [$t{at + 1}, $t{at + 1}]\n" for at in range(count // 10))
            + f"  t{count // 10}: [x]\nAPPLICATION\n  given: $t0\n",
            "[" * (count // 10 + 1) + "$.int()" + "]" * (count // 10 + 1),
        ),
        {"MPL709"},
    ),
    "misspelt fields of a form": Kind(
        lambda count: form(
            "APPLICATION\n  given:\n"
            + lines("    - $.one.g{}\n", count)
            + "Forms:\n  - one:\n      fields:\n"
            + lines(
                "        - {{name: f{}, type: string, hidden: true, required: false}}\n", count
            ),
            "$",
        ),
        {"MPL720"},
    ),
    "misspelt forms": Kind(
        lambda count: form(
            "APPLICATION\n  given:\n"
            + lines("    - $.two{}.g\n", count)
            + "Forms:\n"
            + lines("  - one{}: {{fields: []}}\n", count),
            "$",
        ),
        {"MPL721"},
    ),
    "objects of misspelt classes": Kind(
        lambda count: form(
            "APPLICATION\n  given:\n"
            + lines("    - {{'?': {{type: example.app.Smaple{}}}}}\n", count),
            "[$.class(Sample)]",
        ),
        {"MPL700"},
    ),
    "many small classes": Kind(
        lambda count: sample(lines("---\n{{Name: D{}}}\n", count)), {"MPL204"}
    ),
    "no instructions": Kind(
        lambda count: sample(f"Methods:\n  go:\n    Body: [{'a,' * count}a]\n"), {"MPL601"}
    ),
    "meta objects": Kind(
        lambda count: classes(
            2,
            lambda item: (
                ", Usage: Meta, Cardinality: Many" if item else f", Meta: [{'C1, ' * count}C1]"
            ),
        ),
        set(),
    ),
    "wrong meta objects": Kind(
        lambda count: classes(
            2,
            lambda item: (
                ", Usage: Meta, Cardinality: Many, Properties: {p: {Contract: $.int()}}"
                if item
                else ", Meta: [" + "C1: {p: x}, " * count + "C1]"
            ),
        ),
        {"MPL504"},
    ),
    "a key many times": Kind(
        lambda count: sample("Properties:\n" + "  p: {Contract: $.int()}\n" * count), {"MPL113"}
    ),
    "one long line": Kind(
        lambda count: sample("Properties: {" + lines("p{}: {{Contrct: 1}}, ", count) + "}\n"),
        {"MPL121"},
    ),
    "attributes that nobody reads": Kind(
        lambda count: body(lines("      - $.a{}: 1\n", count)), {"MPL644"}
    ),
    "cases that set a variable each": Kind(
        lambda count: body(
            "      - Match:\n"
            + lines("          v{0}: {{$x{0}: 1}}\n", count)
            + "        Value: 1\n"
        ),
        {"MPL642"},
    ),
    "prefixes that are not declared": Kind(
        lambda count: {
            **sample(""),
            "Classes/Sample.yaml": "Namespaces:\n  =: example.app\n"
            + lines("  n{}: a.b\n", count)
            + f"Name: Sample\nImport: [{lines('n{}x:X, ', count)}]\n",
        },
        {"MPL208", "MPL219"},
    ),
    "keys whose value is one alias": Kind(
        lambda count: sample("Usage: &a Class\n" + lines("Key{}: *a\n", count)), {"MPL120"}
    ),
    "misspelt instructions": Kind(
        lambda count: body(lines("      - Retrun: {}\n", count)), {"MPL602"}
    ),
    "words that are none of those known": Kind(
        lambda count: sample(f"Usage: Meta\nApplies: [{lines('P{}, ', count)}]\n"), {"MPL123"}
    ),
    "classes of a file that have other names": Kind(
        lambda count: {
            **classes(count, lambda _: ""),
            "Classes/Sample.yaml": "Namespaces:\n  =: example.app\n"
            + lines("---\n{{Name: D{}}}\n", count),
        },
        {"MPL201"},
    ),
    "what descendants of a class may have": Kind(
        lambda count: classes(
            count,
            lambda item: (
                f", Extends: C0, Properties: {{p{item}: {{Contract: $}}}}"
                if item
                else f", Methods: {{go: {{Body: [{lines('$.q{}, ', count)}]}}}}"
            ),
        ),
        {"MPL652"},
    ),
    "calls of a method with many arguments": Kind(
        lambda count: calling_itself("$.int()", count), set()
    ),
    "calls that lack many arguments": Kind(
        lambda count: calling_itself("$.int().notNull()", count), {"MPL653"}
    ),
    "calls inside of calls": Kind(
        lambda count: body(f"      - $x: {'f(' * count}1{')' * count}\n" * 5), {"MPL650"}
    ),
    "misspelt calls of many methods": Kind(
        lambda count: sample(
            "Methods:\n" + lines("  m{0}: {{Body: [Return: $.m1{0}()]}}\n", count)
        ),
        {"MPL651"},
    ),
    "jumps that have nothing to leave": Kind(
        lambda count: body("      - Break:\n" * count), {"MPL608"}
    ),
    "a long sum": Kind(lambda count: returned("$x + " * count + "1"), set()),
    "a long row of dots": Kind(lambda count: returned("$x" + ".a" * count), set()),
    "a long row of calls": Kind(lambda count: returned("1" + " -> $" * count), set()),
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
    return {path: text for number in range(count) for path, text in declare(number).items()}


def versions_and(count: int, declare: Callable[[int], dict[str, str]]) -> dict[str, str]:
    """So many versions of package "a", and as many other packages."""
    return libraries(count, lambda item: library("a", version=f"{item + 1}.0.0")) | libraries(
        count, declare
    )


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
    return library(f"m{number}", extends, {"a": str(number + 1)} | dict.fromkeys(above, "0"))


def uses_all(count: int, text: str) -> dict[str, str]:
    return library("user", text, {f"m{number}": "0" for number in range(count)})


class Packages(NamedTuple):
    """How so many packages are made, and how often each code is reported of them."""

    make: Callable[[int], dict[str, str]]
    codes: Callable[[int], dict[str, int]]


CATALOGS: dict[str, Packages] = {
    "class files under other names": Packages(
        lambda count: {
            "manifest.yaml": "Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n"
            + lines("  example.app.C{0}: Missing{0}.yaml\n", 5 * count),
            **{f"Classes/Mising{item}x.yaml": f"Name: C{item}\n" for item in range(2 * count)},
        },
        lambda count: {"MPL136": 101, "MPL137": 2 * count - 100},
    ),
    "versions of an ancestor, two by two": Packages(
        lambda count: versions_and(count, extends_two) | extending(count, spec=f"{count}"),
        lambda count: {"MPL303": count - 1},
    ),
    "versions of an ancestor, one more in each class": Packages(
        lambda count: versions_and(count, chained),
        lambda count: {"MPL303": count // 10, "MPL306": count // 10 - 1},
    ),
    "all versions of an ancestor": Packages(
        lambda count: (
            versions_and(count, lambda item: extending(item, spec=f">={item + 1},<{item + 3}"))
            | uses_all(count, f"Extends: [{', '.join(f'm{number}' for number in range(count))}]\n")
        ),
        lambda _: {"MPL306": 1},
    ),
    "a long line below a merge": Packages(
        lambda count: (
            versions_and(2, lambda item: extending(item, spec=f">={item + 1}"))
            | library("u0", "Extends: [m0, m1]\n", {"m0": "0", "m1": "0"})
            | libraries(
                count,
                lambda item: library(f"u{item + 1}", f"Extends: u{item}\n", {f"u{item}": "0"}),
            )
        ),
        lambda _: {"MPL307": 1},
    ),
    "each requirement is a slip for a package": Packages(
        lambda count: libraries(
            count, lambda item: library(f"example.p{item}", require={f"example.pp{item}x": "0"})
        ),
        lambda count: {"MPL211": count},
    ),
    "versions that nobody has": Packages(
        lambda count: versions_and(
            count, lambda item: library(f"m{item}", "", {"a": f">{count + item}"})
        ),
        lambda count: {"MPL212": count},
    ),
    "a requirement with many parts": Packages(
        lambda count: (
            library("a", version="1.0.0")
            | extending(0, spec=">0" + lines(",<{}.1", count).replace("<0.1", "<2"))
        ),
        lambda _: {},
    ),
    "many names, many required packages": Packages(
        lambda count: (
            libraries(count, lambda item: library(f"m{item}"))
            | uses_all(
                count,
                f"Import: [{', '.join(f'other{number}.C' for number in range(40 * count))}]\n",
            )
        ),
        lambda _: {"MPL209": 101},
    ),
    "a name that many required packages have": Packages(
        lambda count: (
            libraries(count, lambda item: library(f"m{item}", class_="x"))
            | uses_all(count, f"Import: [{', '.join(['x'] * (60 * count))}]\n")
        ),
        lambda count: {"MPL220": 1, "MPL222": count - 1},
    ),
}


class Values(NamedTuple):
    """Properties of a class, and so many values of the property `p` in a model, of which a code is reported."""

    properties: Callable[[int], str]
    value: Callable[[int], list[object]]
    code: str


OBJECTS = "  p: {Contract: [$.class(Sample)]}\n"


def empty(count: int) -> list[object]:
    return [{}] * count


MODELS: dict[str, Values] = {
    "objects without an id": Values(lambda _: OBJECTS, empty, "MPL538"),
    "properties that are not given": Values(
        lambda count: OBJECTS + lines("  q{}: {{Contract: $}}\n", count),
        lambda count: [{"?": {"id": f"o{number}"}} for number in range(count)],
        "MPL538",
    ),
    "keys that a contract names": Values(
        lambda count: f"  p: {{Contract: [{keys(count // 2)}]}}\n", empty, "MPL538"
    ),
    "keys inside of keys": Values(
        lambda count: f"  p: {{Contract: [{nested(count.bit_length())}]}}\n", empty, "MPL538"
    ),
    "a long default of each object": Values(
        lambda _: f"{OBJECTS}  d: {{Contract: [$.int()], Default: [{'1,' * 100}1]}}\n",
        empty,
        "MPL538",
    ),
    "default expressions of each object": Values(
        lambda count: (
            f"{OBJECTS}  a: {{Contract: $}}\n"
            + lines("  d{}: {{Contract: $, Default: $.a}}\n", count // 5)
        ),
        empty,
        "MPL538",
    ),
    "static properties": Values(
        lambda count: OBJECTS + lines("  q{}: {{Contract: $, Usage: Static}}\n", count // 4),
        empty,
        "MPL538",
    ),
    "types that nobody has": Values(
        lambda _: OBJECTS,
        lambda count: [{"?": {"type": f"example.app.Sampel{number}"}} for number in range(count)],
        "MPL524",
    ),
    "checks that fail": Values(
        lambda _: "  p: {Contract: [$.check($.foo > 3)]}\n", lambda count: [1] * count, "MPL521"
    ),
    "what is not an object": Values(lambda _: OBJECTS, lambda count: [1] * count, "MPL520"),
    "wrong numbers": Values(
        lambda _: "  p: {Contract: [$.int()]}\n", lambda count: ["x"] * count, "MPL520"
    ),
    "defaults that compute much": Values(
        lambda count: (
            OBJECTS
            + lines(
                "  d{}: {{Contract: $.int(), Default: range(1900).select($ * 2).sum()}}\n",
                count // 8,
            )
        ),
        lambda count: empty(count // 8),
        "MPL538",
    ),
}


def written_model(kind: str, count: int, folder: Path) -> Path:
    """Write a package, and a model with so many values of a kind; return the path of the model."""
    properties, value, _ = MODELS[kind]
    write_files(folder, sample(f"Properties:\n{properties(count)}"))
    header = {"type": "example.app.Sample", "id": "root"}
    result = folder / "model.json"
    result.write_text(json.dumps({"?": header, "p": value(count)}))
    return result


@pytest.fixture
def low_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    for (module, name), most in LOW.items():
        monkeypatch.setattr(module, name, getattr(module, name)._replace(most=most))
    lower_limits(monkeypatch, total_steps=STEPS)


def require_linear(
    folder: Path,
    write: Callable[[int, Path], object],
    run: Callable[[Path], muranopl.Report | muranopl.RenderResult],
    counts: tuple[int, ...] = COUNTS,
) -> tuple[muranopl.Diagnostic, ...]:
    """Write inputs of each size, run something of them; return the diagnostics of the largest.

    Raise AssertionError where lines that are run or memory grow faster than what is written.
    """
    sizes, work, memory = [], [], []
    for count in counts:
        files = folder / str(count)
        write(count, files)
        if not sizes:
            run(files)  # loads all that it needs
        sizes.append(sum(file.stat().st_size for file in files.rglob("*") if file.is_file()))
        memory.append(peak(partial(run, files)))
        work.append(executed_lines(partial(run, files)))
    assert is_linear(sizes, work, LINES), (sizes, work)
    assert is_linear(sizes, memory, BYTES), (sizes, memory)
    return run(files).diagnostics


def checked(folder: Path) -> muranopl.Report:
    return muranopl.Catalog([folder]).check()


def rendered(folder: Path) -> muranopl.RenderResult:
    return muranopl.Catalog([folder]).render(folder / "model.json")


@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize("kind", KINDS)
def test_much_of_one_thing(kind: str, tmp_path: Path) -> None:
    make, codes = KINDS[kind]
    result = require_linear(
        tmp_path, lambda count, folder: write_files(folder, make(count)), checked
    )
    assert codes <= {item.code for item in result}
    assert all(number <= 101 for number in Counter(item.code for item in result).values())


@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize("kind", CATALOGS)
def test_many_packages(kind: str, tmp_path: Path) -> None:
    make, codes = CATALOGS[kind]
    result = require_linear(
        tmp_path, lambda count, folder: write_files(folder, make(count)), checked, PACKAGES
    )
    assert Counter(item.code for item in result) == codes(PACKAGES[-1])
    assert all(len(item.message) < 1_000 for item in result)


@pytest.mark.usefixtures("low_limits")
@pytest.mark.parametrize("kind", MODELS)
def test_much_of_one_thing_in_a_model(kind: str, tmp_path: Path) -> None:
    result = require_linear(tmp_path, partial(written_model, kind), rendered)
    code, too_many = MODELS[kind].code, "MPL538"
    assert {code} <= {item.code for item in result} <= {code, too_many}
    assert len(result) <= 101


HUGE: dict[str, int] = {
    "a line of classes": 8_000,
    "each class extends all before it": 300,
    "many parents with the same names": 2_000,
    "many classes below a large one": 3_000,
    "misspelt keys": 30_000,
    "a list of numbers": 200_000,
    "keys whose value is one alias": 60_000,
    "a long sum": 200_000,
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


@pytest.mark.parametrize("kind", HUGE)
def test_huge(kind: str, tmp_path: Path) -> None:
    make, codes = KINDS[kind]
    write_files(tmp_path, make(HUGE[kind]))
    result = run(tmp_path, "check", "--no-cache", "-j", "1", "--format", "json", ".")
    assert codes <= {code for code, _ in result}
    assert all(number <= 101 for number in Counter(code for code, _ in result).values())


@pytest.mark.parametrize(
    ("kind", "count", "said"),
    [
        ("objects without an id", 40_000, "takes more than 1,160,058 steps"),
        ("wrong numbers", 100_000, "and 99,900 more of this code in this file"),
    ],
)
def test_a_huge_model(kind: str, count: int, said: str, tmp_path: Path) -> None:
    written_model(kind, count, tmp_path)
    options = ("-L", ".", "--no-cache", "--diagnostics", "json")
    result = run(tmp_path, "render", "model.json", *options)
    assert {code for code, _ in result} == {MODELS[kind].code}
    assert len(result) <= 101
    assert said in result[-1][1]


def test_errors_of_expressions_are_freed(tmp_path: Path) -> None:
    write_files(tmp_path, sample("Properties:\n  p: {Contract: [$.check($.foo > 3)]}\n"))
    catalog = muranopl.Catalog([tmp_path])
    model = {"?": {"type": "example.app.Sample", "id": "root"}, "p": [1]}
    catalog.render(model)  # loads all that rendering needs
    wrong = {**model, "p": [1] * 500}
    assert peak(lambda: catalog.render(wrong)) < 1_000_000
    assert not catalog.render(wrong).ok


def test_rendering_many_objects_takes_the_memory_of_their_values(tmp_path: Path) -> None:
    properties = "  items: {Contract: [$.class(Sample)]}\n" + lines(
        "  p{}: {{Contract: $.int()}}\n", 8
    )
    write_files(tmp_path, sample(f"Properties:\n{properties}"))
    items = [{"?": {"type": "example.app.Sample", "id": f"i{number}"}} for number in range(400)]
    catalog = muranopl.Catalog([tmp_path])
    model = {"?": {"type": "example.app.Sample", "id": "root"}, "items": items}
    catalog.render(model)  # loads all that rendering needs
    assert peak(lambda: catalog.render(model)) < 10_000 * len(items)
    assert catalog.render(model).ok


def test_a_message_names_few_of_many_required_packages(tmp_path: Path) -> None:
    package = sample("Import: [Missing]\n")
    package["manifest.yaml"] += "Require:\n" + lines("  lib{}: 0\n", 50)
    for number in range(50):
        package[f"../lib{number}/manifest.yaml"] = library_manifest(
            f"lib{number}", {f"lib{number}.C": "C.yaml"}
        )
        package[f"../lib{number}/Classes/C.yaml"] = f"Name: lib{number}.C\n"
    write_files(tmp_path / "package", package)
    report = muranopl.Catalog([tmp_path / "package"], libraries=[tmp_path]).check()
    message = next(
        diagnostic.message for diagnostic in report.diagnostics if diagnostic.code == "MPL209"
    )
    assert message.endswith(" and 32 more")


def test_a_message_names_few_of_many_missing_arguments(tmp_path: Path) -> None:
    write_files(tmp_path, calling_itself("$.int().notNull()", 30))
    report = muranopl.Catalog([tmp_path]).check()
    message = next(
        diagnostic.message for diagnostic in report.diagnostics if diagnostic.code == "MPL653"
    )
    assert message.endswith('"a19", "a20" and 9 more')
