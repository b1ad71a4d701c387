"""What functions and log methods make of odd arguments; answers and names of errors are the engine's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.execution.session import Session
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.names
Classes: {example.names.Main: Main.yaml}
=== Classes/Main.yaml
Namespaces: {=: example.names}
Name: Main
Methods:
  run:
    Body:
      - Try:
          - Throw: Caught
            Message: first
        Catch:
          As: e
          Do:
            - Try:
                - Return: !yaql EXPRESSION
              Catch:
                As: f
                Do:
                  - Return: [$f.name]
"""


def session_of(expression: str, folder: Path) -> Session:
    package = PACKAGE.replace("EXPRESSION", json.dumps(expression, ensure_ascii=False))
    session = muranopl.Catalog(write(files(package), folder)).session()
    session.load({"Objects": {"?": {"type": "example.names.Main", "id": "main"}}})
    return session


def value_of(session: Session) -> Any:
    main = session.find("main")
    assert main is not None
    return session.call(main, "run", public=False)


FUNCTIONS = {
    '"日本語".base64decode()': ["ValueError"],
    '"ab".base64decode()': ["TypeError"],
    '"gA==".base64decode()': ["UnicodeDecodeError"],
    '"YQ==".base64decode()': "a",
    'regex("a").replaceBy("abc", null)': "bc",
    '"abc".replaceBy(regex("a"), null)': "bc",
    'regex("a").replaceBy("abc", 5)': ["TypeError"],
    'regex("a").replaceBy("abc", list(1))': ["TypeError"],
    r'regex("a").replace("abc", "\\9")': ["re.error"],
    '"abc" =~ "("': ["re.error"],
    'regex("(")': ["re.error"],
    'random("a", "b")': ["TypeError"],
    "random(1.5, 2)": ["ValueError"],
    "random(5, 1)": ["ValueError"],
}


@pytest.mark.parametrize(("expression", "value"), FUNCTIONS.items(), ids=FUNCTIONS)
def test_functions(expression: str, value: Any, tmp_path: Path) -> None:
    assert value_of(session_of(expression, tmp_path)) == value


LINES = {
    "info('hello {message}', message => world)": ["info: hello world"],
    "info('{self} {call} {args}', self => 1, call => 2, args => 3)": ["info: 1 2 3"],
    "info('a {0} {b}', 1, b => 2)": ["info: a 1 2"],
    "error('{exc}', exc => 1)": ["error: 1"],
    "info('a {x}', y => 1)": ["warning: Can not format string: a {x}", "info: a {x}"],
}


@pytest.mark.parametrize(("call", "lines"), LINES.items(), ids=LINES)
def test_named_arguments_of_log_methods(call: str, lines: list[str], tmp_path: Path) -> None:
    session = session_of(f"logger(x).{call}", tmp_path)
    assert value_of(session) is None
    assert [f"{item.level}: {item.text}" for item in session.log] == lines


def test_an_exception_is_logged_with_named_arguments(tmp_path: Path) -> None:
    session = session_of(
        "logger(x).exception($e, '{message} {exc}', message => m, exc => 5)", tmp_path
    )
    assert value_of(session) is None
    assert session.log[0].text.startswith("m 5\n")


def test_a_message_has_no_name(tmp_path: Path) -> None:
    session = session_of("logger(x).info(message => hello)", tmp_path)
    assert value_of(session) == ["yaql.language.exceptions.ArgumentException"]


def test_a_check_knows_named_arguments(tmp_path: Path) -> None:
    package = PACKAGE.replace(
        "EXPRESSION", "\"logger(x).info('{message}', message => $e.message)\""
    )
    assert muranopl.Catalog(write(files(package), tmp_path)).check().diagnostics == ()
