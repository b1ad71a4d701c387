"""Follows templates that refer to one another: which calls of `ref()` give an object, and cycles.

The first call evaluated gives the object, others its id. A template that contains itself is
evaluated without end by the dashboard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from muranopl.ard.nodes import Node, Yaql, expressions
from muranopl.ard.yaql.tree import Call, Expression, Variable, walk
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.graphs import cycles
from muranopl.diagnostics.places import Place
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.fragments import UITemplate
from muranopl.semantics.forms.scope import Reports, place_of
from muranopl.semantics.forms.variables import REF, Usage, argument_text, surely_evaluated

CallSite = tuple[int, int]


class _Mention(msgspec.Struct, frozen=True):
    """A variable, or a call of `ref()`, and whether it is certainly evaluated."""

    node: Yaql
    part: Variable | Call
    sure: bool

    @property
    def name(self) -> str | None:
        """The template it may refer to, None if that is unknown."""
        if isinstance(self.part, Variable):
            return self.part.name[1:]
        return argument_text(self.part, 0)

    @property
    def key(self) -> str | None:
        """The key that identifies a reference; None for a variable, or if it is unknown."""
        if isinstance(self.part, Variable):
            return None
        return argument_text(self.part, 0 if len(self.part.arguments) < 2 else 1)


def call_site(node: Yaql, tree: Expression) -> CallSite:
    """Return the identity of a call: expressions of the same text share their tree."""
    return id(node), tree.start


def first_references(definition: UIDefinition, usage: Usage) -> dict[CallSite, bool | None]:
    """Return whether each call of `ref()`, by `call_site`, is the first of its key.

    None if unknown. Application is evaluated in the order of its text, a template where it is used.
    """
    if definition.application is None:
        return {}
    mentions = {template.name: list(_mentions(template.node)) for template in definition.templates}
    mentioned = list(_mentions(definition.application))
    again = _evaluated_again(mentioned, mentions, usage)
    result: dict[CallSite, bool | None] = {}
    called: dict[str, bool] = {}  # by key: whether it was certainly called
    evaluated: set[str] = set()
    stack = [(item, True, False) for item in reversed(mentioned)]
    while stack:
        mention, sure, repeated = stack.pop()
        sure = sure and mention.sure
        key, name = mention.key, mention.name
        if isinstance(mention.part, Call):
            before = called.get(key) if key is not None else False
            is_unknown = not before and (repeated or before is not None)
            site = call_site(mention.node, mention.part)
            result[site] = None if is_unknown else not before
            if key is not None:
                called[key] = bool(before) or sure
        if name is not None and name in mentions and name not in evaluated:
            evaluated.add(name)
            # Mentions inside a template follow its use, in their order.
            stack.extend((item, sure, name in again) for item in reversed(mentions[name]))
    return result


def may_create(
    owner: Node,
    key: str | None,
    first: Mapping[CallSite, bool | None],
    templates: Mapping[str, UITemplate],
) -> bool:
    """Return whether the object of a key may be in the description of another one.

    `first` is the result of `first_references`.
    """
    followed: set[str] = set()
    pending = [owner]
    while pending:
        for mention in _mentions(pending.pop()):
            name = mention.name
            if isinstance(mention.part, Call):
                if first.get(call_site(mention.node, mention.part)) is False:
                    continue  # only the id
                if mention.key in {None, key}:
                    return True
            if name is not None and name in templates and name not in followed:
                followed.add(name)
                pending.append(templates[name].node)
    return False


def _evaluated_again(
    whole: list[_Mention], mentions: Mapping[str, list[_Mention]], usage: Usage
) -> frozenset[str]:
    """Return the templates that may be evaluated more than once."""
    counted = Counter(item.name for item in whole)
    for inside in mentions.values():
        counted.update(item.name for item in inside)
    several = {name for name, count in counted.items() if count > 1 and name is not None}
    return usage.inside(several | usage.repeated_templates)


def _mentions(fragment: Node) -> Iterator[_Mention]:
    for node in expressions(fragment):
        sure = {id(item) for item in surely_evaluated(node.tree)}
        for part in walk(node.tree):
            if isinstance(part, Variable) or (isinstance(part, Call) and part.name == REF):
                yield _Mention(node, part, id(part) in sure)


def report_circles(definition: UIDefinition, usage: Usage, reports: Reports) -> None:
    """Report cycles of templates: an error if they are certainly evaluated."""
    nodes = {template.name: template.node for template in definition.templates}
    sure = {name: template.certain for name, template in usage.templates.items()}
    reported: set[str] = set()
    # Certain cycles first: a component is reported once, with the higher severity.
    for graph, certain in (
        (sure, True),
        ({name: template.names for name, template in usage.templates.items()}, False),
    ):
        for cycle, component in cycles(graph).items():
            if not reported.isdisjoint(component):
                continue
            reported.update(component)
            first, *others = [
                Related(f'template "{name}"', _place(nodes[name], inside))
                for name, inside in zip(cycle, (*cycle[1:], cycle[0]), strict=True)
            ]
            fails = certain and cycle[0] in usage.sure_templates
            reports.report(
                rules.TEMPLATE_CIRCLE,
                first.place,
                severity=Severity.ERROR if fails else Severity.WARNING,
                chain=" → ".join((*cycle, cycle[0])),
                related=tuple(others),
            )


def _place(fragment: Node, name: str) -> Place:
    """Return where a template is used in a fragment."""
    uses = (item for item in _mentions(fragment) if item.name == name)
    return next((place_of(item.node, item.part) for item in uses), fragment.place)
