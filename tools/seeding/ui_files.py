"""The UI definition of a package: its objects, expressions and names, for defects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Scalar, Sequence, Yaql, text_of
from muranopl.ard.sources.source import SourceError
from muranopl.ard.yaql import Dialect
from muranopl.ard.yaql.tree import Call, Expression, Keyword, Variable, word
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.class_names import header_of, type_of
from muranopl.language.grammar.ui.definition import UIDefinition, read_ui
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.validators import field_reads
from muranopl.language.grammar.ui.values import NEVER_EVALUATED
from seeding.bodies import is_plain
from seeding.files import Facts, ManifestFile, SourceFile


class UIObject(NamedTuple):
    """An object that the definition makes, of a class whose members are all known.

    `excludes` is whether the contract around it leaves out properties.
    """

    node: nodes.Mapping
    type: Scalar
    facts: Facts
    nested: bool
    excludes: bool

    def properties(self) -> Iterator[tuple[Scalar, Node, Facts]]:
        """The keys that are properties, with what is given and what the class says of them."""
        for key, value in self.node.pairs:
            facts = self.facts["properties"].get(text_of(key) or "")
            if isinstance(key, Scalar) and facts is not None and not facts["ambiguous"]:
                yield key, value, facts


class FieldUse(NamedTuple):
    """`$.form.field` in an expression: the two names, and where they are."""

    node: Yaql
    form: Keyword
    field: Keyword


class UIFile(SourceFile):
    """A UI definition; `classes` are those at hand that have no unknown ancestor, by full name."""

    def __init__(self, manifest: ManifestFile, path: str, classes: Mapping[str, Facts]) -> None:
        super().__init__(manifest.package, path, Dialect.UI)
        self.classes = classes
        self.definition: UIDefinition = read_ui(self.documents[0], Reading(Findings()))
        self.templates = {template.name: template.node for template in self.definition.templates}
        self.parameters = {
            parameter.name: parameter.node for parameter in self.definition.parameters
        }
        self.forms = {
            form.name: {field.name: field for field in form.fields}
            for form in self.definition.forms
        }
        self.objects = list(self._objects())
        self.expressions = list(self._expressions())
        self.parts = [(node, part) for node in self.expressions for part in parts_of(node.tree)]
        self.field_uses = [use for node in self.expressions for use in self._uses_of_fields(node)]
        self._field_counts = Counter((use.form.name, use.field.name) for use in self.field_uses)

    def keeps_field(self, uses: list[FieldUse]) -> bool:
        """Return whether every field is used, or only describes, without some of its `uses`."""
        gone = Counter((use.form.name, use.field.name) for use in uses)
        return all(
            self._field_counts[key] > count or self._is_hidden(*key) for key, count in gone.items()
        )

    def _is_hidden(self, form: str, name: str) -> bool:
        field = self.forms[form][name]
        return field.type.is_hidden(field)

    def keeps_names_of(self, value: Node) -> bool:
        """Whether every field, template and parameter is still used where a value is gone."""
        gone = {id(node) for node in nodes.expressions(value)}
        left = {name for node, part in self.parts if id(node) not in gone for name in _names(part)}
        named = {
            name
            for node in nodes.expressions(value)
            for part in parts_of(node.tree)
            for name in _names(part)
        }
        lost = (named - left) & (self.templates.keys() | self.parameters.keys())
        return not lost and self.keeps_field(
            [use for use in self.field_uses if id(use.node) in gone]
        )

    def fields(self) -> Iterator[UIField]:
        """All fields."""
        for form in self.forms.values():
            yield from form.values()

    def _objects(self) -> Iterator[UIObject]:
        """Application, and the objects that are certain to be values of its properties."""
        pending: list[tuple[Node, bool, bool]] = []
        if self.definition.application is not None:
            pending.append((self.definition.application, False, False))
        seen: set[int] = set()
        while pending:
            node, nested, excludes = pending.pop()
            if isinstance(node, Sequence):
                pending += ((item, nested, excludes) for item in node.items)
            elif isinstance(node, Yaql):
                pending += (
                    (self.templates[name], nested, excludes) for name in self._fragments(node)
                )
            elif isinstance(node, nodes.Mapping) and id(node) not in seen:
                seen.add(id(node))
                header, written = header_of(node), type_of(node)
                type_ = None if header is None else header.get("type")
                facts = None if written is None else self.classes.get(written.name)
                if isinstance(type_, Scalar) and facts is not None:
                    result = UIObject(node, type_, facts, nested, excludes)
                    yield result
                    for _, value, of in result.properties():
                        if _makes_objects(of):
                            pending.append((value, True, "excludeProperties" in of["contract"]))

    def _fragments(self, node: Yaql) -> Iterator[str]:
        """The templates that an expression inserts."""
        for part in parts_of(node.tree):
            for name in _names(part):
                if name in self.templates:
                    yield name

    def _expressions(self) -> Iterator[Yaql]:
        """The evaluated plain scalars on one line: in the object model and attributes of fields."""
        inserted = {id(node): node for node in self._inserted()}
        for node in inserted.values():
            yield from filter(is_plain, nodes.expressions(node))
        for field in self.fields():
            for key, value in field.node.pairs if isinstance(field.node, nodes.Mapping) else ():
                if (
                    isinstance(value, Yaql)
                    and is_plain(value)
                    and text_of(key) not in NEVER_EVALUATED
                ):
                    yield value

    def _inserted(self) -> Iterator[Node]:
        """Application, and the templates that it inserts, directly or not."""
        pending = [] if self.definition.application is None else [self.definition.application]
        seen: set[int] = set()
        for node in pending:  # grows during the loop
            if id(node) not in seen:
                seen.add(id(node))
                yield node
                pending += (
                    self.templates[name]
                    for expression in nodes.expressions(node)
                    for name in self._fragments(expression)
                )

    def _uses_of_fields(self, node: Yaql) -> Iterator[FieldUse]:
        for read in field_reads(node.tree):
            if read.field.name in self.forms.get(read.form.name, {}):
                yield FieldUse(node, read.form, read.field)


def _names(part: Expression) -> Iterator[str]:
    """The names of templates and parameters in a part of an expression."""
    if isinstance(part, Variable):
        yield part.name[1:]
    elif isinstance(part, Call) and part.name == "ref" and part.arguments:
        yield word(part.arguments[0]) or ""


def _makes_objects(facts: Facts) -> bool:
    return any(f".{name}(" in facts.get("contract", "") for name in ("class", "template"))


def ui_file(manifest: ManifestFile, classes: Mapping[str, Facts]) -> UIFile | None:
    """Return the UI definition of a package, None where it has none that can be read."""
    try:
        return UIFile(manifest, f"UI/{manifest.manifest.ui or 'ui.yaml'}", classes)
    except SourceError:
        return None
