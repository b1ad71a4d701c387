"""docs/serving.md names what there is."""

from __future__ import annotations

import re

from muranopl.interfaces.server.application import OPERATIONS
from tests import command_line
from tests.project import ROOT

TEXT = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")


def test_every_operation_is_described() -> None:
    named = {path.rstrip("`") for path in re.findall(r"(?<=[ `])/[\w{}./]*", TEXT)}
    for operation in OPERATIONS:
        ends = operation.path.removeprefix("/v1/catalog/packages") or operation.path
        assert {operation.path, ends} & named, operation.path


def test_options_are_those_of_the_command() -> None:
    shown = command_line.run("serve", "--help").output
    assert [
        item
        for item in set(re.findall(r"(?<=`)--[a-z-]+", TEXT)) - {"--format"}
        if item not in shown
    ] == []
