"""Renders models, runs methods and tests, deploys; the functions are methods of `Catalog`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from muranopl.api.catalog_packages import CatalogPackages, class_query
from muranopl.diagnostics import arguments
from muranopl.diagnostics.arguments import Model, StrPath

if TYPE_CHECKING:
    from muranopl.execution.budget import ExecutionLimits
    from muranopl.execution.running.calling import CallResult
    from muranopl.execution.running.deploying import DeployResult
    from muranopl.execution.running.executing import Executing
    from muranopl.execution.running.forms import FormPages
    from muranopl.execution.running.rendering import RenderResult
    from muranopl.execution.session import Session
    from muranopl.execution.testing.report import TestReport
    from muranopl.read.package import Package
    from muranopl.writing.exporting.export import ExportResult


def render(
    packages: CatalogPackages,
    model: Model,
    class_: str | None = None,
    *,
    class_configs: StrPath | None = None,
) -> RenderResult:
    """Apply the classes of the catalog to an object model, as loading it in the engine does.

    All problems are reported at once.

    `model` is the path of a JSON or YAML file ("-" and others among `streams` are read from
    there), or plain data; it is the root object, or {Objects, Attributes} as a call saves it.
    `class_` is the class of the root, "full.Name/version@package", if
    its header does not name it; `class_configs` is the folder with class configs. Libraries
    count as installed packages here. Never raises for a bad model.
    """
    from muranopl.execution.running.rendering import render  # checks need none of it

    data, root = packages.data(model), arguments.optional_text(class_, "class_")
    return render(packages.inputs(class_configs), data, root)


def render_form(
    packages: CatalogPackages,
    package: str | None,
    answers: StrPath | Mapping[str, Any],
    *,
    name: str | None = None,
    parameters: StrPath | Mapping[str, Any] | None = None,
    unrendered: bool = False,
    class_configs: StrPath | None = None,
) -> RenderResult:
    """Fill in the forms of a UI definition, and render the object model they make.

    `package` is a full name, or name/version; None for the one of `paths` that has forms.
    `answers` are {form: {field: value}}, a path or data as in `render`; a field without an
    answer is sent as if the user left it alone. The model is an environment with the
    application, or with `unrendered` the application as the dashboard sends it. `name` is the
    name of the application, `parameters` the result of ParametersSource, which is not run.
    Never raises for bad answers.
    """
    from muranopl.execution.running.forms import FormAnswers, render_form

    form = FormAnswers(
        packages.data(answers),
        packages.data(parameters),
        arguments.application_name(name),
        bool(unrendered),
    )
    inputs = packages.inputs(class_configs)
    return render_form(inputs, _with_form(packages, package), form)


def form_pages(
    packages: CatalogPackages,
    package: str | None,
    answers: StrPath | Mapping[str, Any] | None = None,
    *,
    parameters: StrPath | Mapping[str, Any] | None = None,
) -> FormPages:
    """Return the pages of the forms of a UI definition, to draw them and to check answers.

    The arguments are those of `render_form`. The pages are as the user meets them who gave the
    `answers` so far: later pages may depend on earlier ones. Never raises for bad answers.
    """
    from muranopl.execution.running.forms import FormAnswers, form_pages

    if answers is None:
        answers = {}
    form = FormAnswers(packages.data(answers), packages.data(parameters))
    return form_pages(packages.inputs(None), _with_form(packages, package), form)


def _with_form(packages: CatalogPackages, package: str | None) -> Package:
    """Return the package whose form is filled in; raise UsageError."""
    from muranopl.execution.running.forms import with_form

    name = arguments.optional_text(package, "package")
    arguments.require_packages(packages.installed.empty)
    return with_form(packages.installed.results, packages.paths.own, name)


def session(
    packages: CatalogPackages,
    *,
    class_configs: StrPath | None = None,
    cloud: StrPath | Mapping[str, Any] | None = None,
    limits: ExecutionLimits | None = None,
    schedule: int | None = None,
) -> Session:
    """Return an execution that loads models and calls methods, like one task of the engine.

    It is a context manager, which closes it.

    `class_configs` is as in `render`; `cloud` is a cloud file or its data, with the answers of
    the simulated classes of the engine (docs/cloud-file.md). `limits` bound the execution, None
    are the usual limits. `schedule` is the seed for the order of the branches of Parallel,
    pselect and psuper; None is the order in which they began to wait. Libraries count as
    installed packages here. Raise ResolutionError for an invalid cloud file; its diagnostics
    have the details.
    """
    return _executing(packages, class_configs, cloud, limits, schedule).opened()


def call(
    packages: CatalogPackages,
    class_: str,
    method: str,
    given: StrPath | Mapping[str, Any] | None = None,
    *,
    more: Mapping[str, Any] | None = None,
    version: str | None = None,
    package: str | None = None,
    model: StrPath | Mapping[str, Any] | None = None,
    object_id: str | None = None,
    any_method: bool = False,
    class_configs: StrPath | None = None,
    cloud: StrPath | Mapping[str, Any] | None = None,
    limits: ExecutionLimits | None = None,
    schedule: int | None = None,
) -> CallResult:
    """Call a method, as a call of the API does, in an execution of its own.

    `class_` is a full name, or "full.Name/version@package"; `version` and `package` choose it
    as in `resolve`. `given` are the arguments by name, a path or data; `more` are further ones,
    which override those. Methods of objects need a `model` that is loaded first: `object_id`
    chooses the object, unless the model has only one of the class. Methods that are neither
    public nor actions are refused, unless `any_method` is true. `class_configs`, `cloud`,
    `limits` and `schedule` are as in `session`. The model that a model builder makes is
    rendered. Never raises for what methods do: uncaught exceptions are diagnostics with the
    stack, and the `reason` of the result classifies why there is no value.
    """
    # Checking packages needs none of it
    from muranopl.execution.running.call_targets import Called
    from muranopl.execution.running.calling import call

    called = Called(
        class_query(class_, version, package),
        arguments.name(method, "method"),
        arguments.optional_text(object_id, "object_id"),
        bool(any_method),
    )
    executing = _executing(packages, class_configs, cloud, limits, schedule)
    return call(executing, called, (packages.data(given), more), packages.data(model))


def run_tests(
    packages: CatalogPackages,
    names: str | Iterable[str] = (),
    *,
    stop: bool = False,
    coverage: bool = False,
    listed: bool = False,
    class_configs: StrPath | None = None,
    cloud: StrPath | Mapping[str, Any] | None = None,
    limits: ExecutionLimits | None = None,
    schedule: int | None = None,
) -> TestReport:
    """Run the tests of the packages of `paths`.

    These are methods `test...` of descendants of io.murano.test.TestFixture. `names` are those
    of methods, classes ("full.Name") or both ("full.Name.testIt"), with a case in brackets
    ("testIt[small]"), patterns or parts of these; without any all tests run, each in an
    execution of its own. If they are only `listed`, none is run, and `selected` of the report
    has their names. With `stop` the first test that
    does not pass is the last. With `coverage` the report has the instructions that ran.
    `class_configs`, `cloud`, `limits` and `schedule` are as in `session`, for each test. Never
    raises for what tests do.
    """
    # Checking packages needs none of it
    from muranopl.execution.testing import package_tests

    words = [arguments.name(name, "each of names") for name in arguments.names(names, "names")]
    query = package_tests.TestQuery(
        words, bool(stop), packages.workers.jobs, bool(coverage), bool(listed)
    )
    return package_tests.run_tests(
        _executing(packages, class_configs, cloud, limits, schedule), packages.paths.own(), query
    )


def deploy(
    packages: CatalogPackages,
    model: StrPath | Mapping[str, Any],
    *,
    method: str = "deploy",
    class_configs: StrPath | None = None,
    cloud: StrPath | Mapping[str, Any] | None = None,
    limits: ExecutionLimits | None = None,
    schedule: int | None = None,
) -> DeployResult:
    """Return the effects of deploying an object model.

    These are stacks, execution plans, reports and log lines, in order. Nothing is deployed: the
    classes that the engine writes in Python are simulated, and `cloud` is a cloud file or its
    data, with the answers of a cloud (docs/deploying.md). The `method` of the root object is
    called. `core_library` must be one with bodies, as the engine's own. `class_configs`,
    `limits` and `schedule` are as in `session`. Never raises for a bad model or cloud file.
    """
    # Checking packages needs none of it
    from muranopl.execution.running.deploying import deploy

    name = arguments.name(method, "method")
    executing = _executing(packages, class_configs, cloud, limits, schedule)
    return deploy(executing, packages.data(model), name)


def export(
    packages: CatalogPackages,
    model: Model,
    *,
    method: str = "deploy",
    user_data: bool = False,
    class_configs: StrPath | None = None,
    cloud: StrPath | Mapping[str, Any] | None = None,
    limits: ExecutionLimits | None = None,
    schedule: int | None = None,
) -> ExportResult:
    """Return what deploying an object model makes of a cloud, as files that need no Murano.

    These are templates of Heat, the execution plans of servers as scripts, and `EXPORT.md`, which
    explains them (docs/leaving-murano.md). With `user_data` plans that need nothing of another
    server become its user data. The other arguments are those of `deploy`. A deployment that fails
    has no files. Never raises for a bad model or cloud file.
    """
    # Checking packages needs none of it
    from muranopl.writing.exporting.export import export

    name = arguments.name(method, "method")
    executing = _executing(packages, class_configs, cloud, limits, schedule)
    return export(executing, packages.data(model), name, user_data=bool(user_data))


def _executing(
    packages: CatalogPackages,
    class_configs: StrPath | None,
    cloud: StrPath | Mapping[str, Any] | None,
    limits: ExecutionLimits | None,
    schedule: int | None,
) -> Executing:
    from muranopl.execution.running.executing import (  # not for checks
        Executing,
        checked,
    )

    seed = arguments.optional_integer(schedule, "schedule")
    inputs = msgspec.structs.asdict(packages.inputs(class_configs))
    definition = packages.data(cloud)
    return Executing(**inputs, cloud=definition, limits=checked(limits), schedule=seed)
