"""Odd values on the command line: each gets one line that says what to do, and the exit status of its kind."""

from __future__ import annotations

import shlex

import pytest
from click.testing import Result

from muranopl.interfaces.cli.main import COMMANDS
from tests import command_line
from tests.project import EXAMPLES

COUNT = "example.tested.Account"


def run(line: str, monkeypatch: pytest.MonkeyPatch) -> Result:
    monkeypatch.chdir(EXAMPLES)
    return command_line.run(*shlex.split(line))


EMPTY = {
    "call '' sum -L tested": "'CLASS': it is empty: give CLASS.",
    "call ' ' sum -L tested": "'CLASS': it is empty: give CLASS.",
    "call a '' -L tested": "'METHOD': it is empty",
    "call a b --model m --object ''": "'--object': it is empty: give ID, or leave the option out.",
    "call a b -o ''": "'-o' / '--output': it is empty: give FILE, or leave the option out.",
    "call a b -a ''": "'-a' / '--argument': it is empty: give NAME=VALUE",
    "deploy --dry-run ''": "'MODEL': it is empty",
    "deploy --dry-run m --method ''": "'--method': it is empty",
    "export '' -o x": "'[MODEL]': it is empty",
    "render ''": "'MODEL': it is empty",
    "render hello --form ''": "'--form': it is empty",
    "render m --class ' '": "'--class': it is empty",
    "schema ''": "'[CLASS]': it is empty: give CLASS.",
    "schema a --package ''": "'--package': it is empty",
    "schema --all ''": "'--all': it is empty",
    "test tested -k ''": "'-k': it is empty",
    "test tested --lcov ''": "'--lcov': it is empty",
    "test tested --cobertura ''": "'--cobertura': it is empty",
    "explain ''": "it is empty",
    "build ''": "'PATH...': it is empty: give PATH.",
    "lock ''": "'PATH...': it is empty: give PATH.",
    "stats ''": "'PATH...': it is empty: give PATH.",
    "doc ''": "'PATH...': it is empty: give PATH.",
    "extension describe ''": "'WHAT...': it is empty: give WHAT.",
    "new ''": "'NAME': it is empty: give NAME.",
    "new a.b -o ''": "'-o' / '--output': it is empty: give DIR, or leave the option out.",
    "diff '' x": "'OLD': it is empty: give OLD.",
    "diff x ''": "'NEW': it is empty: give NEW.",
    "lsp --ws ''": "'--ws':",
    "upgrade ''": "'PATH...': it is empty: give PATH.",
    "graph tested --class ''": "'--class': it is empty",
    "check ''": "'PATH...': it is empty: give PATH.",
    "check tested --select ''": "'--select': it is empty",
    "check tested -L ''": "'-L' / '--library': it is empty",
    "check tested --cache-dir ''": "'--cache-dir': it is empty",
    "check tested --log-file ''": "'--log-file': it is empty",
    "cache clear --cache-dir ''": "'--cache-dir': it is empty",
    "config show ''": "'[PATH]...': it is empty: give PATH.",
    "serve tested --host ''": "'--host': it is empty",
}


