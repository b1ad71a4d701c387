"""Classes of the package of a form: a type without a version is one of that package.

Reference: ui-agreement, 5.1.
"""

from __future__ import annotations

from muranopl.ard.model_path import ROOT
from muranopl.ard.nodes import Mapping, Node
from muranopl.language.grammar.ui.class_names import type_in
from muranopl.read.package import Package
from muranopl.render.form.headers import with_entry, with_headers


def pinned(node: Node, package: Package) -> Node:
    """Return a model with the package's version added to headers of its classes without one."""
    own = {listed.name for listed in package.manifest.classes or ()}

    def versioned(header: Mapping, _path: str) -> Mapping:
        written = type_in(header)
        if written is None or written.name not in own or written.spec:
            return header
        if written.package not in {None, package.id.name}:
            return header
        return with_entry(header, "classVersion", package.id.version)

    return with_headers(node, ROOT, versioned)
