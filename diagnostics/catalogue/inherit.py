"""Types: cycles and invalid parents, misplaced meta objects, and overrides that break a parent's contract."""

from muranopl.diagnostics.diagnostic import Phase, Refusal
from muranopl.diagnostics.rules import RulesOf

hierarchy = RulesOf(Phase.HIERARCHY)

CYCLE = hierarchy.error(
    "MPL301 inheritance-cycle",
    "classes extend one another in a cycle: {chain}",
    "remove one of these Extends entries",
    refuses=Refusal.CLASS,
)
META_PARENT = hierarchy.error(
    "MPL302 meta-class-as-parent",
    'class "{name}" extends the meta class "{parent}", but is not a meta class itself',
    "add `Usage: Meta`, or extend another class",
    refuses=Refusal.CLASS,
)
VERSION_CONFLICT = hierarchy.error(
    "MPL303 version-conflict",
    'class "{name}" inherits "{ancestor}" in two versions, {first} and {second}, and neither satisfies all '
    "requirements",
    "loosen a requirement, or require the same version on both sides",
    refuses=Refusal.CLASS,
)
LOAD_CYCLE = hierarchy.error(
    "MPL304 load-cycle",
    "classes need one another to be loaded: {chain}",
    "remove one of the Extends, Import or Meta entries of this cycle",
    refuses=Refusal.CLASS,
)
# An error, but of the severity of MPL307 where requirements are too many to be merged
TOO_MANY_ANCESTORS = hierarchy.error(
    "MPL306 too-many-ancestors",
    'class "{name}" {problem}',
    "extend fewer classes, and omit parents that other parents already extend",
)
PARENT_TWICE = hierarchy.warning(
    "MPL305 parent-twice",
    '"{parent}" is listed twice as a parent',
    "remove one, or replace it with the intended class",
)
# A warning, as the documents demand the merge; an error with --quirk version-merge
VERSION_MERGE = hierarchy.warning(
    "MPL307 version-merge",
    'class "{name}" inherits from {package} through two requirements, {first} and {second}; {version} satisfies both, '
    "but the engine fails to merge them (TypeError), and does not load the class (--quirk version-merge)",
    "require the same version of {package} everywhere",
)
NOT_IN_VERSION = hierarchy.error(
    "MPL308 not-in-merged-version",
    'class "{name}" inherits "{ancestor}" of {package} {first}, but other ancestors need {second} of that package, '
    "which has no such class",
    "require the same version of {package} everywhere",
    refuses=Refusal.CLASS,
)


inherit = RulesOf(Phase.INHERIT)

NOT_A_META_CLASS = inherit.error(
    "MPL401 not-a-meta-class",
    'class "{name}" is not a meta class, so it cannot be attached',
    "name a class whose Usage is Meta",
    refuses=Refusal.CLASS,
)
META_TARGET = inherit.error(
    "MPL402 meta-target",
    'meta class "{name}" cannot be attached to a {target}; it applies to {applies}',
    "remove it",
    refuses=Refusal.CLASS,
)
META_TWICE = inherit.error(
    "MPL403 meta-twice",
    '"{name}" is attached twice here, but its Cardinality is One',
    "remove one of the two",
    refuses=Refusal.CLASS,
)
NO_COMMON_VALUE = inherit.error(
    "MPL410 no-common-value",
    'no object of this class can be created: property "{name}" overrides the one in "{base}", but {problem}',
    'accept only values that the contract in "{base}" also accepts',
)
# A warning: unlike with MPL410, some objects of the class can be made
CONTRACT_NOT_KEPT = inherit.warning(
    "MPL411 contract-not-kept",
    'property "{name}" does not keep the contract of "{base}": {problem}',
    'require everything that the contract in "{base}" requires',
)
USAGE_BROKEN = inherit.warning(
    "MPL412 usage-not-kept",
    'property "{name}" has usage {usage}, but {declared} in "{base}": {problem}',
    "write `Usage: {declared}`, or give the property another name",
)
METHOD_ARGUMENTS = inherit.warning(
    "MPL413 arguments-not-kept",
    'method "{name}" cannot be called as "{base}" promises: {problem}',
    "declare the same arguments in the same order; additional ones need a Default",
)
ARGUMENT_CONTRACT = inherit.warning(
    "MPL414 argument-contract-not-kept",
    'method "{name}" rejects values that "{base}" promises to accept: {problem}',
    'accept all values that the contract in "{base}" accepts',
)
METHOD_USAGE = inherit.warning(
    "MPL415 method-usage-not-kept",
    'method "{name}" is not the method that "{base}" promises: {problem}',
    'keep the Usage and the Scope of "{base}"',
)
DEFAULT_LOST = inherit.warning(
    "MPL418 default-not-kept",
    'property "{name}" does not inherit the Default of "{base}": {problem}',
    "repeat the Default, or write another one",
)
# A warning, as the engine only drops the value
META_PROPERTY = inherit.warning(
    "MPL404 meta-property",
    'meta class "{name}" has no property "{property}"; the engine ignores it',
    "remove it",
)
# An error where it is a property that every object has: no object can be made
AMBIGUOUS_MEMBER = inherit.warning(
    "MPL405 ambiguous-member",
    '{noun} "{name}" is inherited from "{first}" and from "{second}", which are unrelated',
    "declare it in this class",
)
# A warning, as the class loads, and only what asks for its meta objects fails
META_CONFLICT = inherit.warning(
    "MPL406 meta-conflict",
    '{what} inherits "{meta}" from "{first}" and from "{second}", but its Cardinality is One: reading the meta '
    "objects fails",
    "attach one meta object here",
)
NO_BUILDER = inherit.warning(
    "MPL416 no-model-builder",
    'method "{name}" is marked as a model builder, but is not static and public',
    "add `Usage: Static` and `Scope: Public` to it",
)
UNKNOWN_SECTION = inherit.warning(
    "MPL417 unknown-section",
    'the form of {what} has no section "{section}", so the section has neither a title nor a position',
    "declare it with io.murano.metadata.forms.Section, or correct the name",
)
