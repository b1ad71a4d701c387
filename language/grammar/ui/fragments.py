"""Reads the model fragments of a UI definition: Application, Templates and Parameters.

Text in them that was meant as an expression is reported: the dashboard sends it unchanged, with its `$`.
Reference: ui-definition, File and loading.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeVar

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, is_false, is_null, text_of, walk
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.catalogue import calls as call_rules
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Applicability, Severity, write_instead
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.entity import Named, Reader, entity
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.names import WORD
from muranopl.language.grammar.readers import mapping_of
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CODE, FragmentShape, shape_of, shaped
from muranopl.language.grammar.ui.validators import reads_form, report_text
from muranopl.language.unparsed import QUOTE, parse_error

T = TypeVar("T")


@entity
class UITemplate(Named):
    """`name: fragment`, inserted for `$name` or by `ref(name)`."""


@entity
class UIParameter(Named):
    """`name: value`, evaluated before any form is shown."""


@shaped(FragmentShape())
def template(key: Node, value: Node, reading: Reading, what: str) -> UITemplate | None:
    """Return one template."""
    name = text_of(key)
    if name is None:
        reading.wrong_type(key, f"a name in {what}", "a string")
        return None
    check_fragment(value, reading, f'template "{name}"')
    return UITemplate(name=name, name_node=key, node=value)


@shaped(CODE)
def parameter(key: Node, value: Node, reading: Reading, what: str) -> UIParameter | None:
    """Return one parameter; one whose name does not begin with a letter is dropped (measured)."""
    name = key.value if isinstance(key, Scalar) else None
    if not isinstance(name, str) and not (isinstance(key, Scalar) and not key.value):
        reading.wrong_type(key, f"a name in {what}", "a string")
        return None
    # The dashboard takes over names that can be variables only.
    if not isinstance(name, str) or not name[:1].isalpha():
        reading.report(rules.PARAMETER_DROPPED, key, name=described(key))
        return None
    title = f'parameter "{name}"'
    for node in walk(value):
        if isinstance(node, Yaql) and reads_form(node):
            reading.report(rules.PARAMETER_READS_FORM, node, what=title, text=node.text)
    check_fragment(value, reading, title)
    return UIParameter(name=name, name_node=key, node=value)


def _table(reader: Reader[tuple[T, ...]]) -> Reader[tuple[T, ...]]:
    """Return a reader of mappings, where any other false value is like an absent key (measured)."""

    @shaped(shape_of(reader))
    def read_all(node: Node, reading: Reading, what: str) -> tuple[T, ...]:
        if is_false(node) and not is_null(node) and not isinstance(node, Mapping):
            reading.wrong_type(node, what, "a mapping", warning=True)
            return ()
        return reader(node, reading, what)

    return read_all


templates = _table(mapping_of(template))
parameters = _table(mapping_of(parameter))


def check_application(node: Node, named: bool, reading: Reading, what: str) -> None:
    """Check that `Application` is an object.

    `named` is true if the dashboard writes its name into the header (from 2.2 on). Otherwise the
    object or its header may be an expression.
    """
    if isinstance(node, Mapping):
        header = node.get(HEADER)
        if header is None:
            reading.report(yaml.MISSING_KEY, node.head, key=HEADER, what=what)
        elif isinstance(header, Mapping):
            _check_type(header, reading, what)
        elif named or not isinstance(header, Yaql):
            reading.wrong_type(header, f"{HEADER} of {what}", "a mapping")
        check_fragment(node, reading, what)
    elif named or not isinstance(node, Yaql):
        reading.wrong_type(node, what, "a mapping")


def _check_type(header: Mapping, reading: Reading, what: str) -> None:
    type_ = header.get("type")
    if type_ is None:
        reading.report(yaml.MISSING_KEY, header.head, key="type", what=f"{HEADER} of {what}")
    elif not isinstance(type_, Yaql) and text_of(type_) is None:
        reading.wrong_type(type_, f"type in {HEADER} of {what}", "a class name")


def check_fragment(value: Node, reading: Reading, what: str) -> None:
    """Check the expressions of a fragment, keys included, and the property names of its objects."""
    for node in walk(value):
        if isinstance(node, Yaql):
            report_text(node, reading, f"a value in {what}")
        elif isinstance(node, Mapping):
            header = node.get(HEADER)
            if header is None:
                _report_header_slip(node, reading, what)
                continue
            if isinstance(header, Mapping) and header.get("type") is None:
                _report_type_slip(header, reading, what)
            for key, _ in node.pairs:
                _check_property(key, reading, what)


def _report_header_slip(node: Mapping, reading: Reading, what: str) -> None:
    """Report a key like `??` whose value is like a header."""
    for key, value in node.pairs:
        name = text_of(key) or ""
        if (
            HEADER in name
            and not name.strip("?:'\" ")
            and isinstance(value, Mapping)
            and value.get("type") is not None
        ):
            _report_slip(key, HEADER, reading, f"an object in {what}")


def _report_type_slip(header: Mapping, reading: Reading, what: str) -> None:
    """Report `Type` in a header: without `type` the object has no class of its own."""
    for key, _ in header.pairs:
        name = text_of(key) or ""
        if name.lower() == "type":
            _report_slip(key, "type", reading, f"{HEADER} of an object in {what}")


def _report_slip(key: Node, meant: str, reading: Reading, what: str) -> None:
    reading.report(
        yaml.UNKNOWN_KEY,
        key,
        key=text_of(key) or "",
        what=what,
        severity=Severity.ERROR,
        suggestion=f"write `{meant}:`",
    )


def _check_property(key: Node, reading: Reading, what: str) -> None:
    if isinstance(key, Yaql) or (isinstance(key, Scalar) and key.value == HEADER):
        return
    if not WORD.match(text_of(key) or ""):
        reading.report(
            rules.PROPERTY_NOT_WORD, key, name=described(key), what=what, severity=Severity.WARNING
        )


# `$.form.field`, and texts that are nearly so.
_FIELD = lazy_pattern(
    r"(?P<before>[\s'\"]*)\$?(?P<open>[{(]?)\.?(?P<form>\w+)\.(?P<field>\w+)[})\],;'\"\s]*"
)
# The beginning of expressions that read data; prices and `Server(s)` do not match.
_BEGINNING = lazy_pattern(r"\s*(?:\$(?:\.|[A-Za-z_])|[A-Za-z_]\w*\([^$]*\$)")


def report_meant_expressions(
    fragments: Iterable[Node], forms: Collection[str], reading: Reading
) -> None:
    """Report text that reads a field in a wrong notation, and expressions that do not parse."""
    for fragment in fragments:
        keys = {
            id(key) for part in walk(fragment) if isinstance(part, Mapping) for key, _ in part.pairs
        }
        for node in walk(fragment):
            if isinstance(node, Scalar) and isinstance(node.value, str) and id(node) not in keys:
                _report(node, node.value, forms, reading)


def _report(node: Scalar, text: str, forms: Collection[str], reading: Reading) -> None:
    result = None
    if "." in text and ("$" in text or text.startswith(".")):
        result = _FIELD.fullmatch(text)
    if result is not None and result["form"] in forms:
        written = f"$.{result['form']}.{result['field']}"
        problem = "it is quoted"
        if not (not node.plain and text == written):
            problem = f"a field is read by `{written}`"
        reading.report(
            call_rules.NOT_AN_EXPRESSION,
            node,
            text=text,
            problem=problem,
            suggestion=f"write `{written}`",
        )
        return
    error = None
    if _BEGINNING.match(text):
        error = parse_error(node, Dialect.UI)
    if error is not None:
        place = place_within(node, error.start, error.end)
        reading.report(
            call_rules.NOT_AN_EXPRESSION,
            place,
            text=text,
            problem=error.message,
            suggestion=write_instead(error.instead, Applicability.UNSAFE, QUOTE),
        )
