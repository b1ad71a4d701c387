"""The plugins that the reference project ships, and the packages that use them."""

from __future__ import annotations

import pytest

import muranopl
from muranopl.diagnostics.findings import Findings
from muranopl.read.extensions.opening import extensions_at
from tests.reference.material import PLUGINS

if not PLUGINS.is_dir():
    pytest.skip(
        "plugins of the reference project skipped: they are not there (make reference REFERENCE=CHECKOUT)",
        allow_module_level=True,
    )

METHODS = {
    "cloudify.CloudifyClient": "createDeployment deleteDeployment executeWorkflow initPlugin "
    "publishBlueprint waitDeploymentReady",
    "mirantis.example.Glance": "createGlanceClient getById getByName initPlugin list",
    "mirantis.magnum.Magnum": "createBay createBaymodel deleteBay deleteBaymodel getBayStatus initPlugin",
}


def test_all_of_their_classes_is_seen() -> None:
    findings = Findings()
    classes = {
        class_.name: class_
        for item in extensions_at([str(PLUGINS)], findings)
        for class_ in item.classes
    }
    methods = {
        name: " ".join(sorted(method.name for method in class_.methods))
        for name, class_ in classes.items()
    }
    assert methods == METHODS
    assert not any(class_.unseen for class_ in classes.values())
    # Two of the four make packages of other formats
    assert [item.code for item in findings.diagnostics] == ["MPL982", "MPL982"]


def test_packages_that_use_them_are_right_about_them() -> None:
    report = muranopl.validate(PLUGINS, extensions=PLUGINS)
    error = muranopl.Severity.ERROR
    assert [str(item) for item in report.diagnostics if item.severity is error] == []
    # Only their packages of other formats cannot be read
    assert any(item.code == "MPL130" for item in report.diagnostics)
    assert not any(item.code == "MPL211" for item in report.diagnostics)
