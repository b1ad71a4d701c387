"""Every class of the examples and of the embedded core library draws its form, without an error of a script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

PARTS = 4
WITHOUT = {"example.hostile.Wrong"}  # it cannot be loaded


@pytest.mark.parametrize("part", range(PARTS))
def test_every_class_draws_a_form(page: Page, part: int) -> None:
    classes = page.request.get("classes").json()["classes"]
    forms = [
        class_
        for class_ in classes
        if class_["usage"] == "Class"
        and class_["package"] != "example.broken"
        and class_["name"] not in WITHOUT
    ]
    assert len(forms) > 60
    page.goto("#/form")
    expect(page.get_by_label("Class", exact=True)).to_be_visible()
    for form in forms[part::PARTS]:
        name, version, package = form["name"], form["version"], form["package"]
        page.evaluate(
            "hash => { window.location.hash = hash }",
            f"#/form/{name}?version={version}&package={package}",
        )
        expect(page.locator(".class-line code")).to_contain_text(f"{name}/{version}")
        expect(page.get_by_role("heading", name="Object model")).to_be_visible()
        expect(page.get_by_role("heading", name="No form for")).to_have_count(0)
