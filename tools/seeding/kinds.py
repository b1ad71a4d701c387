"""All kinds of defects, by where they are seeded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from seeding import (
    calls,
    contracts,
    declarations,
    expressions,
    instructions,
    manifests,
    names,
    ui,
    yaml_text,
)
from seeding.bodies import MethodBody
from seeding.edits import Mutation
from seeding.files import ManifestFile, SourceClass, SourceFile
from seeding.name_index import NameIndex
from seeding.ui_files import UIFile

IN_BODIES: dict[str, Callable[[MethodBody, NameIndex], Iterator[Mutation]]] = {
    "misspelt property": names.properties,
    "misspelt method": names.methods,
    "misspelt function": names.functions,
    "misspelt variable": names.variables,
    "misspelt keyword": names.keywords,
    "argument count": calls.counts,
    "wrong receiver": calls.receivers,
    "forbidden write": instructions.forbidden_writes,
    "misplaced Break": instructions.misplaced_breaks,
    "unknown class": names.classes,
    "unknown prefix": names.prefixes,
    "method as function": calls.as_function,
    "parentheses forgotten": calls.without_parentheses,
    "number added to text": calls.added_numbers,
    "misspelt named argument": names.named_arguments,
    "text for a number": calls.refused,
    "dash torn": instructions.torn,
    "arguments swapped": expressions.swapped_arguments,
    "capitalised constant": expressions.capitalised,
    "bare word": expressions.bare_words,
    "lost ) in a value": expressions.lost_closing,
    "lost ( in a value": expressions.lost_opening,
    "lost quote in a value": expressions.lost_quotes,
}
UNREADABLE = frozenset(
    {"capitalised constant", "lost ) in a value", "lost ( in a value", "lost quote in a value"}
)
"""Kinds that may leave fewer expressions readable; in others that would be a bug."""

BY_CLASS = frozenset(
    {
        "misspelt property",
        "misspelt method",
        "misspelt named argument",
        "argument count",
        "unknown class",
        "class in contract",
        "misspelt namespace",
    }
)
"""Kinds that need a known class: none are seeded if a required package is missing.

Any name may be in such a package, which the checker says of the requirement (MPL211).
"""

IN_CLASSES: dict[str, Callable[[SourceClass, NameIndex], Iterator[Mutation]]] = {
    "misspelt class key": declarations.misspelt_class_keys,
    "misspelt property key": declarations.misspelt_keys(
        declarations.properties, PropertyDeclaration
    ),
    "misspelt method key": declarations.misspelt_keys(declarations.methods, MethodDeclaration),
    "misspelt argument key": declarations.misspelt_keys(
        declarations.arguments, ArgumentDeclaration
    ),
    "misspelt parameter": declarations.misspelt_parameters,
    "misspelt property name": declarations.misspelt_members(declarations.properties, ""),
    "misspelt method name": declarations.misspelt_members(declarations.methods, "("),
    "misspelt class name": declarations.misspelt_class_names,
    "misspelt parent": declarations.misspelt_parents,
    "misspelt prefix": declarations.misspelt_prefixes,
    "misspelt namespace": declarations.misspelt_namespaces,
    "bad namespace": declarations.bad_namespaces,
    "wrong Usage": declarations.wrong_usages,
    "wrong Scope": declarations.wrong_scopes,
    "missing Contract": declarations.missing_contracts,
    "two-key Arguments": declarations.two_key_arguments,
    "misspelt in contract": contracts.misspelt_functions,
    "unknown in contract": contracts.unknown_functions,
    "lost ) in a contract": contracts.lost_closing,
    "lost ( in a contract": contracts.lost_opening,
    "lost $. in a contract": contracts.lost_receivers,
    "lost quote in contract": contracts.lost_quotes,
    "class in contract": contracts.unknown_classes,
    "prefix in contract": contracts.unknown_prefixes,
    "dotted name unquoted": contracts.unquoted_names,
    "refused Default": contracts.refused_defaults,
}

IN_MANIFESTS: dict[str, Callable[[ManifestFile, NameIndex], Iterator[Mutation]]] = {
    "misspelt manifest key": manifests.misspelt_keys,
    "removed manifest key": manifests.removed_keys,
    "wrong Type": manifests.wrong_types,
    "wrong Format": manifests.wrong_formats,
    "manifest class misspelt": manifests.misspelt_classes,
    "manifest file misspelt": manifests.misspelt_files,
    "class not listed": manifests.unlisted_classes,
    "class file missing": manifests.missing_files,
    "UI or logo misspelt": manifests.misspelt_ui,
    "removed requirement": manifests.removed_requirements,
    "misspelt requirement": manifests.misspelt_requirements,
    "bad version spec": manifests.bad_specs,
}

IN_UI: dict[str, Callable[[UIFile, NameIndex], Iterator[Mutation]]] = {
    "UI: unknown class": ui.unknown_classes,
    "UI: misspelt property": ui.misspelt_properties(nested=False),
    "UI: misspelt below": ui.misspelt_properties(nested=True),
    "UI: missing property": ui.missing_properties,
    "UI: unknown field": ui.unknown_fields,
    "UI: unknown form": ui.unknown_forms,
    "UI: unknown function": ui.unknown_functions,
    "UI: unknown variable": ui.unknown_variables,
    "UI: wrong kind": ui.wrong_kinds,
    "UI: misspelt type": ui.misspelt_types,
}

IN_YAML: dict[str, Callable[[SourceFile, NameIndex], Iterator[Mutation]]] = {
    "duplicate key": yaml_text.duplicate_keys,
    "lost colon": yaml_text.lost_colons,
    "indented less": yaml_text.indented_less,
    "indented more": yaml_text.indented_more,
    "tab": yaml_text.tabs,
    "lost quote": yaml_text.lost_quotes,
}
"""Seeded into class files and manifests."""

KINDS = (*IN_BODIES, *IN_CLASSES, *IN_MANIFESTS, *IN_UI, *IN_YAML)


class PackageSites:
    """A package with all that defects are seeded into."""

    def __init__(
        self,
        manifest: ManifestFile,
        classes: list[SourceClass],
        bodies: list[MethodBody],
        definition: UIFile | None,
    ) -> None:
        self.manifest = manifest
        self.classes = classes
        self.bodies = bodies
        self.definition = definition

    def of(self, kind: str, index: NameIndex) -> Iterator[tuple[SourceFile, Mutation]]:
        """The sites for a kind of defects."""
        if kind in BY_CLASS and not index.has_packages(self.manifest.package.requires):
            return
        if kind in IN_BODIES:
            for body in self.bodies:
                yield from ((body.file, make) for make in IN_BODIES[kind](body, index))
        elif kind in IN_CLASSES:
            for source in self.classes:
                yield from ((source.file, make) for make in IN_CLASSES[kind](source, index))
        elif kind in IN_MANIFESTS:
            yield from ((self.manifest, make) for make in IN_MANIFESTS[kind](self.manifest, index))
        elif kind in IN_UI:
            if self.definition is not None:
                for make in IN_UI[kind](self.definition, index):
                    yield self.definition, make
        else:
            for file in (self.manifest, *self.manifest.class_files):
                yield from ((file, make) for make in IN_YAML[kind](file, index))
