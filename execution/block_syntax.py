"""Syntax errors of blocks that the engine parses at run time: those of cases of Match and Switch.

It parses all other blocks when it loads the class, and refuses the class then. Measured on the
engine; reference: workflow, Instructions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, is_false, is_null, text_of
from muranopl.execution.exceptions import MuranoError, engine_error
from muranopl.language.grammar.instructions.block import block
from muranopl.language.grammar.instructions.constructs import CONSTRUCTS
from muranopl.language.grammar.instructions.exceptions import CatchClause, clauses
from muranopl.language.grammar.readers import listed

_Part = tuple[Node, Node | None]
"""An instruction; or a clause of Catch, and its Try."""


def syntax_error(block_node: Node) -> MuranoError | None:
    """Return the exception that the engine throws for the syntax of a block, or None."""
    waiting: list[_Part] = [*_reversed(_items(block_node))]
    seen: set[int] = set()
    while waiting:
        node, owner = waiting.pop()
        if id(node) in seen:  # YAML shares it
            continue
        seen.add(id(node))
        error = _instruction_error(node) if owner is None else _clause_error(node, owner)
        if error is not None:
            return error
        waiting += _reversed(_inside(node, owner))
    return None


def _reversed(parts: Iterator[_Part]) -> Iterator[_Part]:
    return reversed([*parts])


def _items(node: Node) -> Iterator[_Part]:
    for item in () if is_null(node) else listed(node):
        yield item, None


def _inside(node: Node, owner: Node | None) -> Iterator[_Part]:
    """Yield the parts parsed with an instruction or clause, without cases of Match and Switch."""
    if not isinstance(node, Mapping) or isinstance(node.pairs[0][0], Yaql):
        return
    tags = CatchClause.TAGS if owner is not None else CONSTRUCTS[_construct(node) or ""].TAGS
    for key, value in node.pairs:
        reader = tags[text_of(key) or ""].reader
        if reader is block:
            yield from _items(value)
        elif reader is clauses and not is_null(value):
            yield from ((clause, node) for clause in listed(value))


def _instruction_error(node: Node) -> MuranoError | None:
    if isinstance(node, Yaql):
        return None
    if not isinstance(node, Mapping) or not node.pairs:
        return _syntax_error(node)
    if any(isinstance(key, Yaql) for key, _ in node.pairs):
        return None if len(node.pairs) == 1 else MuranoError("SyntaxError", "None")
    name = _construct(node)
    if name is None:
        return _syntax_error(node)
    check = _VALUES.get(name)
    value = node.get(name)
    return None if check is None or value is None else check(value, node)


def _construct(node: Mapping) -> str | None:
    """Return the construct of a mapping.

    It has all required keys of the construct, and no others.
    """
    words = {text_of(key) for key, _ in node.pairs}
    for name, kind in CONSTRUCTS.items():
        if (
            name in words
            and words <= kind.TAGS.keys()
            and words.issuperset(tag.key for tag in kind.REQUIRED)
        ):
            return name
    return None


def _clause_error(node: Node, owner: Node) -> MuranoError | None:
    is_clause = isinstance(node, Mapping) and all(
        text_of(key) in CatchClause.TAGS for key, _ in node.pairs
    )
    return None if is_clause else _syntax_error(owner)


def _syntax_error(node: Node) -> MuranoError:
    return MuranoError("SyntaxError", f"Syntax is incorrect in expression: {_data(node)}")


def _refused(
    is_taken: Callable[[Node], bool], problem: str
) -> Callable[[Node, Node], MuranoError | None]:
    return lambda value, _: None if is_taken(value) else engine_error("DslSyntaxError", problem)


def _name_error(value: Node, _: Node) -> MuranoError | None:
    return MuranoError("ValueError", "") if is_false(value) else None


def _condition_error(value: Node, node: Node) -> MuranoError | None:
    return None if isinstance(value, Yaql) else _syntax_error(node)


def _is_mapping(value: Node) -> bool:
    return isinstance(value, Mapping)


def _is_count(value: Node) -> bool:
    return isinstance(value, Yaql) or (isinstance(value, Scalar) and isinstance(value.value, int))


_VALUES: dict[str, Callable[[Node, Node], MuranoError | None]] = {
    "Break": _refused(is_false, "Break cannot have value"),
    "Continue": _refused(is_false, "Continue cannot have value"),
    "For": _refused(lambda value: text_of(value) is not None, "For value must be of string type"),
    "Match": _refused(_is_mapping, "Match value must be of dictionary type"),
    "Repeat": _refused(_is_count, "Repeat value must be either int or expression"),
    "Switch": _refused(_is_mapping, "Switch value must be of dictionary type"),
    "Throw": _name_error,
    "While": _condition_error,
}
"""Checks of the value of a leading keyword; the arguments are the value and the instruction."""


class _Shown(str):
    """An expression as the engine shows it inside data."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"YAQL({self})"


def _data(node: Node) -> object:
    """Return a node as the data of the engine."""
    if isinstance(node, Yaql):
        return _Shown(node.text)
    if isinstance(node, Sequence):
        return [_data(item) for item in node.items]
    if isinstance(node, Mapping):
        return {_key(key): _data(value) for key, value in node.pairs}
    return node.value if isinstance(node, Scalar) else None


def _key(node: Node) -> object:
    result = _data(node)
    return result if isinstance(result, (str, int, float, type(None))) else str(result)
