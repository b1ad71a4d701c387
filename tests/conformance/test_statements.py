"""The program does what the documents of the language state (`statements/`, a table for each part)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.conformance.statements import code, first_edition, forms, language, phases, versions
from tests.conformance.statements.asking import Statement
from tests.rows import Rows

TABLES = {
    "language": language.STATEMENTS,
    "code": code.STATEMENTS,
    "versions": versions.STATEMENTS,
    "first edition": first_edition.STATEMENTS,
    "forms": forms.STATEMENTS,
    "phases": phases.STATEMENTS,
}


def problems(statement: Statement, _folder: Path) -> Iterator[str]:
    """Yield another answer than the document asks for."""
    answer = statement.ask()
    if answer != statement.answer:
        yield f"{statement.answer}, but {answer}"


def test_statements(rows: Rows) -> None:
    statements = {
        f"{table}-{name}": statement
        for table, names in TABLES.items()
        for name, statement in names.items()
    }
    rows.check("statements", statements, problems)
