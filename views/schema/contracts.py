"""Contract trees → schemas (language/forms.txt, Schema generation; reference: json-schema)."""

from __future__ import annotations

import json
import math
from typing import Any

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Binary, Call, Expression, bare, operands
from muranopl.diagnostics.quirks import DEFAULT_CLASS, LIST_LENGTH
from muranopl.language.contracts import tree
from muranopl.language.contracts.chains import arguments_of, chain, function_of, refusing
from muranopl.language.contracts.functions.declaration import (
    ContractFunction,
    Fragment,
    Given,
    SchemaProblemError,
    is_null,
)
from muranopl.language.contracts.kinds import NULL, OBJECT, STRING
from muranopl.language.contracts.parse import bound_of
from muranopl.language.contracts.predicates.conditions import condition, is_value
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.views.schema.arguments import ArgumentReader
from muranopl.views.schema.drafts import EXACT
from muranopl.views.schema.exact import (
    NOTHING,
    certainly_refuses,
    facts_for,
    loosely,
    passing_values,
)
from muranopl.views.schema.merging import merged
from muranopl.views.schema.setting import Json, SchemaSetting

_NOT_NULL: Json = {"not": {"type": "null"}}
_CHOICES = frozenset({"and", "or"})
_BOUNDS = frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"})


def translated(
    contract: tree.Contract, declaring: MuranoType, setting: SchemaSetting, path: str
) -> Json | None:
    """Return the schema of a contract that a class declares; None for null, as the engine has it.

    A contract that occurs several times has one schema object.
    """
    if isinstance(contract, tree.ListOf):
        return _list(contract, declaring, setting, path)
    if isinstance(contract, tree.DictOf):
        return _mapping(contract, declaring, setting, path)
    if isinstance(contract, tree.Constant):
        return None if setting.follow_engine else _constant(_plain(contract.value))
    if isinstance(contract.node, Yaql):
        return _expression(contract.node, declaring, setting, path)
    raise SchemaProblemError(f"the contract of {path} cannot be read")


def _plain(value: Any) -> Any:
    if isinstance(value, (str, int, float, bool, type(None))):
        return value
    return str(value)


def _list(contract: tree.ListOf, declaring: MuranoType, setting: SchemaSetting, path: str) -> Json:
    items = [
        item
        for item in contract.items
        if not (setting.follow_engine and bound_of(item.node) is not None)
    ]
    result = [translated(item, declaring, setting, f"{path}[]") for item in items]
    schema: Json = {"type": "array"}
    if len(result) == 1:
        schema["items"] = result[0]
    elif result:
        schema["items"], schema["additionalItems"] = result, result[-1]
    if not setting.follow_engine and result:
        least = facts_for(declaring, setting).least_items(contract)
        is_tuple = len(result) > 1 and not contract.has_bounds
        if is_tuple and not setting.exact and LIST_LENGTH not in setting.types.quirks:
            least = len(result)  # forms show as many inputs
        if least > 0 or (least == 0 and contract.has_bounds):
            schema["minItems"] = least
        if contract.maximum is not None and contract.maximum >= 0:
            schema["maxItems"] = contract.maximum
    if setting.says_all and contract.has_bounds and not result:
        schema |= {"minItems": max(contract.minimum, 0), "maxItems": 0}
    return schema


def _mapping(
    contract: tree.DictOf, declaring: MuranoType, setting: SchemaSetting, path: str
) -> Json:
    properties: Json = {}
    for key, value in contract.keys:
        name = str(getattr(key, "value", ""))
        properties[name] = translated(value, declaring, setting, f"{path}.{name}")
    # A mapping without named keys takes any key; one with keys drops the others
    others: Any = not contract.keys and not setting.follow_engine
    for _, value in contract.patterns:
        others = translated(value, declaring, setting, f"{path}.*")
    schema: Json = {"type": "object", "properties": properties, "additionalProperties": others}
    if setting.says_all:
        schema |= _of_keys(contract, declaring, setting, path)
    return schema


def _of_keys(
    contract: tree.DictOf, declaring: MuranoType, setting: SchemaSetting, path: str
) -> Json:
    """Return the part of a mapping's schema that only exact ones have.

    Required keys, and names of other keys.
    """
    names = [str(getattr(key, "value", "")) for key, _ in contract.keys]
    facts = facts_for(declaring, setting)
    values = [value for _, value in contract.keys]
    required = [
        name for name, value in zip(names, values, strict=True) if facts.takes_null(value) is False
    ]
    result: Json = {"required": required} if required else {}
    # Two patterns of keys: the engine fails for every value
    if contract.irregular:
        return {**result, EXACT: [NOTHING]}
    if contract.pattern is not None:
        key = translated(contract.pattern[0], declaring, setting, f"{path}.*")
        if key:
            result["propertyNames"] = {"anyOf": [{"enum": names}, key]} if names else key
    return result


def _expression(node: Yaql, declaring: MuranoType, setting: SchemaSetting, path: str) -> Json:
    """Return the schema of a chain, or of the part of an expression that is like one."""
    expression = bare(node.tree)
    is_choice = isinstance(expression, Binary) and expression.operator in _CHOICES
    while isinstance(expression, Binary) and expression.operator in _CHOICES:
        # The engine's schemas take the first operand of `or` and the last of `and`, as if schemas
        # were true values.
        expression = bare(expression.left if expression.operator == "or" else expression.right)
    start, *links = chain(expression)
    functions = [function_of(link) for link in links]
    if is_choice or sum(function is not None and function.gives_type for function in functions) > 1:
        setting.leave_out(path, node.text)  # a schema has one type: the first, the last
        if setting.exact:
            return loosely(node.tree) if setting.says_all else {}
    elif not is_value(start) or (setting.exact and None in functions):
        if isinstance(start, Call) and not setting.exact:
            problem = f'begins with "{start.name}", which is not a function of contracts'
            raise SchemaProblemError(f"the contract of {path} {problem}")
        setting.leave_out(path, node.text)
        return loosely(node.tree) if setting.says_all else {}
    result = _Chain(ArgumentReader(setting, declaring, path, node, node.tree))
    for link, function in zip(links, functions, strict=True):
        result.add(function, link)
    if not setting.follow_engine:
        _valid(result.schema)
    if not setting.says_all or refusing(links) is None:
        return result.schema
    return {"type": "null"}


