"""The fixes of all diagnostics: over the bad example of every page, and how each kind is written."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.examples import files, options
from muranopl.diagnostics.pages import WITHOUT_EXAMPLES
from tests.material import catalog, model, write
from tests.rows import Rows

EXAMPLES = {
    code: rule.page.bad
    for code, rule in rules().items()
    if code not in WITHOUT_EXAMPLES and not model(files(rule.page.bad))
}


def codes(known: muranopl.Catalog) -> Counter[str]:
    return Counter(item.code for item in known.check().diagnostics)


def problems(example: str, folder: Path) -> Iterator[str]:
    """Yield what is wrong after fixes of an example: new diagnostics, and fixes that are made again."""
    chosen = options(example)
    for unsafe in (False, True):
        own = folder / str(unsafe)
        whole = os.path.relpath(write(files(example), own), own)
        with contextlib.chdir(own):
            known = catalog(chosen, whole)
            before, made = codes(known), known.fix(unsafe=unsafe).made
            if not made:
                continue  # nothing has changed
            after = codes(catalog(chosen, whole))
            if not after <= before or after == before:
                yield f"fixes (unsafe: {unsafe}) made {after} of {before}"
            if again := catalog(chosen, whole).fix(unsafe=unsafe).files:
                yield f"fixed again (unsafe: {unsafe}): {again}"


def test_a_fix_makes_no_new_diagnostic_and_is_made_once(rows: Rows) -> None:
    rows.check("fixes", EXAMPLES, problems)


def fixed(folder: Path, contents: dict[str, str], *, unsafe: bool = False) -> str:
    """The difference that fixes make of a package, without its heads and context."""
    for path, text in contents.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    result = muranopl.Catalog(folder).fix(unsafe=unsafe)
    assert not codes(muranopl.Catalog(folder)) or not unsafe
    lines = (line for line in result.diff.splitlines() if line[:1] in {"+", "-"})
    return "\n".join(line for line in lines if line[:3] not in {"---", "+++"})


def package(
    body: str, *, format_: str = "1.4", head: str = "Namespaces: {=: example.app}\n"
) -> dict[str, str]:
    manifest = (
        f"Format: '{format_}'\nType: Library\nFullName: example.app\nName: App\n"
        "Description: A package\nClasses: {example.app.One: One.yaml}\n"
    )
    return {"manifest.yaml": manifest, "Classes/One.yaml": f"{head}Name: One\n{body}"}


LINE = "Methods:\n  run:\n    Body:\n      - {}\n"
RUN = "Methods:\n  run:\n    Body:\n      - Return: {}\n"
CASES: dict[str, tuple[dict[str, str], str]] = {
    "a prefix in a flow mapping": (
        package("", head="Namespaces: {=: example.app, std: io.murano}\n"),
        "-Namespaces: {=: example.app, std: io.murano}\n+Namespaces: {=: example.app}",
    ),
    "the first prefix in a flow mapping": (
        package("", head="Namespaces: {std: io.murano, =: example.app}\n"),
        "-Namespaces: {std: io.murano, =: example.app}\n+Namespaces: {=: example.app}",
    ),
    "a prefix with its comment": (
        package("", head="Namespaces:\n  =: example.app\n  std: io.murano  # unused\n"),
        "-  std: io.murano  # unused",
    ),
    "all prefixes": (
        package("", head="Namespaces:\n  std: io.murano\n").copy()
        | {
            "Classes/One.yaml": "Namespaces:\n  std: io.murano\n  sys: io.murano.system\nName: example.app.One\n"
        },
        "-Namespaces:\n-  std: io.murano\n-  sys: io.murano.system",
    ),
    "an argument in braces": (
        package("Methods:\n  run:\n    Arguments: {a: {Contract: $.int()}}\n    Body: []\n"),
        "-    Arguments: {a: {Contract: $.int()}}\n+    Arguments: [{a: {Contract: $.int()}}]",
    ),
    "an argument with comments and a blank line": (
        package(
            "Methods:\n  run:\n    Arguments:\n      # what\n      a:\n\n        Contract: $.int()\n    Body: []\n"
        ),
        "-      a:\n+      - a:\n-        Contract: $.int()\n+          Contract: $.int()",
    ),
    "super in single quotes": (
        package(RUN.format("!yaql '$.super($.run())'")),
        "-      - Return: !yaql '$.super($.run())'\n+      - Return: !yaql 'super($, $.run())'",
    ),
    "the name of an argument": (
        package(
            "Methods:\n  run:\n    Arguments:\n      - first: {Contract: $.int()}\n    Body:\n"
            "      - $.run(frist => 1)\n"
        ),
        "-      - $.run(frist => 1)\n+      - $.run(first => 1)",
    ),
    "the name of a property that an object is made with": (
        package(
            "Properties: {one: {Contract: $.int()}, size: {Contract: $.int().notNull()}}\n"
            + LINE.format("new(One, $this, oen => 1, szie => 2)")
        ),
        "-      - new(One, $this, oen => 1, szie => 2)\n+      - new(One, $this, one => 1, size => 2)",
    ),
    "a prefix that is misspelt": (
        package(
            LINE.format("new(st:Object)"), head="Namespaces: {=: example.app, std: io.murano}\n"
        ),
        "-      - new(st:Object)\n+      - new(std:Object)",
    ),
    "a class and its prefix": (
        package(
            LINE.format("new(std:Resorces)"),
            head="Namespaces: {=: example.app, std: io.murano.system}\n",
        ),
        "-      - new(std:Resorces)\n+      - new(std:Resources)",
    ),
    "a class of another namespace, which an expression cannot name by dots": (
        package(
            "Properties: {one: {Contract: $.class(Agent)}}\n", head="Namespaces: {=: example.app}\n"
        ),
        "",
    ),
    "a required key": (
        package("Properties: {one: {Contact: $.int()}}\n"),
        "-Properties: {one: {Contact: $.int()}}\n+Properties: {one: {Contract: $.int()}}",
    ),
    "a word of a closed list": (
        package('Properties: {one: {Contract: $.int(), Usage: "Outt"}}\n'),
        '-Properties: {one: {Contract: $.int(), Usage: "Outt"}}\n+Properties: {one: {Contract: $.int(), Usage: "Out"}}',
    ),
    "a contract function": (
        package("Properties:\n  one:\n    Contract: !yaql '$.strin()'\n"),
        "-    Contract: !yaql '$.strin()'\n+    Contract: !yaql '$.string()'",
    ),
    "a contract without a value": (
        package("Properties:\n  one:\n    Contract: [int().notNull()]\n"),
        "-    Contract: [int().notNull()]\n+    Contract: [$.int().notNull()]",
    ),
    "a contract that is not called": (
        package("Properties:\n  one:\n    Contract: $.int.notNull()\n"),
        "-    Contract: $.int.notNull()\n+    Contract: $.int().notNull()",
    ),
    "the engine's name of the constructor": (
        package("Methods:\n  .Init:\n    Body: []\n"),
        "-  .Init:\n+  .init:",
    ),
    "a call of the parents' constructors": (
        package(
            LINE.format("$.super($.initialize())  # Python\n      - $.go()").replace(
                "run:", "initialize:"
            )
            + "  go: {}\n"
        ),
        "-      - $.super($.initialize())  # Python",
    ),
    "nothing but a call of the parents' constructors": (
        package("Methods:\n  initialize:\n    Body:\n    - super($, $.initialize())\n"),
        "-    - super($, $.initialize())\n+      []",
    ),
    "an action": (
        package("Methods:\n  run: {Usage: 'Action', Body: []}\n"),
        "-  run: {Usage: 'Action', Body: []}\n+  run: {Scope: Public, Body: []}",
    ),
    "an action that is public": (
        package("Methods:\n  run:\n    Scope: Public\n    Usage: Action\n    Body: []\n"),
        "-    Usage: Action",
    ),
    "a listed class, by the name of its file": (
        package("") | {"manifest.yaml": package("")["manifest.yaml"].replace(".One:", ".Onne:")},
        "-Classes: {example.app.Onne: One.yaml}\n+Classes: {example.app.One: One.yaml}",
    ),
    "a declared class, by the name of its file": (
        package("") | {"Classes/One.yaml": "Namespaces: {=: example.app}\nName: 'Onne'\n"},
        "-Name: 'Onne'\n+Name: One",
    ),
    "the namespace of a class, by the name of the package": (
        package("", head="Namespaces: {=: exmple.app}\n"),
        "-Namespaces: {=: exmple.app}\n+Namespaces: {=: example.app}",
    ),
    "a class file": (
        package("") | {"manifest.yaml": package("")["manifest.yaml"].replace("One.y", "Onee.y")},
        "-Classes: {example.app.One: Onee.yaml}\n+Classes: {example.app.One: One.yaml}",
    ),
    "the version of a UI definition": (
        package("Extends: io.murano.Application\n")
        | {
            "UI/ui.yaml": "Version: '2.2'  # old\nParameters: {p: 1}\nApplication:\n"
            "  ?: {type: example.app.One}\n  name: $p\n"
        },
        "-Version: '2.2'  # old\n+Version: 2.4  # old",
    ),
    "an instruction in quotes": (
        package(LINE.format("'$.run()'  # again")),
        "-      - '$.run()'  # again\n+      - $.run()  # again",
    ),
    "an assignment of the first edition": (
        package(LINE.format("$x: []\n      - $x.append(): 'it''s'\n      - Return: $x")),
        "-      - $x.append(): 'it''s'\n+      - $x: $x.append('it\\'s')",
    ),
    "an assignment of a collection": (
        package(LINE.format("$x: []\n      - $x.append(): [1, 2]\n      - Return: $x")),
        "-      - $x.append(): [1, 2]\n+      - $added7: [1, 2]\n+      - $x: $x.append($added7)",
    ),
    "a version that is not complete": (
        package("") | {"manifest.yaml": package("")["manifest.yaml"] + "Version: '1.2'  # two\n"},
        "-Version: '1.2'  # two\n+Version: 1.2.0  # two",
    ),
    "several arguments in one item": (
        package(
            "Methods:\n  run:\n    Arguments:\n      - a:\n          Contract: $.int()\n        b:\n"
            "          Contract: $.int()\n    Body: []\n"
        ),
        "-        b:\n+      - b:",
    ),
    "the format of the package": (
        package("Methods:\n  run:\n    Scope: Public\n", format_="1.3"),
        "-Format: '1.3'\n+Format: '1.4'",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_how_a_fix_is_written(name: str, tmp_path: Path) -> None:
    contents, expected = CASES[name]
    assert fixed(tmp_path, contents) == expected


def test_format_becomes_a_sum_and_a_constant_is_respelt(tmp_path: Path) -> None:
    contents = package(RUN.format('list($, False, "a {0}".format($.run()))'))
    assert fixed(tmp_path, contents) == ""
    assert fixed(tmp_path, contents, unsafe=True) == (
        '-      - Return: list($, False, "a {0}".format($.run()))\n'
        "+      - Return: list($, false, 'a ' + str($.run()))"
    )


ARGUMENT = "Methods:\n  run:\n    Arguments:\n      - {}: {{Contract: $.string()}}\n    Body:\n      - Return: {}\n"


@pytest.mark.parametrize(
    ("declared", "read", "safe", "unsafe"),
    [
        ("serer", "$server + $server", "-      - serer: +      - server:", ""),
        ("server", "$serer", "", "-      - Return: $serer+      - Return: $server"),
    ],
)
def test_an_argument_is_renamed_where_its_other_name_is_more_frequent(
    declared: str, read: str, safe: str, unsafe: str, tmp_path: Path
) -> None:
    contents = package(ARGUMENT.format(declared, read))
    contract = " {Contract: $.string()}"
    difference = fixed(tmp_path, contents).replace(contract, " ").replace("\n", "")
    assert difference.replace("  +", " +").rstrip() == safe
    difference = fixed(tmp_path, contents, unsafe=True).replace("\n", "")
    assert not unsafe or difference == unsafe


@pytest.mark.parametrize("call", ["$.run().switch({})", "switch($.run(), {})"])
def test_a_switch_over_a_value_gets_conditions_as_an_unsafe_fix(call: str, tmp_path: Path) -> None:
    written = call.format("1 => a, $ > 2 => b")
    contents = package(RUN.format(written))
    assert fixed(tmp_path, contents) == ""
    assert fixed(tmp_path, contents, unsafe=True) == (
        f"-      - Return: {written}\n+      - Return: switch($.run() = 1 => a, $.run() > 2 => b)"
    )


def test_a_bare_word_becomes_the_variable_only_as_an_unsafe_fix(tmp_path: Path) -> None:
    contents = package(RUN.format("len(word)")) | {}
    contents["Classes/One.yaml"] = (
        "Namespaces: {=: example.app}\nName: One\n"
        "Properties: {word: {Contract: $.string()}}\n" + RUN.format("len(word)")
    )
    assert fixed(tmp_path, contents) == ""
    assert fixed(tmp_path, contents, unsafe=True) == (
        "-      - Return: len(word)\n+      - Return: len($.word)"
    )


def test_a_call_in_a_flow_collection_keeps_its_commas_out(tmp_path: Path) -> None:
    contents = package(RUN.format("[$.super($.run())]"))
    assert fixed(tmp_path, contents) == ""


def test_a_form_requires_the_package_of_its_application(tmp_path: Path) -> None:
    one = package("Extends: io.murano.Application\n")
    two = package("Extends: io.murano.Application\n", head="Namespaces: {=: example.two}\n")
    two["manifest.yaml"] = two["manifest.yaml"].replace("example.app", "example.two")
    form = "Application:\n  ?: {type: example.two.One}\n"
    contents = {f"one/{path}": text for path, text in one.items()}
    contents |= {f"two/{path}": text for path, text in two.items()}
    contents["one/UI/ui.yaml"] = form
    assert fixed(tmp_path, contents) == "+Require:\n+  example.two: 0"


def test_an_older_format_is_raised_only_as_an_unsafe_fix(tmp_path: Path) -> None:
    contents = package("Methods:\n  run:\n    Scope: Public\n", format_="1.0")
    assert fixed(tmp_path, contents) == ""
    assert fixed(tmp_path, contents, unsafe=True).endswith("+Format: '1.4'")


@pytest.mark.parametrize("word", ["None", "'null'", "'true'"])
def test_a_constant_is_not_a_misspelt_type_of_a_field(word: str, tmp_path: Path) -> None:
    contents = package("Extends: io.murano.Application\n")
    contents["UI/ui.yaml"] = (
        "Version: 2.4\nApplication:\n  ?: {type: example.app.One}\n"
        f"Forms:\n  - settings:\n      fields: [{{name: flavor, type: {word}}}]\n"
    )
    assert fixed(tmp_path, contents) == ""
    diagnostics = muranopl.Catalog(tmp_path).check().diagnostics
    assert [item.code for item in diagnostics] == ["MPL742", "MPL183"]
    assert muranopl.Catalog(tmp_path).fix(unsafe=True).files == ()
