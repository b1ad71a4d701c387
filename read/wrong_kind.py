"""A file of a package with the contents of another one: a class in manifest.yaml, say."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping, Node, text_of
from muranopl.diagnostics.catalogue.shapes import WRONG_TYPE
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Entity
from muranopl.language.grammar.manifest import Manifest

CLASS, MANIFEST = "a class", "the manifest of a package"
UI_DEFINITION = "a UI definition"
_HOMES = {CLASS: "a file in Classes/", MANIFEST: "manifest.yaml", UI_DEFINITION: "UI/ui.yaml"}


def has_other_kind(document: Node, path: str, expected: str, findings: Findings) -> bool:
    """Report a document with the keys of another kind of file than `expected`; return whether it is one.

    It has more keys of the other kind, and none that both lack, or at least two more.
    """
    if not isinstance(document, Mapping):
        return False
    keys = {text_of(key) for key, _ in document.pairs}
    kinds: dict[str, type[Entity]] = {CLASS: ClassDeclaration, MANIFEST: Manifest}
    if expected in kinds and keys <= kinds[expected].TAGS.keys():
        return False  # as nearly always
    # Many packages have no form, so its grammar is imported when it is needed
    from muranopl.language.grammar.ui.definition import UIDefinition

    kinds[UI_DEFINITION] = UIDefinition
    shared = {name: len(keys & kind.TAGS.keys()) for name, kind in kinds.items()}
    found = max(shared, key=lambda name: shared[name])
    more = shared[found] - shared[expected]
    if not (more > 1 or (more and shared[found] == len(keys))):
        return False
    findings.report(
        WRONG_TYPE,
        document.head,
        what=path,
        expected=expected,
        found=found,
        suggestion=f"move it to {_HOMES[found]}, and write {expected} here",
    )
    return True
