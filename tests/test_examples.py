"""Every rule's examples: the bad one gives this code and no other, the good one gives nothing.

Dumps of both have the shape of the schema of dumps.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import muranopl
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.examples import files, options
from muranopl.diagnostics.pages import FOLDER, WITHOUT_EXAMPLES, page
from muranopl.diagnostics.rules import Rule
from tests.material import ZIP, catalog, check, model, rendered
from tests.rows import Part, Rows, parts
from tests.views.dumps.shape import shape_errors

RULES = sorted(rules().values(), key=lambda rule: rule.code)
WITH_EXAMPLES = [rule for rule in RULES if rule.code not in WITHOUT_EXAMPLES]


def problems(rule: Rule, folder: Path) -> Iterator[str]:
    """Yield what the examples of a rule give besides what they are made to give."""
    report, lines = reported(rule.page.good, folder / "good")
    if lines:
        yield f"the good example gives {lines}"
    yield from (f"dump of the good example: {error}" for error in shape_errors(report))
    report, lines = reported(rule.page.bad, folder / "bad")
    if {line.split()[0] for line in lines} != {rule.code}:
        yield f"the bad example gives {lines}"
    yield from (f"dump of the bad example: {error}" for error in shape_errors(report))
    if not model(files(rule.page.bad)):
        phases = [
            phase
            for phase in Phase
            if rule.code in codes_up_to(phase, rule.page.bad, folder / "bad")
        ]
        if phases != [phase for phase in Phase if phase.number >= rule.phase.number]:
            yield f"the bad example gives it up to the phases {phases}"


@parts(2)
def test_examples(rows: Rows, part: Part) -> None:
    rows.check("examples", {rule.code: rule for rule in WITH_EXAMPLES}, problems, part)


def reported(example: str, folder: Path) -> tuple[muranopl.Report, list[str]]:
    """Return the report of an example, and what is said of it and of its object model if it has one: `CODE message`."""
    result, chosen = files(example), options(example)
    name = model(result)
    report = check(result, chosen, folder)
    diagnostics = [*report.diagnostics, *(rendered(name, chosen, folder) if name else ())]
    return report, [f"{diagnostic.code} {diagnostic.message}" for diagnostic in diagnostics]


def codes_up_to(phase: Phase, example: str, folder: Path) -> set[str]:
    """The codes that the checker reports on an example, written into `folder`, if it stops after a phase."""
    chosen = options(example)
    whole = ZIP if list(files(example)) == [ZIP] else "."
    with contextlib.chdir(folder):
        [against] = chosen.get("against") or [None]
        report = catalog(chosen, whole).check(stop_after=phase.value, against=against)
        return {diagnostic.code for diagnostic in report.diagnostics}


def test_every_rule_has_its_page_and_every_page_its_rule() -> None:
    pages = {file.stem: page(file.stem).heading for file in Path(FOLDER).iterdir()}
    assert pages == {rule.code: f"{rule.code} {rule.name}" for rule in RULES}


def test_codes_and_names_are_given_once() -> None:
    counts = Counter([rule.code for rule in RULES] + [rule.name for rule in RULES])
    assert [name for name, times in counts.items() if times > 1] == []
