"""The generator of schemas for a class and its methods: actions and model builders.

Source: language/forms.txt.
"""

from __future__ import annotations

import contextlib
import datetime
import math
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from muranopl.ard.nodes import Broken, Node, Yaql, expressions, is_null
from muranopl.ard.plain_data import rebuilt
from muranopl.ard.yaql.tree import Variable
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.quirks import OUT_VALUE
from muranopl.diagnostics.visible import visible
from muranopl.inherit.class_loader import LoadedClass
from muranopl.inherit.effective_meta import of_method, of_property, of_the_class
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.functions.declaration import SchemaProblemError
from muranopl.language.grammar.known_names import BUILDER
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.errors import ExhaustedError
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.views.schema.constants import ContractPart
from muranopl.views.schema.contracts import translated
from muranopl.views.schema.exact import facts_for
from muranopl.views.schema.hints import Hint, Hints
from muranopl.views.schema.setting import Json, SchemaSetting

DRAFT_04 = "http://json-schema.org/draft-04/schema#"
_SHOWN = {PropertyUsage.IN, PropertyUsage.IN_OUT, PropertyUsage.CONST}
# The engine leaves out Const properties, although users must set them
_SHOWN_BY_ENGINE = {PropertyUsage.IN, PropertyUsage.IN_OUT}


class _Field(NamedTuple):
    """A property or an argument of a schema, the class that declares it, and its hints."""

    name: str
    declaration: PropertyDeclaration | ArgumentDeclaration
    declaring: MuranoType
    hints: Iterable[Hint]


class NoSuchMethodError(SchemaProblemError):
    """Raised if a requested method is neither a model builder nor an action."""


