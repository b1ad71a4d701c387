"""The node of a method body → blocks of instructions, for `body`; malformed ones are reported.

Misspelt keywords, and constructs torn apart by a dash, are reported and read as they were meant.
Reference: workflow. The engine refuses a class whose body is malformed anywhere, except in cases of
Match and Switch, which it parses only when they are taken; all are reported alike.
"""

from __future__ import annotations

import functools

from muranopl.ard.descriptions import described, described_false
from muranopl.ard.nodes import (
    Broken,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Yaql,
    is_null,
    mapping_at,
    text_of,
    walk,
)
from muranopl.diagnostics.catalogue import bodies as part_rules
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Applicability, Related, Severity
from muranopl.diagnostics.nearest import Vocabulary, did_you_mean, nearest
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.instructions.block import (
    Block,
    Body,
    Instruction,
    Invalid,
    Jump,
    build,
    with_known_keys,
)
from muranopl.language.grammar.instructions.constructs import (
    BESIDE,
    CONSTRUCTS,
    HOLDING,
    PARTS,
    construct_of,
    inner,
    leading,
)
from muranopl.language.grammar.instructions.statements import Assign, Evaluate, Match, Switch
from muranopl.language.grammar.instructions.targets import check_target
from muranopl.language.grammar.instructions.values import DATA, value
from muranopl.language.grammar.names import VARIABLE
from muranopl.language.grammar.readers import listed
from muranopl.language.grammar.reading import Reading, corrected_keys
from muranopl.language.unparsed import correct, parse_error, without_quotes

_CONSTRUCT_NAMES = Vocabulary(CONSTRUCTS)
_KEYWORDS = Vocabulary((*CONSTRUCTS, *PARTS))
# A choice as other languages write it, up to its colon
_CONDITIONAL = lazy_pattern(r".*\S \? \S")


def parse_body(node: Node, reading: Reading) -> Body:
    """Return a body with all blocks inside it.

    A node that YAML shares through an alias becomes one instruction.
    """
    body = Body(node)
    read: dict[int, Instruction] = {}
    within: dict[int, Block] = {}
    _fill(body, reading, read, within)
    body.within = tuple(within.values())
    body.holds = tuple(set(map(type, read.values())))
    return body


def _fill(
    block: Block, reading: Reading, read: dict[int, Instruction], within: dict[int, Block]
) -> None:
    """Fill in a block and those inside it, which are added to `within`."""
    block.instructions = _instructions(block.node, read, reading)
    holding = [item for item in block.instructions if item.__class__ in HOLDING]
    if not holding:
        return  # as most blocks
    block.inside = tuple([item for one in holding for item in inner(one)])
    cases = {
        id(case.body) for one in holding if isinstance(one, (Match, Switch)) for case in one.cases
    }
    for item in block.inside:
        if id(item) not in within:
            within[id(item)] = item
            # The engine parses a case when it runs: a mistake there does not refuse the class.
            inside = reading.refusing(None) if id(item) in cases else reading
            _fill(item, inside, read, within)


def _instructions(
    node: Node, known: dict[int, Instruction], reading: Reading
) -> tuple[Instruction, ...]:
    if type(node) is Sequence:
        items = iter(node.items)
    else:
        items = iter(() if is_null(node) else listed(node))
    instructions: list[Instruction] = []
    item = next(items, None)
    while item is not None:
        following = next(items, None)
        result = known.get(id(item))
        if result is None and type(item) is Yaql:
            result = known[id(item)] = Evaluate(node=item, expression=item)
        elif result is None:
            if type(item) is Mapping and type(following) is Mapping:
                # A dash in the wrong place is frequent: both parts are read as one construct.
                joined = _joined(item, following, reading)
                if joined is not None:
                    item, following = joined, next(items, None)
            result = known[id(item)] = _instruction(item, reading)
        instructions.append(result)
        item = following
    return tuple(instructions)


