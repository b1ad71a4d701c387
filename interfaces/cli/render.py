"""The command `muranopl render`: write an object model with its classes applied."""

from __future__ import annotations

import click
import msgspec

from muranopl.interfaces.cli.dumping import structured
from muranopl.interfaces.cli.help import RichHelp
from muranopl.interfaces.cli.model_options import ModelOptions, model_options
from muranopl.interfaces.cli.options import flag, format_option, input_option
from muranopl.interfaces.cli.package_options import Common, package_options


@click.command(
    cls=RichHelp,
    epilog="""Exit status: 0 the model loads, 1 it does not, 2 wrong usage or nothing to check, 3 a bug in muranopl.

The completed model goes to standard output, diagnostics go to standard error. A model that would not load is not
written.""",
)
@click.argument("model", metavar="MODEL", type=click.Path(allow_dash=True))
@package_options
@input_option(
    "--form",
    "answers",
    help_="Answers to the form of a package, {form: {field: value}}; MODEL is that package then.",
)
@click.option("--name", metavar="NAME", help="The name of the application that the form makes.")
@input_option(
    "--parameters", help_="What the ParametersSource of the form returns, which is not run."
)
@flag(
    "--unrendered",
    help="Write the application as the form makes it, with no class applied.",
)
@click.option(
    "--class", "class_", metavar="NAME", help="The class of the root where its header does not say."
)
@model_options
@format_option(("json", "yaml"), "How the model is written.")
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
    """Render an object model: apply its classes to it, as loading it at deployment does, and write it out complete.

    MODEL is what a dashboard or an API call sends, as JSON or YAML; - for standard input. Packages come from -L, each a
    package or a folder of them; the core library is always there.

    With --form MODEL is a package, and its form is filled in: the model is what the dashboard would send for these
    answers, in an environment. What a field refuses is reported at the answer, what fails in the definition there.

    Every value is converted by its contract, defaults are filled in, objects get ids and versions. Whatever would keep
    the model from loading is reported, everything at once, with its path in the model. Where the engine differs from
    the documents of the language, these are followed, with a warning; --quirk chooses the engine's way.

    \b
    Examples:
      muranopl render environment.json -L apps/
      muranopl render app.yaml -L my.package/ --class my.package.App --format yaml
      muranopl render environment.json -L apps/ --quirk engine -o complete.json
      muranopl render - -L apps/ --diagnostics json < model.json
      muranopl render --form answers.json my.package/ -L apps/
    """  # noqa: D301 - click wants the character
    if answers is None and (name or parameters or unrendered):
        raise click.UsageError("--name, --parameters and --unrendered go with --form.")
    if answers is not None and class_:
        raise click.UsageError("--class is for an object model: the form says the class itself.")
    configs = options.class_configs
    if answers is not None:
        # `render_form` looks for forms in `paths`, so only MODEL may be there
        libraries = (*common.paths, *common.settings.libraries)
        settings = msgspec.structs.replace(common.settings, libraries=libraries)
        common = msgspec.structs.replace(common, paths=[model], settings=settings)
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
