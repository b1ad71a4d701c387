"""Values and failures of expressions, in the versions of MuranoPL that differ most."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.yaml import load
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.evaluation.errors import EvaluationError, NotEvaluatedError
from muranopl.expression import Dialect
from tests.evaluation.setting import Setting

RUNTIMES = ("1.0", "1.1", "1.2", "1.3", "1.4")
CASES = json.loads((Path(__file__).parent / "evaluation.json").read_text())
# What takes a running engine, or differs from run to run.
UNKNOWN = re.compile(r"patch\(|randomName\(|now\(")

OLD, NEW = {
    # Mappings before 1.2: missing keys are null, iteration gives the keys, displays are calls of dict().
    "{a => 1}.b": (None, EvaluationError),
    "{a => 1}.select($)": (["a"], EvaluationError),
    "dict(a => 1, b => 2).keys()": (["a", "b"], ["a", "b"]),
    "[1, 2, 3][$ > 1]": ([2, 3], EvaluationError),
    "toUpper(abc)": ("ABC", EvaluationError),
    "'1'.int()": (1, EvaluationError),
    "list(1, 2).firstOrDefault(0)": (1, EvaluationError),
    "substr(abcdef, 1, 2)": ("bc", EvaluationError),
    "tuple(1, a)": ([1, "a"], EvaluationError),
    "5.switch($ > 3 => big, true => small)": ("big", EvaluationError),
    "range(0, 3)": ([0, 1, 2], [0, 1, 2]),
    "0.range(3)": ([0, 1, 2], EvaluationError),
    "range(3)": (EvaluationError, [0, 1, 2]),
    # The same in all versions.
    "$": (5, 5),
    "$ > 3 and $ < 7": (True, True),
    "$1 in list(4, 5)": (True, True),
    "$undefined": (None, None),
    "a + b": ("ab", "ab"),
    "7 / 2": (3, 3),
    "7.0 / 2": (3.5, 3.5),
    "-7 mod 3": (2, 2),
    "null > 1": (False, False),
    "true and null": (None, None),
    "set(b, c, a)": (["a", "b", "c"], ["a", "b", "c"]),
    "set(b, c, a).select($ + x)": (["ax", "bx", "cx"], ["ax", "bx", "cx"]),
    "set(list(1, 2), list(0, 5))": ([[0, 5], [1, 2]], [[0, 5], [1, 2]]),
    "{list(a) => 1}": (EvaluationError, EvaluationError),
    "{1 => list(a)}": ({1: ["a"]}, {1: ["a"]}),
    "let(a => 1, b => 2) -> $a + $b": (3, 3),
    "list(1, 2, 3).groupBy($ mod 2)": ([[1, [1, 3]], [0, [2]]], [[1, [1, 3]], [0, [2]]]),
    "base64encode('é').base64decode()": ("é", "é"),
    "base64decode('%%')": ("", ""),
    "base64decode('/w==')": (EvaluationError, EvaluationError),
    "bind(list('$a', {'${b}x' => '$a'}, 5), {a => 1, b => 2})": ([1, {"2x": 1}, 5], [1, {"2x": 1}, 5]),
    "bind('$c', {a => 1})": (EvaluationError, EvaluationError),
    "list(1, 2).pselect($ * 2)": ([2, 4], [2, 4]),
    "require(5)": (5, 5),
    "require(null)": (EvaluationError, EvaluationError),
    "sleep(1000000)": (None, None),
    "5.assert($ = 5)": (5, 5),
    "call(len, list(abc), {})": (3, 3),
    "call(split, list('-'), {}, 'a-b')": (["a", "b"], ["a", "b"]),
    "isObject(5)": (False, False),
    "str(list(a, null, true))": ("('a', None, True)", "('a', None, True)"),
    "datetime(2020, 2, 3).year": (2020, 2020),
    "timespan(hours => 2).minutes": (120.0, 120.0),
    # What nobody knows here.
    "now()": (NotEvaluatedError, NotEvaluatedError),
    "random()": (NotEvaluatedError, NotEvaluatedError),
    "randomName()": (NotEvaluatedError, NotEvaluatedError),
    "{a => 1}.patch({})": (NotEvaluatedError, NotEvaluatedError),
    "logger(name)": (NotEvaluatedError, NotEvaluatedError),
    "decryptData(x)": (NotEvaluatedError, NotEvaluatedError),
    "str(list(1).select($))": (NotEvaluatedError, NotEvaluatedError),
    # Only the core library has these.
    "config(a, b)": (EvaluationError, EvaluationError),
}, None