class Generator:
    """Makes the schemas of one class, in draft 4.

    `untranslated` maps the names of schemas to what they do not express: paths and the texts of
    contracts.
    """

    def __init__(self, setting: SchemaSetting, loaded: LoadedClass) -> None:
        self.untranslated: dict[str, list[tuple[str, str]]] = {}
        self._setting = setting
        self._loaded = loaded
        self._type = loaded.inheritance.types[loaded.type.id]
        self._hints = Hints(setting, loaded)

    @property
    def builders(self) -> list[str]:
        """The names of its model builders."""
        return [name for name in self._type.methods if self._is_builder(name)]

    def _is_builder(self, name: str) -> bool:
        """Return whether a method is a model builder.

        Public, static, and with that meta object enabled.
        """
        declaration = self._declared(name)
        if declaration is None or not (declaration.is_on_class and declaration.is_exposed):
            return False
        try:
            result = self._hints.inherited(of_method(declaration.name))
        except SchemaProblemError:
            return False
        return any(hint.get("enabled") for hint in result if hint.name == BUILDER)

    def _declared(self, name: str) -> MethodDeclaration | None:
        member = self._type.methods[name]
        return None if member.ambiguous else member.declaration

    def schemas(self, methods: Sequence[str] | None) -> Json:
        """Return the schemas by name: "" is the class, other names are methods.

        Without `methods`, those of the class and of all its model builders. Raise
        SchemaProblemError, and NoSuchMethodError if one of the methods is unknown.
        """
        builders, follow_engine = self.builders, self._setting.follow_engine
        requested = dict.fromkeys(methods or ["", *builders])
        if follow_engine:
            actions = []
        else:
            exposed = ((name, self._declared(name)) for name in self._type.methods)
            actions = [name for name, method in exposed if method and method.is_exposed]
        names = {*builders, *actions}
        unknown = [name for name in requested if name and name not in names]
        # The engine leaves unknown methods out of its answer
        if unknown and not follow_engine:
            raise NoSuchMethodError(self._unknown(unknown, names))
        result: Json = {}
        for name in requested:
            if not name:
                result[name] = self._of_class()
            elif name in names:
                result[name] = self._of_method(name, is_builder=name in builders)
            self.untranslated[name] = list(self._setting.untranslated)
            # The list is shared by all schemas of a request; each takes its own part
            self._setting.untranslated.clear()
        return result

    def _unknown(self, methods: Sequence[str], known: Collection[str]) -> str:
        """Return the message for methods without a schema."""
        words = " or ".join(f'"{visible(name)}"' for name in methods)
        near = nearest(methods[0], sorted(known))
        if near:
            hint = f' (did you mean "{near}"?)'
        else:
            hint = f"; it has {', '.join(sorted(known)) or 'none'}"
        return f"class {self._type.id.name} has no model builder or action {words}{hint}"

    def _of_class(self) -> Json:
        fields = self._properties()
        schema = self._whole(fields, self._hints.inherited(of_the_class))
        if self._setting.exact:
            schema["properties"] |= self._ignored({field.name for field in fields})
        return schema

    def _ignored(self, asked: Collection[str]) -> Json:
        """Return schemas of the properties that no form asks for: rendering ignores their values."""
        read = {PropertyUsage.CONST}
        if OUT_VALUE in self._setting.types.quirks:
            read.add(PropertyUsage.OUT)
        return {
            name: {} if member.declaration.usage in read else {"readOnly": True}
            for name, member in self._type.properties.items()
            if name not in asked
        }

    def _properties(self) -> list[_Field]:
        """Return the properties that a form for the class asks for. Raise SchemaProblemError."""
        usages = _SHOWN_BY_ENGINE if self._setting.follow_engine else _SHOWN
        fields: list[_Field] = []
        for name, member in self._type.properties.items():
            # Their contracts may differ, and a form has one field for the name
            if member.ambiguous:
                raise SchemaProblemError(f'property "{name}" comes from several unrelated parents')
            if member.declaration.usage in usages:
                declaring = self._setting.types.load(member.declaring)
                fields.append(
                    _Field(
                        name,
                        member.declaration,
                        declaring,
                        self._hints.inherited(of_property(name)),
                    )
                )
        return fields

    def _of_method(self, name: str, *, is_builder: bool) -> Json:
        member = self._type.methods[name]
        declaring = self._setting.types.load(member.declaring)
        arguments = member.declaration.arguments
        fields = [
            _Field(argument.name, argument, declaring, self._hints.own(argument.meta, declaring.id))
            for argument in arguments
        ]
        # The dashboard passes the model as the first argument, so no form asks for it.
        left_out = fields[:1] if is_builder and not self._setting.follow_engine else []
        return self._whole(
            fields, self._hints.inherited(of_method(member.declaration.name)), left_out
        )

    def _schema_of(self, field: _Field) -> Json:
        name, declaration, declaring, result = field
        if declaration.contract is None:
            raise SchemaProblemError(f'"{name}" has no contract')
        schema = translated(declaration.contract, declaring, self._setting, name)
        if schema is None:
            raise SchemaProblemError(
                f'the contract of "{name}" is a constant, which the engine cannot translate'
            )
        if declaration.default is not None:
            self._add_default(schema, field, declaration.default)
        schema.update(self._hints.keys(result))
        if not self._setting.follow_engine:
            # Without a title, forms show the path of the property
            schema.setdefault("title", name)
        return schema

    def _add_default(self, schema: Json, field: _Field, default: Node) -> None:
        if isinstance(default, Broken):
            return
        if self._setting.follow_engine:
            # The engine has no default then, either
            with contextlib.suppress(ExhaustedError):
                schema["default"] = _json(data_of(default))
            return
        # Such a default depends on the object, which does not exist yet
        parts = (part for yaql in expressions(default) for part in parts_of(yaql.tree))
        if any(isinstance(part, Variable) for part in parts):
            return

        def part_value(yaql: Yaql) -> Any:
            return ContractPart(self._setting, field.declaring, field.name, yaql, yaql.tree).value()

        try:
            schema["default"] = _json(data_of(default, part_value))
        except (ValueError, ExhaustedError):
            texts = ", ".join(expression.text for expression in expressions(default))
            self._setting.leave_out(field.name, f"Default: {texts}")

    def _whole(
        self, fields: list[_Field], found: list[Hint], left_out: Sequence[_Field] = ()
    ) -> Json:
        """Return a schema of some fields.

        `left_out` are fields that must have a schema, but are not shown.
        """
        setting = self._setting
        properties = {field.name: self._schema_of(field) for field in fields}
        shown = [field for field in fields if field not in left_out]
        checked = shown if setting.says_all else ()
        required = [item.name for item in checked if _is_required(item, setting)]
        schema = {
            "$schema": DRAFT_04,
            "type": "object",
            "properties": {item.name: properties[item.name] for item in shown},
            **({"required": required} if required else {}),
            "additionalProperties": False,
            "formSections": self._hints.sections(found),
        }
        schema.update(self._hints.keys(found))
        return schema


def _is_required(field: _Field, setting: SchemaSetting) -> bool:
    """Return whether a value must be given: none is refused, and so is the default."""
    contract, default = field.declaration.contract, field.declaration.default
    if contract is None or field.declaration.usage in {
        ArgumentUsage.VAR_ARGS,
        ArgumentUsage.KW_ARGS,
    }:
        return False
    if default is None or is_null(default):
        return facts_for(field.declaring, setting).takes_null(contract) is False
    return ContractFacts(quirks=setting.types.quirks).refuses_literal(contract, default)


def _json(value: Any) -> Any:
    """Return a default as JSON. Raise ValueError for a value that JSON lacks."""
    return rebuilt(value, _scalar, str)


def _scalar(value: Any) -> Any:
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    # JSON has no notation for these
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("NaN")
    if isinstance(value, (str, int, float, bool, type(None))):
        return value
    raise ValueError(type(value).__name__)
