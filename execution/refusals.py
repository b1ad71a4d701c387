"""Decides which values contracts certainly leave as they are; makes exceptions of refusals.

Contracts leave most arguments and properties unchanged, which quick tests find out. Diagnostics
about other values become exceptions of the engine.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.catalogue import objects as value_rules
from muranopl.diagnostics.catalogue.inherit import AMBIGUOUS_MEMBER
from muranopl.diagnostics.diagnostic import Related, errors_of
from muranopl.execution.exceptions import (
    ARGUMENT_EXCEPTION,
    CONTRACT_VIOLATION,
    ENGINE,
    MuranoError,
)
from muranopl.language.contracts import tree
from muranopl.language.contracts.facts import BY_DOCUMENT
from muranopl.language.contracts.kinds import BOOL, INT, NOT_NULL, NULL, STRING, Kinds
from muranopl.language.grammar.method import ArgumentDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.render.model_reporter import ModelReporter
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

_ERRORS = {
    AMBIGUOUS_MEMBER.code: ENGINE + "AmbiguousPropertyNameError",
    object_rules.BAD_HEADER.code: "ValueError",
    object_rules.BAD_KEY.code: "ValueError",
    object_rules.TOO_DEEP.code: "RecursionError",
    object_rules.UNKNOWN_ID.code: ENGINE + "NoObjectFoundError",
    object_rules.UNKNOWN_MODEL_TYPE.code: ENGINE + "NoPackageForClassFound",
    value_rules.CIRCULAR_VALUES.code: ENGINE + "CircularExpressionDependenciesError",
    value_rules.CONTRACT_FAILS.code: CONTRACT_VIOLATION,
}
Takes = Callable[[Any], bool]
_ATOMS = frozenset({bool, int, float, str, MuranoObject, MuranoType})
_TYPES: dict[Kinds, frozenset[type]] = {
    STRING: frozenset({str}),
    INT: frozenset({int}),
    BOOL: frozenset({bool}),
    NOT_NULL: _ATOMS,
}
"""Types of values that a contract leaves unchanged, by what it gives, without null.

Other contracts may examine or replace values: the class of objects, their owners.
"""


class Subject(NamedTuple):
    """A property or an argument with a contract, and its place, for messages.

    The engine calls it `ns.Class.property` or `ns.Class::method(argument)`; `engine_name` has
    braces for the part of the value.
    """

    name: str
    engine_name: str
    declared: Related


def of_argument(method: str, declaration: ArgumentDeclaration) -> Subject:
    """Return the subject for an argument of a method, named as `ns.Class::method`."""
    name, place = declaration.name, declaration.name_node.place
    return Subject(name, f"{method}({name}{{}})", Related(f'argument "{name}" of {method}', place))


def of_property(class_name: str, declaration: PropertyDeclaration) -> Subject:
    """Return the subject for a property of a class."""
    name, place = declaration.name, declaration.name_node.place
    return Subject(
        name, f"{class_name}.{name}{{}}", Related(f'property "{name}" of {class_name}', place)
    )


def refusal(
    reports: ModelReporter, subject: Subject | None = None, path: ModelPath | None = None
) -> MuranoError:
    """Return the exception for diagnostics about values, with the message of the first error.

    For a violation of the contract of a `subject`, whose value is at `path`, the message names the
    subject and the part.
    """
    errors = errors_of(reports.values())
    if not errors:
        return MuranoError(CONTRACT_VIOLATION, "the value is rejected")
    first = errors[0]
    name = _ERRORS.get(first.code, CONTRACT_VIOLATION)
    where = first.in_model.path if first.in_model else ""
    message = first.message.removeprefix(f"{where}: ")
    if subject is not None and path is not None and name == CONTRACT_VIOLATION:
        part = subject.engine_name.replace("{}", where.removeprefix(path.text))
        message = f"[{part}] {message}"
    error = MuranoError(name, message)
    error.reports = tuple(reports.values())
    return error


def takes_as_is(contract: tree.Contract) -> Takes:
    """Return a test for values that the contract certainly takes unchanged; false means unknown."""
    if contract.irregular:
        return _never
    if isinstance(contract, tree.Chain):
        return _chain(contract)
    if isinstance(contract, tree.ListOf) and not contract.has_bounds and len(contract.items) <= 1:
        item = takes_as_is(contract.items[0]) if contract.items else _is_atom
        return lambda value: type(value) is tuple and all(item(entry) for entry in value)
    if isinstance(contract, tree.DictOf) and not contract.keys and not contract.patterns:
        return lambda value: type(value) is FrozenDict and all(map(_is_atom, value.values()))
    return _never


def _chain(contract: tree.Chain) -> Takes:
    gives = BY_DOCUMENT.gives(contract)
    if gives is None or contract.narrows:
        return _never
    types = _TYPES.get(gives & ~NULL, frozenset())
    if types and gives & NULL:
        types |= {type(None)}
    # Exact types, as `isinstance` takes a boolean for an integer
    return lambda value: type(value) in types


def _never(_: Any) -> bool:
    return False


def _is_atom(value: Any) -> bool:
    return value is None or type(value) in _ATOMS


def invalid_argument(name: str) -> MuranoError:
    """Return the exception for an argument, with its Python name, never that of a built-in."""
    written = re.sub("(?<=[a-z])[A-Z]", lambda found: f"_{found[0].lower()}", name)
    return MuranoError(
        ARGUMENT_EXCEPTION,
        f"Invalid argument {written}{'_' if hasattr(builtins, written) else ''}",
    )
