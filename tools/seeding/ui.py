"""Kinds of defects in UI definitions: unknown names, refused values, missing properties.

If a use of a field is removed, another one is left: otherwise an unused field would be reported
too. The same holds for the templates in a removed property.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from muranopl.ard.nodes import Node, Scalar, Sequence, Yaql, text_of
from muranopl.ard.yaql.tree import Call, Variable
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.semantics.abstract.functions.signatures import names as function_names
from seeding.bodies import is_plain
from seeding.declarations import removed_line
from seeding.edits import Mutation, changing, misspelling, misspelling_scalar, replacing
from seeding.files import Facts
from seeding.name_index import NameIndex
from seeding.names import method_calls
from seeding.ui_files import UIFile

Look = Callable[[UIFile, NameIndex], Iterator[Mutation]]
_OWN_FUNCTIONS = frozenset({"generateHostname", "repeat", "ref", "encryptData", "name"})
_GIVEN = frozenset({"In", "InOut", "Const"})
_NAMED = frozenset({"name"})
_REQUIRED = re.compile(r"\$(\.\w+\([^()]*\))*\.notNull\(\)(\.\w+\([^()]*\))*\Z")
_REFUSE_A_LIST = re.compile(r"\$\.(string|int|class)\([^()]*\)(\.\w+\([^()]*\))*\Z")
_REFUSE_A_TEXT = re.compile(r"\$\.(int|class)\([^()]*\)(\.\w+\([^()]*\))*\Z")


def unknown_classes(file: UIFile, index: NameIndex) -> Iterator[Mutation]:
    """The class of an object."""
    for object_ in file.objects:
        # A version or a package beside the name may be misspelt without harm
        if object_.type.value in file.classes:
            yield from misspelling_scalar(object_.type, index.full_names | file.classes.keys())


def misspelt_properties(*, nested: bool) -> Look:
    """Return the kind that misspells properties of Application, or of the objects in it."""

    def look(file: UIFile, index: NameIndex) -> Iterator[Mutation]:
        known = index.properties | index.arguments
        known.update(name for class_ in file.classes.values() for name in class_["properties"])
        for object_ in file.objects:
            for key, _, facts in object_.properties() if object_.nested is nested else ():
                if facts["usage"] in _GIVEN and key.value not in _NAMED:
                    yield from misspelling_scalar(key, known)

    return look


def missing_properties(file: UIFile, _index: NameIndex) -> Iterator[Mutation]:
    """A required property less."""
    for object_ in file.objects:
        for key, value, facts in object_.properties():
            if _is_required(facts) and not object_.excludes and file.keeps_names_of(value):
                yield from removed_line(file.lines, key, value)


def _is_required(facts: Facts) -> bool:
    return (
        facts["usage"] in _GIVEN
        and "default" not in facts
        and _REQUIRED.match(facts.get("contract", "")) is not None
    )


def unknown_fields(file: UIFile, _index: NameIndex) -> Iterator[Mutation]:
    """The field in `$.form.field`."""
    for use in file.field_uses:
        if file.keeps_field([use]):
            yield misspelling(use.node, use.field.start, use.field.end, file.forms[use.form.name])


def unknown_forms(file: UIFile, _index: NameIndex) -> Iterator[Mutation]:
    """The form in `$.form.field`."""
    for use in file.field_uses:
        if file.keeps_field([use]):
            yield misspelling(use.node, use.form.start, use.form.end, file.forms)


def unknown_functions(file: UIFile, _index: NameIndex) -> Iterator[Mutation]:
    """The name in a call without a receiver."""
    known = _OWN_FUNCTIONS | set(function_names())
    on_receiver = method_calls(file.parts)
    for node, part in file.parts:
        if isinstance(part, Call) and id(part) not in on_receiver:
            yield misspelling(node, part.start, part.start + len(part.name), known)


def unknown_variables(file: UIFile, _index: NameIndex) -> Iterator[Mutation]:
    """`$name` of a template or parameter."""
    if file.definition.parameters_source is not None:
        return  # it may give any name
    known = {*file.templates, *file.parameters, "index", "forms", "template", "parameter"}
    for node, part in file.parts:
        if isinstance(part, Variable) and part.name[1:] in (
            file.templates.keys() | file.parameters
        ):
            yield misspelling(node, part.start + 1, part.end, known)


def wrong_kinds(file: UIFile, _index: NameIndex) -> Iterator[Mutation]:
    """A list of two for a text, a number or an object, or a text for a number or an object."""
    for object_ in file.objects:
        for _, value, facts in object_.properties():
            contract = facts.get("contract", "") if facts["usage"] in _GIVEN else ""
            if isinstance(value, Yaql) and is_plain(value) and _REFUSE_A_LIST.match(contract):
                yield changing(value, 0, len(value.text), f"list({value.text}, 1)")
            elif isinstance(value, Scalar) and _REFUSE_A_TEXT.match(contract):
                yield from replacing(value, "no number")


def misspelt_types(file: UIFile, index: NameIndex) -> Iterator[Mutation]:
    """The type of a field, or a class whose applications it offers."""
    known = {*FIELD_TYPES, *file.classes, *index.full_names, *index.packages}
    for field in file.fields():
        node = field.type_node
        for name in node.items if isinstance(node, Sequence) else (node,):
            if _is_known(name, file):
                yield from misspelling_scalar(name, known)


def _is_known(name: Node, file: UIFile) -> bool:
    text = text_of(name)
    return text in FIELD_TYPES or text in file.classes
