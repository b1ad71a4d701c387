"""Declares and reads a method of a class, and its arguments."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Yaql, is_null, mapping_at, text_of
from muranopl.diagnostics.catalogue import classes as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.catalogue.bodies import BAD_VARIABLE
from muranopl.diagnostics.catalogue.yaml import DUPLICATE_KEY
from muranopl.diagnostics.diagnostic import Fix, Related, Severity, fixed_by
from muranopl.diagnostics.quirks import UNKNOWN_SCOPE
from muranopl.diagnostics.reporter import here_too
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.entity import Named, entity, read
from muranopl.language.grammar.formats import LATEST
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.instructions.body import body
from muranopl.language.grammar.members import (
    MetaUse,
    gathered,
    indenting,
    meta_of,
    named_entry,
    table_of,
)
from muranopl.language.grammar.property import contract
from muranopl.language.grammar.readers import ClosedSet, as_written, choice, listed
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CODE, Many, Of, Table, shape_of, shaped


class ArgumentUsage(ClosedSet):
    """The ways in which an argument takes values (language/muranopl.txt, Method arguments)."""

    STANDARD = "Standard", "One value. This is the default."
    VAR_ARGS = "VarArgs", "The list of all further arguments without a name."
    KW_ARGS = "KwArgs", "The mapping of all further named arguments."


class MethodUsage(ClosedSet):
    """The ways in which a method is called (language/muranopl.txt, Method usage)."""

    RUNTIME = "Runtime", "Called on an object. This is the default."
    STATIC = "Static", "Called on the class, without an object: `:ClassName.method()`."
    EXTENSION = (
        "Extension",
        "Called like a method of its first argument, in classes that `Import` this class.",
    )
    ACTION = (
        "Action",
        "Called on an object, also through the API; `Scope: Public` in format 1.4 and later.",
        LATEST,
    )


# Constructor and destructor, with the engine's symbols for them (reference: packages-and-versions,
# Names).
CONSTRUCTOR = ".init"
LIFE_CYCLE = {"initialize": CONSTRUCTOR, "destroy": ".destroy"}


class MethodScope(ClosedSet):
    """The callers that a method is open to (language/muranopl.txt, Method scope)."""

    SESSION = "Session", "Called by other methods only. This is the default."
    PUBLIC = "Public", "Called by other methods, and through the API."


@entity
class ArgumentDeclaration(Named):
    """`name: {Contract, Usage, Default, Meta}` in a method's `Arguments`."""

    contract: Contract | None = read(
        "Contract",
        contract,
        "The values that the argument accepts: an expression such as `$.int().notNull()`, "
        "or a list or mapping of such expressions.",
        required=True,
        lookup=True,
    )
    usage: ArgumentUsage = read(
        "Usage",
        choice(ArgumentUsage, ArgumentUsage.STANDARD),
        "How the argument receives values. Without it the usage is `Standard`.",
        default=ArgumentUsage.STANDARD,
        since=LATEST,
    )
    default: Node | None = read(
        "Default",
        as_written(CODE),
        "The value where a call passes none; it may be an expression. "
        "Without it the argument must be passed.",
    )
    meta: tuple[MetaUse, ...] = meta_of("argument")


_argument = named_entry(ArgumentDeclaration, "argument")


@shaped(Many(Table(Of(ArgumentDeclaration), single=True), alone=True))
def arguments(node: Node, reading: Reading, what: str) -> tuple[ArgumentDeclaration, ...]:
    """Return the arguments in order, from a list of one-key mappings, or one such mapping.

    Other shapes are reported once, and read as they were meant: callers rely on all names.
    """
    result: dict[str, ArgumentDeclaration] = {}
    for key, value in () if is_null(node) else _declarations(node, reading, what):
        if value is key:  # only the name is written, which was reported
            argument = ArgumentDeclaration(name=str(text_of(key)), name_node=key, node=key)
        elif (entry := _argument(key, value, reading, what)) is not None:
            argument = entry
        else:
            continue
        if argument.name == "this":
            reading.report(
                BAD_VARIABLE,
                key,
                what="an argument",
                problem='named "this" hides $this, the object itself',
                severity=Severity.WARNING,
            )
        if argument.name in result:
            first = Related("first declared here", result[argument.name].name_node.place)
            reading.report(rules.DUPLICATE_ARGUMENT, key, name=argument.name, related=(first,))
        result[argument.name] = argument
    _check_order(result.values(), reading)
    return tuple(result.values())


