"""Headers of objects: the names and ids that the dashboard writes.

Reference: ui-agreement, sections 1, 4.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Yaql, walk
from muranopl.diagnostics.catalogue import ui_fields as rules
from muranopl.language.grammar.object_header import HEADER
from muranopl.language.grammar.ui.class_names import header_of
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.workflow_form import NAMED_SINCE
from muranopl.semantics.forms.reports import Reports

_NAME, _ID = "name", "id"


def check_headers(definition: UIDefinition, reports: Reports, *, lacks_name: bool) -> None:
    """Report values that the dashboard overwrites, and an application without a name to show.

    With `lacks_name` it was reported that the class of the application needs one, which is then
    the name to show as well.
    """
    for item in _headers(definition):
        _check_overwritten(item, _ID, reports)
    application = definition.application
    header = header_of(application)
    if not isinstance(application, Mapping) or header is None:
        return
    if definition.version >= NAMED_SINCE:
        _check_overwritten(header, _NAME, reports)
        return
    type_ = header.get("type")
    computed = any(isinstance(key, Yaql) for key, _ in (*application.pairs, *header.pairs))
    if (
        type_ is not None
        and not computed
        and application.get(_NAME) is None
        and header.get(_NAME) is None
        and not lacks_name
    ):
        reports.report(rules.NO_NAME, type_.place)


def _check_overwritten(header: Mapping, key: str, reports: Reports) -> None:
    pair = header.find(key)
    if pair is not None:
        reports.report(rules.NAME_OVERWRITTEN, pair[0].place, entry=f"{HEADER}/{key}")


def _headers(definition: UIDefinition) -> Iterator[Mapping]:
    fragments: list[Node] = [template.node for template in definition.templates]
    if definition.application is not None:
        fragments.append(definition.application)
    for fragment in fragments:
        for node in walk(fragment, scalars=False):
            header = header_of(node)
            if header is not None:
                yield header
