"""The program does what the documents of the language state (`statements/`, a table for each part)."""

from __future__ import annotations

import pytest

from tests.conformance.statements import (
    code,
    first_edition,
    forms,
    language,
    phases,
    versions,
)

TABLES = {
    "language": language.STATEMENTS,
    "code": code.STATEMENTS,
    "versions": versions.STATEMENTS,
    "first edition": first_edition.STATEMENTS,
    "forms": forms.STATEMENTS,
    "phases": phases.STATEMENTS,
}


NAMES = [(table, name) for table, names in TABLES.items() for name in names]


@pytest.mark.parametrize("statement", NAMES, ids="-".join)
def test_statement(statement: tuple[str, str]) -> None:
    table, name = statement
    ask, answer = TABLES[table][name]
    assert ask() == answer
