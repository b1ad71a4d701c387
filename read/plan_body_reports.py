"""Reports the problems of the Body of an execution plan, each at its place in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from muranopl.ard.nodes import Mapping, Node, Scalar, pairs_in, text_of
from muranopl.ard.positions import place_within
from muranopl.diagnostics.bounds import PLAN_BODY
from muranopl.diagnostics.catalogue import plans
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.visible import listed
from muranopl.language.grammar.plan_references import is_placeholder

if TYPE_CHECKING:
    from muranopl.read.plan_body import Formatting, PlanBody, TextSpan

_SHOWN = 3


def check_body(plan: Mapping, scripts: Sequence[str], findings: Findings) -> None:
    """Report faults of a body, and parameters that it lacks or does not read.

    `scripts` are their names. A body that begins with `$` is replaced by `bind()`.
    """
    node = plan.get("Body")
    text = text_of(node)
    if not isinstance(node, Scalar) or text is None or is_placeholder(text):
        return
    if len(text) > PLAN_BODY.most:
        return
    # A check that meets no plan does without Python's parser
    from muranopl.read.plan_body import PlanBody, read_body

    def at(span: TextSpan) -> Place:
        return place_within(node, span.start, span.end)

    body = read_body(text)
    if not isinstance(body, PlanBody):
        findings.report(plans.BODY_SYNTAX, at(body.span), problem=body.message)
        return
    for use in body.unknown_names(scripts):
        rule = plans.NO_SCRIPT if use.is_called else plans.UNKNOWN_NAME
        findings.report(
            rule,
            at(use.span),
            name=use.name,
            suggestion=did_you_mean(nearest(use.name, [*scripts, "args"]), rule.suggestion),
        )
    _check_parameters(plan.get("Parameters"), body, at, findings)
    for formatting in body.formattings():
        problem = formatting.problem or _differences(formatting)
        findings.report(plans.FORMAT_VALUES, at(formatting.span), problem=problem)


def _check_parameters(
    parameters: Node | None, body: PlanBody, at: Callable[[TextSpan], Place], findings: Findings
) -> None:
    """Report parameters that a body reads and its plan lacks, and those that it does not read."""
    texts = ((text_of(key), key) for key, _ in pairs_in(parameters))
    keys = {text: key for text, key in texts if text is not None}
    # What bind() puts there is not known
    is_bound = parameters is not None and not isinstance(parameters, Mapping)
    if is_bound or any(map(is_placeholder, keys)):
        return
    uses, others = body.parameters()
    read = {use.name for use in uses}
    for use in uses:
        if use.name not in keys:
            near = nearest(use.name, keys)
            findings.report(
                plans.NO_PARAMETER,
                at(use.span),
                name=use.name,
                suggestion=did_you_mean(near, f"add `{use.name}:` to Parameters"),
            )
            read.add(near or use.name)
    for name, key in keys.items():
        if name not in read and not others:
            findings.report(plans.UNUSED_PARAMETER, key, name=name)


def _differences(formatting: Formatting) -> str:
    """Return in words what a text and its values lack."""
    parts = [
        f"no {what} for {listed([f'`{{{name}}}`' for name in names], _SHOWN)}"
        for what, names in (("value", formatting.missing), ("field", formatting.unused))
        if names
    ]
    return ", and ".join(parts)
