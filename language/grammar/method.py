"""A method of a class, and its arguments."""

from __future__ import annotations

import enum

from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql, is_null, mapping_at, text_of
from muranopl.diagnostics.catalogue import classes as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.entity import Named, Reading, entity, read
from muranopl.language.grammar.formats import LATEST
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.instructions.body import body
from muranopl.language.grammar.members import named_entry
from muranopl.language.grammar.meta import MetaUse, metas
from muranopl.language.grammar.property import contract
from muranopl.language.grammar.readers import anything, choice, mapping_of


class ArgumentUsage(enum.Enum):
    """How an argument takes its values (language/muranopl.txt, Method arguments)."""

    STANDARD = "Standard"
    VAR_ARGS = "VarArgs"
    KW_ARGS = "KwArgs"

    __hash__ = object.__hash__  # that of `Enum` is a Python function


class MethodUsage(enum.Enum):
    """What a method is called on (language/muranopl.txt, Method usage)."""

    RUNTIME = "Runtime"
    STATIC = "Static"
    EXTENSION = "Extension"
    ACTION = "Action"

    __hash__ = object.__hash__  # that of `Enum` is a Python function


CONSTRUCTOR = ".init"
LIFE_CYCLE = {"initialize": CONSTRUCTOR, "destroy": ".destroy"}
"""Constructor and destructor, and the symbols the engine keeps them under (reference: packages-and-versions, Names)."""


class MethodScope(enum.Enum):
    """From where a method can be called (language/muranopl.txt, Method scope)."""

    SESSION = "Session"
    PUBLIC = "Public"


@entity
class ArgumentDeclaration(Named):
    """`name: {Contract, Usage, Default, Meta}` in a method's `Arguments`."""

    contract: Contract | None = read("Contract", contract, default=None, required=True, lookup=True)
    usage: ArgumentUsage = read(
        "Usage", choice(ArgumentUsage, ArgumentUsage.STANDARD), default=ArgumentUsage.STANDARD, since=LATEST
    )
    default: Node | None = read("Default", anything, default=None)
    meta: tuple[MetaUse, ...] = read("Meta", metas, default=(), lookup=True)


_argument = named_entry(ArgumentDeclaration, "argument")


def arguments(node: Node, reading: Reading, what: str) -> tuple[ArgumentDeclaration, ...]:
    """The arguments in order; a list of one-key mappings, or one mapping standing alone for one argument."""
    if is_null(node):
        return ()
    if isinstance(node, Mapping) and len(node.pairs) == 1:
        key, value = node.pairs[0]
        name, line = text_of(key) or "name", _first_line(value)
        reading.report(rules.ARGUMENTS_NOT_A_LIST, node.place, what=what, argument=name, line=line)
    items = node.items if isinstance(node, Sequence) else (node,)
    found: dict[str, ArgumentDeclaration] = {}
    for item in items:
        if isinstance(item, Broken):
            continue
        if not isinstance(item, Mapping) or len(item.pairs) != 1:
            reading.report(rules.BAD_ARGUMENT, item.place, what=what)
            continue
        argument = _argument(*item.pairs[0], reading, what)
        if argument is None:
            continue
        if argument.name in found:
            first = Related("first declared here", found[argument.name].name_node.place)
            place = argument.name_node.place
            reading.report(rules.DUPLICATE_ARGUMENT, place, name=argument.name, related=(first,))
        found[argument.name] = argument
    _check_order(tuple(found.values()), reading)
    return tuple(found.values())


def _first_line(node: Node) -> str:
    """Return the first line of the declaration of an argument."""
    if not isinstance(node, Mapping) or not node.pairs:
        return "Contract: $"
    key, value = node.pairs[0]
    shown = value.text if isinstance(value, Yaql) and "\n" not in value.text else ""
    return f"{text_of(key)}: {shown}".rstrip()


def _check_order(given: tuple[ArgumentDeclaration, ...], reading: Reading) -> None:
    """Standard arguments come first, then one VarArgs, then one KwArgs at most (syntax.json, argument-order-*)."""
    order = list(ArgumentUsage)
    highest = 0
    for argument in given:
        rank = order.index(argument.usage)
        if rank < highest or (rank == highest and rank > 0):
            usage = argument.usage.value
            reading.report(rules.ARGUMENT_ORDER, argument.name_node.place, name=argument.name, usage=usage)
        highest = max(highest, rank)
        if rank > 0 and argument.default is not None:
            reading.report(rules.DEFAULT_NOT_USED, argument.default.place, name=argument.name)


_scope = choice(MethodScope, MethodScope.SESSION)


def scope(node: Node, reading: Reading, what: str) -> MethodScope | None:
    """The scope as it is written; None for null, and for what is reported: the engine never looks at other words."""
    found = _scope(node, reading, what)
    return found if isinstance(node, Scalar) and node.value == found.value else None


@entity
class MethodDeclaration(Named):
    """`name: {Usage, Scope, Arguments, Body, Meta}`; null in place of the mapping is a method that does nothing."""

    usage: MethodUsage = read("Usage", choice(MethodUsage, MethodUsage.RUNTIME), default=MethodUsage.RUNTIME)
    scope: MethodScope | None = read("Scope", scope, default=None, since=LATEST)
    arguments: tuple[ArgumentDeclaration, ...] = read("Arguments", arguments, default=(), lookup=True)
    body: Body | None = read("Body", body, default=None)
    meta: tuple[MetaUse, ...] = read("Meta", metas, default=(), lookup=True)

    @property
    def symbol(self) -> str:
        """The name under which the engine keeps it."""
        return LIFE_CYCLE.get(self.name, self.name)


_entry = named_entry(MethodDeclaration, "method", tuple(LIFE_CYCLE.values()))


def method(key: Node, value: Node, reading: Reading, what: str) -> MethodDeclaration | None:
    """One method of the table; see `MethodDeclaration`."""
    if is_null(value):
        value = mapping_at(value)
    found = _entry(key, value, reading, what)
    if found is not None and found.usage is MethodUsage.ACTION:
        usage = value.find("Usage") if isinstance(value, Mapping) else None
        place = (usage[1] if usage else found.name_node).place
        if found.scope is MethodScope.SESSION:
            reading.report(rules.ACTION_WITH_SESSION, place, name=found.name)
        elif (reading.format.major, reading.format.minor) > (1, 3):
            reading.report(rules.ACTION_DEPRECATED, place, name=found.name, format=reading.format)
    return found


methods = mapping_of(method)
