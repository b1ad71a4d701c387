"""Declares and reads the class entity: one document of a class file."""

from __future__ import annotations

from typing import TypeVar

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, is_false, mapping_at, text_of
from muranopl.diagnostics.catalogue import classes as rules
from muranopl.diagnostics.places import Place
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.entity import Entity, Reader, entity, read, read_entity
from muranopl.language.grammar.members import MetaUse, meta_of
from muranopl.language.grammar.method import MethodDeclaration, methods
from muranopl.language.grammar.names import NamespacePrefix, namespaces, type_name
from muranopl.language.grammar.property import PropertyDeclaration, properties
from muranopl.language.grammar.readers import ClosedSet, boolean, choice, one_or_many
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import TEXT, Many, shape_of, shaped


class ClassUsage(ClosedSet):
    """A plain class, or a meta class whose objects are attached to declarations."""

    CLASS = "Class", "A class of objects. This is the default."
    META = "Meta", "A class whose objects are attached to declarations by `Meta`."


class Cardinality(ClosedSet):
    """How many objects of one meta class may stand at one place."""

    ONE = "One", "At most one object at a declaration; a later one replaces it."
    MANY = "Many", "Any number of objects at a declaration."


class MetaTarget(ClosedSet):
    """The kinds of declarations that objects of a meta class may be attached to."""

    PACKAGE = "Package", "Packages, by `Meta` of the manifest."
    TYPE = "Type", "Classes."
    PROPERTY = "Property", "Properties."
    METHOD = "Method", "Methods."
    ARGUMENT = "Argument", "Arguments of methods."
    ALL = "All", "Any declaration. This is the default."


_methods = methods  # in a class body the field of that name hides the reader
T = TypeVar("T")
META_ONLY = ("Cardinality", "Applies", "Inherited")
_COMBINED = (*META_ONLY, "Workflow")
_CARDINALITY = (
    "How many objects of the meta class a declaration may have: `One` or `Many`. "
    "Only for meta classes."
)
_APPLIES = (
    "The kinds of declarations that objects of the meta class may be attached to: one or a list. "
    "Only for meta classes."
)
_INHERITED = "Whether subclasses and overrides inherit the meta objects. Only for meta classes."


def unread(value: T) -> Reader[T]:
    """Return a reader for a key that the engine ignores here.

    The result is `value`, whatever is written.
    """
    return lambda _node, _reading, _what: value


@shaped(TEXT)
def class_name(node: Node, _reading: Reading, _what: str) -> Node | None:
    """Return the name as it is written.

    Return None for a false value, which the engine reads as no name.
    """
    return None if is_false(node) else node


@entity
class ClassDeclaration(Entity):
    """A class as declared.

    `name` is None for an unnamed document, which takes the name that its manifest expects.
    `methods` come from `Methods`, or from the older `Workflow` where `Methods` is absent or empty.
    `namespaces` is None where the document has none of its own; those of the document before it in
    the file apply then.
    """

    node: Mapping
    name: Node | None = read(
        "Name",
        class_name,
        "The name of the class: a word, in the namespace of the prefix `=`.",
    )
    namespaces: tuple[NamespacePrefix, ...] | None = read(
        "Namespaces",
        namespaces,
        "Prefixes for namespaces: with `std: io.murano`, `std:Object` means "
        "`io.murano.Object`. `=` is the namespace of names without prefix.",
    )
    usage: ClassUsage = read(
        "Usage",
        choice(ClassUsage, ClassUsage.CLASS, strict=True),
        "The kind of class: `Class`, or `Meta` for a meta class.",
        default=ClassUsage.CLASS,
    )
    extends: tuple[TypeName, ...] = read(
        "Extends",
        one_or_many(type_name, false=True),
        "The parent class, or a list of them. Without it the parent is `io.murano.Object`.",
        lookup=True,
    )
    imports: tuple[TypeName, ...] = read(
        "Import",
        one_or_many(type_name),
        "Classes whose extension methods can be called in this class.",
        lookup=True,
    )
    meta: tuple[MetaUse, ...] = meta_of("class")
    properties: tuple[PropertyDeclaration, ...] = read(
        "Properties",
        properties,
        "The properties of the class, by name; each has at least a `Contract`.",
        lookup=True,
    )
    methods: tuple[MethodDeclaration, ...] = read(
        "Methods",
        methods,
        "The methods of the class, by name. `.init` and `.destroy` are called when an object "
        "is created and when it is destroyed.",
        lookup=True,
    )
    workflow: tuple[MethodDeclaration, ...] = read(
        "Workflow",
        _methods,
        "The older name of `Methods`, which is read if `Methods` is missing.",
        lookup=True,
        dumped=False,
    )
    cardinality: Cardinality = read(
        "Cardinality",
        unread(Cardinality.ONE),
        _CARDINALITY,
        default=Cardinality.ONE,
        dumped=False,
    )
    applies: tuple[MetaTarget, ...] = read(
        "Applies",
        unread((MetaTarget.ALL,)),
        _APPLIES,
        default=(MetaTarget.ALL,),
        dumped=False,
    )
    inherited: bool = read("Inherited", unread(False), _INHERITED, default=False, dumped=False)

    @property
    def place(self) -> Place:
        """Where the class is declared, for messages.

        This is its `Name`, or the first key of its document.
        """
        return (self.name or self.node.head).place

    @property
    def all_methods(self) -> tuple[MethodDeclaration, ...]:
        """The methods of the class.

        The engine reads `Workflow` only where `Methods` is absent or empty.
        """
        return self.methods or self.workflow


