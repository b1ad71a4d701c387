"""Methods that ancestors declare without a body."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping
from muranopl.ard.rewriting import with_entry
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.method import LIFE_CYCLE, MethodDeclaration
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.completion.overriding import method_text
from muranopl.workspace.refactoring.refactoring import Refactoring

_HIDDEN = frozenset({*LIFE_CYCLE, *LIFE_CYCLE.values()})


def implement_methods(analysis: Analysis, path: str, line: int) -> Refactoring | None:
    """Return the change that adds the methods which the class at a line inherits without a body."""
    type_ = analysis.class_at(path, line)
    if type_ is None:
        return None
    methods = list(_without_body(type_))
    document = type_.declared.declaration.node
    section = "Methods"
    if document.find("Workflow") is not None and document.find("Methods") is None:
        section = "Workflow"
    margin = _margin(document, section)
    text = "\n".join(f"{item.name}:{_not_implemented(item)}" for item in methods)
    edit = with_entry(document, section, text.replace("\n", margin))
    # In flow notation there is no place for a body
    if not methods or edit is None or edit.text.startswith(","):
        return None
    names = ", ".join(f"{item.name}()" for item in methods)
    return Refactoring(f"Implement {names}", (edit,))


def _without_body(type_: CompleteType) -> Iterator[MethodDeclaration]:
    """Yield the inherited methods that no class implements."""
    for member in type_.methods.values():
        if member.name in _HIDDEN or member.declaring == type_.id:
            continue
        if all(method.body is None for _, method in member.chain):
            yield member.declaration


def _margin(document: Mapping, section: str) -> str:
    """Return a line break, and the indentation of the entries of a section."""
    pair = document.find(section)
    column = 2
    if pair is not None and isinstance(pair[1], Mapping) and pair[1].pairs:
        column = pair[1].pairs[0][0].column - 1
    return "\n" + " " * column


def _not_implemented(method: MethodDeclaration) -> str:
    """Return what follows the name of a method, with a body that throws an exception."""
    return method_text(method) + "Throw: NotImplemented\n      Message: not implemented"
