"""Applies the tags of collections: of lists and mappings, and `!!set`, `!!omap` and `!!pairs`.

Tags that do not apply, of scalars too, are reported here.
"""

from __future__ import annotations

from muranopl.ard.descriptions import noun
from muranopl.ard.nodes import Mapping, Node, Sequence, Yaql
from muranopl.ard.yaml.scalars import PREFIX, YAQL_TAG
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter

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
