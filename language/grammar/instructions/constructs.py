"""Lists the block constructs by their leading keyword, and tells which of them a mapping is."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping, text_of
from muranopl.language.grammar.instructions.block import Block, Instruction, block
from muranopl.language.grammar.instructions.exceptions import (
    CatchClause,
    Rethrow,
    Throw,
    Try,
    clauses,
)
from muranopl.language.grammar.instructions.statements import (
    Break,
    Continue,
    Do,
    For,
    If,
    Match,
    Parallel,
    Repeat,
    Return,
    Switch,
    While,
    conditions,
    constants,
)

_KINDS: tuple[type[Instruction], ...] = (
    Return, If, While, For, Repeat, Break, Continue, Match, Switch, Parallel, Do, Try, Throw, Rethrow,
)  # fmt: skip
CONSTRUCTS: dict[str, type[Instruction]] = {kind.__name__: kind for kind in _KINDS}
# Keywords that stand beside the leading one of a construct.
BESIDE = frozenset(key for name, kind in CONSTRUCTS.items() for key in kind.TAGS if key != name)

# Readers of parts that have a block each.
_IN_PARTS = (constants, conditions, clauses)
_BLOCKS = {
    kind: tuple(
        (tag.attribute, tag.reader is block)
        for tag in kind.TAGS.values()
        if tag.reader in (block, *_IN_PARTS)
    )
    for kind in _KINDS
}
# The constructs with blocks inside: most instructions are none of these.
HOLDING = frozenset(kind for kind, blocks in _BLOCKS.items() if blocks)


def inner(instruction: Instruction) -> list[Block]:
    """Return the blocks directly inside an instruction, in the order of its fields."""
    result: list[Block] = []
    for attribute, is_block in _BLOCKS.get(instruction.__class__, ()):
        value = getattr(instruction, attribute)
        result += filter(None, (value,) if is_block else [part.body for part in value])
    return result


def _owners() -> dict[str, tuple[str, ...]]:
    owners: dict[str, tuple[str, ...]] = {
        key: ("Catch",) for key in CatchClause.TAGS if key != "Do"
    }
    for name, kind in CONSTRUCTS.items():
        for key in kind.TAGS:
            if key not in CONSTRUCTS:
                owners[key] = (*owners.get(key, ()), name)
    return owners


# Keywords that stand only beside a leading one, with the leading keywords they may accompany.
PARTS = _owners()


def leading(words: list[str]) -> list[str]:
    """Return the leading keywords among the keys; `Do` only if no other one is there."""
    leads = list(filter(CONSTRUCTS.__contains__, words))
    if len(leads) < 2:
        return leads
    # `Do` is also a part of loops and other constructs, beside their own keywords
    return [lead for lead in leads if lead != "Do"] or leads


def construct_of(node: Mapping) -> str | None:
    """Return the construct with exactly the keys of a mapping, at least two; or None."""
    if len(node.pairs) < 2:
        return None
    words = [text_of(key) for key, _ in node.pairs]
    named = [word for word in words if word is not None]
    leads = leading(named)
    if len(named) != len(words) or len(leads) != 1:
        return None
    tags = CONSTRUCTS[leads[0]].TAGS
    required = {tag.key for tag in tags.values() if tag.required}
    if required <= set(named) <= tags.keys():
        return leads[0]
    return None
