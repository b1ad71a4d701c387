"""The reference project's own tests of its language, run on muranopl."""

from __future__ import annotations

import unittest
from collections.abc import Iterator

import pytest

from tests.programs import reason_of
from tests.reference.exceptions import EXCEPTIONS, reason
from tests.reference.material import are_installed, names

if not are_installed():
    pytest.skip(reason_of("the reference project's tests"), allow_module_level=True)

from tests.reference.stand_ins import imported, stand_ins

pytestmark = pytest.mark.filterwarnings("ignore")  # of libraries of their time


def _parameter(name: str) -> object:
    why = reason(name)
    return pytest.param(
        name, id=name, marks=() if why is None else pytest.mark.xfail(reason=why, strict=True)
    )


@pytest.fixture(scope="module", autouse=True)
def _modules() -> Iterator[None]:
    with stand_ins():
        yield


@pytest.mark.parametrize("name", [_parameter(name) for name in names()])
def test_reference(name: str) -> None:
    module, class_, method = name.split(".")
    case: unittest.TestCase = getattr(imported(module), class_)(method)
    result = unittest.TestResult()
    case.run(result)
    problems = [text for _, text in (*result.errors, *result.failures)]
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


def test_listed_exceptions_exist() -> None:
    known = {
        part for name in names() for part in (name, name.partition(".")[0], name.rpartition(".")[0])
    }
    assert set(EXCEPTIONS) <= known
