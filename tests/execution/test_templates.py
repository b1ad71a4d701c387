"""`template()` arguments of calls and `dump`: which ids are written, and what is written out (measured)."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.conformance.loading import evaluated_packages, write_packages
from tests.conformance.running import Call, ran

CLASSES = """\
Name: Thing
Properties:
  n: {Contract: $, Default: 1}
  other: {Contract: $.class(std:Object)}
---
Name: Loud
Extends: Thing
Methods:
  .init: {Body: [Throw: made]}
---
Name: Root
Properties:
  first: {Contract: $, Usage: InOut, Default: null}
  second: {Contract: $, Usage: InOut, Default: null}
Methods:
  .init:
    Body:
    - $.second: new(Thing, $this)
    - $.first: new(Thing, $this, other => $.second)
"""
METHODS = """\
one:
  Usage: Static
  Arguments: [t: {Contract: $.template(Thing)}]
  Body: [Return: $t]
several:
  Usage: Static
  Arguments: [t: {Contract: [$.template(Thing)]}]
  Body: [Return: $t]
"""
GIVEN = """\
- $d:
    '?': {id: abc, type: conf.Thing}
    n: 3
    other: {'?': {id: inner, type: conf.Thing}, other: abc}
"""


def value(body: str, folder: Path) -> object:
    case = {"body": body, "methods": METHODS, "classes": CLASSES}
    write_packages(evaluated_packages(case, "1.4"), folder)
    result = ran(muranopl.Catalog([folder]), Call("conf.Main", "run", [], {}))
    return result.get("value", result)


@pytest.mark.parametrize("call", ["$this.one($d)", "$this.several([$d]).first()"])
def test_a_template_argument_gets_new_ids(call: str, tmp_path: Path) -> None:
    read = "- $h: $t.get('?')\n- $o: $t.other\n- $i: $o.get('?')\n"
    body = (
        f"{GIVEN}- $t: {call}\n{read}- Return: [$h.id = abc, $i.id = inner, $o.other = $h.id, $t.n]"
    )
    assert value(body, tmp_path) == [False, False, True, 3]


def test_each_call_gives_another_id(tmp_path: Path) -> None:
    body = f"{GIVEN}- $a: $this.one($d).get('?')\n- $b: $this.one($d).get('?')\n- Return: $a.id = $b.id"
    assert value(body, tmp_path) is False


def test_nothing_of_a_template_argument_is_constructed_or_kept(tmp_path: Path) -> None:
    loud = "- $d:\n    '?': {type: conf.Loud}\n    other: {'?': {type: conf.Loud}}\n- $this.one($d)\n- Return: 1"
    assert value(loud, tmp_path / "loud") == 1
    kept = value(f"{GIVEN}- $this.one($d)\n- Return: new(Thing, other => abc)", tmp_path / "kept")
    assert isinstance(kept, dict)
    assert kept["throws"] == ["murano.dsl.exceptions.NoObjectFoundError"]


def test_an_object_without_owner_is_written_out_in_a_template(tmp_path: Path) -> None:
    body = (
        "- $u: new(Thing)\n- $d:\n    '?': {type: conf.Thing}\n    other: $u\n"
        "- $t: $this.one($d)\n- Return: $t.other.n"
    )
    assert value(body, tmp_path) == 1


@pytest.mark.parametrize("form", ["Serializable", "Mixed", "Inline"])
def test_what_is_not_inside_a_dumped_object_is_its_id(form: str, tmp_path: Path) -> None:
    inner = "$d.values().first().other" if form == "Inline" else "$d.other"
    body = f"- $r: new(Root)\n- $d: dump($r.first, {form})\n- Return: {inner} = id($r.second)"
    assert value(body, tmp_path) is True


def test_what_belongs_to_no_object_is_written_out_in_a_dump(tmp_path: Path) -> None:
    assert value("- $d: dump(new(Thing, other => new(Thing)))\n- Return: $d.other.n", tmp_path) == 1
