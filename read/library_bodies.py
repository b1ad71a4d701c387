"""Bodies of methods of the embedded core library, which its class files leave out.

Checks need none of them.
"""

from __future__ import annotations

import functools
import os

from muranopl.ard.nodes import Mapping, Node, text_of
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql.dialects import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language import library
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.instructions.body import body as read_body
from muranopl.language.grammar.reading import Reading


@functools.cache
def library_body(class_name: str, method: str) -> Body | None:
    """Return the body of a method of an embedded class, by its symbol.

    Return None if it is not recorded.
    """
    # Parsed on first use: most runs call no method of the core library.
    node = _bodies().get((class_name, method))
    if node is None:
        return None
    return read_body(node, Reading(Findings()), f"Body of {method}")


@functools.cache
def _bodies() -> dict[tuple[str, str], Node]:
    with open(os.path.join(library.path(), library.BODIES), "rb") as file:
        data = file.read()
    (document,) = load(data, File(library.NAME, library.BODIES), Findings(), dialect=Dialect.MURANO)
    return {
        (class_name, method): body
        for class_name, methods in _entries(document)
        for method, body in _entries(methods)
    }


def _entries(node: Node) -> list[tuple[str, Node]]:
    if isinstance(node, Mapping):
        return [(text_of(key) or "", value) for key, value in node.pairs]
    return []
