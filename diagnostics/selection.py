"""Selects diagnostics to show: `--select`, `--ignore` by code, prefix of a code, or name of a rule.

The most exact word decides, as in ruff: `--select MPL1 --ignore MPL12 --select MPL120` shows
MPL120, hides the rest of MPL12 and shows the rest of MPL1. Where both are equally exact, `--ignore`
wins. `ALL` stands for every code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.catalogue.sources import INTERNAL_ERROR
from muranopl.diagnostics.nearest import nearest

ALL = "all"


class UnknownRuleError(ValueError):
    """Raised for a word that is not a code, the beginning of a code or name of a rule.

    The text is for users.
    """


class Selection(msgspec.Struct, frozen=True):
    """The prefixes of codes to show and to hide."""

    select: tuple[str, ...] = ("",)
    ignore: tuple[str, ...] = ()

    def keeps(self, code: str) -> bool:
        """Return whether diagnostics of a code are shown.

        An internal error always is, as others may be missing then.
        """
        return code == INTERNAL_ERROR.code or _exactness(code, self.select) > _exactness(
            code, self.ignore
        )


def _exactness(code: str, prefixes: Iterable[str]) -> int:
    """Return the length of the longest prefix that matches, -1 if none does."""
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=-1)


def selection(select: Sequence[str], ignore: Sequence[str]) -> Selection:
    """Return the selection of the words of both options, in any case.

    Nothing selected means everything. Raise UnknownRuleError for a word without a meaning.
    """
    if not select and not ignore:
        return Selection()
    chosen = tuple(prefix_of(word) for word in select) or ("",)
    return Selection(chosen, tuple(prefix_of(word) for word in ignore))


def prefix_of(word: str) -> str:
    """Return the beginning of codes that a word means. Raise UnknownRuleError."""
    from muranopl.diagnostics.shellcheck_codes import is_beginning

    all_rules = rules()
    if word.casefold() == ALL:
        # The empty prefix matches every code, and any other one is more exact
        return ""
    if word and any(code.startswith(word.upper()) for code in all_rules):
        return word.upper()
    if is_beginning(word.upper()):
        return word.upper()
    # Names are tried last: no name begins like a code.
    by_name = {rule.name: code for code, rule in all_rules.items()}
    if word.casefold() in by_name:
        return by_name[word.casefold()]

    near = nearest(word, [*all_rules, *by_name])
    # Another number is another diagnostic, not a slip for it
    if near in all_rules and _digits(near) != _digits(word):
        near = None
    hint = "; `muranopl explain` lists all"
    if near:
        hint = f'; did you mean "{near}"?'
    raise UnknownRuleError(
        f'"{word}" is not a code, a code prefix, or the name of a diagnostic{hint}'
    )


def _digits(word: str) -> str:
    return "".join(filter(str.isdecimal, word))