def _joined(item: Mapping, following: Mapping, reading: Reading) -> Mapping | None:
    """Return two items as one construct torn apart by a dash (`- If: ...` `- Then: ...`), or None.

    The dash is reported.
    """
    key = following.pairs[0][0] if following.pairs else None
    part = text_of(key)
    if key is None or part not in BESIDE:
        return None  # an instruction of its own, as most
    leads = leading(_words(item))
    if len(leads) != 1:
        return None
    (name,) = leads
    own, added = set(_words(item)), set(_words(following))
    if len(added) != len(following.pairs) or not added <= CONSTRUCTS[name].TAGS.keys() - own:
        return None
    lacked = {tag.key for tag in CONSTRUCTS[name].REQUIRED} - own
    # A leading keyword that the construct does not lack begins an instruction of its own
    if not lacked & added and not added <= PARTS.keys():
        return None
    related = (Related(f"the {name} is here", item.head.place),)
    suggestion = f"remove the dash before `{part}:`, and indent it like `{name}:`"
    if lacked & added:
        reading.report(
            rules.MISSING_KEY, key, name=name, key=part, related=related, suggestion=suggestion
        )
    else:
        reading.report(
            rules.PART_ALONE,
            key,
            key=part,
            owners=" or ".join(PARTS[part]),
            owner=name,
            related=related,
            suggestion=suggestion,
        )
    return mapping_at(item, (*item.pairs, *following.pairs))


def _words(node: Mapping) -> list[str]:
    return [key.value for key, _ in node.pairs if type(key) is Scalar and type(key.value) is str]


def _instruction(node: Node, reading: Reading) -> Instruction:
    if type(node) is Mapping and node.pairs:
        return _mapping(node, reading)
    if not isinstance(node, Broken):
        reading.report(
            rules.NOT_AN_INSTRUCTION,
            node,
            found=functools.partial(_found, node),
            suggestion=functools.partial(_instead_of, node),
        )
    return Invalid(node=node)


def _found(node: Node) -> str:
    return "an empty item" if is_null(node) else described_false(node)


def _instead_of(node: Node) -> str | None:
    """Return what to write in place of a node that is not an instruction."""
    text = text_of(node)
    if text is not None:
        # No instruction is a text, so that nothing else can be meant
        unquoted = without_quotes(node, text, Applicability.SAFE)
        return did_you_mean_instruction(text) or unquoted
    if is_null(node):
        return "remove the dash, or write an instruction after it"
    if isinstance(node, Sequence):
        return "write `Do:` before the list, or indent its items less"
    return None


def did_you_mean_instruction(text: str) -> str | None:
    """Return the suggestion for a text that begins like an instruction.

    It is `Return: $y` for "Return $y".
    """
    word, _, rest = text.strip().partition(" ")
    names = {name.casefold(): name for name in CONSTRUCTS}
    keyword = names.get(word.rstrip(":").casefold())
    if keyword is None:
        return None
    variable, loops, collection = rest.partition(" in ")
    if keyword == "For" and loops:
        name = variable.strip().lstrip("$")
        return f"did you mean `For: {name}`, with `In: {collection.strip()}` and `Do:` below it?"
    instruction = f"{keyword}: {rest.strip()}".rstrip()
    return f"did you mean `{instruction}`?"


def _mapping(node: Mapping, reading: Reading) -> Instruction:
    first = node.pairs[0][0]
    if type(first) is Yaql and len(node.pairs) == 1:
        return _assignment(first, node, reading)
    words = _words(node)
    targets: list[Yaql] = []
    if len(words) < len(node.pairs):
        keys = [key for key, _ in node.pairs]
        if any(isinstance(key, Broken) for key in keys):
            return Invalid(node=node)
        targets = [key for key in keys if isinstance(key, Yaql)]
    leads = leading(words)
    if targets or len(leads) > 1:
        _report_several(node, targets, leads, reading)
        return Invalid(node=node)
    # `Do` with other keys is taken for a part of a construct that lacks its keyword
    if leads and not (leads == ["Do"] and len(node.pairs) > 1):
        return _construct(leads[0], node, reading)
    keys = [key for key, _ in node.pairs if text_of(key) != "Do"]
    _report_unknown_instruction(keys, reading)
    meant = _meant_construct(node, [key for key in keys if text_of(key) not in PARTS])
    if meant is None:
        return Invalid(node=node)
    return _construct(*meant, reading)


