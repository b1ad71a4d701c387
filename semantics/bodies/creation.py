"""Infers the result of `new()`, `cast()` and `find()`; checks the arguments and owners of new objects."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence

from muranopl.ard.nodes import Yaql, is_false
from muranopl.ard.yaql.tree import (
    Call,
    Group,
    Index,
    Keyword,
    Literal,
    MapDisplay,
    Pair,
    Variable,
    word,
)
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Applicability, Fix, Related
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.property_overrides import GIVEN
from muranopl.language import library
from muranopl.language.contracts import kinds
from muranopl.language.grammar.method import CONSTRUCTOR, ArgumentDeclaration
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.namespace.result import TypeId
from muranopl.read.embedded import library_body
from muranopl.read.exports import needed_owner
from muranopl.semantics.abstract.overloads import CallArgument, CallArguments, listed, listed_names
from muranopl.semantics.abstract.value_contents import entry_of
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    ClassType,
    Dictionary,
    Value,
    instances,
    nullable,
    plain,
)
from muranopl.semantics.bodies.classes import declared_here
from muranopl.semantics.bodies.refused_arguments import check_value
from muranopl.semantics.bodies.scope import ExpressionScope

_EMBEDDED = ("io.murano", "io.murano.applications")
"""Packages of the embedded core library, whose class files leave bodies out."""


def check_owner(
    tree: Call, type_: CompleteType, arguments: CallArguments, scope: ExpressionScope
) -> None:
    """Report `new(Class)` if a constructor of the class needs an owner."""
    if _gives_owner(arguments):
        return
    needed = _needed(type_)
    if needed is None:
        return
    first = tree.arguments[0]
    written = f"{scope.text(first)}, $this"

    def fixes() -> tuple[Fix, ...]:
        if len(arguments.positional) > 1 or scope.method.declaration.is_on_class:
            return ()
        return scope.fix(first, written, Applicability.UNSAFE)

    scope.report(
        rules.NO_OWNER,
        tree,
        severity=scope.severity,
        class_=type_.id.name,
        text=needed.text,
        written=written,
        related=_related(needed),
        fixes=fixes,
    )


def _gives_owner(arguments: CallArguments) -> bool:
    """Return whether there is a second argument that may be an object."""
    if "owner" in arguments.named:
        return True  # a name for it that does not exist is reported as such
    return len(arguments.positional) > 1 and arguments.positional[1].value.kinds != kinds.NULL


def _needed(type_: CompleteType) -> Yaql | None:
    """Return the expression of a constructor that fails without an owner, or None."""
    constructors = type_.methods.get(CONSTRUCTOR)
    for owner, method in () if constructors is None else constructors.chain:
        body = None if method.body is None else method.body.node
        if body is not None and is_false(body) and owner.package.name in _EMBEDDED:
            recorded = library_body(owner.name, CONSTRUCTOR)
            body = None if recorded is None else recorded.node
        needed = None if body is None else needed_owner(body)
        if needed is not None:
            return needed
    return None


def _related(needed: Yaql) -> tuple[Related, ...]:
    """Return the place of the expression; bodies of the embedded core library are not files of users."""
    if needed.place.file.root == library.NAME:
        return ()
    return (Related("the constructor needs an owner here", needed.place),)


_TAKEN = {*GIVEN, PropertyUsage.OUT}


def check_new_arguments(
    tree: Call, type_: CompleteType, arguments: CallArguments, scope: ExpressionScope
) -> None:
    """Report defects in the arguments by name of `new(Class, ...)`."""
    values = _values(arguments)
    if values is None:
        return
    taken = _TakenNames(type_, scope)
    missing = [name for name in taken.required() if name not in values]
    # Missing names by slips for them, which are one defect each.
    misspelt: dict[str, str] = {}
    for name, argument in values.items():
        declared = taken.declaration(name)
        if declared is not None:
            _check_value(name, declared, argument, type_, scope)
        elif not taken.is_open and argument.expression is not None:
            near = scope.method.nearest(name, taken, ("given", type_.id))
            if near in missing and near not in misspelt:
                misspelt[near] = name
                continue
            from muranopl.semantics.bodies.wrong_arguments import name_node

            scope.report(
                rules.GIVEN_UNKNOWN,
                name_node(tree, name) or argument.expression,
                class_=type_.id.name,
                name=name,
                suggestion=did_you_mean(None if near in values else near),
            )
    if missing:
        _report_missing(tree, type_, missing, misspelt, scope)


class _TakenNames:
    """The names that `new()` of a class takes: properties, and arguments of constructors."""

    def __init__(self, type_: CompleteType, scope: ExpressionScope) -> None:
        self._type, self._scope = type_, scope
        classes = scope.classes
        self._arguments, is_open = classes.constructor_arguments(type_)
        # Constructors in Python may take arguments that no document lists.
        self.is_open = is_open or classes.native.is_in_given_python(type_.id)

    def declaration(
        self, name: str
    ) -> tuple[TypeId, ArgumentDeclaration | PropertyDeclaration] | None:
        """Return the declaration of a name and its class, None if it is unknown."""
        if name in self._arguments:
            return self._arguments[name]
        member = self._type.properties.get(name)
        return None if member is None else (member.declaring, member.declaration)

    def required(self) -> list[str]:
        """Return the names that must be given, as null is refused: properties, then arguments.

        A property of the name of an argument is set by the constructor.
        """
        classes = self._scope.classes
        properties = [
            name
            for name, member in self._type.properties.items()
            if name not in self._arguments
            and not member.ambiguous
            and member.declaration.usage in GIVEN
            and classes.facts.is_required(member.declaration)
        ]
        arguments = [
            name
            for name, (owner, argument) in self._arguments.items()
            if classes.is_required(owner, argument)
        ]
        return properties + arguments

    def __iter__(self) -> Iterator[str]:
        return itertools.chain(self._type.properties, self._arguments)


def _check_value(
    name: str,
    named: tuple[TypeId, ArgumentDeclaration | PropertyDeclaration],
    argument: CallArgument,
    type_: CompleteType,
    scope: ExpressionScope,
) -> None:
    """Report a value that the contract of a property or an argument of a class refuses."""
    owner, declaration = named
    if isinstance(declaration, PropertyDeclaration) and declaration.usage not in _TAKEN:
        return
    if declaration.contract is not None:
        declared = declared_here(f'"{name}"', declaration)
        target = f'"{name}" of {type_.id.name}'
        check_value(declaration.contract, argument, target, declared, scope, owner=owner)


def _report_missing(
    tree: Call,
    type_: CompleteType,
    missing: Sequence[str],
    misspelt: Mapping[str, str],
    scope: ExpressionScope,
) -> None:
    from muranopl.semantics.bodies.wrong_arguments import renamed

    slips = listed([f'"{near}" in place of "{name}"' for near, name in misspelt.items()])
    scope.report(
        rules.NOT_GIVEN,
        tree,
        severity=scope.severity,
        suggestion=f"did you mean {slips}?" if slips else None,
        fixes=renamed(tree, {name: near for near, name in misspelt.items()}, scope),
        class_=type_.id.name,
        names=listed_names(missing),
        arguments=listed([f"`{name} => ...`" for name in missing]),
    )


def _values(arguments: CallArguments) -> dict[str, CallArgument] | None:
    """Return the properties that `new()` is given, None if they cannot be determined."""
    values = {name: value for name, value in arguments.named.items() if not name.startswith("_")}
    if len(arguments.positional) < 2:
        return values
    second = arguments.positional[1]
    # The second argument is the owner then, not a mapping of properties.
    if second.value.only(kinds.OBJECT | kinds.NULL):
        return values
    pairs = _pairs(second)
    return None if pairs is None or arguments.named else pairs


def _entries(argument: CallArgument) -> dict[str, CallArgument] | None:
    """Return the items of a mapping from elsewhere, None if there may be others."""
    mapping = argument.value.single
    if not isinstance(mapping, Dictionary) or mapping.entries is None or mapping.others is not None:
        return None
    return {
        name: CallArgument(argument.expression, value) for name, value in mapping.entries.items()
    }


def _pairs(argument: CallArgument) -> dict[str, CallArgument] | None:
    """Return the items of `{a => 1}` or `dict(a => 1)`, None if a key is computed."""
    tree = argument.expression
    is_map = isinstance(tree, MapDisplay) or (isinstance(tree, Call) and tree.name == "dict")
    if not is_map:
        return _entries(argument)
    held: dict[str, CallArgument] = {}
    for part in tree.arguments:  # type: ignore[union-attr]
        if not isinstance(part, Pair) or not isinstance(part.key, (Keyword, Literal)):
            return None
        name = word(part.key)
        if name is not None:
            held[name] = CallArgument(part.value, entry_of(argument.value, name) or UNKNOWN)
    return held


_LOGGER = "io.murano.system.Logger"


def refined_result(
    tree: Call, arguments: CallArguments, result: Value | None, scope: ExpressionScope
) -> Value:
    """Return the result of a function: of the class that its arguments name, if they do."""
    maker = _MAKERS.get(tree.name)
    object_ = None if maker is None else maker(tree, arguments, scope)
    return object_ or result or UNKNOWN


def found_type(name: str, arguments: CallArguments, scope: ExpressionScope) -> Value | None:
    """Return the result type of `object.find(Class)`, None for other methods."""
    if name == "find" and len(arguments.positional) == 1:
        classes = _class_at(0, arguments, scope, exact=False)
    else:
        classes = ()
    return nullable(instances(classes)) if classes else None


def _class_at(
    position: int, arguments: CallArguments, scope: ExpressionScope, *, exact: bool = True
) -> tuple[ClassType, ...]:
    """Return the class that the argument at a position certainly is, else ()."""
    if position >= len(arguments.positional):
        return ()
    argument = arguments.positional[position]
    classes = argument.value.classes
    class_ = None
    if argument.value.kinds == kinds.CLASS and len(classes) == 1 and classes[0].exact:
        class_ = classes[0].id
    elif isinstance(argument.expression, (Keyword, Literal)):
        class_ = scope.method.classes.literal(scope.method.own.id, scope.node, argument.expression)
    return () if class_ is None else (ClassType(class_, exact=exact),)


def _new(tree: Call, arguments: CallArguments, scope: ExpressionScope) -> Value:
    classes = _class_at(0, arguments, scope)
    if not classes:
        named = arguments.positional[0].expression if arguments.positional else None
        # A computed class is unknown, but the result is an object in any case.
        if isinstance(named, (Call, Variable, Group, Index)):
            return plain(kinds.OBJECT)
        return UNKNOWN
    type_ = scope.method.classes.get(classes[0].id)
    if type_ is not None:
        check_new_arguments(tree, type_, arguments, scope)
        check_owner(tree, type_, arguments, scope)
    related = (Related("the object is created here", scope.place(tree)),)
    return instances(classes, related=related)


def _cast(_tree: Call, arguments: CallArguments, scope: ExpressionScope) -> Value:
    """Return the type of a cast object: calls are dispatched by the class it is cast to."""
    return instances(_class_at(1, arguments, scope))


def _type(_tree: Call, arguments: CallArguments, scope: ExpressionScope) -> Value:
    classes = _class_at(0, arguments, scope)
    return instances(classes, kinds.CLASS) if classes else UNKNOWN


def _find(_tree: Call, arguments: CallArguments, scope: ExpressionScope) -> Value:
    return nullable(instances(_class_at(1, arguments, scope, exact=False)))


_MAKERS: dict[str, Callable[[Call, CallArguments, ExpressionScope], Value]] = {
    "new": _new,
    "logger": lambda _tree, _arguments, scope: scope.method.classes.object_of_core(
        _LOGGER, scope.method.package
    ),
    "cast": _cast,
    "type": _type,
    "find": _find,
}
