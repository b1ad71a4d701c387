"""Readers of the tables of properties, methods and arguments, and checks of names in them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from collections.abc import Mapping as Mapped
from typing import TypeVar

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Yaql, is_false, text_of
from muranopl.diagnostics.catalogue import classes as rules
from muranopl.diagnostics.diagnostic import Refusal, Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.grammar.entity import Named, read_entity
from muranopl.language.grammar.names import WORD
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import Of, Table, shaped

N = TypeVar("N", bound=Named)
NO_NAMES: Mapped[str, str] = {}


def named_entry(
    kind: type[N],
    noun: str,
    allowed: Mapped[str, str] = NO_NAMES,
) -> Callable[[Node, Node, Reading, str], N | None]:
    """Return the reader of one `name: {...}` entry, which returns an entity of `kind`.

    Messages call it `noun`. `allowed` are names that need not be words, with their words.
    """

    @shaped(Table(Of(kind), names=allowed))
    def entry(key: Node, value: Node, reading: Reading, _what: str) -> N | None:
        name = text_of(key)
        # Most names are words: the check of the others is not even called.
        if name is None or not _is_word(name):
            name = member_name(
                key, reading.refusing(_refused(kind, value)), noun, allowed
            )
        if name is None:
            return None
        return read_entity(
            kind,
            value,
            reading,
            f'{noun} "{name}"',
            name=name,
            name_node=key,
            node=value,
        )

    return entry


def _refused(kind: type[Named], declaration: Node) -> Refusal | None:
    """Return what the engine refuses for a declaration with an invalid name."""
    if isinstance(declaration, Mapping):
        is_refused = any(declaration.find(tag.key) is None for tag in kind.REQUIRED)
    else:
        is_refused = not (kind.FALSE and is_false(declaration))
    return Refusal.CLASS if is_refused else None


def member_name(
    key: Node,
    reading: Reading,
    noun: str,
    allowed: Collection[str] = (),
) -> str | None:
    """Return the name of a member; None, after a report, if the key is an expression or no text.

    A name that no expression can spell is reported, but returned: `?`, the key of object headers,
    as an error, others as a warning. `allowed` are names that need not be words, such as `.init`,
    the engine's name for `initialize`.
    """
    if isinstance(key, Yaql):
        reading.report(
            rules.NAME_IS_EXPRESSION,
            key,
            noun=noun,
            text=key.text,
            refuses=Refusal.CLASS,
        )
        return None
    value = text_of(key)
    if value is None:
        reading.report(
            rules.NAME_NOT_TEXT,
            key,
            noun=noun,
            found=described(key),
            refuses=Refusal.CLASS,
        )
        return None
    if not _is_word(value) and value not in allowed:
        severity = Severity.ERROR if value == "?" else Severity.WARNING
        reading.report(
            rules.NAME_NOT_WORD,
            key,
            noun=noun,
            name=value,
            severity=severity,
            suggestion=did_you_mean(nearest(value, allowed)),
        )
    return value


def _is_word(name: str) -> bool:
    """Return whether an expression can spell a name."""
    return WORD.match(name) is not None and not name.startswith("__")