_target = choice(MetaTarget, MetaTarget.ALL, strict=True)


@shaped(Many(shape_of(_target), alone=True))
def targets(node: Node, reading: Reading, what: str) -> tuple[MetaTarget, ...]:
    """Return the targets of `Applies`: one or a list.

    The engine refuses an empty value, but takes an empty list.
    """
    if isinstance(node, Sequence) and not node.items:
        reading.report(rules.APPLIES_TO_NOTHING, node, what=what)
        return ()
    items = node.items if isinstance(node, Sequence) else (node,)
    return tuple(_target(item, reading, what) for item in items)


@entity
class MetaClassDeclaration(ClassDeclaration):
    """A class with `Usage: Meta`, and the declarations that its objects may be attached to."""

    cardinality: Cardinality = read(
        "Cardinality",
        choice(Cardinality, Cardinality.ONE, strict=True),
        _CARDINALITY,
        default=Cardinality.ONE,
    )
    applies: tuple[MetaTarget, ...] = read("Applies", targets, _APPLIES, default=(MetaTarget.ALL,))
    inherited: bool = read("Inherited", boolean, _INHERITED, default=False)


def read_class(node: Mapping, reading: Reading) -> ClassDeclaration:
    """Return the class of one document of a class file."""
    title = text_of(node.get("Name"))
    what = f'class "{title}"' if title else "the class"
    is_meta = text_of(node.get("Usage")) == ClassUsage.META.value
    content = _without_ignored(node)
    # The usage decides which keys there are, so it is looked at first.
    kind = MetaClassDeclaration if is_meta else ClassDeclaration
    attempt = reading.apart()
    declaration = read_entity(kind, content, attempt, what, node=node)
    if not is_meta and declaration.usage is ClassUsage.META:
        # The key `Usage` is misspelt: the document is a meta class, and is read as one instead
        declaration = read_entity(MetaClassDeclaration, content, reading, what, node=node)
    else:
        reading.findings.take(attempt.findings.diagnostics)
    _check_combinations(declaration, declaration.node, reading, what)
    return declaration


def _without_ignored(node: Mapping) -> Mapping:
    """Return a document without the keys that the engine ignores.

    That is `Workflow`, where there are `Methods`.
    """
    methods = node.get("Methods")
    if methods is None or is_false(methods) or node.find("Workflow") is None:
        return node
    return mapping_at(node, (pair for pair in node.pairs if text_of(pair[0]) != "Workflow"))


def _check_combinations(
    declaration: ClassDeclaration, node: Mapping, reading: Reading, what: str
) -> None:
    """Report keys that are read only in combination with others."""
    written = {key.value for key, _ in node.pairs if type(key) is Scalar}
    if written.isdisjoint(_COMBINED):
        return  # as most
    if declaration.usage is ClassUsage.CLASS:
        for key in META_ONLY:
            pair = node.find(key)
            if pair:
                reading.report(rules.META_KEY_ON_CLASS, pair[0], key=key, what=what)
    workflow = node.find("Workflow")
    if declaration.methods and workflow:
        reading.report(rules.WORKFLOW_IGNORED, workflow[0], what=what)
