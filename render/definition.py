"""Parses the definition of an object in a model: its header and its properties.

There are two forms (language/muranopl.txt, Object model): a
mapping with a header under `?`, or `{ns:Class: {properties}, id: ..., name: ...}` with the
namespaces of the class that contains it. Measured: conformance/models.json, header-*, default-
object-form-*, model-object-form-*.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.quirks import DOCUMENT_NAMES, HEADER_PACKAGE, Quirk
from muranopl.diagnostics.rules import Rule
from muranopl.language.grammar.known_names import HEADER_KEYS
from muranopl.language.grammar.names import TYPE_NAME
from muranopl.language.grammar.versions import is_spec
from muranopl.render.class_lookup import AskedClass, ClassLookup, UnloadableError
from muranopl.semantics.evaluation.errors import UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoType

TYPE_STRING = lazy_pattern(r"([a-zA-Z0-9_.]+)(?:/([^@]+))?(?:@([a-zA-Z0-9_.]+))?\Z")
KEYWORD = lazy_pattern(r"(?!__)\b[^\W\d]\w*\b")
"""The required beginning of a key of an object that is the name of a property."""

_DEPENDENCIES = '{"onDestruction": [{"subscriber": "id", "handler": "name"}]}'
_FORMS_OF_TYPES = (
    "its type must have the form full.Name, full.Name/version or full.Name/version@package"
)
_ID_TYPES = (str, int, float, type(None))


class DefinitionError(Exception):
    """A definition is invalid: the path, the problem and further facts of the diagnostic."""

    def __init__(
        self, path: ModelPath, problem: str, rule: Rule = object_rules.BAD_HEADER, **facts: Any
    ) -> None:
        super().__init__(problem)
        self.rule = rule
        self.path = path
        self.facts = {"problem": problem, **facts}


class ObjectDefinition(msgspec.Struct, eq=False):
    """One object as written.

    `type` is None if the header names none; `body` is the path of the properties. `class_key` is
    the key of the second form, `bad_keys` are keys that are not names of properties, `unknown` those
    of the header (at `head`) that the language does not have. `attributes` are the entries of the
    header that are kept with the object.
    """

    type: MuranoType | None
    properties: dict[str, Any]
    body: ModelPath
    header: Mapping[str, Any]
    head: ModelPath
    bad_keys: tuple[object, ...] = ()
    unknown: tuple[object, ...] = ()
    attributes: dict[str, Any] = {}
    class_key: object = None

    @property
    def id(self) -> Any:
        """The id as written, None if one is generated."""
        return self.header.get("id")


def is_type_key(key: object, quirks: frozenset[Quirk]) -> bool:
    """Return whether a key is the class of the second form.

    It is a prefixed name, or an evaluated class.
    """
    # By the documents `=:Name` equals `Name` (quirk document-names)
    if isinstance(key, str) and DOCUMENT_NAMES not in quirks:
        key = key.removeprefix("=")
    return isinstance(key, MuranoType) or (
        isinstance(key, str) and ":" in key and bool(TYPE_NAME.match(key))
    )


def parse_definition(
    value: Mapping[Any, Any], path: ModelPath, scope: MuranoType | None, classes: ClassLookup
) -> ObjectDefinition:
    """Parse the definition of an object; `scope` is the class whose namespaces apply.

    Raise DefinitionError.
    """
    for key in value:
        # A key that an expression evaluated to a class.
        if isinstance(key, MuranoType):
            return _with_class_key(key, key, value, path)
        if scope is not None and is_type_key(key, classes.quirks):
            named = functools.partial(classes.type_named, key, scope)
            return _with_class_key(key, _find(named, path, key, classes), value, path)
    header, where = value.get("?", {}), path.key("?")
    if not isinstance(header, Mapping):
        raise DefinitionError(where, '"?" is not a mapping')
    properties = {key: item for key, item in value.items() if key != "?"}
    return _definition(named_type(header, where, classes), properties, path, header, where)


def _with_class_key(
    key: Any, type_: MuranoType, value: Mapping[Any, Any], path: ModelPath
) -> ObjectDefinition:
    """Return the definition of an object in the form `{ns:Class: {...}, id: ...}`."""
    # `ns:Class:` without content is an object without properties
    properties = value[key] or {}
    body = path.key(key)
    if not isinstance(properties, Mapping):
        raise DefinitionError(body, f'the value of "{key}" is not a mapping of properties')
    header = {name: item for name, item in value.items() if name is not key}
    definition = _definition(type_, dict(properties), body, header, path)
    definition.class_key = key
    return definition


def _definition(
    type_: MuranoType | None,
    properties: dict[Any, Any],
    body: ModelPath,
    header: Mapping[Any, Any],
    where: ModelPath,
) -> ObjectDefinition:
    bad = tuple(key for key in properties if not (isinstance(key, str) and KEYWORD.match(key)))
    # They are reported, and not set as properties.
    for key in bad:
        del properties[key]
    _check_header(header, where)
    unknown = tuple(key for key in header if key not in HEADER_KEYS)
    return ObjectDefinition(type_, properties, body, header, where, bad, unknown)


def _check_header(header: Mapping[Any, Any], where: ModelPath) -> None:
    # The engine fails with a TypeError on an object with this mark (reference: running)
    if header.get("destroyed"):
        problem = "it is marked as destroyed: such an object cannot be loaded"
        remedy = "remove the object or the mark"
        raise DefinitionError(where.member("destroyed"), problem, suggestion=remedy)
    if not isinstance(header.get("id"), _ID_TYPES):
        path = where.member("id")
        raise DefinitionError(path, "its id is not a string", suggestion="write a string")
    if not _is_readable(header.get("dependencies") or {}):
        problem = "its dependencies are malformed"
        remedy = f"write `{_DEPENDENCIES}`"
        raise DefinitionError(where.member("dependencies"), problem, suggestion=remedy)


def _is_readable(dependencies: object) -> bool:
    """Return whether the subscriptions to the end of an object are well-formed."""
    if isinstance(dependencies, Mapping):
        records = dependencies.get("onDestruction", ())
    else:
        records = None
    return isinstance(records, (list, tuple)) and all(
        isinstance(record, Mapping)
        and "subscriber" in record
        and isinstance(record["subscriber"], _ID_TYPES)
        and (isinstance(record.get("handler"), str) or not record.get("handler"))
        for record in records
    )


def named_type(
    header: Mapping[Any, Any], where: ModelPath, classes: ClassLookup
) -> MuranoType | None:
    """Return the class of a header with `type`, `classVersion` and `package`.

    A version and package in the type string take precedence.
    """
    written = header.get("type")
    if isinstance(written, MuranoType):
        return written
    if not written:
        return None
    path = where.member("type")
    query = asked_class(header, classes.quirks)
    if query is None:
        raise DefinitionError(path, _FORMS_OF_TYPES)
    name, spec, _ = query
    notes: tuple[str, ...] = ()
    if spec is not None and asked_class({**header, "version": None}, classes.quirks) != query:
        notes = (f'the engine does not read "version" (--quirk {HEADER_PACKAGE.name})',)
    if spec is not None and not is_spec(spec):
        problem = f'"{spec}" is not a version specification'
        remedy = "write a version such as 1.0.0, or a range such as >=1.0"
        raise DefinitionError(path, problem, suggestion=remedy, notes=notes)
    return _find(functools.partial(classes.of_model, *query), path, name, classes, notes)


def asked_class(header: Mapping[str, Any], followed: frozenset[Quirk]) -> AskedClass | None:
    """Return the class that a header asks for, None if it does not do so by a text."""
    written = header.get("type")
    parts = TYPE_STRING.match(written) if isinstance(written, str) else None
    if parts is None:
        return None
    version = parts[2] or header.get("classVersion")
    if not version and HEADER_PACKAGE not in followed:
        version = header.get("version")
    package = parts[3] or header.get("package")
    spec = str(version) if version else None
    return parts[1], spec, str(package) if package else None


def _find(
    find: Callable[[], MuranoType],
    path: ModelPath,
    name: str,
    classes: ClassLookup,
    notes: tuple[str, ...] = (),
) -> MuranoType:
    try:
        return find()
    except UnknownTypeError as error:
        facts: dict[str, Any] = {}
        # The class exists, so the reasons help more than another name.
        if isinstance(error, UnloadableError):
            reasons = (Related(item.message, item.place) for item in error.problems[:1])
            facts["related"] = tuple(reasons)
        else:
            facts["suggestion"] = classes.suggestion(name) or object_rules.GIVE_PACKAGE
        rule = object_rules.UNKNOWN_MODEL_TYPE
        raise DefinitionError(path, str(error), rule, notes=notes, **facts) from None
