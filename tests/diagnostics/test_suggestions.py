"""Suggestions work: what they ask to write makes the diagnostic disappear, and no new one appear."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

import pytest

from muranopl import Diagnostic, Severity
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.examples import Entry, EntryKind, files, options
from muranopl.diagnostics.pages import WITHOUT_EXAMPLES
from tests import casefile
from tests.diagnostics.following import Act, Files, alternatives, followed, with_fix
from tests.material import Example
from tests.rows import Part, Rows, parts
from tests.test_messages import BODIES, INSTRUCTIONS, SAMPLE

EXAMPLES = {
    code: rule.page.bad for code, rule in sorted(rules().items()) if code not in WITHOUT_EXAMPLES
}
TESTS = Path(__file__).parents[1]
MODELS = ("model.json", "answers.json")
MOST_WAYS = 300
"""As many ways of following a suggestion are tried."""

COMMANDS = ("muranopl ", "--")
"""What begins so is a command or its option, which is no text of a package."""
BY_AUTHOR = {"MPL202": "each class gets a name of its own, which is listed in the manifest"}
"""Suggestions whose texts need others beside them, which only the author knows."""
LATER = {
    "MPL601": {"MPL640", "MPL650"},  # names that are unknown with and without quotes
    "MPL705": {"MPL704"},  # the same entry, which has another effect then
    "MPL951": {"MPL953"},  # the changes, which the version allows then
}
"""Diagnostics that say after a suggestion what they could not say before."""
GUESSES = {
    "keys_of_their_own": "keys that are no slips for those of the language, and have other values"
}
"""Cases whose suggestions are but guesses."""
WORSE = frozenset({
    "MPL111", "MPL113", "MPL119", "MPL120", "MPL121", "MPL122", "MPL123", "MPL208",
    "MPL209", "MPL640", "MPL650", "MPL651", "MPL652",
})  # fmt: skip
"""Files with many mistakes: no text that a suggestion asks for may be unreadable or unknown."""


class Trial:
    """Follows the suggestions of an example; only new diagnostics of `worse` count, if it is given."""

    def __init__(
        self, example: Example, folder: Path, worse: Collection[str] | None = None
    ) -> None:
        self._example = example
        self._folders = (folder / str(number) for number in itertools.count())
        self._worse = worse
        self.before = example.diagnostics(next(self._folders))

    def problems(self, diagnostic: Diagnostic) -> Iterator[str]:
        """Yield what is wrong with the suggestion of a diagnostic."""
        files = self._example.files
        for fix in diagnostic.fixes:
            changed = with_fix(files, fix)
            if changed is not None and not self._works([changed], diagnostic):
                yield f"{_shown(diagnostic)}: the fix does not work"
        asked = alternatives(diagnostic.suggestion or "")
        for step in itertools.chain(*(item.steps for item in asked)):
            if step.act is Act.NAME and not self._names(step.text, diagnostic):
                yield f"{_shown(diagnostic)}: `{step.text}` is neither to be written nor written"
        to_follow = [item for item in asked if item.is_to_follow]
        if diagnostic.fixes:
            del to_follow[:1]  # which the fixes make
        works = [
            self._works(followed(files, diagnostic, item.steps), diagnostic) for item in to_follow
        ]
        conditional = [work for item, work in zip(to_follow, works, strict=True) if item.condition]
        for item, work in zip(to_follow, works, strict=True):
            if not work and not (item.condition and any(conditional)):
                yield f"{_shown(diagnostic)}: {item.shown} does not work"

    def _names(self, text: str, diagnostic: Diagnostic) -> bool:
        written = [entry.content.decode(errors="replace") for entry in self._example.files.values()]
        is_sign = re.fullmatch(r"\W+", text) is not None
        return (
            is_sign
            or text.startswith(COMMANDS)
            or any(text in item for item in (diagnostic.message, *written))
        )

    def _works(self, ways: Iterable[Files], diagnostic: Diagnostic) -> bool:
        """Return whether one of these ways makes a diagnostic disappear, and no new one appear."""
        code = diagnostic.code
        before = Counter(item.code for item in self.before)
        for changed in itertools.islice(ways, MOST_WAYS):
            found = self._example._replace(files=changed).diagnostics(next(self._folders))
            after = Counter(item.code for item in found if item.code not in LATER.get(code, ()))
            new = (after - before).keys()
            if self._worse is not None:
                new &= self._worse
                same = (code, diagnostic.message)
                gone = _count(same, found) < _count(same, self.before)
            else:
                gone = after[code] < before[code]
            if gone and not new:
                return True
        return False


def _count(same: tuple[str, str], diagnostics: Iterable[Diagnostic]) -> int:
    return sum((item.code, item.message) == same for item in diagnostics)


def _shown(diagnostic: Diagnostic) -> str:
    return f"{diagnostic} [{diagnostic.suggestion}]"


def example_problems(code: str, folder: Path) -> Iterator[str]:
    """Yield what is wrong with the suggestions of the bad example of a rule."""
    bad = EXAMPLES[code]
    trial = Trial(Example(files(bad), options(bad)), folder)
    for diagnostic in trial.before:
        if code not in BY_AUTHOR:
            yield from trial.problems(diagnostic)


def further_examples() -> Iterator[tuple[str, Example]]:
    """Yield packages with many mistakes: cases, reported mistakes, and lines of method bodies."""
    for file in sorted((TESTS / "cases").rglob("*.case")):
        case = casefile.read(file.read_text(encoding="utf-8"))
        yield file.stem, Example(case.files, case.options)
    for manifest in sorted(TESTS.glob("conformance/reports/*/manifest.yaml")):
        package = manifest.parent
        entries = {
            file.relative_to(package).as_posix(): Entry(EntryKind.FILE, file.read_bytes())
            for file in package.rglob("*")
            if file.is_file() and file.name not in MODELS
        }
        yield package.name, Example(entries, {})
    for line in {**BODIES, **INSTRUCTIONS}:
        yield line, Example(files(f"{SAMPLE}      - {line}\n"), {})


def further_problems(example: Example, folder: Path) -> Iterator[str]:
    """Yield what is wrong with the suggestions of a package, each of which is followed once."""
    trial = Trial(example, folder, WORSE)
    seen: set[tuple[str, str | None]] = set()
    for diagnostic in trial.before:
        same = diagnostic.code, diagnostic.suggestion
        if same not in seen and diagnostic.code not in BY_AUTHOR:
            seen.add(same)
            yield from trial.problems(diagnostic)


@parts(2)
def test_suggestions_of_examples_work(rows: Rows, part: Part) -> None:
    rows.check("suggestions", {code: code for code in EXAMPLES}, example_problems, part)


@parts(4)
def test_suggestions_of_cases_work(rows: Rows, part: Part) -> None:
    examples = {name: example for name, example in further_examples() if name not in GUESSES}
    rows.check("suggestions of cases", examples, further_problems, part)


MANIFEST = "=== manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.app\nClasses: {example.app.A: A.yaml}\n"
CLASS = f"{MANIFEST}=== Classes/A.yaml\nNamespaces: {{=: example.app}}\nName: A\n"
MODEL = CLASS + "Properties: {port: {Contract: {size: $}}}\n=== model.yaml\n"
FORM = (
    f"{CLASS}Extends: io.murano.Application\n=== UI/ui.yaml\nVersion: 2.4\n"
    "Application: {'?': {type: example.app.A}}\nForms: [{main: {fields: [{name: size, type: TYPE}]}}]\n"
)
GIVEN = {
    "a key of the manifest": f"{MANIFEST}Descripton: a\nDescription: b\n",
    "a meta class": f"{CLASS}Meta: {{io.murano.metadata.Title: {{text: a, txt: b}}}}\n",
    "new()": f"{CLASS}Properties: {{port: {{Contract: $}}}}\n"
    "Methods: {go: {Body: [$.go(new(A, port => 1, prot => 2))]}}\n",
    "an argument": f"{CLASS}Methods: {{go: {{Arguments: [port: {{Contract: $}}],\n"
    "  Body: [$.go(port => 1, prot => $port)]}}\n",
    "a property": MODEL + "{'?': {type: example.app.A}, port: {size: 1}, prot: 1}\n",
    "a header": MODEL + "{'?': {type: example.app.A, tpye: b}, port: {size: 1}}\n",
    "a mapping": MODEL + "{'?': {type: example.app.A}, port: {size: 1, szie: 2}}\n",
    "a property of a form": FORM.replace("TYPE", "string")
    .replace("Extends", "Properties: {port: {Contract: {size: $}}}\nExtends")
    .replace("A}}", "A}, port: {size: 1, szie: 2}, prot: $.main.size}"),
    "an attribute": FORM.replace("TYPE", "string, label: a, lable: b"),
    "a requirement": FORM.replace("TYPE", "flavor, requirements: {min_disk: 1, min_dsik: 2}"),
    "a version": FORM.replace("TYPE", "string").replace(
        "Version: 2.4\n", "Version: 2.4\nversion: 2.4\n"
    ),
    "an answer": FORM.replace("TYPE", "string") + "=== answers.yaml\nmain: {size: a, szie: b}\n",
    "a form": FORM.replace("TYPE", "string")
    + "=== answers.yaml\nmain: {size: a}\nmian: {size: b}\n",
}


@pytest.mark.parametrize("where", GIVEN)
def test_a_name_that_is_given_is_not_suggested(where: str, tmp_path: Path) -> None:
    found = Example(files(GIVEN[where])).diagnostics(tmp_path / "example")
    suggested = {item.suggestion for item in found if item.severity is not Severity.INFO}
    assert suggested
    assert not [item for item in suggested if item and "did you mean" in item]


BODY = f"{CLASS}Properties: {{port: {{Contract: $.int()}}}}\nMethods:\n  go:\n    Body:\n      - "
CONTRACT = f"{CLASS}Properties:\n  port:\n    Contract: "
SUGGESTED = {
    CONTRACT + "string": "did you mean `$.string()`?",
    CONTRACT + "number": "did you mean `$.int()`?",
    CONTRACT + "'$.int()'": "remove the quotes: `$.int()`",
    CONTRACT + "class(:A).notNull()": "write `$.class(:A).notNull()`",
    CONTRACT + "$.object()": "did you mean class(name)?",
    CONTRACT + "$.text(A)": "did you mean string()?",
    CONTRACT + "$.int().check($ > 1 && $ < 5)": "write `and` in place of `&&`",
    CONTRACT + "$.int().check($ == 1)": "write `=` in place of `==`",
    BODY + "If: $.port == 1\n        Then: [Return: 1]": "write `=` in place of `==`",
    BODY + "Return: not $.port<>1": "write `!=`, or quote it if a string is intended",
    BODY + "Return: !yaql '$.port||2'": "write `or`",
    BODY + "Return: !yaql '!$.port'": "write `not`",
}


@pytest.mark.parametrize("text", SUGGESTED)
def test_what_is_suggested_works(text: str, tmp_path: Path) -> None:
    trial = Trial(Example(files(f"{text}\n")), tmp_path)
    suggestions = {item.suggestion for item in trial.before}
    assert suggestions == {SUGGESTED[text]}
    assert [problem for item in trial.before for problem in trial.problems(item)] == []
