"""What the decorator of entities makes of a class."""

from __future__ import annotations

from typing import Any

import pytest

from muranopl.ard.nodes import Node, Scalar
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.entity import Entity, entity, read, read_entity, replaced
from muranopl.language.grammar.readers import anything, text
from muranopl.language.grammar.reading import Reading


@entity
class Thing(Entity):
    """A thing."""

    given: int
    name: str | None = read("Name", text, default="nameless", required=True)
    first: Node | None = read("First", anything, default=None)
    plain: int = 3

    def shout(self) -> str:
        """A method."""
        return f"{self.name}!"


@entity
class Special(Thing):
    """A special thing."""

    name: str | None = read("Title", text, default="special")
    last: Node | None = read("Last", anything, default=None, lookup=True)


def test_tags_and_defaults_are_told_apart() -> None:
    thing = Thing(given=1)
    assert (thing.given, thing.name, thing.first, thing.plain, thing.shout()) == (
        1,
        "nameless",
        None,
        3,
        "nameless!",
    )
    assert {key: tag.attribute for key, tag in Thing.TAGS.items()} == {
        "Name": "name",
        "First": "first",
    }
    assert (Thing.__name__, Thing.__module__, Thing.__doc__) == ("Thing", __name__, "A thing.")


def test_a_subclass_has_the_tags_of_its_base_and_may_replace_them() -> None:
    assert list(Special.TAGS) == ["Title", "First", "Last"]
    assert Special(given=1).shout() == "special!"
    assert list(Thing.TAGS) == ["Name", "First"]


def test_entities_are_what_they_are_not_what_they_hold() -> None:
    one, other = Thing(given=1), Thing(given=1)
    assert one != other
    assert len({one, other}) == 2
    changed = replaced(one, name="x")
    assert (changed.name, one.name, changed.given) == ("x", "nameless", 1)


def test_a_field_without_a_default_has_to_be_given() -> None:
    make: Any = Thing
    with pytest.raises(TypeError):
        make()


def test_what_cannot_be_read_has_its_defaults() -> None:
    findings = Findings()
    node = Scalar(File("", "x.yaml"), 1, 1, 1, 2, "x")
    assert read_entity(Thing, node, Reading(findings), "the thing", given=2).name == "nameless"
    assert [diagnostic.code for diagnostic in findings.diagnostics] != []
