"""Declares the quirks: where a language document, which is the default, and the engine disagree.

Each quirk is declared once: its name, what the document says, what the engine does, and the warning
for a model that is affected. `--quirk NAME` follows the engine there, `--quirk engine` everywhere.
`muranopl explain NAME` and docs/quirks.md come from these declarations.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible


class Quirk(msgspec.Struct, frozen=True):
    """One disagreement.

    `warning` continues a sentence about a value; it is empty where a diagnostic of its own says it.
    `remedy` is what to do about such a value, where there is better advice than to write another
    value.
    """

    name: str
    document: str
    engine: str
    warning: str = ""
    remedy: str | None = None


VERSION_CONFLICT = Quirk(
    name="version-conflict",
    document="It is an error if a class inherits two versions of one class and neither satisfies all requirements "
    "(versioning.txt, item 13): MPL303.",
    engine="Both versions remain ancestors, and every name that they declare is ambiguous; MPL303 is then a "
    "warning.",
)
VERSION_MERGE = Quirk(
    name="version-merge",
    document="If a class inherits two versions of one class, the version that satisfies all requirements is used "
    "(versioning.txt, item 13).",
    engine="If two different requirements of one package meet above a class, the merge fails with a TypeError, and "
    "the class is not loaded: MPL307 is then an error.",
)
INT_CONVERSION = Quirk(
    name="int-conversion",
    document="`int()` converts only strings of digits (muranopl.txt, Contract).",
    engine="`int()` accepts the same values as Python's int(): fractions are cut off, true is 1, and strings may have "
    "a sign, surrounding spaces, and underscores.",
)
STRING_CONVERSION = Quirk(
    name="string-conversion",
    document="`string()` converts other values to strings (muranopl.txt, Contract).",
    engine="`string()` converts integers, booleans and objects (to their id), and rejects fractions, lists and "
    "mappings.",
    warning="is converted to a string by string(); the engine rejects it",
)
EMPTY_IS_FALSE = Quirk(
    name="empty-is-false",
    document="`bool()` converts 0 to false, and any other value except null to true (muranopl.txt, Contract).",
    engine="`bool()` converts empty strings, lists and mappings, and 0.0, to false.",
    warning="is converted to true by bool(); the engine converts it to false",
)
DEFAULT_CLASS = Quirk(
    name="default-class",
    document="`$.class(A, B)` creates an object of class B if the value is missing (muranopl.txt, Contract).",
    engine="The value stays null; B is only the class of objects that do not name their class.",
    warning="is missing, so an object of the contract's default class is created; the engine leaves null",
)
LIST_LENGTH = Quirk(
    name="list-length",
    document="`[$.int(), $.string()]` is a list of at least two items; the last contract applies to all further items "
    "(muranopl.txt, Contract).",
    engine="A list may have fewer items than its contract, unless the contract ends in bounds.",
)
GIVEN_LIST = Quirk(
    name="given-list",
    document="`[]` accepts any list (muranopl.txt, Contract), which equals a list of the same items.",
    engine="A list of the object model, or the empty list in place of null, equals no list that an expression returns: "
    "it fails `$ = list(1)` in a check(), and everywhere if the contract of the property is `[]`.",
)
FORWARD_REFERENCE = Quirk(
    name="forward-reference",
    document="An id can refer to an object anywhere in the object model (muranopl.txt, Object model).",
    engine="A property that a class and its ancestor both declare rejects the id of an object that comes later.",
    warning="refers to an object that comes later in the model; the engine rejects that, because an ancestor of the "
    "class also declares the property",
)
NESTED_SUBCLASS = Quirk(
    name="nested-subclass",
    document="An object has all properties of its class, wherever it is in the object model (muranopl.txt, Object "
    "model).",
    engine="If an object is in a property of a class that its own class extends, the engine ignores the properties "
    "that only its own class declares: values are neither checked nor kept.",
    warning="is ignored by the engine: the object is in a property of a class that its own class extends, and that "
    "class does not declare it",
)
OUT_VALUE = Quirk(
    name="out-value",
    document="The value of an `Out` property comes from the workflow and cannot be given by a user (muranopl.txt, "
    "Property usage): it is the value that an execution saved in ObjectsCopy, or else the Default.",
    engine="`Out` properties are read from the object model like `In` ones.",
    warning="is ignored, because the property is Out; the engine uses it",
    remedy="remove it, or keep the value in ObjectsCopy: only a workflow changes it",
)
CONST_VALUE = Quirk(
    name="const-value",
    document="After a workflow is executed, neither a user nor a workflow can change a `Const` property "
    "(muranopl.txt, Property usage): the value in ObjectsCopy is used, not the one in Objects.",
    engine="`Const` properties are read from Objects like `In` ones, regardless of ObjectsCopy.",
    warning="keeps the deployed value, because the property is Const; the engine uses the value in the model",
    remedy="write the value in ObjectsCopy, or declare the property In",
)
OBJECT_DEFAULT = Quirk(
    name="object-default",
    document="A Default of a reference to an object modifies the defaults of the object that is created for the "
    "property (muranopl.txt, Default).",
    engine="The Default is used only if the property is missing: an object in the model has the defaults of its own "
    "class.",
    warning="is completed from the Default of the property; the engine ignores that Default if the model has an object",
)
NOT_OWNED_SELF = Quirk(
    name="not-owned-self",
    document="`notOwned()` accepts objects that another object than the current one owns (muranopl.txt, "
    "Contract).",
    engine="`notOwned()` also accepts the current object itself.",
)
OVERRIDDEN_OWNED = Quirk(
    name="overridden-owned",
    document="`owned()` accepts objects that the current object owns, and `notOwned()` objects that others own "
    "(muranopl.txt, Contract), also if a class redeclares the property: its value must satisfy both contracts.",
    engine="If a class redeclares a property, the contract of its ancestor is checked without the current "
    "object: `owned()` then rejects every object, and `notOwned()` none.",
    warning="is rejected by the engine, because an ancestor of the class declares the property with owned()",
    remedy="write owned() only in the declaration of the class",
)
ANCESTOR_FIRST = Quirk(
    name="ancestor-first",
    document="If a class redeclares a property, its contract converts the value, which must also satisfy the "
    "contracts of its ancestors (muranopl.txt, Contract).",
    engine="If an ancestor comes before such a class (`Extends: [X, Y]`, `Y` extends `X`), its contract is applied to "
    "the value before the conversion, or to its own Default if the value is missing.",
    warning="is rejected by the engine, which applies the contract of an ancestor before the value is converted",
    remedy="write a value that needs no conversion, or name the descendant first in Extends",
)
NULL_ARGUMENT = Quirk(
    name="null-argument",
    document="Arguments have contracts as properties do (muranopl.txt, Method arguments): null is checked like any "
    "other value.",
    engine="A literal `null` as an argument passes every contract; null from a variable, or from outside, is "
    "checked.",
)
KEYWORD_NAMES = Quirk(
    name="keyword-names",
    document="The keys of a KwArgs argument are valid keywords (muranopl.txt, Method arguments).",
    engine="Callers from outside may use any names.",
)
UNUSED_DEFAULT = Quirk(
    name="unused-default",
    document="A Default must conform to the contract of its property (muranopl.txt, Default).",
    engine="A Default is checked only if the value is missing, and silently ignored if the contract of a Runtime "
    "property rejects it.",
    warning="has a Default that its contract rejects; the engine does not notice, because the Default is not used here",
)
HIDDEN_RUNTIME = Quirk(
    name="hidden-runtime",
    document="Runtime properties are neither read from the object model nor written to it (muranopl.txt, Property "
    "usage).",
    engine="A property that is Runtime in a class but not in one of its ancestors is written.",
    warning="has a usage that is not written to the model; the engine writes it, because an ancestor declares it "
    "with another usage",
)
UNNAMED_OWNER = Quirk(
    name="unnamed-owner",
    document="An object has an owner: the object in whose property it is (muranopl.txt, Object model).",
    engine="An object without an id is created again in the second pass of loading, but the first one owns the objects "
    "with ids inside it. They are written as ids only, so their contents are lost, and `owned()` rejects them.",
    warning="is inside an object without an id, so the engine treats it as owned by another object and loses its "
    "contents: add an id to both of them, or to neither",
)
LONE_APPLICATION = Quirk(
    name="lone-application",
    document="Applications require an Environment somewhere in their parent chain (muranopl.txt, Object model). A "
    "model of one application is a part of an environment, as forms create it: it is rendered, with the warning.",
    engine="An application is loaded anywhere, also as the root.",
    warning="is an application outside any io.murano.Environment; the engine accepts it",
    remedy="move it to the applications of an io.murano.Environment",
)
MODEL_VERSION = Quirk(
    name="model-version",
    document="If an object names no version, its class is from the most recent package that has it (versioning.txt, "
    "item 10); so are the classes that are passed to `call`, `schema` and the library.",
    engine="An object without a version has version 0, like a requirement without one: packages from 1.0.0 on are "
    "not found. The same applies to the classes that are passed.",
    warning="names no version, so the most recent package with that class is used; the engine uses version 0",
)
HEADER_PACKAGE = Quirk(
    name="header-package",
    document="The header of an object has the name and the version of the package of its class under `package` and "
    "`version`, where they stay (versioning.txt, item 10).",
    engine="`package` and `classVersion` are read, `version` is not, and none of them is written: the written type "
    "includes both.",
    warning="is read, and written with the resolved package; the engine does not write it, nor does it read `version`",
)
DESIGNER_KEYS = Quirk(
    name="designer-keys",
    document="Designers can add entries to the header of an object, under any name that the language does not "
    "use (muranopl.txt, Object model).",
    engine="Entries of designers are lost when a model is loaded.",
    warning="is kept for the designer; the engine removes it",
)
STATIC_FIRST = Quirk(
    name="static-first",
    document="An object has all properties of its class (muranopl.txt, Object model): a name that unrelated parents "
    "declare, whether Static or not, is ambiguous, so an object cannot be loaded if one of these properties is not "
    "Static: MPL405.",
    engine="If the first of these parents declares the name Static, and the class has properties of its own, the "
    "object is loaded without a value for that name; reading it fails.",
)
UNKNOWN_SCOPE = Quirk(
    name="unknown-scope",
    document="The Scope of a method is Session or Public (muranopl.txt, Method scope): any other value is MPL123, and "
    "the class is not loaded.",
    engine="Any other Scope is accepted, and the method is not public: MPL123 is then a warning.",
)
TEXT_CONTRACT = Quirk(
    name="text-contract",
    document="A contract is an expression, or a list or mapping of contracts (muranopl.txt, Contract). A string alone "
    "is MPL160, and the class is not loaded; in a mapping it is the value of a key.",
    engine="A string is a contract that accepts only an equal string: MPL160 is then a warning.",
)
DOCUMENT_NAMES = Quirk(
    name="document-names",
    document="`=:Name` equals `Name` (muranopl.txt, Common class structure), a value that a contract rejects raises "
    "ContractViolationException (Contract), and the position of a field is io.murano.metadata.Position (forms.txt, "
    "UI hints): MPL223.",
    engine="`=:Name` is not the name of a class, the exception is murano.dsl.exceptions.ContractViolationException, "
    "and the position of a field is io.murano.metadata.forms.Position.",
    warning="names a class by `=:`, which the engine does not resolve",
)
CORE_VERSION = Quirk(
    name="core-version",
    document="The core library has a version, 0.1.0 and then 0.2.0, which packages can require "
    "(versioning.txt, items 4 and 5). A core library without a version in its manifest is treated as both.",
    engine="The manifest of the core library has no version, so it is 0.0.0: a package that requires 0.1 or 0.2 cannot "
    "be loaded, and is MPL212.",
)
PLUGIN_VERSION = Quirk(
    name="plugin-version",
    document="An extension plugin has the version of its distribution (versioning.txt, item 7). Packages that require "
    "0.0.0, as the engine demands, also find it, with the warning MPL228.",
    engine="All extension plugins have the version 0.0.0: a package that requires another version cannot be loaded, "
    "and is MPL212.",
)
EXCEPTION_TEXT = Quirk(
    name="exception-text",
    document="Exceptions can be handled in a Catch block (muranopl.txt, Block constructs), where `toString()` of "
    "io.murano.Exception returns their message.",
    engine="`$e.toString()` always fails with an AttributeError.",
)
FORMS = Quirk(
    name="forms",
    document="The JSON schema of a class expresses its contracts as far as JSON schema can: every part of a check(), "
    "lengths, bounds of lists, constants; names are resolved in the class that declares the property (forms.txt, "
    "Schema generation).",
    engine="Schemas omit Const properties, lengths, bounds of lists, longer `and` chains and constants; mirrored "
    "comparisons have the wrong strictness; names are resolved in the requested class; and the first argument of model "
    "builders is included.",
)

# In the order of declaration.
QUIRKS = {value.name: value for value in tuple(globals().values()) if isinstance(value, Quirk)}
EVERYTHING = "engine"


def chosen(names: Iterable[str]) -> frozenset[Quirk]:
    """Return the quirks of some names, where "engine" stands for all.

    Raise UsageError for an unknown name.
    """
    requested = set(names)
    unknown = sorted(requested - QUIRKS.keys() - {EVERYTHING})
    if unknown:
        choices = [EVERYTHING, *QUIRKS]
        hint = did_you_mean(nearest(unknown[0], choices), f"the quirks are {', '.join(choices)}")
        raise UsageError(f'there is no quirk "{visible(unknown[0])}"; {hint}')
    return frozenset(
        quirk for name, quirk in QUIRKS.items() if name in requested or EVERYTHING in requested
    )
