"""Whether contracts take null, which stands for a missing value: an exact schema requires the others."""

from __future__ import annotations

from muranopl.ard.nodes import Scalar, Yaql
from muranopl.language.contracts import tree
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.literals import refuses_literal
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.schema.constants import ContractPart
from muranopl.schema.exact import refuses_null
from muranopl.schema.setting import SchemaSetting
from muranopl.semantics.evaluation.objects import MuranoType


def is_required(
    declaration: PropertyDeclaration | ArgumentDeclaration, declaring: MuranoType, setting: SchemaSetting
) -> bool:
    """Return whether a value is required: null is refused, and so is the default."""
    contract, default = declaration.contract, declaration.default
    if contract is None or declaration.usage in {ArgumentUsage.VAR_ARGS, ArgumentUsage.KW_ARGS}:
        return False
    if default is None or (isinstance(default, Scalar) and default.value is None):
        return takes_null(contract, declaring, setting) is False
    return refuses_literal(contract, default)


def takes_null(contract: tree.Contract, declaring: MuranoType, setting: SchemaSetting) -> bool | None:
    """Return whether a contract takes null; None if that is unknown."""
    if isinstance(contract, tree.Constant):
        return contract.value is None
    if isinstance(contract, tree.ListOf):
        return contract.minimum <= 0 and not contract.is_tuple
    if isinstance(contract, tree.DictOf):
        return False if contract.irregular else _mapping_takes_null(contract, declaring, setting)
    if not isinstance(contract, tree.Chain) or contract.irregular:
        return None
    return _chain_takes_null(contract, declaring, setting)


def _mapping_takes_null(contract: tree.DictOf, declaring: MuranoType, setting: SchemaSetting) -> bool | None:
    answers = [takes_null(value, declaring, setting) for _, value in contract.keys]
    return False if False in answers else None if None in answers else True


def _chain_takes_null(contract: tree.Chain, declaring: MuranoType, setting: SchemaSetting) -> bool | None:
    """Return whether a chain takes null, which no function converts but one with a default class.

    None if unknown.
    """
    arguments = None if contract.typed is None else contract.typed.class_arguments
    if arguments is not None and arguments.default is not None:
        return None
    if contract.refuses_null:
        return False
    for call in contract.calls:
        predicate = call.arguments
        if isinstance(predicate, Predicate) and isinstance(contract.node, Yaql):
            part = ContractPart(setting, declaring, "", contract.node, predicate.expression)
            if refuses_null(part):
                return False
    return None if contract.narrows else True
