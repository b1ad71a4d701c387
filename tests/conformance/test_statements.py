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


@pytest.mark.parametrize(
    ("table", "statement"),
    [(table, name) for table, names in TABLES.items() for name in names],
)
def test_statement(table: str, statement: str) -> None:
    ask, answer = TABLES[table][statement]
    assert ask() == answer
