"""Texts about classes, packages and files."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.facts import BY_DOCUMENT
from muranopl.language.grammar.class_ import ClassDeclaration, ClassUsage
from muranopl.language.grammar.property import PropertyUsage
from muranopl.namespace.result import TypeId
from muranopl.views.words.comments import comment_at_top
from muranopl.views.words.contract_words import contract_words
from muranopl.views.words.markdown import block, bullets, code, paragraphs, sentence
from muranopl.views.words.members import signature
from muranopl.workspace.symbols.collecting.meaning import Meaning
from muranopl.workspace.symbols.hovering.members import meta_text
from muranopl.workspace.symbols.symbol import Symbol

_GIVEN = {PropertyUsage.IN, PropertyUsage.IN_OUT, PropertyUsage.CONST}


def class_text(symbol: Symbol, meaning: Meaning) -> str | None:
    """Return the text about a class: what it extends, takes and does."""
    declared = meaning.class_of(symbol)
    if declared is None:
        return paragraphs(
            block(f"class {symbol.name}", "text"), "The file of the class cannot be read."
        )
    id_, declaration = declared.id, declared.declaration
    type_ = meaning.types.get(id_)
    return paragraphs(
        block(_head(id_, declaration, type_), "text"),
        comment_at_top(declaration.node),
        meta_text(declaration.meta, meaning),
        _from_package(id_, meaning),
        _section("Properties to set", _taken(type_, meaning)),
        _section("Methods", _methods(declaration)),
    )


def _head(id_: TypeId, declaration: ClassDeclaration, type_: CompleteType | None) -> str:
    word = "meta class" if declaration.usage is ClassUsage.META else "class"
    parents = () if type_ is None else type_.parents
    extends = ", ".join(parent.name for parent in parents)
    return f"{word} {id_.name}" + (f" extends {extends}" if extends else "")


def _from_package(id_: TypeId, meaning: Meaning) -> str:
    if id_.package == meaning.id:
        return ""
    return f"From package {code(str(id_.package))}."


def _section(title: str, lines: Iterator[str]) -> str:
    text = bullets(lines)
    return f"{title}:\n\n{text}" if text else ""


def _taken(type_: CompleteType | None, meaning: Meaning) -> Iterator[str]:
    """Yield the properties that are given when an object is made, required ones first."""
    members = () if type_ is None else type_.properties.values()
    settable = [item.declaration for item in members if item.declaration.usage in _GIVEN]
    for declared in sorted(settable, key=lambda item: not BY_DOCUMENT.is_required(item)):
        if declared.contract is None:
            continue
        words = contract_words(declared.contract, meaning.names.resolved)
        required = "" if BY_DOCUMENT.is_required(declared) else ", optional"
        yield f"{code(declared.name)}: {words}{required}"


def _methods(declaration: ClassDeclaration) -> Iterator[str]:
    return (code(signature(method)) for method in declaration.all_methods)


def package_text(symbol: Symbol, meaning: Meaning) -> str:
    """Return the text about a package: what a requirement means."""
    opened = meaning.package_of(symbol)
    spec = next(
        (
            item.requirement.spec
            for item in meaning.names.written_requirements(meaning.id)
            if item.requirement.name == symbol.name
        ),
        None,
    )
    facts = [] if spec is None else [f"Required version: {code(spec)}"]
    if opened is None or symbol.package is None:
        head = block(f"package {symbol.name}", "text")
        return paragraphs(
            head, "No package with this name and version is available.", bullets(facts)
        )
    manifest = opened.package.manifest
    count = len(opened.classes.keys() | opened.opaque)
    facts += [
        f"{manifest.type.value}, format {opened.package.header.format}",
        f"{count} class{'' if count == 1 else 'es'}",
        f"Location: {code(opened.package.header.source.location)}",
    ]
    return paragraphs(
        block(f"package {symbol.package}", "text"),
        _title(manifest.name, manifest.description),
        bullets(facts),
    )


def _title(name: str | None, description: str | None) -> str:
    return " ".join(sentence(text.strip()) for text in (name, description) if text)


def file_text(symbol: Symbol, meaning: Meaning) -> str | None:
    """Return the text about a file of a package."""
    opened = meaning.package_of(symbol)
    if opened is None:
        return None
    exists = symbol.name in opened.package.header.source.paths()
    return paragraphs(
        code(symbol.name),
        f"File of package {code(str(symbol.package))}."
        if exists
        else "The package has no such file.",
    )


def prefix_text(symbol: Symbol, namespace: str) -> str:
    """Return the text about a prefix."""
    return paragraphs(
        block(f"{symbol.name}: {namespace}"),
        f"Names such as {code(f'{symbol.name}:Name')} are in namespace {code(namespace)}."
        if symbol.name != "="
        else f"Names without a prefix are in namespace {code(namespace)}.",
    )
