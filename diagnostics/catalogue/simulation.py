"""Simulated clouds: the cloud file."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

AGENT_ANSWERS = render.error(
    "MPL570 agent-answers",
    "an agent of the cloud file needs exactly one of answer, error and silent, but {found}",
    "write what its plans return: `answer: value`, `error: message`, or `silent: true`",
)
