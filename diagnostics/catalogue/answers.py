"""Answers to the forms of a UI definition, and the object model that is made of them."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

BAD_ANSWERS = render.error(
    "MPL541 bad-answers",
    "{what} must be a mapping, not {found}",
    "write answers as {{form: {{field: value}}}}",
)
UNKNOWN_ANSWER = render.error("MPL542 unknown-answer", "{what}")
ANSWER_REFUSED = render.error(
    "MPL543 answer-refused", 'field "{field}" of form "{form}" does not take {value}: {problem}'
)
ANSWER_MISSING = render.error(
    "MPL544 answer-missing", 'field "{field}" of form "{form}" must not be empty{why}', "answer it"
)
FORM_REFUSED = render.error(
    "MPL545 form-refused",
    'form "{form}" does not take these answers: {problem}',
    "answer as its validator asks",
)
FORM_EXPRESSION_FAILS = render.error("MPL546 form-expression-fails", "{what} fails: {problem}")
NO_FORM = render.error(
    "MPL547 no-form",
    "package {package} {problem}",
    "render an object model in place of answers, or give a package with a UI definition",
)
PARAMETERS_NOT_RUN = render.warning(
    "MPL548 parameters-source-not-run",
    "ParametersSource is not run, so what {name} gives is null here",
    "give what it returns with --parameters",
)
STAND_IN = render.info(
    "MPL549 stand-in", 'every deployment makes {what} anew: "{value}" stands for it'
)