class _Chain:
    """The schema of a chain, built from the left, call by call."""

    def __init__(self, arguments: ArgumentReader) -> None:
        self.schema: Json = {}
        self._refuses_null = False
        self._makes_objects = False
        self._follow_engine = arguments.setting.follow_engine
        self._arguments = arguments

    def add(self, function: ContractFunction | None, link: Expression) -> None:
        """Add the schema of one call."""
        contract = f"the contract of {self._arguments.path}"
        if not isinstance(link, Call):
            raise SchemaProblemError(
                f"{contract} reads {self._arguments.node.text}, which is not a chain of functions"
            )
        if function is None or (link.arguments and not function.parameters):
            raise SchemaProblemError(
                f'{contract} calls "{link.name}", which is not a function of contracts'
            )
        arguments = arguments_of(link, function)
        is_object = "muranoType" in self.schema
        is_replaced = DEFAULT_CLASS not in self._arguments.setting.types.quirks
        if is_replaced and "defaultName" in arguments and not is_null(arguments["defaultName"]):
            self._makes_objects = True
        for fragment in function.schema(arguments, self._arguments):
            if function.gives_type:
                self._begin(fragment)
            elif self._can_say(fragment, is_object=is_object):
                merged(self.schema, fragment, follow_engine=self._follow_engine)
            else:
                self._arguments.of(arguments["predicate"]).leave_out()
        # A contract with a default class makes an object of null
        is_created = self._makes_objects and self._arguments.setting.says_all
        if not function.gives_type and not function.gives & NULL and not is_created:
            self._refuse_null()
        if self._arguments.setting.says_all:
            self._say_exactly(function, arguments)

    def _say_exactly(self, function: ContractFunction, given: Given) -> None:
        """Add the constraints that only validators need."""
        if "muranoType" in self.schema and function.gives_type and not function.converts & STRING:
            self._exactly({"not": {"type": "string"}})
        if not function.gives & ~(OBJECT | NULL) and "muranoType" not in self.schema:
            self._exactly({"type": "null"})  # `owned()` before an object is made
        predicate = given.get("predicate")
        if predicate is not None and "muranoType" not in self.schema:
            for operand in operands(predicate, "and"):
                if self._is_drawn(operand):
                    most = None
                else:
                    most = passing_values(self._arguments.of(operand)).possible
                if most:
                    self._exactly(most)
        if (
            predicate is not None
            and not self._makes_objects
            and certainly_refuses(self._arguments.of(predicate), None)
        ):
            self._refuse_null()
        if self._refuses_null and not self.schema.keys() & {"type", "enum"}:
            self._exactly(_NOT_NULL)

    def _is_drawn(self, predicate: Expression) -> bool:
        """Return whether the schema for forms already has a part of a predicate."""
        result = condition(predicate)
        if result is None:
            return False
        if result.operator == "=":
            # Forms have neither a choice of null alone nor the length of what is not text
            return not result.of_length and not is_null(result.operand)
        return result.operator == "in" or "type" in self.schema

    def _exactly(self, schema: Json) -> None:
        exact = self.schema.setdefault(EXACT, [])
        if schema not in exact:
            exact.append(schema)

    def _refuse_null(self) -> None:
        self._refuses_null = True
        type_ = self.schema.get("type")
        if isinstance(type_, list):
            # Types are written with "null" after them until the chain refuses null
            self.schema["type"] = type_[0]

    def _begin(self, fragment: Fragment) -> None:
        """Start with the fragment that gives the type. The engine starts a new schema with each."""
        type_ = fragment["type"]
        fragment = {**fragment, "type": type_ if self._refuses_null else [type_, "null"]}
        if self._follow_engine:
            self.schema = fragment
            self._refuses_null = False
        else:
            kept = {
                key: value
                for key, value in self.schema.items()
                if key not in {"muranoType", "version"}
            }
            self.schema = {**kept, **fragment}

    def _can_say(self, fragment: Fragment, *, is_object: bool) -> bool:
        """Return whether a constraint is valid here.

        Bounds are numbers, and only objects have a context.
        """
        if self._follow_engine:
            return True
        if "context" in fragment:
            return is_object
        return all(isinstance(fragment[key], (int, float)) for key in _BOUNDS & fragment.keys())


def _valid(schema: Json) -> None:
    """Write choices as meta-schemas require them: each once, and no empty list."""
    choices = schema.get("enum")
    if choices is not None:
        choices = [choice for choice in choices if not _is_unwritable(choice)]
    if choices == []:
        del schema["enum"]
        schema["not"] = {}
    elif choices:
        schema["enum"] = list(
            {json.dumps(choice, sort_keys=True): choice for choice in choices}.values()
        )


def _constant(value: Any) -> Json:
    return {"not": {}} if _is_unwritable(value) else {"enum": [value]}


def _is_unwritable(value: Any) -> bool:
    """Return whether a value is a number that JSON cannot write, so nothing equals it."""
    return isinstance(value, float) and not math.isfinite(value)
