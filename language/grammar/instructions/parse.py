"""A method body → blocks of instructions; every shape the engine refuses is reported.

Reference: workflow. The engine refuses a class whose body is malformed anywhere, except in cases of
Match and Switch, which it parses only when they are taken; all are reported alike.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import (
    Broken,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Yaql,
    is_null,
    text_of,
    walk_without_scalars,
)
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.catalogue import instruction_parts as part_rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.nearest import KnownNames, did_you_mean, nearest
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.instructions.block import (
    Block,
    Body,
    Instruction,
    Invalid,
    Jump,
    build,
    corrected,
)
from muranopl.language.grammar.instructions.branches import Match, Switch
from muranopl.language.grammar.instructions.constructs import (
    BESIDE,
    CONSTRUCTS,
    HOLDING,
    PARTS,
    construct_of,
    inner,
    leading,
)
from muranopl.language.grammar.instructions.statements import Assign, Evaluate
from muranopl.language.grammar.instructions.targets import check_target
from muranopl.language.grammar.instructions.values import DATA, value, without_quotes
from muranopl.language.grammar.names import VARIABLE
from muranopl.language.grammar.readers import listed

_CONSTRUCT_NAMES = KnownNames(CONSTRUCTS)
_KEYWORDS = KnownNames((*CONSTRUCTS, *PARTS))


def parse_body(node: Node, reading: Reading) -> Body:
    """Return a body with all blocks inside it.

    Does not recurse. A node that YAML shares through an alias becomes one instruction.
    """
    known: dict[int, Instruction] = {}
    body = Body(node)
    blocks: list[Block] = [body]
    seen: set[int] = set()
    later: set[int] = set()
    for block in blocks:  # grows during the loop
        # The engine parses such a block when it runs: a mistake there does not refuse the class.
        is_later = id(block) in later
        block.instructions = _instructions(
            _items(block.node), known, reading.refusing(None) if is_later else reading
        )
        holding = [
            instruction for instruction in block.instructions if instruction.__class__ in HOLDING
        ]
        if not holding:
            continue
        block.inside = tuple([item for one in holding for item in inner(one)])
        later.update(map(id, block.inside if is_later else _parsed_later(holding)))
        for item in block.inside:
            if id(item) in seen:
                body.shared = True
            else:
                seen.add(id(item))
                blocks.append(item)
    body.within = tuple(blocks[1:])
    body.holds = frozenset(map(type, known.values()))
    return body


def _parsed_later(instructions: Iterable[Instruction]) -> Iterator[Block]:
    """Yield the blocks of cases, which the engine parses only when they run."""
    for instruction in instructions:
        if isinstance(instruction, (Match, Switch)):
            yield from (case.body for case in instruction.cases)


def _items(node: Node) -> tuple[Node, ...]:
    return () if is_null(node) else listed(node)


def _instructions(
    items: tuple[Node, ...], known: dict[int, Instruction], reading: Reading
) -> tuple[Instruction, ...]:
    instructions: list[Instruction] = []
    position = 0
    while position < len(items):
        item = items[position]
        position += 1
        result = known.get(id(item))
        if result is None:
            if type(item) is Mapping and position < len(items):
                # A dash in the wrong place is frequent: both parts are read as one construct.
                joined = _joined(item, items[position], reading)
                if joined is not None:
                    item, position = joined, position + 1
            result = known[id(item)] = _instruction(item, reading)
        instructions.append(result)
    return tuple(instructions)


def _joined(item: Mapping, following: Node, reading: Reading) -> Mapping | None:
    """Return two items as one construct torn apart by a dash (`- If: ...` `- Then: ...`), or None.

    The dash is reported.
    """
    if type(following) is not Mapping or not following.pairs:
        return None
    if text_of(following.pairs[0][0]) not in BESIDE:
        return None  # an instruction of its own, as most
    leads = leading(_words(item))
    if len(leads) != 1:
        return None
    tags = CONSTRUCTS[leads[0]].TAGS
    own, others = set(_words(item)), set(_words(following))
    missing = {tag.key for tag in CONSTRUCTS[leads[0]].REQUIRED} - own
    if len(others) != len(following.pairs) or not others <= tags.keys() - own:
        return None
    if not missing & others and not others <= PARTS.keys():
        return None
    key = following.pairs[0][0]
    facts: dict[str, Any] = {
        "key": text_of(key),
        "related": (Related(f"the {leads[0]} is here", item.head.place),),
    }
    facts["suggestion"] = (
        f"remove the dash before `{text_of(key)}:`, and indent it like `{leads[0]}:`"
    )
    if missing & others:
        reading.report(rules.MISSING_KEY, key, name=leads[0], **facts)
    else:
        owners = PARTS[str(text_of(key))]
        reading.report(rules.PART_ALONE, key, owners=" or ".join(owners), owner=leads[0], **facts)
    return msgspec.structs.replace(item, pairs=(*item.pairs, *following.pairs))


def _words(node: Mapping) -> list[str]:
    return [key.value for key, _ in node.pairs if type(key) is Scalar and type(key.value) is str]


def _instruction(node: Node, reading: Reading) -> Instruction:
    if type(node) is Yaql:
        return Evaluate(node=node, expression=node)
    if type(node) is Mapping and node.pairs:
        return _mapping(node, reading)
    if not isinstance(node, Broken):
        _report_no_instruction(node, reading)
    return Invalid(node=node)


def _report_no_instruction(node: Node, reading: Reading) -> None:
    result, suggestion = functools.partial(_found, node), functools.partial(_instead_of, node)
    reading.report(rules.NOT_AN_INSTRUCTION, node, found=result, suggestion=suggestion)


def _found(node: Node) -> str:
    return (
        "an empty mapping"
        if isinstance(node, Mapping)
        else "an empty item"
        if is_null(node)
        else described(node)
    )


def _instead_of(node: Node) -> str | None:
    """Return what to write in place of a node that is not an instruction."""
    text = text_of(node)
    if text is not None:
        return did_you_mean_instruction(text) or without_quotes(text)
    if is_null(node):
        return "remove the dash, or write an instruction behind it"
    return (
        "write `Do:` before the list, or indent its items less"
        if isinstance(node, Sequence)
        else None
    )


def did_you_mean_instruction(text: str) -> str | None:
    """Return the suggestion for a text that begins like an instruction.

    `Return: $y` for "Return $y".
    """
    word, _, rest = text.strip().partition(" ")
    keyword = next(
        (item for item in CONSTRUCTS if item.casefold() == word.rstrip(":").casefold()), None
    )
    if keyword is None:
        return None
    variable, loops, collection = rest.partition(" in ")
    if keyword == "For" and loops:
        name = variable.strip().lstrip("$")
        return f"did you mean `For: {name}`, with `In: {collection.strip()}` and `Do:` below it?"
    return f"did you mean `{f'{keyword}: {rest.strip()}'.rstrip()}`?"


def _mapping(node: Mapping, reading: Reading) -> Instruction:
    first = node.pairs[0][0]
    if type(first) is Yaql and len(node.pairs) == 1:
        return _assignment(first, node, reading)
    words = _words(node)
    assigned: list[Yaql] = []
    if len(words) < len(node.pairs):
        keys = [key for key, _ in node.pairs]
        if any(isinstance(key, Broken) for key in keys):
            return Invalid(node=node)
        assigned = [key for key in keys if isinstance(key, Yaql)]
    leads = leading(words)
    if assigned or len(leads) > 1:
        _report_several(node, assigned, leads, reading)
        return Invalid(node=node)
    if not leads or (leads == ["Do"] and len(node.pairs) > 1):
        _report_unknown_instruction([key for key, _ in node.pairs if text_of(key) != "Do"], reading)
        meant = _meant_construct(node)
        return Invalid(node=node) if meant is None else _construct(*meant, reading)
    return _construct(leads[0], node, reading)


def _meant_construct(node: Mapping) -> tuple[str, Mapping] | None:
    """Return the construct of a mapping with its one unknown keyword corrected, and the mapping."""
    strangers = [key for key, _ in node.pairs if text_of(key) not in PARTS and text_of(key) != "Do"]
    text = text_of(strangers[0]) if len(strangers) == 1 else None
    name = None if text is None else nearest(text, _CONSTRUCT_NAMES)
    if name is None or issubclass(
        CONSTRUCTS[name], Jump
    ):  # which has nothing that could be looked at
        return None
    if not all(
        text_of(key) in CONSTRUCTS[name].TAGS for key, _ in node.pairs if key not in strangers
    ):
        return None
    pairs = [
        (Scalar(*key.span, name) if key in strangers else key, value) for key, value in node.pairs
    ]
    return name, msgspec.structs.replace(node, pairs=tuple(pairs))


def _assignment(target: Yaql, node: Mapping, reading: Reading) -> Instruction:
    check_target(target, reading.findings)
    assigned = node.pairs[0][1]
    if type(assigned) is not Broken:
        value(assigned, reading, "the value")
        _check_data(assigned, reading)
    return Assign(node=node, target=target, value=assigned)


def _construct(name: str, node: Mapping, reading: Reading) -> Instruction:
    kind = CONSTRUCTS[name]
    if name == "Try" and _words(node) == ["Try"]:
        lead, remedy = (
            node.pairs[0][0],
            "add `Catch:` or `Finally:`, or write the instructions without `Try:`",
        )
        facts: dict[str, Any] = {"name": name, "key": "Catch", "suggestion": remedy}
        reading.report(rules.MISSING_KEY, lead, severity=Severity.WARNING, **facts)
    as_meant = corrected(kind, node, reading, name)
    node = as_meant.node
    written = {text_of(key): given for key, given in node.pairs}
    for tag in kind.REQUIRED:
        if tag.key not in written:
            lead = next(key for key, _ in node.pairs if text_of(key) == name)
            reading.report(rules.MISSING_KEY, lead, name=name, key=tag.key)
    for key, given in written.items():
        if type(given) not in _PLAIN and kind.TAGS[key or ""].reader in DATA:
            _check_data(given, reading)
    return build(kind, node, reading, name, node=node, ignored=as_meant.ignored or None)


_PLAIN = frozenset({Scalar, Yaql})


def _check_data(node: Node, reading: Reading) -> None:
    """Report constructs inside a structure of data, where they are not run."""
    for part in () if type(node) in _PLAIN else walk_without_scalars(node):
        if type(part) is Mapping and (name := construct_of(part)) is not None:
            reading.report(part_rules.BLOCK_AS_DATA, part.pairs[0][0], name=name)


def _report_several(
    node: Mapping, assigned: list[Yaql], leads: list[str], reading: Reading
) -> None:
    """Report a mapping that is more than one instruction, at the key of the second one."""
    starts = [key for key, _ in node.pairs if key in assigned or text_of(key) in leads or not leads]
    second = starts[1] if len(starts) > 1 else node.pairs[-1][0]
    first, following = _shown_key(starts[0]), _shown_key(second)
    reading.report(rules.SEVERAL_INSTRUCTIONS, second, first=first, second=following)


def _shown_key(key: Node) -> str:
    return key.text if isinstance(key, Yaql) else str(text_of(key) or described(key))


def _report_unknown_instruction(keys: list[Node], reading: Reading) -> None:
    """Report a mapping without a leading keyword.

    Parts of a construct alone, a misspelt keyword, or other keys.
    """
    parts = [text for text in map(text_of, keys) if text in PARTS]
    strangers = [key for key in keys if text_of(key) not in PARTS]
    if not strangers:
        owners = PARTS[parts[0]]
        facts: dict[str, Any] = {"key": parts[0], "owners": " or ".join(owners), "owner": owners[0]}
        reading.report(rules.PART_ALONE, keys[0], **facts)
        return
    key = strangers[0]
    text = text_of(key)

    def remedy() -> str | None:
        if text is None:
            return None
        if text.startswith("$"):
            return f"remove the quotes: `{text}: ...`"
        owners = PARTS[parts[0]] if parts else ()
        close = nearest(text, _KEYWORDS) or (owners[0] if len(owners) == 1 else None)
        if close is None and text[:1].islower() and VARIABLE.match(text):
            return f"to assign the variable write `${text}: ...`"
        return did_you_mean(close)

    shown = f'"{text}"' if text is not None else described(key)
    reading.report(rules.UNKNOWN_INSTRUCTION, key, key=shown, suggestion=remedy)
