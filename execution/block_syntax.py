"""Checks the syntax of blocks that the engine parses at run time: cases of Match and Switch.

The engine parses all other blocks when it loads the class, and refuses the class then. Measured on
the engine; reference: workflow, Instructions.
"""

from __future__ import annotations

from collections.abc import Callable

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, is_false, is_null, text_of
from muranopl.execution.exceptions import MuranoError, engine_error
from muranopl.language.grammar.entity import Tag
from muranopl.language.grammar.instructions.block import block
from muranopl.language.grammar.instructions.constructs import CONSTRUCTS
from muranopl.language.grammar.instructions.exceptions import CatchClause, clauses
from muranopl.language.grammar.readers import listed


def check_syntax(node: Node, seen: set[int]) -> None:
    """Raise the exception that the engine throws for the syntax of a block.

    `seen` are the instructions that were checked before.
    """
    for item in () if is_null(node) else listed(node):
        # YAML may share one node between many blocks.
        if id(item) not in seen:
            seen.add(id(item))
            _check_instruction(item, seen)


def _check_instruction(node: Node, seen: set[int]) -> None:
    if isinstance(node, Yaql):
        return
    if not isinstance(node, Mapping) or not node.pairs:
        raise _syntax_error(node)
    if any(isinstance(key, Yaql) for key, _ in node.pairs):
        if len(node.pairs) > 1:
            raise MuranoError("SyntaxError", "None")
        return
    name = _construct(node)
    if name is None:
        raise _syntax_error(node)
    value = node.get(name)
    if name in _CHECKS and value is not None:
        _CHECKS[name](value, node)
    _check_parts(node, CONSTRUCTS[name].TAGS, seen)


def _construct(node: Mapping) -> str | None:
    """Return the construct of a mapping.

    It has all required keys of the construct, and no others.
    """
    words = {text_of(key) for key, _ in node.pairs}
    for name, kind in CONSTRUCTS.items():
        required = {name, *(tag.key for tag in kind.REQUIRED)}
        if required <= words <= kind.TAGS.keys():
            return name
    return None


def _check_parts(node: Mapping, tags: dict[str, Tag], seen: set[int]) -> None:
    """Check the blocks directly inside an instruction or a clause of Catch.

    Cases of Match and Switch are checked when they are run.
    """
    for key, value in node.pairs:
        reader = tags[text_of(key) or ""].reader
        if reader is block:
            check_syntax(value, seen)
        elif reader is clauses and not is_null(value):
            for clause in listed(value):
                _check_clause(clause, node, seen)


def _check_clause(clause: Node, try_: Node, seen: set[int]) -> None:
    tags = CatchClause.TAGS
    if not isinstance(clause, Mapping) or any(text_of(key) not in tags for key, _ in clause.pairs):
        raise _syntax_error(try_)
    _check_parts(clause, tags, seen)


def _syntax_error(node: Node) -> MuranoError:
    return MuranoError("SyntaxError", f"Syntax is incorrect in expression: {_data(node)}")


# Checks of the value of a leading keyword; the arguments are the value and the instruction.
_Check = Callable[[Node, Node], None]


def _value(is_accepted: Callable[[Node], bool], problem: str) -> _Check:
    def check(value: Node, _: Node) -> None:
        if not is_accepted(value):
            raise engine_error("DslSyntaxError", problem)

    return check


def _is_mapping(value: Node) -> bool:
    return isinstance(value, Mapping)


def _is_count(value: Node) -> bool:
    return isinstance(value, Yaql) or (isinstance(value, Scalar) and isinstance(value.value, int))


def _check_name(value: Node, _: Node) -> None:
    if is_false(value):
        raise MuranoError("ValueError", "")


def _check_condition(value: Node, node: Node) -> None:
    # The engine takes a literal as the condition of If, but not as that of While
    if not isinstance(value, Yaql):
        raise _syntax_error(node)


_CHECKS: dict[str, _Check] = {
    "Break": _value(is_false, "Break cannot have value"),
    "Continue": _value(is_false, "Continue cannot have value"),
    "For": _value(lambda value: text_of(value) is not None, "For value must be of string type"),
    "Match": _value(_is_mapping, "Match value must be of dictionary type"),
    "Repeat": _value(_is_count, "Repeat value must be either int or expression"),
    "Switch": _value(_is_mapping, "Switch value must be of dictionary type"),
    "Throw": _check_name,
    "While": _check_condition,
}


class _Expression(str):
    """An expression as the engine shows it inside data."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"YAQL({self})"


def _data(node: Node) -> object:
    """Return a node as the data of the engine."""
    if isinstance(node, Yaql):
        return _Expression(node.text)
    if isinstance(node, Sequence):
        return [_data(item) for item in node.items]
    if isinstance(node, Mapping):
        return {_key(key): _data(value) for key, value in node.pairs}
    return node.value if isinstance(node, Scalar) else None


def _key(node: Node) -> object:
    result = _data(node)
    return result if isinstance(result, (str, int, float, type(None))) else str(result)
