"""Phase 5 in parts: each worker renders some of the packages, and sends what it found."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.incremental.whose import Whose
from muranopl.incremental.workers import Workers, shares
from muranopl.phases.driver import Outcome
from muranopl.read.package import Package
from muranopl.render.phase import render
from muranopl.semantics.inference.surroundings import Answer, Question


class Rendered(msgspec.Struct, array_like=True):
    """What was found in some packages, and what they asked, see `Surroundings`."""

    diagnostics: list[Diagnostic]
    asked: dict[str, list[tuple[Question, Answer]]]


def render_apart(outcome: Outcome, whose: Whose, workers: Workers, count: int) -> list[Diagnostic]:
    """Run phase 5 on what was inherited; return its diagnostics. Raises BrokenExecutor, LookupError."""

    def part(packages: list[Package]) -> bytes:
        rendering = render(outcome.names, outcome.inheritance, outcome.around, {each.id for each in packages})
        asked = {name: list(answers.items()) for name, answers in outcome.around.asked.items()}
        return whose.encode(Rendered(rendering.diagnostics, asked))

    wanted = [each for each in outcome.read.packages if outcome.part is None or each.id.name in outcome.part.wanted]
    decoder = whose.decoder(Rendered)
    found: list[Diagnostic] = []
    for answer in workers.run(part, shares(wanted, lambda each: len(each.units), count)):
        rendered = decoder.decode(answer)
        found.extend(rendered.diagnostics)
        for name, asked in rendered.asked.items():
            outcome.around.asked.setdefault(name, {}).update(asked)
    return found
