"""Finds the shape that a file has at a place, by the grammar."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from muranopl.ard.sources.file_names import MANIFEST, TEMPLATE
from muranopl.language.grammar.class_ import ClassDeclaration, MetaClassDeclaration
from muranopl.language.grammar.entity import Entity
from muranopl.language.grammar.instructions.constructs import CONSTRUCTS
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.manifest import Manifest
from muranopl.language.grammar.shapes import (
    ANYTHING,
    CODE,
    TEXT,
    AnyOf,
    Code,
    ContractShape,
    Field,
    FragmentShape,
    Instructions,
    Many,
    Of,
    Shape,
    Table,
    shape_of,
)
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.keys import snake_case, spelling
from muranopl.read.heat.readers import VERSION, HeatCondition, HeatValue
from muranopl.read.heat.template import HeatTemplate
from muranopl.read.pushed_templates import may_be_template

UI_FOLDER, CLASS_FOLDER = "UI/", "Classes/"


class Header(Shape, frozen=True):
    """The header of an object."""


def root_of(path: str, keys: Mapping[str, str]) -> Shape | None:
    """Return the shape of a document of a file, None for files of other kinds.

    `path` is that in the package, `keys` are those of the document.
    """
    if path == MANIFEST:
        return Of(Manifest)
    if path == TEMPLATE or (may_be_template(path) and VERSION in keys):
        return Of(HeatTemplate)
    if path.startswith(UI_FOLDER):
        return Of(UIDefinition)
    if not path.startswith(CLASS_FOLDER):
        return None
    is_meta = keys.get("Usage", "").strip() == "Meta"
    return Of(MetaClassDeclaration if is_meta else ClassDeclaration)


def shape_at(root: Shape, steps: Iterable[str | None]) -> Shape:
    """Return the shape at the end of some steps, `ANYTHING` for unknown ones."""
    shape = root
    for step in steps:
        shape = _inside(shape, step)
    return shape


def _inside(shape: Shape, step: str | None) -> Shape:
    if isinstance(shape, (Code, ContractShape, HeatValue, HeatCondition)):
        return shape
    if isinstance(shape, Many):
        if step is None:
            return shape.item
        return _inside(shape.item, step) if shape.alone else ANYTHING
    if isinstance(shape, AnyOf):
        inner = (_inside(item, step) for item in shape.shapes)
        return next((item for item in inner if item is not ANYTHING), ANYTHING)
    if isinstance(shape, Instructions):
        return shape if step is None else _in_instruction(step)
    if isinstance(shape, FragmentShape):
        return Header() if step == HEADER else shape
    if step is None:
        return ANYTHING
    if isinstance(shape, Header):
        return TYPE_STRING if step == "type" else CODE
    if isinstance(shape, Table):
        return shape.entry
    if isinstance(shape, Of):
        return _in_entity(shape.kind, step)
    if isinstance(shape, Field):
        return _in_field(step)
    return ANYTHING


class TypeString(Shape, frozen=True):
    """The full name of a class, also with a version."""


class FieldTypeShape(Shape, frozen=True):
    """The type of a field of a form."""


TYPE_STRING = TypeString()
FIELD_TYPE = FieldTypeShape()
_ATTRIBUTES = spelling(UIField.TAGS)
_DEFINITION = spelling(UIDefinition.TAGS)


def _in_entity(kind: type[Entity], step: str) -> Shape:
    if kind is UIDefinition:
        step = _DEFINITION.get(snake_case(step), step)
    tag = kind.TAGS.get(step)
    return ANYTHING if tag is None else shape_of(tag.reader)


def _in_field(step: str) -> Shape:
    if step == "type":
        return FIELD_TYPE
    if step == "name":
        return TEXT
    return _in_entity(UIField, _ATTRIBUTES.get(snake_case(step), step))


def _in_instruction(step: str) -> Shape:
    """Return the shape under a keyword of an instruction, which has the same one in all of them."""
    if step.startswith("$"):
        return CODE
    for kind in CONSTRUCTS.values():
        if step in kind.TAGS:
            return shape_of(kind.TAGS[step].reader)
    return CODE