@pytest.mark.parametrize("line", EMPTY)
def test_an_empty_value_is_wrong_usage(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(line, monkeypatch)
    assert (result.exit_code, result.stdout) == (2, "")
    assert EMPTY[line] in result.stderr


def test_all_commands_refuse_empty_values() -> None:
    assert {line.partition(" ")[0] for line in EMPTY} == set(COMMANDS)


ODD = {
    # the class
    "call nope sum": (
        1,
        'class "nope" is not in any of these packages',
        "pass the package that contains it, or a folder of packages, with -L",
    ),
    "call Account sum -L tested": (1, "MPL524", 'did you mean "example.tested.Account"?'),
    "call example.tested.Acount sum -L tested": (
        1,
        "MPL524",
        'did you mean "example.tested.Account"?',
    ),
    "call example.tested.Account/ sum -L tested": (
        2,
        "is not a class",
        "write full.Name, or full.Name/version@package",
    ),
    "call @example.tested sum -L tested": (
        2,
        '"@example.tested" is not a class',
        "write full.Name",
    ),
    "call - sum -L tested": (1, 'class "-" is not in any of these packages', "with -L"),
    "schema nope": (1, 'class "nope" is not found', "pass packages with -L"),
    "schema Account -L tested": (
        1,
        '"Account" is not found',
        'did you mean "example.tested.Account"?',
    ),
    f"schema {COUNT} -L tested --class-version 0": (
        1,
        "not found in version 0, but in version 1.0.0",
        f'write "{COUNT}/1.0.0"',
    ),
    f"schema {COUNT}/ -L tested": (
        2,
        "is not a class",
        "write full.Name, or full.Name/version@package",
    ),
    f"schema {COUNT}/x -L tested": (2, '"x" is not a version specification', 'such as ">=1.2"'),
    "render hello-environment.json": (
        1,
        'class "example.hello.WebServer" is not in any',
        "with -L",
    ),
    "deploy --dry-run hello-environment.json": (
        1,
        'class "example.hello.WebServer" is not in any',
        "with -L",
    ),
    "graph tested --class example.tested.Acount": (
        2,
        'class "example.tested.Acount" is not found',
        'did you mean "example.tested.Account"?',
    ),
    # the method, or the test
    f"call {COUNT} withdrw -L tested": (
        1,
        "the class has no such method",
        'did you mean "withdraw"?',
    ),
    "deploy --dry-run hello-environment.json -L hello --method dploy": (
        1,
        "no such method",
        'did you mean "deploy"?',
    ),
    f"schema {COUNT}/1 -L tested --method withdrw": (
        1,
        'action "withdrw"',
        'did you mean "withdraw"?',
    ),
    f"schema {COUNT}/1 -L tested --method withdraw --method nope": (1, 'action "nope"'),
    "test tested -k testWithdrw": (
        5,
        'No test matches "testWithdrw" (4 tests found)',
        'did you mean "testWithdraw"?',
    ),
    "test tested -k AccountTest -k nope": (5, 'No test matches "nope" (4 tests found)'),
    f"call {COUNT} initialize -L tested": (1, "it runs automatically when an object is created"),
    f"call {COUNT} .destroy -L tested --any": (
        1,
        "it runs automatically when an object is destroyed",
    ),
    "render tested --form hello-answers.yaml": (
        1,
        "has no UI definition",
        "pass an object model instead of answers, or a package with a UI definition",
    ),
    "check tested --select nope": (2, '"nope" is not a code', "`muranopl explain` lists all"),
    # arguments
    f"call {COUNT} withdraw -L tested -a amount": (2, "-a amount: write NAME=VALUE."),
    f"call {COUNT} withdraw -L tested -a amount=1 -a amount=2": (
        2,
        "-a amount is specified twice.",
    ),
    # files
    "render hello": (2, '"hello" is a folder', "pass a file, or - for standard input"),
    "render nope": (2, 'the path "nope" does not exist'),
    "deploy --dry-run ' '": (2, 'the path " " does not exist'),
    "render -": (
        1,
        "the file is empty, but must contain the object model",
        "write the object model into it, as JSON or YAML",
    ),
    f"call {COUNT} withdraw -L tested --arguments -": (
        1,
        "the file is empty, but must contain the arguments",
        "write the arguments",
    ),
    f"call {COUNT} withdraw -L ../docs": (
        2,
        "no package found",
        "pass the folder that contains manifest.yaml",
    ),
    "explain unknown-kye": (
        2,
        'Unknown diagnostic or quirk "unknown-kye"',
        'Did you mean "unknown-key"?',
    ),
}


@pytest.mark.parametrize("line", ODD)
def test_odd_values(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    status, *words = ODD[line]
    result = run(line, monkeypatch)
    assert result.exit_code == status, result.output
    for word in words:
        assert str(word) in result.stderr


def test_the_class_alone_has_the_empty_name_among_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(f"schema {COUNT}/1 -L tested --method '' --indent 0", monkeypatch)
    assert (result.exit_code, result.stdout.startswith('{"": {"$schema"')) == (0, True)
