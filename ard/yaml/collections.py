"""The children of a collection → its items or pairs: applies tags, checks keys, drops duplicates, merges (`<<`).

Tags that do not apply, of scalars too, are reported here.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Row

from muranopl.ard.descriptions import noun, quoted
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.yaml.scalars import PREFIX, YAQL_TAG
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter

Pair = tuple[Node, Node]
KEYS = frozenset({Scalar, Yaql})
"""The kinds of keys that are always valid alone; a `MergeKey` is not one of them."""
_WORDS = {"True": "true", "False": "false", "None": "null"}


class MergeKey(Scalar):
    """The key `<<`; no finished mapping has it."""


def pairs_of(
    children: Row[Node],
    reporter: Reporter,
    duplicates: Severity,
    *,
    merging: bool,
) -> tuple[Pair, ...]:
    """Return the pairs of a mapping whose keys and values alternate in `children`.

    `merging` is true if a MergeKey is among them. `duplicates` is the severity of a key that occurs
    twice. As in the engine: of equal keys the last value counts, in the position of the first; keys
    are equal as in Python (`1`, `1.0` and `true` are one); two expressions are never equal; merged
    pairs come first and yield to own ones.
    """
    keys = children[::2]
    pairs = tuple(zip(keys, children[1::2], strict=True))
    if len({key.value for key in keys if key.__class__ is Scalar}) == len(keys):
        return pairs  # as nearly always; a merge key is not one of them

    def report(key: Node, first: Node | None) -> None:
        if isinstance(key, Scalar) and first is not None:
            _report_duplicate(key, first, reporter, duplicates)
        else:
            reporter.report(rules.KEY, key, what=f"{noun(key)} cannot be the key of a mapping")

    if not merging:
        return distinct(pairs, report)
    own = distinct([pair for pair in pairs if not isinstance(pair[0], MergeKey)], report)
    merged = [
        pair
        for key, value in pairs
        if isinstance(key, MergeKey)
        for pair in _merged(value, reporter)
    ]
    return distinct((*merged, *own), lambda _key, _first: None)


def distinct(pairs: Row[Pair], report: Callable[[Node, Node | None], None]) -> tuple[Pair, ...]:
    """Return the pairs without unusable and duplicate keys.

    The last value of equal keys counts, in the position of the first. `report` is called with each
    key that is left out, and the first one that equals it, if any.
    """
    if len({key.value for key, _ in pairs if key.__class__ is Scalar}) == len(pairs):
        return tuple(pairs)  # as nearly always
    kept: dict[object, Pair] = {}
    for pair in pairs:
        key = pair[0]
        if isinstance(key, Scalar):
            first = kept.setdefault(key.value, pair)
            if first is not pair:
                kept[key.value] = _replaced(first, pair)
                report(key, first[0])
        elif isinstance(key, Yaql):
            kept[key] = pair
        else:
            report(key, None)
    return tuple(kept.values())


def _replaced(first: Pair, last: Pair) -> Pair:
    """Return the pair that results from two pairs with equal keys.

    Python keeps the first key, as of `1` and `true`.
    """
    (old, _), (new, value) = first, last
    same_type = (
        isinstance(old, Scalar) and isinstance(new, Scalar) and type(old.value) is type(new.value)
    )
    return last if same_type else (old, value)


def _report_duplicate(key: Scalar, first: Node, reporter: Reporter, severity: Severity) -> None:
    shown = _shown(key)
    if isinstance(first, Scalar) and type(first.value) is not type(key.value):
        # As `1` and `true`, which are one key in Python only: the text of the file has no
        # duplicate.
        severity = Severity.WARNING
        shown = f"{shown}, equal to {_shown(first)},"
    related = (Related("the first one is here", first.place),)
    reporter.report(rules.DUPLICATE_KEY, key, key=shown, related=related, severity=severity)


def _shown(key: Scalar) -> str:
    value = key.value
    if isinstance(value, str):
        return quoted(value)
    return _WORDS.get(str(value), str(value))


def _merged(value: Node, reporter: Reporter) -> list[Pair]:
    """Return the pairs from the value of a merge key.

    Earlier mappings of a list take precedence, so they come last.
    """
    sources = reversed(value.items) if isinstance(value, Sequence) else (value,)
    pairs: list[Pair] = []
    for source in sources:
        if isinstance(source, Mapping):
            pairs.extend(source.pairs)
        elif not isinstance(source, Broken):
            what = f"`<<` needs a mapping or a list of mappings, not {noun(source)}"
            reporter.report(rules.KEY, source, what=what)
    return pairs


_SCALAR_NAMES = {"null", "bool", "int", "float", "binary", "timestamp", "str", "merge", "value"}
_STANDARD = frozenset({"omap", "pairs", "set", "seq", "map"} | _SCALAR_NAMES)


class Set(Sequence):
    """A `!!set`: its distinct items in source order."""

    @property
    def kind(self) -> str:
        """The word for such a value in messages."""
        return "set"


def apply_tag(node: Mapping | Sequence, tag: str, reporter: Reporter) -> Node:
    """Return the value of a collection with a tag.

    An unknown or unfit tag is reported and then ignored.
    """
    is_mapping = isinstance(node, Mapping)
    # The non-specific tag `!` asks for the default, as no tag does.
    if tag in {"!", f"{PREFIX}map" if is_mapping else f"{PREFIX}seq"}:
        return node
    if isinstance(node, Mapping) and tag == f"{PREFIX}set":
        return Set(*node.span, tuple(key for key, _ in node.pairs))
    if isinstance(node, Sequence) and tag in {f"{PREFIX}omap", f"{PREFIX}pairs"}:
        return Sequence(*node.span, tuple(_pair(item, tag, reporter) for item in node.items))
    report_tag(tag, "a mapping" if is_mapping else "a list", node.place, reporter)
    return node


def _pair(item: Node, tag: str, reporter: Reporter) -> Node:
    """Return an entry of `!!omap` or `!!pairs`, a mapping of one key, as a list of both."""
    if isinstance(item, Mapping) and len(item.pairs) == 1:
        return Sequence(*item.span, item.pairs[0])
    what = f"an entry of `{shown(tag)}` must be a mapping of one key, not {noun(item)}"
    reporter.report(rules.TAG, item, what=what)
    return item


def report_tag(tag: str, kind: str, place: Place, reporter: Reporter) -> None:
    """Report a tag that is unknown here, or does not apply to such a value.

    `a list`, `a scalar`.
    """
    suggestion = None
    name = tag.removeprefix(PREFIX) if tag.startswith(PREFIX) else ""
    if name in _STANDARD or (tag == YAQL_TAG and kind != "a scalar"):
        what = f"the tag `{shown(tag)}` cannot be applied to {kind}"
    elif tag == YAQL_TAG:
        what = "the tag `!yaql` has no meaning here: this file has no expressions"
    else:
        what = f"unknown tag `{shown(tag)}`"
        # An expression of other languages: `!$.enabled`
        if tag.startswith("!$"):
            suggestion = f"write `not {tag[1:]}`"
    reporter.report(rules.TAG, place, what=what, suggestion=suggestion)


def report_lost_sign(expression: Yaql, reporter: Reporter) -> None:
    """Report `! $.enabled`: YAML takes the sign for a tag that says nothing."""
    reporter.report(
        rules.TAG,
        expression,
        what="`!` before an expression is a YAML tag, which has no effect",
        severity=Severity.WARNING,
        suggestion=f"write `not {expression.text}`",
    )


def shown(tag: str) -> str:
    """Return a tag as it is written in YAML: `!!int` for `tag:yaml.org,2002:int`."""
    if tag.startswith(PREFIX):
        return f"!!{tag.removeprefix(PREFIX)}"
    return tag if tag.startswith("!") else f"!<{tag}>"
