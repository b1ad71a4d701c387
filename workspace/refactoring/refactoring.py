"""Changes that an editor offers in a class: methods to implement, a prefix for a namespace."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Mapping
from muranopl.ard.rewriting import with_entry
from muranopl.diagnostics.diagnostic import TextEdit
from muranopl.diagnostics.places import Place, touches
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.method import LIFE_CYCLE, MethodDeclaration
from muranopl.language.grammar.names import DOTTED
from muranopl.namespace.result import DeclaredClass
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.completion.class_names import prefix_for
from muranopl.workspace.completion.overriding import method_text
from muranopl.workspace.symbols.index import At

_HIDDEN = frozenset({*LIFE_CYCLE, *LIFE_CYCLE.values()})


class NewFile(msgspec.Struct, frozen=True):
    """A file to make: its path in the package, and its text."""

    path: str
    text: str


class Refactoring(msgspec.Struct, frozen=True):
    """A change: edits of files, and files to make."""

    title: str
    edits: tuple[TextEdit, ...] = ()
    files: tuple[NewFile, ...] = ()


def implement_methods(at: At) -> Refactoring | None:
    """Return the change that adds the methods which the class at a line inherits without a body."""
    type_ = at.analysis.class_at(at.path, at.line)
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


def extract_prefix(at: At) -> Refactoring | None:
    """Return the change that gives the namespace of the full name at a position a prefix.

    All names of the namespace in the class are written with it.
    """
    type_ = at.analysis.class_at(at.path, at.line)
    if type_ is None:
        return None
    declared = type_.declared
    names = list(_full_names(at.analysis, declared))
    here = next((name for name in names if touches(name.place, at.line, at.column)), None)
    if here is None:
        return None
    namespace = here.text.rpartition(".")[0]
    prefix, entry = _prefix(declared, namespace)
    edits = [
        TextEdit(name.place, f"{prefix}:{name.text.rpartition('.')[2]}")
        for name in names
        if name.text.rpartition(".")[0] == namespace
    ]
    if entry is not None:
        edits.append(entry)
    elif namespace not in declared.namespaces.values():
        return None
    shown = f"{prefix}:" if prefix else "no prefix"
    return Refactoring(f"Write classes of {namespace} with {shown}", tuple(edits))


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


def _full_names(analysis: Analysis, declared: DeclaredClass) -> Iterator[TypeName]:
    """Yield the names of classes that are written in full, each place once."""
    places = set()
    for name in analysis.results.names.references.get(declared.id, ()):
        if "." in name.text and DOTTED.match(name.text) and name.place not in places:
            places.add(name.place)
            yield name


def _prefix(declared: DeclaredClass, namespace: str) -> tuple[str, TextEdit | None]:
    """Return the prefix of a namespace, and the edit that declares it if it is new."""
    for prefix, value in declared.namespaces.items():
        if value == namespace:
            return ("" if prefix == "=" else prefix), None
    prefix = prefix_for(namespace, declared.namespaces)
    return prefix, _entry(declared.declaration.node, f"{prefix}: {namespace}")


def _entry(document: Mapping, entry: str) -> TextEdit | None:
    """Return the edit that adds an entry to `Namespaces`, which is made at the top if need be."""
    if document.find("Namespaces") is not None:
        return with_entry(document, "Namespaces", entry)
    if not document.pairs:
        return None
    first = document.pairs[0][0]
    place = Place(first.file, first.line, first.column, first.line, first.column)
    return TextEdit(place, f"Namespaces:\n  {entry}\n\n")
