"""Renders the object model that the dashboard would send for some answers to a form.

`render/form/` creates the model.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from muranopl.ard.model_path import ROOT
from muranopl.ard.nodes import Node
from muranopl.diagnostics.catalogue.answers import NO_FORM
from muranopl.diagnostics.catalogue.objects import BAD_HEADER
from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import listed, visible
from muranopl.execution.running.executing import Given, Inputs
from muranopl.execution.running.rendering import (
    NO_MODEL,
    RenderResult,
    explained,
    guarded,
    loaded,
    reported,
)
from muranopl.language.grammar.ui.class_names import type_of
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.phases.results import PhaseResults
from muranopl.read.one_package import ui_file
from muranopl.read.package import Package
from muranopl.render.form.headers import pinned
from muranopl.render.form.model import FormQuery, fill_in, page_schemas
from muranopl.render.form.page_schemas import PageSchema
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.errors import EvaluationError

ANSWERS = "<answers>"
"""The name of answers that are not in a file, in diagnostics."""
PARAMETERS = "<parameters>"


class FormAnswers(NamedTuple):
    """Answers to the form of a package; see `muranopl.Catalog.render_form`."""

    answers: Given
    parameters: Given | None = None
    name: str | None = None
    unrendered: bool = False


class FormPages(NamedTuple):
    """The pages of a form, as they are for some answers.

    `pages` are in order, `(name, schema)`: a JSON schema of draft 4 of the answers to the fields,
    with titles and defaults for controls. They are () if the package has no form, or a malformed
    one. `application` is the class of the object that the form makes, "full.Name/version@package",
    as far as it is literal, else None. `diagnostics` are about the form and the answers, also
    about those that are missing yet.
    """

    pages: tuple[PageSchema, ...] = ()
    application: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()


def form_pages(inputs: Inputs, package: Package, given: FormAnswers) -> FormPages:
    """Return the pages of the form of a package; see `muranopl.Catalog.form_pages`."""

    def make() -> FormPages:
        form = _form(inputs, package, given)
        if form is None:
            return FormPages()
        definition, query = form
        pages = tuple(page_schemas(definition, query, inputs.findings))
        return FormPages(pages, _application(definition, package))

    result = reported(inputs, make, given.answers, ANSWERS) or FormPages()
    return result._replace(diagnostics=explained(inputs))


def render_form(inputs: Inputs, package: Package, given: FormAnswers) -> RenderResult:
    """Return the rendering of the model that answers make; see `muranopl.Catalog.render_form`."""

    def make() -> RenderResult:
        form = _form(inputs, package, given)
        filled = None if form is None else fill_in(*form, inputs.findings)
        if filled is None:
            return NO_MODEL
        if given.unrendered:
            return RenderResult(_as_sent(inputs, filled.application))
        return loaded(inputs, filled.environment)

    return guarded(inputs, make, given.answers, ANSWERS)


def with_form(
    results: PhaseResults, own: Callable[[], Collection[str]], name: str | None
) -> Package:
    """Return the package of a name, or the only one at the locations `own` with forms.

    Raise UsageError.
    """
    targets = results.read.targets
    if name is None:
        locations = own()
        matching = [target for target in targets if target.header.source.location in locations]
    else:
        usable = (target for target in targets if target.header.usable)
        matching = [target for target in usable if name in {target.id.name, str(target.id)}]
    if not matching:
        raise UsageError(f'package "{visible(name or "")}" is not found', "package")
    forms = [package for package in matching if package.ui is not None]
    # A package without forms is returned as well: `render_form` reports what it lacks
    if len(matching) == 1 or len(forms) == 1:
        return (forms or matching)[0]
    ids = listed([visible(str(package.id)) for package in forms or matching], 3)
    if not forms:
        raise UsageError(f"none of the {len(matching):,} packages has forms: {ids}")
    if name is not None:
        problem = f"{len(forms):,} versions have forms ({ids}): write name/version"
        raise UsageError(problem, "package")
    raise UsageError(
        f"{len(forms):,} packages have forms ({ids}): pass only one of them, or name it"
    )


def _form(
    inputs: Inputs, package: Package, given: FormAnswers
) -> tuple[UIDefinition, FormQuery] | None:
    """Return the form of a package and the answers, None after a report."""
    findings = inputs.findings
    answers = inputs.read(given.answers, ANSWERS, "answers")
    parameters = None
    if given.parameters is not None:
        parameters = inputs.read(given.parameters, PARAMETERS, "parameters")
    unreadable = parameters is None and given.parameters is not None
    wrong = _problems(package)
    findings.take(wrong)
    if package.ui is None and not wrong:
        problem = "has no UI definition, so there is no form to answer"
        place = package.header.place
        findings.report(NO_FORM, place, package=package.id.name, problem=problem)
    if package.ui is None or wrong or answers is None or unreadable:
        return None
    return package.ui, FormQuery(package, answers, parameters, given.name)


def _application(definition: UIDefinition, package: Package) -> str | None:
    """Return the class of Application, in the version that the dashboard deploys."""
    if definition.application is None:
        return None
    written = type_of(pinned(definition.application, package))
    if written is None or written.any_version:
        return None
    version = f"/{written.spec}" if written.spec else ""
    return f"{written.name}{version}" + (f"@{written.package}" if written.package else "")


def _problems(package: Package) -> list[Diagnostic]:
    """Return the errors that keep a package from having a form to answer."""
    header, path = package.header, ui_file(package.header)
    files = set() if path is None else {header.source.file(path)}
    if not header.usable:
        files.add(header.file)
    return [error for error in errors_of(package.diagnostics) if error.place.file in files]


def _as_sent(inputs: Inputs, node: Node) -> dict[str, Any] | None:
    """Return a model as it is; None after a report."""
    try:
        result: dict[str, Any] = data_of(node)
    except EvaluationError as error:
        inputs.findings.report(BAD_HEADER, node.head.place, path=ROOT, problem=str(error))
        return None
    return result
