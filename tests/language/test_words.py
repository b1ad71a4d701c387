"""Everything that a package may say has words, which stand with its declaration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.grammar import class_, known_names, manifest
from muranopl.language.grammar.entity import Entity
from muranopl.language.grammar.readers import ClosedSet
from muranopl.language.grammar.shapes import ANYTHING, shape_of
from muranopl.language.grammar.ui import attributes, definition
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.language.grammar.ui.field_types.choices import SELECTOR
from muranopl.read.heat import template
from muranopl.read.heat.readers import PARAMETER_TYPES
from muranopl.read.heat.versions import ALL_CONDITIONS, ALL_FUNCTIONS, FUNCTION_WORDS
from muranopl.semantics.abstract.functions import signatures

READ = (template.HeatTemplate, class_.ClassDeclaration, manifest.Manifest, definition.UIDefinition)


def _subclasses(kind: type[Any]) -> Iterator[type[Any]]:
    for below in kind.__subclasses__():
        # Cloud files are read by entities, too, and are not part of the language
        if below.__module__.startswith(("muranopl.language.", "muranopl.read.heat.")):
            yield below
            yield from _subclasses(below)


def _keys() -> Iterator[tuple[str, str]]:
    for kind in _subclasses(Entity):
        for tag in kind.TAGS.values():
            yield f"{kind.__name__}.{tag.key}", tag.words
        for key, words in kind.APART.items():
            yield f"{kind.__name__}.{key}", words


def _choices() -> Iterator[tuple[str, str]]:
    for kind in _subclasses(ClosedSet):
        for member in kind:
            yield f"{kind.__name__}.{member.value}", member.words


def _contracts() -> Iterator[tuple[str, str]]:
    for name, function in FUNCTIONS.items():
        yield f"{name}()", function.words
        for parameter in function.parameters:
            yield f"{name}({parameter.name})", parameter.words


def _functions() -> Iterator[tuple[str, str]]:
    operators = ["[]", "+", "-", "!~", "*", "/", "<", "<=", "=~", ">", ">=", "in", "mod"]
    for name in (*signatures.names(), *operators):
        for signature in signatures.named(name):
            yield signature.line, signatures.words_of(signature)


def _forms() -> Iterator[tuple[str, str]]:
    yield "selector", SELECTOR.words
    for name, type_ in FIELD_TYPES.items():
        yield name, type_.words
    yield from attributes.FLAVOR_LIMITS.items()
    yield from attributes.NETWORK_KINDS.items()


def _headers() -> Iterator[tuple[str, str]]:
    yield known_names.HEADER, known_names.HEADER_WORDS
    yield from known_names.HEADER_KEYS.items()


def _heat() -> Iterator[tuple[str, str]]:
    for name in ALL_FUNCTIONS | ALL_CONDITIONS:
        yield name, FUNCTION_WORDS.get(name, "")
    yield from PARAMETER_TYPES.items()


@pytest.mark.parametrize(
    ("source", "least"),
    [
        (_keys, 120),
        (_choices, 25),
        (_contracts, 15),
        (_functions, 300),
        (_forms, 25),
        (_headers, 9),
        (_heat, 39),
    ],
)
def test_nothing_lacks_words(source: Any, least: int) -> None:
    words = dict(source())
    assert len(words) >= least
    assert [what for what, text in words.items() if not text] == []


@pytest.mark.parametrize(
    "source", [_keys, _choices, _contracts, _functions, _forms, _headers, _heat]
)
def test_words_are_sentences(source: Any) -> None:
    bad = [
        (what, text)
        for what, text in source()
        if not (text[:1].isupper() or text[:1] in "`1") or not text.endswith(".") or "  " in text
    ]
    assert bad == []


def test_readers_say_what_they_take() -> None:
    """Completion and the schemas of files follow the shapes of readers."""
    unmarked = {
        f"{kind.__name__}.{tag.key}"
        for kind in _subclasses(Entity)
        for tag in kind.TAGS.values()
        if shape_of(tag.reader) is ANYTHING
    }
    # Plain classes ignore these, whatever is written
    ignored = {f"ClassDeclaration.{key}" for key in class_.META_ONLY}
    data = {"TemplateParameter.default", "TemplateParameter.schema"}
    assert unmarked == ignored | data


def test_signatures_differ_by_their_words() -> None:
    """A name that is a function and a property has words for either."""
    words = {item.form: signatures.words_of(item) for item in signatures.named("version")}
    assert words == {"property": "The version of the class's package."}
    assert len({signatures.words_of(item) for item in signatures.named("+")}) == 2
