"""Quirks: where a language document and the reference engine disagree, the document is the default.

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
    document="A class that inherits two versions of one class, of which none satisfies all parties, is an error "
    "(versioning.txt, item 13): MPL303.",
    engine="Both versions stay among the ancestors, and every name they declare is ambiguous; MPL303 is a warning "
    "then.",
)
VERSION_MERGE = Quirk(
    name="version-merge",
    document="Of a class that is inherited in two versions the one that satisfies all parties is used "
    "(versioning.txt, item 13).",
    engine="Wherever two different requirements of one package meet above a class, the merge ends in a TypeError, and "
    "the class is not loaded: MPL307 is an error then.",
)
INT_CONVERSION = Quirk(
    name="int-conversion",
    document="`int()` converts text that consists of digits, nothing else (muranopl.txt, Contract).",
    engine="`int()` takes what Python's int() takes: fractions are cut off, true is 1, and text may have a sign, "
    "blanks around it, and underscores.",
)
STRING_CONVERSION = Quirk(
    name="string-conversion",
    document="`string()` converts what is not a text to one (muranopl.txt, Contract).",
    engine="`string()` converts integers, booleans and objects (to their id), and refuses fractions, lists and "
    "mappings.",
    warning="is converted to text by string(); the engine refuses it",
)
EMPTY_IS_FALSE = Quirk(
    name="empty-is-false",
    document="`bool()` converts 0 to false, and whatever else is not null to true (muranopl.txt, Contract).",
    engine="`bool()` makes empty texts, lists and mappings, and 0.0, false.",
    warning="becomes true by bool(); the engine makes it false",
)
DEFAULT_CLASS = Quirk(
    name="default-class",
    document="`$.class(A, B)` creates an object of class B where none is given (muranopl.txt, Contract).",
    engine="The value stays null; B is only the class of objects that are given without one.",
    warning="is missing, so an object of the contract's default class is created; the engine leaves null",
)
LIST_LENGTH = Quirk(
    name="list-length",
    document="`[$.int(), $.string()]` is a list of at least two items, the last contract being for all that follow "
    "(muranopl.txt, Contract).",
    engine="A list may have fewer items than its contract, unless the contract ends in bounds.",
)
GIVEN_LIST = Quirk(
    name="given-list",
    document="`[]` is any list (muranopl.txt, Contract), which equals a list of the same items.",
    engine="A list of the object model, or the empty one in place of null, equals no list that an expression makes: in "
    "a check() it fails `$ = list(1)`, and so does the value of a property with the contract `[]` everywhere.",
)
FORWARD_REFERENCE = Quirk(
    name="forward-reference",
    document="An object can be referred to by its id wherever it is in the object model (muranopl.txt, Object model).",
    engine="A property that a class and its ancestor both declare does not take the id of an object that comes later.",
    warning="refers to an object that comes later in the model; the engine refuses that, as an ancestor of the class "
    "declares the property as well",
)
NESTED_SUBCLASS = Quirk(
    name="nested-subclass",
    document="An object has all properties of its class, wherever it is in the object model (muranopl.txt, Object "
    "model).",
    engine="An object in a property of a class that it extends itself loses what its own class declares beyond that "
    "class: values are neither checked nor kept.",
    warning="is lost in the engine: the object is in a property of a class that its own class extends, and that class "
    "does not declare it",
)
OUT_VALUE = Quirk(
    name="out-value",
    document="The value of an `Out` property comes from the workflow and cannot be given by a user (muranopl.txt, "
    "Property usage): it is the one in ObjectsCopy, where an execution saved it, or else the Default.",
    engine="`Out` properties are read from the object model like `In` ones.",
    warning="is ignored, as the property is Out; the engine takes it",
    remedy="remove it, or leave what ObjectsCopy has: only a workflow changes it",
)
CONST_VALUE = Quirk(
    name="const-value",
    document="Once a workflow was executed, a `Const` property cannot be changed, neither by a user nor by a workflow "
    "(muranopl.txt, Property usage): of Objects and ObjectsCopy, the latter has the value.",
    engine="`Const` properties are read from Objects like `In` ones, whatever ObjectsCopy has.",
    warning="keeps the value that was deployed, as the property is Const; the engine takes what the model has",
    remedy="leave the value that ObjectsCopy has, or make the property In",
)
OBJECT_DEFAULT = Quirk(
    name="object-default",
    document="A Default of a reference to an object modifies the defaults of the object that is created for the "
    "property (muranopl.txt, Default).",
    engine="The Default is used only when the property is missing: an object that is given has the defaults of its own "
    "class.",
    warning="is completed from the Default of the property; the engine ignores that Default when an object is given",
)
NOT_OWNED_SELF = Quirk(
    name="not-owned-self",
    document="`notOwned()` takes objects that are owned by another object than the current one (muranopl.txt, "
    "Contract).",
    engine="`notOwned()` also takes the current object itself.",
)
OVERRIDDEN_OWNED = Quirk(
    name="overridden-owned",
    document="`owned()` takes objects that the current object owns, `notOwned()` those of others (muranopl.txt, "
    "Contract), also where a class declares the property again: its value has to fulfil both contracts.",
    engine="Where a class declares a property again, the contract of its ancestor is checked without the current "
    "object: `owned()` there refuses every object, and `notOwned()` none.",
    warning="is refused by the engine, as an ancestor of the class declares the property with owned()",
    remedy="write owned() in one declaration only, that of the class",
)
ANCESTOR_FIRST = Quirk(
    name="ancestor-first",
    document="Where a class declares a property again, its contract converts the value, which has to fulfil the "
    "contracts of its ancestors as well (muranopl.txt, Contract).",
    engine="Where an ancestor comes before such a class (`Extends: [X, Y]`, `Y` extends `X`), its contract is for the "
    "value before it is converted, or for its own Default where none is given.",
    warning="is refused by the engine, which asks the contract of an ancestor before the value is converted",
    remedy="write a value that needs no conversion, or name the descendant first in Extends",
)
NULL_ARGUMENT = Quirk(
    name="null-argument",
    document="Arguments have contracts as properties do (muranopl.txt, Method arguments): null is checked like any "
    "other value.",
    engine="An argument that is written as `null` passes every contract; null from a variable, or from outside, is "
    "checked.",
)
KEYWORD_NAMES = Quirk(
    name="keyword-names",
    document="The keys of a KwArgs argument are valid keywords (muranopl.txt, Method arguments).",
    engine="Callers from outside may give it values by any names.",
)
UNUSED_DEFAULT = Quirk(
    name="unused-default",
    document="A Default must conform to the contract of its property (muranopl.txt, Default).",
    engine="A Default is looked at only where the value is missing, and ignored without a word where a Runtime "
    "property refuses it.",
    warning="has a Default that its contract refuses; the engine does not notice, as the Default is not used here",
)
HIDDEN_RUNTIME = Quirk(
    name="hidden-runtime",
    document="Runtime properties are neither read from the object model nor written to it (muranopl.txt, Property "
    "usage).",
    engine="A property that is Runtime in a class but not in one of its ancestors is written.",
    warning="is of a usage that is left out of the rendered model; the engine writes it, as an ancestor declares it "
    "with another one",
)
UNNAMED_OWNER = Quirk(
    name="unnamed-owner",
    document="An object has an owner: the object in whose property it is (muranopl.txt, Object model).",
    engine="An object without an id is made anew in the second pass of loading; objects with ids inside of it stay "
    "with the first one. They are written as their ids alone, so what is in them is lost, and `owned()` refuses them.",
    warning="is inside of an object without an id, so the engine takes it for one of another object and loses what is "
    "in it: give both of them an id, or none",
)
LONE_APPLICATION = Quirk(
    name="lone-application",
    document="Applications require an Environment somewhere in their parent chain (muranopl.txt, Object model). A "
    "model of one application is a part of an environment, as forms make it: it is rendered, with the warning.",
    engine="An application is loaded wherever it stands, also as the root.",
    warning="is an application outside of any io.murano.Environment, which the engine does not ask of applications",
    remedy="put it into the applications of an io.murano.Environment",
)
MODEL_VERSION = Quirk(
    name="model-version",
    document="An object that names no version is of the most recent package that has its class (versioning.txt, item "
    "10); so is a class that `call`, `schema` or the library is asked for.",
    engine="An object that names no version is of version 0, as a requirement without one: packages from 1.0.0 on are "
    "not found. The same holds for classes that are asked for.",
    warning="names no version, so the most recent package with that class counts; the engine takes version 0",
)
HEADER_PACKAGE = Quirk(
    name="header-package",
    document="The header of an object has the name and the version of the package of its class under `package` and "
    "`version`, where they stay (versioning.txt, item 10).",
    engine="`package` and `classVersion` are read, `version` is not, and none of them is written: the type that is "
    "written has both.",
    warning="is read, and written with what was chosen; the engine does not write it, nor does it read `version`",
)
DESIGNER_KEYS = Quirk(
    name="designer-keys",
    document="Entries of designers can be placed in the header of an object, under any name that the language does not "
    "have (muranopl.txt, Object model).",
    engine="Entries of designers are lost when a model is loaded.",
    warning="is kept for the designer; the engine loses it",
)
STATIC_FIRST = Quirk(
    name="static-first",
    document="An object has all properties of its class (muranopl.txt, Object model): a name that unrelated parents "
    "declare, whether Static or not, means none of them, so an object whose class has one that is not Static cannot be "
    "loaded: MPL405.",
    engine="Where a parent that declares the name Static comes first, and the class has properties of its own, the "
    "object is loaded and has no value under that name; reading it fails.",
)
UNKNOWN_SCOPE = Quirk(
    name="unknown-scope",
    document="The Scope of a method has two possible values, Session and Public (muranopl.txt, Method scope): any "
    "other one is MPL123, and no class with it is loaded.",
    engine="Any other Scope is accepted, and the method is not public: MPL123 is a warning then.",
)
TEXT_CONTRACT = Quirk(
    name="text-contract",
    document="A contract is an expression, or a list or mapping of contracts (muranopl.txt, Contract). A string alone "
    "is MPL160, and no class with it is loaded; in a mapping it is the value of a key.",
    engine="A string is the contract that only an equal string meets: MPL160 is a warning then.",
)
DOCUMENT_NAMES = Quirk(
    name="document-names",
    document="`=:Name` equals `Name` (muranopl.txt, Common class structure), what a contract refuses raises "
    "ContractViolationException (Contract), and the position of a field is io.murano.metadata.Position (forms.txt, "
    "UI hints): MPL223.",
    engine="`=:Name` is not a name of a class, the exception is murano.dsl.exceptions.ContractViolationException, and "
    "the position of a field is io.murano.metadata.forms.Position.",
    warning="names a class by `=:`, which the engine does not take for the name of one",
)
CORE_VERSION = Quirk(
    name="core-version",
    document="The core library has a version of its own, 0.1.0 and then 0.2.0, which packages can require "
    "(versioning.txt, items 4 and 5). One whose manifest has no version counts as both.",
    engine="The manifest of the core library has no version, so it is 0.0.0: a package that requires 0.1 or 0.2 cannot "
    "be loaded, as MPL212 says then.",
)
PLUGIN_VERSION = Quirk(
    name="plugin-version",
    document="An extension plugin has the version of its distribution (versioning.txt, item 7). Packages that require "
    "0.0.0, as the engine asks of them, find it as well, with the warning MPL228.",
    engine="All extension plugins have the version 0.0.0: a package that requires another one cannot be loaded, as "
    "MPL212 says then.",
)
EXCEPTION_TEXT = Quirk(
    name="exception-text",
    document="Exceptions can be handled in a Catch block (muranopl.txt, Block constructs), where `toString()` of "
    "io.murano.Exception is their text.",
    engine="`$e.toString()` always fails with an AttributeError.",
)
FORMS = Quirk(
    name="forms",
    document="The JSON schema of a class says whatever of its contracts JSON schema can: every part of a check(), "
    "lengths, bounds of lists, constants; names are those of the class that declares the property (forms.txt, Schema "
    "generation).",
    engine="Schemas as the engine makes them: Const properties, lengths, bounds of lists, longer `and` chains and "
    "constants are left out, mirrored comparisons have the wrong strictness, names are looked up from the class asked "
    "for, and the first argument of model builders is shown.",
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
        hint = did_you_mean(nearest(unknown[0], choices), f"known are {', '.join(choices)}")
        raise UsageError(f'there is no quirk "{visible(unknown[0])}"; {hint}')
    return frozenset(
        quirk for name, quirk in QUIRKS.items() if name in requested or EVERYTHING in requested
    )