def _declarations(node: Node, reading: Reading, what: str) -> list[tuple[Node, Node]]:
    """Return the names of arguments with their declarations.

    A name without declaration is its own declaration. The engine refuses several arguments in one
    mapping, in an item as in place of the list (syntax.json, argument-two-in-one-item,
    argument-order-in-mapping); it accepts one alone (argument-mapping-of-one).
    """
    if isinstance(node, Mapping) and len(node.pairs) == 1:
        key, value = node.pairs[0]
        name, line = text_of(key) or "name", _first_line(value)
        reading.report(
            rules.ARGUMENTS_NOT_A_LIST,
            node,
            what=what,
            argument=name,
            line=line,
            fixes=functools.partial(_listing, "write a list with one item", node),
        )
    items = [entry for entry in listed(node) if not isinstance(entry, Broken)]
    wrong = [entry for entry in items if not isinstance(entry, Mapping) or len(entry.pairs) != 1]
    if wrong:
        reading.report(
            rules.BAD_ARGUMENT,
            wrong[0],
            what=what,
            related=here_too(entry.place for entry in wrong[1:]),
            suggestion=_split(wrong[0]),
            fixes=functools.partial(_as_items, wrong),
        )
    result: list[tuple[Node, Node]] = []
    for item in items:
        if isinstance(item, Mapping):
            result += _pairs(item)
        elif text_of(item) is not None:
            result.append((item, item))
    return result


def _pairs(item: Mapping) -> tuple[tuple[Node, Node], ...]:
    """Return the arguments in one mapping, with keys that should be indented below their names."""
    if len(item.pairs) == 1:
        return item.pairs
    members = gathered(item, ArgumentDeclaration)
    return tuple([(name, value) for name, value, _ in members])


def _as_items(items: list[Node]) -> tuple[Fix, ...]:
    """Return the fix that makes several arguments in one mapping items of the list."""
    mappings = [item for item in items if isinstance(item, Mapping)]
    if len(mappings) < len(items) or any(len(_pairs(item)) < len(item.pairs) for item in mappings):
        return ()
    return _listing("write a dash before each argument", *mappings)


def _listing(title: str, *mappings: Mapping) -> tuple[Fix, ...]:
    """Return the fix that makes each pair of some mappings an item of a list."""
    from muranopl.ard.rewriting import as_list_items

    return fixed_by(title, *(edit for node in mappings for edit in as_list_items(node)))


def _split(item: Node) -> str | None:
    """Return the suggestion for several arguments in one mapping."""
    declared = _pairs(item) if isinstance(item, Mapping) else ()
    if len(declared) > 1:
        second = text_of(declared[1][0])
        return None if second is None else f"write each with a dash of its own: `- {second}:`"
    if isinstance(item, Mapping) and item.pairs:
        ((name, _, stray),) = gathered(item, ArgumentDeclaration)
        return indenting(name, stray[0])
    return None


def _first_line(node: Node) -> str:
    """Return the first line of the declaration of an argument."""
    if not isinstance(node, Mapping) or not node.pairs:
        return "Contract: $"
    key, value = node.pairs[0]
    shown = ""
    if isinstance(value, Yaql) and "\n" not in value.text:
        shown = value.text
    return f"{text_of(key)}: {shown}".rstrip()


def _check_order(arguments: Iterable[ArgumentDeclaration], reading: Reading) -> None:
    """Report arguments out of order.

    Standard arguments come first, then at most one VarArgs, then at most one KwArgs. Source: syntax.json,
    argument-order-*.
    """
    order = list(ArgumentUsage)
    highest: ArgumentDeclaration | None = None
    is_reported = False
    for argument in arguments:
        rank = order.index(argument.usage)
        if rank > 0 and argument.default is not None:
            reading.report(rules.DEFAULT_NOT_USED, argument.default, name=argument.name)
        before = 0 if highest is None else order.index(highest.usage)
        if highest is None or rank > before or rank == before == 0:
            highest = argument
        elif not is_reported:
            is_reported = True
            behind = f'{highest.usage.value} argument "{highest.name}" comes before it'
            reading.report(
                rules.ARGUMENT_ORDER,
                argument.name_node,
                name=argument.name,
                usage=argument.usage.value,
                related=(Related(behind, highest.name_node.place),),
            )


_scope = choice(MethodScope, MethodScope.SESSION, quirk=UNKNOWN_SCOPE)


@shaped(shape_of(_scope))
def scope(node: Node, reading: Reading, what: str) -> MethodScope | None:
    """Return the scope as it is written.

    Return None for null, and after a report: the engine ignores other words.
    """
    result = _scope(node, reading, what)
    if isinstance(node, Scalar) and node.value == result.value:
        return result
    return None


