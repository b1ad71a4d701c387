"""The graph of types: cycles, and invalid parents."""

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
