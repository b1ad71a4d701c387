"""Reads any entity of the language by the tags of its fields.

An entity of the language (a manifest, a class, a property, ...) is a class whose fields say, by
their tag, how they are read from the YAML mapping. The code here reads any entity; to add a keyword
is to add one field.

    @entity
    class ArgumentDeclaration(Named):
        contract: Contract | None = read("Contract", contract, required=True)
        usage: ArgumentUsage      = read("Usage", choice(ArgumentUsage), default=ArgumentUsage.STANDARD)

Tags of `read(key, reader, ...)`:

    key        the key in the mapping; every other key of the mapping is reported as unknown, and read
               as the known key that it misspells, if that one is absent
    reader     function (node, reading, what) -> value: checks the shape, normalises short notations to
               the full form, reports mistakes, and then returns the explicit "nothing" of its type
    default    the value of the field when the key is absent; unless given, () of a tuple, else None
    required   the key must be there: its absence is reported, and the field has its default
    since      first package format that has the key
    lookup     the value holds names of classes: the namespace phase finds them without knowing the entity
    dumped     false if dumps leave the field out, as its value is that of another one, or means nothing
    words      what the key means, in one or two sentences (Markdown); editors show them

Fields without a tag are passed by the code that reads the entity (its name, the node it came from).
Entities are immutable: type checkers enforce it (`frozen_default`), nothing does at run time;
`replaced` returns a changed copy.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from collections.abc import Mapping as Mapped
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Literal,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    dataclass_transform,
    overload,
)

import msgspec

from muranopl.ard.descriptions import described_key
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Yaql, text_of
from muranopl.diagnostics.bounds import COMPARED_LENGTH
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Applicability, Correction, Severity
from muranopl.diagnostics.nearest import Vocabulary, did_you_mean, is_slip, nearest
from muranopl.language.grammar.formats import Format
from muranopl.language.grammar.reading import Reading, corrected_keys

T = TypeVar("T")
E = TypeVar("E", bound="Entity")


Reader = Callable[[Node, Reading, str], T]


class Tag(msgspec.Struct, frozen=True, kw_only=True):
    """The tag of the field `attribute`; the other fields are described at the top of the module."""

    attribute: str = ""
    key: str
    reader: Reader[Any]
    default: Any
    required: bool = False
    since: Format | None = None
    lookup: bool = False
    dumped: bool = True
    words: str = ""


class _Options(TypedDict, total=False):
    required: bool
    since: Format
    lookup: bool
    dumped: bool


@overload
def read(
    key: str, reader: Reader[T], words: str = "", *, default: T, **options: Unpack[_Options]
) -> T: ...
@overload
def read(
    key: str,
    reader: Reader[Any],
    words: str = "",
    *,
    init: Literal[False] = False,
    **options: Unpack[_Options],
) -> Any: ...
def read(
    key: str, reader: Reader[Any], words: str = "", *, default: Any = None, **options: Any
) -> Any:
    """Return the tag of a field; see the top of the module.

    Type checkers see the value of the field, as for `dataclasses.field`.
    """
    return Tag(key=key, reader=reader, words=words, default=default, **options)


if TYPE_CHECKING:
    _Record = object  # what the decorator says of fields counts, not what msgspec says
else:
    _Record = msgspec.Struct


class Entity(_Record):
    """Base class of all entities.

    `TAGS` are the tags by key. `KEYS` are their keys, to compare misspelt ones with; `REQUIRED` are
    the tags of required keys, `LOOKED_UP` the fields that hold names of classes. `UNKNOWN` is the
    severity of an unknown key, None where any key is allowed. `FALSE` is true where the engine
    reads any false value as an empty mapping. `APART` are keys that are read apart, before the
    others, with their words.
    """

    TAGS: ClassVar[dict[str, Tag]] = {}
    KEYS: ClassVar[Vocabulary] = Vocabulary(())
    REQUIRED: ClassVar[tuple[Tag, ...]] = ()
    LOOKED_UP: ClassVar[tuple[str, ...]] = ()
    UNKNOWN: ClassVar[Severity | None] = Severity.WARNING
    FALSE: ClassVar[bool] = False
    APART: ClassVar[Mapped[str, str]] = {}


@dataclass_transform(
    frozen_default=True, kw_only_default=True, eq_default=False, field_specifiers=(read,)
)
def entity(cls: type[E]) -> type[E]:
    """Return an entity class with its tags in `TAGS` and defaults of fields in their place.

    The class is created a second time, as there is no other way to change a default of a record. (A
    dataclass would make every start slower: its methods are compiled.) Entities are trees without
    cycles, so the garbage collector ignores them.
    """
    result: Any = cls
    names, defaults = result.__struct_fields__, result.__struct_defaults__
    tags = {tag.attribute: tag for tag in cls.TAGS.values()}
    namespace = {
        name: value
        for name, value in vars(cls).items()
        if name != "__slots__" and name not in names
    }
    for name, default in zip(names[len(names) - len(defaults) :], defaults, strict=True):
        if isinstance(default, Tag):
            tags[name] = msgspec.structs.replace(default, attribute=name)
            absent = () if cls.__annotations__[name].endswith(", ...]") else None
            namespace[name] = absent if default.default is None else default.default
        elif name in cls.__annotations__ and default is not msgspec.NODEFAULT:
            namespace[name] = default
    namespace["TAGS"] = {tag.key: tag for tag in tags.values()}
    namespace["KEYS"] = Vocabulary(namespace["TAGS"])
    namespace["LOOKED_UP"] = tuple(tag.attribute for tag in tags.values() if tag.lookup)
    namespace["REQUIRED"] = tuple(tag for tag in tags.values() if tag.required)
    return cast(
        "type[E]",
        type(result)(cls.__name__, cls.__bases__, namespace, kw_only=True, eq=False, gc=False),
    )


def replaced(value: E, /, **fields: Any) -> E:
    """Return a copy of an entity with some fields changed."""
    return cast("E", msgspec.structs.replace(cast(Any, value), **fields))


@entity
class Named(Entity):
    """An entity with a name: `name_node` is its key in the mapping, `node` the value."""

    name: str
    name_node: Node
    node: Node

    @property
    def symbol(self) -> str:
        """The name that the engine stores it under."""
        return self.name


def read_entity(kind: type[E], node: Node, reading: Reading, what: str, /, **given: Any) -> E:
    """Return `node` as an entity of `kind`.

    `what` names it in messages, `given` are its untagged fields. Always returns an entity: a node
    that is not a mapping is reported, and all fields have their defaults.
    """
    if type(node) is not Mapping:
        reading.wrong_type(node, what, "a mapping", false=kind.FALSE)
        return kind(**given)
    # Most mappings have known keys only, for which this is all.
    tags = tags_of(kind, node)
    if None in tags:
        # The node may be one of the untagged fields, which then is to have the corrected keys as
        # well.
        written, node = node, _corrected(kind, node, reading, what)
        for name, value in given.items():
            if value is written:
                given[name] = node
        tags = tags_of(kind, node)
    broken: list[str] = []
    for tag, (key, value) in zip(tags, node.pairs, strict=True):
        if tag is None:
            continue
        name, since = tag.key, tag.since
        if since is not None and reading.format < since:
            reading.report(
                yaml.KEY_TOO_NEW,
                key,
                key=name,
                what=what,
                since=since,
                format=reading.format,
                fixes=functools.partial(reading.raised, since),
            )
        if type(value) is Broken:
            broken.append(name)
        else:
            given[tag.attribute] = tag.reader(value, reading, f"{name} of {what}")
    for tag in kind.REQUIRED:
        if tag.attribute not in given and tag.key not in broken:
            place = given["name_node"].place if "name_node" in given else node.head.place
            reading.report(yaml.MISSING_KEY, place, key=tag.key, what=what)
    return kind(**given)


def tags_of(kind: type[Entity], node: Mapping) -> list[Tag | None]:
    """Return the tags of the keys of a mapping, None for a key that the entity does not have."""
    tags = kind.TAGS
    return [
        tags.get(key.value) if type(key) is Scalar else None  # type: ignore[arg-type]
        for key, _ in node.pairs
    ]


def _corrected(kind: type[Entity], node: Mapping, reading: Reading, what: str) -> Mapping:
    """Report unknown keys, and return the mapping with misspelt keys corrected."""
    written = {text_of(key) for key, _ in node.pairs}

    def meaning(key: Node, value: Node) -> str | None:
        meant = _slip(kind, (key, value), written, reading, what)
        written.add(meant)  # it is absent only once
        return meant

    return corrected_keys(node, kind.TAGS, meaning).node


def _slip(
    kind: type[Entity],
    pair: tuple[Node, Node],
    written: Collection[str | None],
    reading: Reading,
    what: str,
) -> str | None:
    """Report an unknown key, and return the known one that it misspells, if that one is absent.

    Return None otherwise. Where that one is required, it is reported as missing, at the misspelt
    key. One that does not take such a value is ruled out.
    """
    key, value = pair
    name = text_of(key)
    if kind.UNKNOWN is None or isinstance(key, Broken):
        return None
    if name is None:
        severity = Severity.ERROR if isinstance(key, Yaql) else kind.UNKNOWN
        reading.report(yaml.KEY_NOT_TEXT, key, key=described_key(key), what=what, severity=severity)
        return None
    near, slip = None, False
    if len(name) <= COMPARED_LENGTH.most:
        near, slip = _nearest_key(name, kind.KEYS)
    # A similar key with an unsuitable value is a name of its own, not a slip.
    fits = near is None or _takes(kind.TAGS[near], value, reading)
    near = near if fits or slip else None
    read_as = fits and near is not None and (slip or kind.TAGS[near].required)
    meant = None
    if read_as and near not in written and not reading.as_written:
        meant = near
    if meant is not None and kind.TAGS[meant].required:
        # The key is missing, so that the similar one is not a name of its own
        remedy = Correction.of(
            f'write "{meant}" in place of "{name}"',
            meant,
            instead_of=name,
            applicability=Applicability.SAFE,
        )
        reading.report(yaml.MISSING_KEY, key, key=meant, what=what, suggestion=remedy)
    else:
        unused = None if near in written else near
        make_remedy = functools.partial(_remedy, unused, kind)
        reading.report(
            yaml.UNKNOWN_KEY,
            key,
            key=name,
            what=what,
            severity=kind.UNKNOWN,
            suggestion=make_remedy,
        )
    return meant


@functools.lru_cache(1_024)  # one slip is often made in many packages
def _nearest_key(name: str, keys: Vocabulary) -> tuple[str | None, bool]:
    """Return the known key nearest to an unknown one, and whether that is misspelt for sure."""
    near = nearest(name, keys)
    return near, near is not None and is_slip(name, near)


def _remedy(near: str | None, kind: type[Entity]) -> str | None:
    return did_you_mean(near, f"use a valid key: {', '.join(kind.TAGS)}")


def _takes(tag: Tag, value: Node, reading: Reading) -> bool:
    """Return whether a key takes a value of this kind.

    `Requirements: Ubuntu 14.04` does not misspell `Require`. A required key counts as missing in
    any case, whatever its value.
    """
    if tag.required or isinstance(value, Broken):
        return True
    result = reading.findings.apart()
    tag.reader(
        value, Reading(result, reading.format, bodies=False, as_written=reading.as_written), "it"
    )
    # Only a mistake of the whole value speaks against the key, not one inside it
    kinds = {yaml.WRONG_TYPE.code, yaml.BAD_CHOICE.code}
    return not any(
        diagnostic.code in kinds and diagnostic.place == value.place
        for diagnostic in result.diagnostics
    )
