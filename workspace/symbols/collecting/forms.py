"""Occurrences in a UI definition: forms, fields, templates, parameters, and members of classes."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, expressions, text_of, walk
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Variable, word
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.language.grammar.ui.class_names import TypeUse, header_of, type_in, type_uses
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.semantics.abstract.application import Observer
from muranopl.semantics.forms.form_values import FormValues
from muranopl.semantics.forms.inference import Inference
from muranopl.semantics.forms.scope import FormData, FormsData, MissingForm, Reports
from muranopl.semantics.forms.source import source_method
from muranopl.semantics.forms.variables import FORMS, REF
from muranopl.workspace.symbols.collecting.code import DOTS, VARIABLE
from muranopl.workspace.symbols.collecting.heat_templates import PARAMETERS, set_parameters
from muranopl.workspace.symbols.collecting.keys import header_keys, keys_of
from muranopl.workspace.symbols.collecting.meaning import (
    Meaning,
    class_symbol,
    member_symbol,
    package_symbol,
)
from muranopl.workspace.symbols.symbol import Occurrence, Role, Symbol, SymbolKind

INDEX = "index"


def observed_forms(definition: UIDefinition) -> Observer:
    """Infer the expressions of a UI definition once more, and return their values."""
    observer = Observer()
    Inference(FormValues(definition), Reports(), observer).check()
    return observer


def ui_definition(
    definition: UIDefinition, observer: Observer, meaning: Meaning
) -> Iterator[Occurrence]:
    """Yield the occurrences in a UI definition."""
    reader = _FormReader(definition, observer, meaning)
    yield from keys_of(definition)
    yield from reader.declarations()
    yield from reader.classes()
    for expression in expressions(definition.node):
        yield from reader.code(expression)


class _FormReader:
    """Yields the occurrences of one UI definition."""

    def __init__(self, definition: UIDefinition, observer: Observer, meaning: Meaning) -> None:
        self._definition = definition
        self._observer = observer
        self._meaning = meaning
        self._templates = {item.name for item in definition.templates}
        self._parameters = {item.name for item in definition.parameters}
        self._fields = {
            form.name: {field.name for field in form.fields} for form in definition.forms
        }

    def declarations(self) -> Iterator[Occurrence]:
        """Yield the names of forms, fields, templates and parameters where they are declared."""
        definition = self._definition
        for kind, named in (
            (SymbolKind.TEMPLATE, definition.templates),
            (SymbolKind.PARAMETER, definition.parameters),
            (SymbolKind.FORM, definition.forms),
        ):
            for item in named:
                yield from _declared(item.name_node, self._symbol(kind, item.name))
        for form in definition.forms:
            for field in form.fields:
                yield from self._field(field, form.name)

    def _field(self, field: UIField, form: str) -> Iterator[Occurrence]:
        symbol = self._symbol(SymbolKind.FIELD, field.name, form)
        yield from _declared(field.name_node, symbol)
        if field.type.name and isinstance(field.type_node, Scalar):
            word_ = Symbol(SymbolKind.FIELD_TYPE, field.type.name)
            yield Occurrence(field.type_node.place, word_)

    def classes(self) -> Iterator[Occurrence]:
        """Yield the classes that headers and types of fields name, and the properties of objects."""
        for use in type_uses(self._definition):
            symbol = self._offered(use) or self._class(use)
            if symbol is not None and isinstance(use.node, Scalar):
                place = place_within(use.node, 0, len(use.type.name))
                yield Occurrence(place, symbol)
        for fragment in self._definition.fragments:
            yield from header_keys(fragment)
            for node in walk(fragment, scalars=False):
                yield from self._properties(node)
        yield from self._source()

    def _offered(self, use: TypeUse) -> Symbol | None:
        """Return the package whose applications a field offers; its type names that, too."""
        if not use.construct.startswith("Forms."):
            return None
        ids = (id_ for id_ in self._meaning.names.packages if id_.name == use.type.name)
        return next((package_symbol(id_.name, id_) for id_ in ids), None)

    def _class(self, use: TypeUse) -> Symbol | None:
        names = self._meaning.model_names
        class_ = None if names is None else names.find(use.type)
        return None if class_ is None else class_symbol(class_.id)

    def _properties(self, node: Node) -> Iterator[Occurrence]:
        """Yield the properties, or arguments of constructors, that an object sets."""
        header, names = header_of(node), self._meaning.model_names
        written = None if header is None else type_in(header)
        class_ = None if written is None or names is None else names.find(written)
        type_ = None if class_ is None else self._meaning.types.get(class_.id)
        if type_ is None or not isinstance(node, Mapping):
            return
        arguments, _ = self._meaning.classes.constructor_arguments(type_)
        for key, _ in node.pairs:
            name = text_of(key) or ""
            member = type_.properties.get(name)
            if name in arguments:
                owner, _ = arguments[name]
                symbol = self._meaning.constructor_argument(name, owner)
                yield Occurrence(key.place, symbol)
            elif member is not None:
                symbol = member_symbol(SymbolKind.PROPERTY, name, member.declaring)
                yield Occurrence(key.place, symbol)
        opened = self._meaning.names.packages.get(type_.id.package)
        if opened is not None:
            yield from set_parameters(node.get(PARAMETERS), opened.package)

    def _source(self) -> Iterator[Occurrence]:
        """Yield the method of `ParametersSource`."""
        node, opened = self._definition.parameters_source, self._meaning.opened
        if not isinstance(node, Scalar) or opened is None:
            return
        text = str(node.value)
        member = source_method(opened, self._definition, self._meaning.classes)
        if member is not None:
            start = text.rfind(".") + 1
            owner, declaration = member.candidates[0]
            symbol = member_symbol(SymbolKind.METHOD, declaration.name, owner)
            yield Occurrence(place_within(node, start, len(text)), symbol)

    # Expressions

    def code(self, node: Yaql) -> Iterator[Occurrence]:
        """Yield the occurrences in an expression."""
        called: set[int] = set()
        for part in parts_of(node.tree):
            if isinstance(part, Variable):
                yield _at(node, part, self._variable(part), skipped=1)
            elif isinstance(part, Binary) and part.operator in DOTS:
                if isinstance(part.right, Keyword):
                    yield from self._read(node, part.left, part.right)
                elif isinstance(part.right, Call):
                    called.add(id(part.right))
                    yield _of_call(node, part.right)
            elif isinstance(part, Call) and id(part) not in called:
                yield _of_call(node, part)
                yield from self._reference(node, part)

    def _variable(self, part: Variable) -> Symbol:
        name = part.name[1:]
        if name in self._templates:
            return self._symbol(SymbolKind.TEMPLATE, name)
        if name in self._parameters:
            return self._symbol(SymbolKind.PARAMETER, name)
        if name in {"", FORMS, INDEX} or name.isdecimal():
            return Symbol(SymbolKind.WORD, part.name, VARIABLE)
        return self._symbol(SymbolKind.VARIABLE, name)

    def _read(self, node: Yaql, receiver: Expression, name: Keyword) -> Iterator[Occurrence]:
        """Yield the form or the field that `receiver.name` reads."""
        value = self._observer.value(node, receiver)
        for alternative in () if value is None else value.alternatives or ():
            if isinstance(alternative, FormsData) and name.name in self._fields:
                yield _at(node, name, self._symbol(SymbolKind.FORM, name.name))
            elif isinstance(alternative, (FormData, MissingForm)):
                form = alternative.form
                if name.name in self._fields.get(form, ()):
                    yield _at(node, name, self._symbol(SymbolKind.FIELD, name.name, form))

    def _reference(self, node: Yaql, call: Call) -> Iterator[Occurrence]:
        """Yield the template that `ref(name)` names."""
        name = call.arguments[0] if call.name == REF and call.arguments else None
        text = None if name is None else word(name)
        if name is not None and text in self._templates:
            start = node.text.find(str(text), name.start, name.end)
            place = place_within(node, start, start + len(str(text)))
            yield Occurrence(place, self._symbol(SymbolKind.TEMPLATE, str(text)))

    def _symbol(self, kind: SymbolKind, name: str, owner: str = "") -> Symbol:
        return Symbol(kind, name, owner, self._meaning.id)


def _at(node: Yaql, part: Expression, symbol: Symbol, skipped: int = 0) -> Occurrence:
    if symbol.kind is SymbolKind.WORD:
        skipped = 0
    return Occurrence(place_within(node, part.start + skipped, part.end), symbol)


def _of_call(node: Yaql, call: Call) -> Occurrence:
    place = place_within(node, call.start, call.start + len(call.name))
    return Occurrence(place, Symbol(SymbolKind.FUNCTION, call.name))


def _declared(node: Node, symbol: Symbol) -> Iterator[Occurrence]:
    if isinstance(node, Scalar) and symbol.name:
        yield Occurrence(node.place, symbol, Role.DECLARATION)
