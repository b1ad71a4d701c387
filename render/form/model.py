"""Answers to the forms of a UI definition → the object model: the entry point of this package."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from muranopl.ard import nodes
from muranopl.ard.json import data
from muranopl.ard.model_path import ROOT, ModelPath, item
from muranopl.ard.nodes import Node, Scalar, Sequence, text_of
from muranopl.diagnostics.catalogue import answers as rules
from muranopl.diagnostics.catalogue.objects import UNWRITABLE
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.diagnostics.reporter import Reporter
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.class_names import header_of
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.form import (
    NAME_FIELD,
    NAMED_SINCE,
    RESERVED,
    UIForm,
    forms,
    workflow_fields,
)
from muranopl.read.package import Package
from muranopl.render.form.answers import ReadAnswers
from muranopl.render.form.expressions import Expressions
from muranopl.render.form.field_answers import FieldAnswers
from muranopl.render.form.fragments import SENDABLE, Fragments
from muranopl.render.form.headers import Identities, pinned, with_entry
from muranopl.render.form.page_schemas import PageSchema, page_schema
from muranopl.render.form.pages import Pages
from muranopl.render.form.scopes import Scopes
from muranopl.render.form.shared import SharedState
from muranopl.render.model_reporter import shown as in_words
from muranopl.render.whole_model import ENVIRONMENT, with_default_networks

_PLACE = f"{ROOT}.applications{item(0)}"


class Filled(NamedTuple):
    """The models that answers create.

    `application` is as the dashboard sends it; `environment` contains it and all it refers to.
    """

    application: Node
    environment: Node


class FormQuery(NamedTuple):
    """The answers to the forms of a package, with options.

    `parameters` are the result of `ParametersSource`; `name` is the name of the application, unless
    the answers contain it.
    """

    package: Package
    answers: Node
    parameters: Node | None = None
    name: str | None = None


def fill_in(definition: UIDefinition, query: FormQuery, reporter: Reporter) -> Filled | None:
    """Return the object model that a UI definition creates from answers, None after a report."""
    wizard = _Wizard(definition, query, reporter)
    values = wizard.values
    if definition.application is None or wizard.expressions.failed:
        return None
    application = definition.application
    # Since this version the wizard asks for the name itself, on a page of its own
    if definition.version >= NAMED_SINCE:
        application = _named(application, str(values[RESERVED][NAME_FIELD]))
    sent = wizard.sent(application)
    if sent is None or not _is_sendable(sent, reporter):
        return None
    # The dashboard deploys the package of the form, in its version.
    loaded = pinned(sent, query.package)
    return Filled(sent, _environment(loaded, wizard.others, wizard.identities))


def page_schemas(
    definition: UIDefinition, query: FormQuery, reporter: Reporter
) -> list[PageSchema]:
    """Return the schemas of all pages for answers that may be incomplete, which are checked as well."""
    return list(map(page_schema, _Wizard(definition, query, reporter).pages))


class _Wizard:
    """All pages of a UI definition, filled in.

    `values` are what the pages send, `others` existing applications that answers contain.
    """

    def __init__(self, definition: UIDefinition, query: FormQuery, reporter: Reporter) -> None:
        self.identities = Identities(definition.node.file.text or "")
        fragments = Fragments()
        self.expressions = Expressions(fragments, reporter)
        self._reporter = reporter
        self._state, self._scopes = self._prepared(definition, query, fragments)
        answers = FieldAnswers(self.expressions, self._scopes, self.identities, reporter)
        pages = Pages(self.expressions, self._scopes, answers, reporter)
        name = query.name or query.package.id.name.rpartition(".")[2]
        self.pages = pages.load((*definition.forms, _last_form(definition, name)))
        shown = [(page.form, page.fields) for page in self.pages]
        read = ReadAnswers(query.answers, shown, reporter)
        if read.failed:
            self.expressions.refuse()
        self.values = pages.fill_in(self.pages, read)
        self.others = answers.others

    def sent(self, application: Node) -> Node | None:
        """Return Application as the dashboard sends it; None after a report."""
        sent = self.expressions.fragment(application, self._scopes.model(self.values))
        for entry in self._state.stand_ins:
            place = entry.node.place
            self._reporter.report(rules.STAND_IN, place, what=entry.what, value=entry.value)
        return None if sent is None else self.identities.inserted(sent, _PLACE)

    def _prepared(
        self, definition: UIDefinition, query: FormQuery, fragments: Fragments
    ) -> tuple[SharedState, Scopes]:
        """Return the templates, and scopes with the parameters."""
        templates = {template.name: template.node for template in definition.templates}
        state = SharedState(fragments, templates, self.identities)
        raw = {key: fragments.raw(node) for key, node in templates.items()}
        scopes = Scopes(fragments, state, raw)
        source = definition.parameters_source
        if source is not None and query.parameters is None:
            self._reporter.report(rules.PARAMETERS_NOT_RUN, source.place, name=text_of(source))
        # In written order, as a parameter sees those above it
        for name, node in _parameters(definition, query.parameters).items():
            result = self.expressions.fragment(node, scopes.without_data())
            scopes.parameters[name] = None if result is None else fragments.raw(result)
        return state, scopes


def _parameters(definition: UIDefinition, given: Node | None) -> dict[str, Node]:
    """Return the parameters by name; the result of `ParametersSource` replaces others."""
    result = {parameter.name: parameter.node for parameter in definition.parameters}
    for key, value in given.pairs if isinstance(given, nodes.Mapping) else ():
        name = text_of(key)
        # The dashboard drops names that do not begin with a letter (reference: ui-definition)
        if name is not None and name[:1].isalpha():
            result[name] = value
    return result


def _last_form(definition: UIDefinition, name: str) -> UIForm:
    """Return the form that the dashboard adds."""
    fields = workflow_fields(definition.version, name)
    unheard = Findings()
    node = data.load([{RESERVED: {"fields": fields}}], File("<dashboard>", ""), unheard)
    if node is None:
        raise AssertionError("the dashboard's own form can be read")
    return forms(node, Reading(unheard), "Forms")[0]


def _named(application: Node, name: str) -> Node:
    """Return Application with the name in its header."""
    header = header_of(application)
    if not isinstance(application, nodes.Mapping) or header is None:
        return application
    named = with_entry(header, "name", name)
    pairs = tuple((key, named if value is header else value) for key, value in application.pairs)
    return msgspec.structs.replace(application, pairs=pairs)


def _is_sendable(application: Node, reporter: Reporter) -> bool:
    """Return whether a model can be written as JSON; report its other values."""
    result = True
    paths = [ModelPath(application, step=_PLACE)]
    while paths:
        path = paths.pop()
        node, scalars = path.node, list[Scalar]()
        if isinstance(node, nodes.Mapping):
            scalars = [key for key, _ in node.pairs if isinstance(key, Scalar)]
            paths += [path.key(key.value) for key in scalars]
        elif isinstance(node, Sequence):
            paths += [path.item(position) for position in range(len(node.items))]
        elif isinstance(node, Scalar):
            scalars = [node]
        for scalar in scalars:
            if not isinstance(scalar.value, SENDABLE):
                value = in_words(scalar.value)
                reporter.report(UNWRITABLE, scalar.place, path=path.text, value=value)
                result = False
    return result


def _environment(application: Node, others: list[Node], identities: Identities) -> Node:
    """Return an environment with an application, and with others that exist already."""
    environment = {
        HEADER: {"type": ENVIRONMENT, "id": identities.of(ROOT)},
        "name": "environment",
        "applications": [application, *others],
    }
    return with_default_networks(nodes.entries_at(application.head, environment))
