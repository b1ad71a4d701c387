"""The reader of `Body`: a method's instructions, with checks of their structure."""

from __future__ import annotations

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, is_false, is_null
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.instructions.parse import parse_body
from muranopl.language.grammar.instructions.placement import check_flow, check_placement
from muranopl.language.grammar.instructions.races import check_races
from muranopl.language.grammar.readers import listed
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import INSTRUCTIONS, shaped


@shaped(INSTRUCTIONS)
def body(node: Node, reading: Reading, what: str) -> Body:
    """Return the body of a method; without its instructions where `reading` leaves bodies out."""
    if is_false(node) and not is_null(node) and listed(node):
        result = "an empty mapping"
        if not isinstance(node, Mapping):
            result = described(node)
        reading.report(rules.NO_BODY, node, what=what, found=result)
        return Body(node)
    if not reading.bodies:
        return Body(node, unread=True)
    parsed = parse_body(node, reading)
    check_placement(parsed, reading.findings)
    check_flow(parsed, reading.findings)
    check_races(parsed, reading.findings)
    return parsed
