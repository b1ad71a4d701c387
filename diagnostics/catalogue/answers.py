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
    "MPL543 answer-refused", 'field "{field}" of form "{form}" rejects {value}: {problem}'
)
ANSWER_MISSING = render.error(
    "MPL544 answer-missing", 'field "{field}" of form "{form}" must not be empty{why}', "answer it"
)
FORM_REFUSED = render.error(
    "MPL545 form-refused",
    'form "{form}" rejects these answers: {problem}',
    "write answers that its validator accepts",
)
FORM_EXPRESSION_FAILS = render.error("MPL546 form-expression-fails", "{what} fails: {problem}")
NO_FORM = render.error(
    "MPL547 no-form",
    "package {package} {problem}",
    "pass an object model instead of answers, or a package with a UI definition",
)
PARAMETERS_NOT_RUN = render.warning(
    "MPL548 parameters-source-not-run",
    "ParametersSource is not run, so the value of {name} is null here",
    "pass its result with --parameters",
)
STAND_IN = render.info(
    "MPL549 stand-in", 'every deployment creates {what}: "{value}" is a placeholder'
)
