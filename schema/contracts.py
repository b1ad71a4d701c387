"""Contracts → schemas (language/forms.txt, Schema generation; reference: json-schema)."""

from __future__ import annotations

import json
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.diagnostics.findings import Findings
from muranopl.expression.tree import Binary, Call, Expression, bare
from muranopl.language.contracts.parse import FUNCTIONS, arguments, bound_of, chain, parse_contract, trailing_bounds
from muranopl.language.contracts.tree import ListOf
from muranopl.schema.checks import constraints, merged
from muranopl.schema.constants import Part, is_value
from muranopl.schema.objects import reference
from muranopl.schema.setting import Json, SchemaProblemError, Setting
from muranopl.semantics.evaluation.objects import MuranoType

_TYPES = {"int": "integer", "string": "string", "bool": "boolean"}
_GIVING = frozenset({*_TYPES, "class", "template"})
_BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})


def translated(node: Node, declaring: MuranoType, setting: Setting, path: str) -> Json | None:
    """The schema of a contract that a class declares; None where the engine says null."""
    if isinstance(node, Yaql):
        return _expression(node, declaring, setting, path)
    if isinstance(node, Sequence):
        return _list(node, declaring, setting, path)
    if isinstance(node, Mapping):
        return _mapping(node, declaring, setting, path)
    if isinstance(node, Scalar):
        return None if setting.engine else {"enum": [_plain(node.value)]}
    raise SchemaProblemError(f"the contract of {path} cannot be read")


def _plain(value: Any) -> Any:
    return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)


def _list(node: Sequence, declaring: MuranoType, setting: Setting, path: str) -> Json:
    items, bounded = trailing_bounds(node)
    bounds = [bound for bound, _ in bounded]
    made = [translated(item, declaring, setting, f"{path}[]") for item in items if bound_of(item) is None]
    schema: Json = {"type": "array"}
    if len(made) == 1:
        schema["items"] = made[0]
    elif made:
        schema["items"], schema["additionalItems"] = made, made[-1]
    if not setting.engine and made:
        least = bounds[0] if bounds else len(made) if _is_tuple(node, made, setting) else -1
        if least >= 0:
            schema["minItems"] = least
        if len(bounds) == 2 and bounds[1] >= 0:
            schema["maxItems"] = bounds[1]
    return schema


def _is_tuple(node: Sequence, made: list[Any], setting: Setting) -> bool:
    """Whether there has to be an item for each schema, which rendering asks for where all of them are types."""
    if not setting.exact:
        return len(made) > 1
    contract = parse_contract(node, Findings(), "")
    return isinstance(contract, ListOf) and contract.is_tuple


def _mapping(node: Mapping, declaring: MuranoType, setting: Setting, path: str) -> Json:
    properties: Json = {}
    others: Any = not node.pairs and not setting.engine
    for key, value in node.pairs:
        if isinstance(key, Yaql):
            others = translated(value, declaring, setting, f"{path}.*")
        else:
            name = str(getattr(key, "value", ""))
            properties[name] = translated(value, declaring, setting, f"{path}.{name}")
    return {"type": "object", "properties": properties, "additionalProperties": others}


class _Chain:
    """A contract expression while its functions are gone through, from the left."""

    def __init__(self, setting: Setting) -> None:
        self.schema: Json = {}
        self.not_null = False
        self._setting = setting

    def give_type(self, name: str, more: Json) -> None:
        """A function that gives the type. The engine begins a new schema with each."""
        if self._setting.engine:
            self.schema = {"type": name if self.not_null else [name, "null"], **more}
            self.not_null = False
        else:
            kept = {key: value for key, value in self.schema.items() if key not in {"muranoType", "version"}}
            self.schema = {**kept, "type": name if self.not_null else [name, "null"], **more}

    def refuse_null(self) -> None:
        """`notNull()`."""
        self.not_null = True
        type_ = self.schema.get("type")
        if isinstance(type_, list):
            self.schema["type"] = type_[0]


def _expression(node: Yaql, declaring: MuranoType, setting: Setting, path: str) -> Json:
    tree = bare(node.tree)
    is_choice = isinstance(tree, Binary) and tree.operator == "or"
    while isinstance(tree, Binary) and tree.operator == "or":
        tree = bare(tree.left)  # the first one that is there
    links = list(chain(tree))
    if is_choice or sum(isinstance(link, Call) and link.name in _GIVING for link in links) > 1:
        setting.leave_out(path, node.text)  # a schema has one type: the first, the last
        if setting.exact:
            return {}
    elif not is_value(links[0]) or (setting.exact and not all(map(_is_function, links[1:]))):
        if isinstance(links[0], Call) and not setting.exact:
            _refuse(links[0], path)
        setting.leave_out(path, node.text)
        return {}
    made = _Chain(setting)
    part = Part(setting, node, setting.scope(declaring), node.tree)
    for link in links[1:]:
        if not isinstance(link, Call):
            raise SchemaProblemError(f"the contract of {path} reads {node.text}, which is no chain of functions")
        _apply(link, made, part, declaring, path)
    if not setting.engine:
        _valid(made.schema)
    return made.schema


def _is_function(expression: Expression) -> bool:
    return isinstance(expression, Call) and expression.name in FUNCTIONS


def _valid(schema: Json) -> None:
    """Write choices as meta-schemas want them: each once, and no empty list of them."""
    choices = schema.get("enum")
    if choices == []:
        del schema["enum"]
        schema["not"] = {}
    elif choices:
        schema["enum"] = list({json.dumps(each, sort_keys=True): each for each in choices}.values())


def _refuse(call: Call, path: str) -> None:
    raise SchemaProblemError(f'the contract of {path} begins with "{call.name}", which is no function of contracts')


def _apply(call: Call, made: _Chain, part: Part, declaring: MuranoType, path: str) -> None:
    name = call.name
    if name in _TYPES and not call.arguments:
        made.give_type(_TYPES[name], {})
    elif name in {"class", "template"}:
        more = reference(part, call, declaring)
        made.give_type("muranoObject", more)
    elif name == "notNull" and not call.arguments:
        made.refuse_null()
    elif name in {"owned", "notOwned"} and not call.arguments:
        made.schema["owned"] = name == "owned"
    elif name == "check":
        _check(call, made, part, path)
    else:
        raise SchemaProblemError(f'the contract of {path} calls "{name}", which is no function of contracts')


def _check(call: Call, made: _Chain, part: Part, path: str) -> None:
    predicate = arguments(call).get("predicate")
    if predicate is None:
        raise SchemaProblemError(f"check() of the contract of {path} has no predicate")
    is_object = "muranoType" in made.schema
    for found in constraints(part.of(predicate), path):
        if not _sayable(found, is_object=is_object, engine=part.setting.engine):
            part.setting.leave_out(path, f"check({part.of(predicate).text})")
        else:
            merged(made.schema, found, engine=part.setting.engine)


def _sayable(found: Json, *, is_object: bool, engine: bool) -> bool:
    """Whether a schema may say a constraint: bounds are numbers, the context is one of an object."""
    if engine:
        return True
    if "context" in found:
        return is_object
    return all(isinstance(found[key], (int, float)) for key in _BOUNDS & found.keys())
