"""The command `muranopl render`: write an object model with its classes applied."""

from __future__ import annotations

import click

from muranopl.interfaces.cli.dumping import structured
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.model_options import ModelOptions, model_options
from muranopl.interfaces.cli.options import flag, format_option, input_option
from muranopl.interfaces.cli.package_options import Common, package_options


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the model loads, 1 it does not, 2 wrong usage or nothing to check, 3 a bug in muranopl.

The completed model goes to standard output; diagnostics go to standard error. A model that does not load is not
written.""",
)
@click.argument("model", metavar="MODEL", type=click.Path(allow_dash=True))
@package_options
@input_option(
    "--form",
    "answers",
    help_="Answers to the form of a package, {form: {field: value}}; MODEL is then the package.",
)
@click.option("--name", metavar="NAME", help="With --form: name of the application.")
@input_option(
    "--parameters", help_="With --form: the result of its ParametersSource, which is not run."
)
@flag(
    "--unrendered",
    help="With --form: write the application as the form creates it, without rendering it.",
)
@click.option(
    "--class", "class_", metavar="NAME", help="Class of the root object if its header has none."
)
@model_options
@format_option(("json", "yaml"), "Format of the model.")
def render(
    common: Common,
    options: ModelOptions,
    *,
    model: str,
    answers: str | None,
    name: str | None,
    parameters: str | None,
    unrendered: bool,
    class_: str | None,
    format_: str,
) -> None:
    """Load an object model as a deployment does, and write the completed model.

    MODEL is an object model as a dashboard or an API client sends it, as JSON or YAML; - for standard input. Packages
    are given with -L; the core library is always available.

    With --form, MODEL is a package, and the object model is created from answers to its form, as in the dashboard.
    Rejected answers are reported in the file of answers, and errors of the form in the form.

    Contracts convert values, defaults are filled in, and objects get ids and versions. All problems that keep the model
    from loading are reported, with their paths in the model. Where the engine differs from the
    documentation of the language, muranopl follows the documentation, with a warning; --quirk follows the engine.

    \b
    Examples:
      muranopl render environment.json -L apps/
      muranopl render app.yaml -L my.package/ --class my.package.App --format yaml
      muranopl render environment.json -L apps/ --quirk engine -o complete.json
      muranopl render - -L apps/ --diagnostics json < model.json
      muranopl render --form answers.json my.package/ -L apps/
    """  # noqa: D301 - click wants the character
    if answers is None and (name or parameters or unrendered):
        raise click.UsageError("--name, --parameters and --unrendered need --form.")
    if answers is not None and class_:
        raise click.UsageError("--class and --form cannot be combined: the form names the class.")
    configs = options.class_configs
    if answers is not None:
        common = common.for_form(model)
    inputs = [model] if answers is None else [answers, parameters]
    with options.catalog(common, inputs) as catalog:
        if answers is None:
            result = catalog.render(model, class_, class_configs=configs)
        else:
            result = catalog.render_form(
                None,
                answers,
                name=name,
                parameters=parameters,
                unrendered=unrendered,
                class_configs=configs,
            )
    text = None if result.model is None else structured(result.model, format_)
    options.finish(common, result.diagnostics, text, failed=not result.ok, models=1)