@entity
class MethodDeclaration(Named):
    """`name: {Usage, Scope, Arguments, Body, Meta}`.

    Null in place of the mapping is a method without effect.
    """

    FALSE = True

    usage: MethodUsage = read(
        "Usage",
        choice(MethodUsage, MethodUsage.RUNTIME),
        "How the method is called. Without it the usage is `Runtime`.",
        default=MethodUsage.RUNTIME,
    )
    scope: MethodScope | None = read(
        "Scope",
        scope,
        "Who may call the method: other methods only (`Session`), or the API as well (`Public`).",
        since=LATEST,
    )
    arguments: tuple[ArgumentDeclaration, ...] = read(
        "Arguments",
        arguments,
        "The arguments in order: a list, with one `name: {Contract: ...}` in each item.",
        lookup=True,
    )
    body: Body | None = read(
        "Body",
        body,
        "The instructions that a call runs, in order. The value of the last one is not "
        "returned: write `Return`.",
    )
    meta: tuple[MetaUse, ...] = meta_of("method")

    @property
    def symbol(self) -> str:
        """The name that the engine stores it under."""
        return LIFE_CYCLE.get(self.name, self.name)

    @property
    def is_exposed(self) -> bool:
        """Whether the API allows calls: of public methods and actions."""
        return self.scope is MethodScope.PUBLIC or self.usage is MethodUsage.ACTION

    @property
    def is_on_class(self) -> bool:
        """Whether it is called on its class, not on an object."""
        return self.usage is MethodUsage.STATIC or self.usage is MethodUsage.EXTENSION


_LIFE_CYCLE_WORDS = {
    CONSTRUCTOR: "Called when an object of the class has been created; its arguments get the values "
    "that `new()` passes by name.",
    ".destroy": "Called when an object of the class is no longer used.",
    "initialize": "The older name of `.init`.",
    "destroy": "The older name of `.destroy`.",
}
_entry = named_entry(MethodDeclaration, "method", _LIFE_CYCLE_WORDS)


@shaped(shape_of(_entry))
def method(key: Node, value: Node, reading: Reading, what: str) -> MethodDeclaration | None:
    """Return one method of the table; see `MethodDeclaration`."""
    if is_null(value):
        value = mapping_at(value)
    result = _entry(key, value, reading, what)
    if result is None or result.usage is MethodUsage.RUNTIME:
        return result  # as most
    keys = value if isinstance(value, Mapping) else mapping_at(value)
    at = keys.get("Usage") or result.name_node
    if result.symbol == CONSTRUCTOR and result.usage is MethodUsage.STATIC:
        reading.report(
            yaml.BAD_CHOICE,
            at,
            what=f'Usage of method "{result.name}"',
            found="Static",
            choices=MethodUsage.RUNTIME.value,
            severity=Severity.WARNING,
        )
    elif result.usage is MethodUsage.EXTENSION and keys.find("Arguments") is None:
        reading.report(
            yaml.MISSING_KEY,
            at,
            what=f'extension method "{result.name}"',
            key="Arguments",
            severity=Severity.WARNING,
            suggestion="add `Arguments:`; the first argument is the object that the method is called on",
        )
    elif result.usage is MethodUsage.ACTION:
        if result.scope is MethodScope.SESSION:
            reading.report(rules.ACTION_WITH_SESSION, at, name=result.name)
        elif result.usage.is_deprecated(reading.format):
            reading.report(
                rules.ACTION_DEPRECATED,
                at,
                name=result.name,
                format=reading.format,
                fixes=functools.partial(as_public, keys),
            )
    return result


def as_public(method: Mapping) -> tuple[Fix, ...]:
    """Return the fix that writes `Scope: Public` for `Usage: Action`."""
    from muranopl.ard.rewriting import with_pair, without_pair

    usage = method.find("Usage")
    if usage is None:
        return ()
    if method.find("Scope") is None:
        edit = with_pair(*usage, "Scope: Public")
    else:
        edit = without_pair(method.pairs, usage[0])
    return fixed_by("write `Scope: Public`", edit)


_table = table_of(MethodDeclaration, "method", method)


@shaped(shape_of(_table))
def methods(node: Node, reading: Reading, what: str) -> tuple[MethodDeclaration, ...]:
    """Return the methods.

    If two have the same symbol in the engine, as `initialize` and `.init`, the last one counts.
    """
    result: dict[str, MethodDeclaration] = {}
    for item in _table(node, reading, what):
        symbol = item.symbol
        first = result.pop(symbol, None)
        if first is not None and first.name != item.name:
            related = (Related("the first one is here", first.name_node.place),)
            shown = f'"{item.name}", which is "{first.name}",'
            reading.report(DUPLICATE_KEY, item.name_node, key=shown, related=related)
        result[symbol] = item
    return tuple(result.values())
