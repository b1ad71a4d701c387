"""The class at a position."""

from __future__ import annotations

from muranopl.inherit.complete import CompleteType
from muranopl.namespace.result import DeclaredClass
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.completion.cursor import Cursor


def class_at(analysis: Analysis, path: str, line: int) -> DeclaredClass | None:
    """Return the class of a file that a line (from 1) belongs to, or None."""
    type_ = type_at(analysis, path, line)
    return None if type_ is None else type_.declared


def type_at(analysis: Analysis, path: str, line: int) -> CompleteType | None:
    """Return the complete type of the class that a line belongs to, or None."""
    return Cursor(analysis, (), path, [""], line - 1, 0).class_