def _meant_construct(node: Mapping, unknown: list[Node]) -> tuple[str, Mapping] | None:
    """Return the construct of a mapping with its one unknown keyword corrected, and the mapping."""
    text = text_of(unknown[0]) if len(unknown) == 1 else None
    name = None if text is None else nearest(text, _CONSTRUCT_NAMES)
    # Of an instruction without parts nothing more can be checked.
    if name is None or issubclass(CONSTRUCTS[name], Jump):
        return None

    def meaning(key: Node, _value: Node) -> str | None:
        return name if key is unknown[0] else None

    result = corrected_keys(node, CONSTRUCTS[name].TAGS, meaning)
    return None if result.unknown else (name, result.node)


def _assignment(target: Yaql, node: Mapping, reading: Reading) -> Instruction:
    assigned = node.pairs[0][1]
    check_target(target, assigned, reading.findings)
    if type(assigned) is not Yaql and type(assigned) is not Broken:
        value(assigned, reading, "the value")
        if type(assigned) is not Scalar:
            _check_data(assigned, reading)
    return Assign(node=node, target=target, value=assigned)


def _construct(name: str, node: Mapping, reading: Reading) -> Instruction:
    kind = CONSTRUCTS[name]
    # The engine accepts a Try alone, which catches nothing
    if name == "Try" and _words(node) == ["Try"]:
        reading.report(
            rules.MISSING_KEY,
            node.pairs[0][0],
            name=name,
            key="Catch",
            suggestion="add `Catch:` or `Finally:`, or write the instructions without `Try:`",
            severity=Severity.WARNING,
        )
    keys = with_known_keys(kind, node, reading, name)
    for tag in kind.REQUIRED:
        if tag.key not in keys.tagged:
            leading_key = next(key for key, _ in keys.node.pairs if text_of(key) == name)
            reading.report(rules.MISSING_KEY, leading_key, name=name, key=tag.key)
    for tag, part in keys.tagged.values():
        if type(part) not in _PLAIN and tag.reader in DATA:
            _check_data(part, reading)
    return build(kind, keys, reading, name, node=keys.node, ignored=keys.unknown or None)


_PLAIN = frozenset({Scalar, Yaql})


def _check_data(node: Node, reading: Reading) -> None:
    """Report constructs inside a structure of data, where they are not run."""
    for part in walk(node, scalars=False):
        if type(part) is Mapping and (name := construct_of(part)) is not None:
            reading.report(part_rules.BLOCK_AS_DATA, part.pairs[0][0], name=name)


def _report_several(node: Mapping, targets: list[Yaql], leads: list[str], reading: Reading) -> None:
    """Report a mapping that is more than one instruction, at the key of the second one."""
    starts = [key for key, _ in node.pairs if key in targets or text_of(key) in leads or not leads]
    second = starts[1] if len(starts) > 1 else node.pairs[-1][0]
    reading.report(
        rules.SEVERAL_INSTRUCTIONS, second, first=_shown_key(starts[0]), second=_shown_key(second)
    )


def _shown_key(key: Node) -> str:
    if isinstance(key, Yaql):
        return key.text
    return str(text_of(key) or described(key))


def _report_unknown_instruction(keys: list[Node], reading: Reading) -> None:
    """Report a mapping without a leading keyword.

    It has parts of a construct alone, a misspelt keyword, or other keys.
    """
    parts = [text for text in map(text_of, keys) if text in PARTS]
    owners = PARTS[parts[0]] if parts else ()
    key = next((key for key in keys if text_of(key) not in PARTS), None)
    if key is None:
        reading.report(
            rules.PART_ALONE, keys[0], key=parts[0], owners=" or ".join(owners), owner=owners[0]
        )
        return
    text = text_of(key)

    def remedy() -> str | None:
        if text is None:
            return None
        if _CONDITIONAL.match(text):
            return "YAQL has no `? :`: write `switch(condition => value, true => other)`"
        if text.startswith("$"):
            error = parse_error(key)
            if error is not None:
                return correct(text, error)
            return f"remove the quotes: `{text}: ...`"
        close = nearest(text, _KEYWORDS) or (owners[0] if len(owners) == 1 else None)
        if close is None and text[:1].islower() and VARIABLE.match(text):
            return f"to assign to the variable, write `${text}: ...`"
        return did_you_mean(close)

    shown = described(key) if text is None else f'"{text}"'
    reading.report(rules.UNKNOWN_INSTRUCTION, key, key=shown, suggestion=remedy)
