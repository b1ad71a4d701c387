"""Mistakes that users reported, in small: each folder of `reports` says in EXPECT what is expected of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import muranopl
from tests import command_line

FOLDER = Path(__file__).parent / "reports"
UNUSED = ("MPL219", "MPL742")
"""Infos about what a reproduction leaves unused."""
EXPECTED: dict[str, set[str]] = {
    "field-for-some-objects": {"UI/ui.yaml:11 MPL734"},
    "manifest-long-name": {"manifest.yaml:4 MPL146"},
    "override-lacks-argument": {"Classes/OverrideLacksArgument.yaml:17 MPL653"},
    "plan-agent-rules": {
        "Resources/Berks.template:14 MPL833",
        "Resources/Chef.template:8 MPL833",
        "Resources/Chef.template:12 MPL833",
        "Resources/Future.template:1 MPL833",
        "Resources/NoOptions.template:7 MPL833",
        "Resources/Recipe.template:10 MPL833",
        "Resources/Shell.template:8 MPL833",
    },
    "plan-body-syntax": {"Resources/Scale.template:8 MPL830"},
    "plan-missing-file": {"Resources/Plan.template:14 MPL139"},
    "plan-never-bound": {"Classes/PlanNeverBound.yaml:17 MPL835"},
    "plan-other-script": {"Resources/Brain.template:8 MPL198", "Resources/Brain.template:8 MPL832"},
    "plan-parameter-unused": {"Resources/Plan.template:5 MPL834"},
    "quoted-expression": {"Classes/QuotedExpression.yaml:10 MPL111"},
    "required-but-absent": {"manifest.yaml:9 MPL211"},
    "runtime-not-set": {"Classes/RuntimeNotSet.yaml:14 MPL646"},
    "select-for-where": {"Classes/SelectForWhere.yaml:22 MPL654"},
    "ui-dollar-in-select": {"UI/ui.yaml:5 MPL724"},
    # Only beside other packages is it certain that the package is not there
    "ui-missing-package": {"UI/ui.yaml:10 MPL748"},
    "word-in-mapping": {"Classes/WordInMapping.yaml:25 MPL664"},
    "wrong-keywords": {"Classes/WrongKeywords.yaml:11 MPL653"},
}
QUESTIONS = "yaql-questions"
"""Asks what methods return, some of which fail."""
ANSWERS = Path(__file__).parent / "yaql_answers.json"
"""The answers: values, and exceptions; those of single expressions are the answers of yaql 3.2."""
CLEAN = {folder.name for folder in FOLDER.iterdir() if folder.is_dir()} - {*EXPECTED, QUESTIONS}


@pytest.mark.parametrize("name", sorted({*EXPECTED, *CLEAN}))
def test_report(name: str) -> None:
    libraries = [FOLDER / "ui-no-forms"] if name == "ui-missing-package" else []
    settings = muranopl.Settings(ignore=UNUSED)
    catalog = muranopl.Catalog([FOLDER / name], libraries=libraries, settings=settings)
    found = {f"{item.file}:{item.line} {item.code}" for item in catalog.check().diagnostics}
    assert found == EXPECTED.get(name, set())


FORMS = {
    "ui-forms-variable": (0, '"cidr": "10.1.0.0/16"', 2),
    "ui-password-no-confirm": (0, "MPL", 0),
    "ui-unicode-names": (0, "MPL", 0),
    "ui-yaql-validator": (1, "abc needs a larger size", 1),
}


@pytest.mark.parametrize("name", FORMS)
def test_form(name: str) -> None:
    status, text, times = FORMS[name]
    folder = FOLDER / name
    command = ("render", "--form", str(folder / "answers.json"), str(folder))
    done = command_line.run(*command, "--no-cache")
    assert done.exit_code == status
    assert done.output.count(text) == times


def test_keys_of_saved_attributes_are_texts() -> None:
    folder = FOLDER / "attribute-integer-keys"
    catalog = muranopl.Catalog([folder])
    model = json.loads((folder / "model.json").read_text())
    for _ in range(2):
        with catalog.session() as session:
            target = session.load(model)
            known = session.call(target, "acquire", (80,), public=False)
            assert known is False
            # Attributes are stored as JSON, whose keys are texts
            model = json.loads(json.dumps(session.save()))


def test_answers_to_questions() -> None:
    catalog = muranopl.Catalog([FOLDER / QUESTIONS])
    given = {}
    for name in json.loads(ANSWERS.read_text()):
        result = catalog.call("com.example.YaqlQuestions", name)
        given[name] = {"value": result.value}
        if result.diagnostics:
            (failure,) = result.diagnostics
            raised = failure.message.partition(":")[0].rpartition(".")[2]
            given[name] = {"raises": raised}
    # As JSON, where keys are texts
    assert json.loads(json.dumps(given)) == json.loads(ANSWERS.read_text())
