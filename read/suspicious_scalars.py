"""Reports scalars that look like mistakes: text meant as an expression, expressions meant as text, secrets.

The engine accepts both silently (reference: packages-and-versions, Class files): a plain scalar
that does not parse as YAQL is text, and one that does is an expression, `10.0.0.0/24` and
`some-text` included.

YAML accepts plain scalars that end with a quote or a `)` that nothing opens: in `Author: Mirantis, Inc'` the
opening quote was forgotten. A text that looks like an expression is reported as such.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from muranopl.ard.nodes import Node, Scalar, Yaql, walk
from muranopl.ard.positions import source_of
from muranopl.ard.sources.source import SourceError, path_inside
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Literal, Unary, Variable, word
from muranopl.ard.yaql.tree import walk as walk_expression
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.catalogue import manifest as secret_rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import File, Place
from muranopl.language.contracts.facts import BY_DOCUMENT
from muranopl.language.contracts.functions.conversions import STRING
from muranopl.language.contracts.tree import Chain, Constant, Contract
from muranopl.language.contracts.tree import walk as walk_contract
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.known_names import names_secret
from muranopl.language.grammar.method import ArgumentDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.language.unparsed import (
    nones,
    parse_error,
    report_misspelt_null,
    report_unparsed,
    stray_closing,
)
from muranopl.read.package import PackageHeader

_NUMBERS = frozenset({int, float})
_OCTAL = lazy_pattern(r"[-+]?0[0-7_]+\Z")
_QUOTE = re.compile(r"""(?:[^'"]*+(['"])[^'"]*+\1)*[^'"]*+(?<=\S)['"][ \t\r]*(?:[,\]}].*)?\Z""")
# Patterns of the lines that may end such texts, also in a `[list]`. Few files have any, so that
# searching is fast.
_BRACKET = lazy_pattern(r"[^()]*+(?<=\w)\)[ \t\r]*\Z")


def report_suspicious_scalars(declaration: ClassDeclaration, findings: Findings) -> None:
    """Report suspicious scalars in the defaults of a class; bodies are checked elsewhere."""
    for item, default, what in defaults_of(declaration):
        contract = item.contract
        # Those of properties are not expressions
        if isinstance(item, PropertyDeclaration) and isinstance(contract, Constant):
            continue
        _report_default(
            default, isinstance(contract, Chain) and contract.function is STRING, what, findings
        )
        if nones(default) and (contract is None or not _is_reported(contract, default)):
            # Mismatches are reported with this cause
            report_misspelt_null(default, findings)


def _is_reported(contract: Contract, default: Node) -> bool:
    """Return whether a contract takes the text None, or a mismatch is reported with this cause."""
    verdicts = BY_DOCUMENT.verdicts(contract, default)
    mismatches = (verdict for verdict in verdicts if not verdict.names_id)
    return any(mismatches) or _names_none(contract)


def _names_none(contract: Contract) -> bool:
    """Return whether a contract names the text None, as one that a `check()` allows."""
    trees = (
        node.tree
        for part in walk_contract(contract)
        for node in (part.node,)
        if isinstance(node, Yaql)
    )
    parts = (item for tree in trees for item in walk_expression(tree))
    return any(getattr(part, "value", getattr(part, "name", None)) == "None" for part in parts)


def defaults_of(
    declaration: ClassDeclaration,
) -> Iterator[tuple[PropertyDeclaration | ArgumentDeclaration, Node, str]]:
    """Yield the properties and arguments that have a Default, each with that, and in words."""
    for property_ in declaration.properties:
        if property_.default is not None:
            yield property_, property_.default, f'property "{property_.name}"'
    for method in declaration.all_methods:
        for argument in method.arguments:
            if argument.default is not None:
                yield argument, argument.default, f'argument "{argument.name}"'


def _report_default(default: Node, is_text: bool, what: str, findings: Findings) -> None:
    for node in walk(default):
        if type(node) is Scalar:
            if not node.plain:
                continue
            report_unparsed(node, findings)
            _report_number(node, f"the Default of {what}", findings)
        elif (
            isinstance(node, Yaql)
            and says_nothing(node, numbers=is_text)
            and not _is_name(node.tree)
        ):
            findings.report(
                rules.TEXT_AS_EXPRESSION, node, what=f"the Default of {what}", text=node.text
            )


def says_nothing(node: Yaql, *, numbers: bool) -> bool:
    """Return whether an expression neither calls functions nor reads variables that are set.

    It has only bare words and operators. With `numbers`, operators between numbers alone count as
    well (`2015-07` where text is expected). `:Name` is a type literal and `-1` a number; both are
    meant. Variables are not set in a default; in a body they are, see
    `muranopl.semantics.bodies.written_values`.
    """
    tree = node.tree
    if tree.__class__ in _MEANT or (tree.__class__ is Binary and tree.right.__class__ is Call):
        return False  # as nearly always
    first = tree
    while first.__class__ is Binary:
        first = first.left
    if first.__class__ not in _PLAIN or _is_object(first):
        return False
    # `a - b` may be meant as text, but `1 - 2` only where a text is expected.
    telling = numbers
    for part in walk_expression(tree):
        if isinstance(part, Binary):
            telling = telling or part.operator == "."
        elif part.__class__ not in _PLAIN or _is_object(part):
            return False
        else:
            telling = telling or isinstance(part, (Keyword, Variable))
    return telling


def _is_name(tree: Expression) -> bool:
    """Return whether an expression is `prefix:Name`.

    It may or may not be a class, depending on the prefixes.
    """
    if not isinstance(tree, Binary) or tree.operator != ":":
        return False
    return isinstance(tree.left, Keyword) and isinstance(tree.right, Keyword)


_PLAIN = frozenset({Keyword, Literal, Unary, Variable})
_MEANT = frozenset({Keyword, Literal, Unary})


def _is_object(part: Expression) -> bool:
    return part.__class__ is Variable and part.name in {"$", "$this"}


def _report_number(node: Scalar, what: str, findings: Findings) -> None:
    """Report a number that YAML 1.1 reads in an unexpected base.

    `010` is read in base 8, `1:30` in base 60.
    """
    if type(node.value) not in _NUMBERS:
        return
    length = node.end_column - node.column if node.line == node.end_line else 0
    if type(node.value) is int and length == len(str(node.value)):
        return  # it is read as it looks: in another base it has fewer digits
    text = source_of(node)
    if _OCTAL.match(text) or ":" in text:
        findings.report(rules.ODD_NUMBER, node, what=what, text=text, value=node.value)


def report_stray_closings(documents: Iterable[Node], text: str | None, findings: Findings) -> None:
    """Report the stray quotes and brackets in the documents of a file."""
    if text is None or not _may_hold_one(text):
        return
    for node in (part for document in documents for part in walk(document)):
        # A text that is not an expression because of the quote is reported as that.
        closing = stray_closing(node)
        if closing is not None and isinstance(node, Scalar) and parse_error(node) is None:
            remedy = None
            if closing != ")":
                remedy = f"write {closing}{node.value!s}, or remove the {closing}"
            findings.report(rules.STRAY_CLOSING, node, closing=closing, suggestion=remedy)


def _may_hold_one(text: str) -> bool:
    # Comprehensions instead of a call per line: most lines have neither sign
    lines = text.split("\n")
    for quote in "'\"":
        if quote in text and any(map(_QUOTE.match, [line for line in lines if quote in line])):
            return True
    return any(map(_BRACKET.match, [line for line in lines if ")" in line and "(" not in line]))


_MARK = "PRIVATE KEY-----"
# With its first line of data, as programs look for the mark alone. JSON and YAML may write line ends as `\n`
_KEY = lazy_pattern(
    r"-----BEGIN (?!ENCRYPTED )(?:[A-Z0-9]+ )*PRIVATE KEY-----(?:\s|\\[nr])+[A-Za-z0-9+/=]{40}"
)
_TEXTLESS = lazy_pattern(
    r"\.(7z|bin|bz2|deb|dll|exe|gif|gz|ico|img|iso|jar|jpe?g|msi|ova|pdf|png|pyc|qcow2|rpm|so|tar|tgz|ttf|war|whl|woff2?|xz|zip)",
    re.IGNORECASE,
)
"""Endings of files that are not text."""


def check_private_keys(header: PackageHeader, loaded: Iterable[File], findings: Findings) -> None:
    """Report the private keys in all files of a package; `loaded` are those that were read as YAML."""
    by_path = {path_inside(header.source, file): file for file in loaded}
    for path in header.source.paths():
        file = by_path.get(path) or _text(header, path)
        if file is not None:
            for place in _keys(file):
                findings.report(secret_rules.PRIVATE_KEY, place)


def check_default_secrets(declaration: ClassDeclaration, findings: Findings) -> None:
    """Report the Defaults of a class that are secrets."""
    for item, default, what in defaults_of(declaration):
        if names_secret(item.name) and _is_written(default):
            value = f"the value of {what}"
            findings.report(secret_rules.DEFAULT_SECRET, default, what=value, value="Default")


def _is_written(node: Node) -> bool:
    """Return whether a node is a text that stands there, neither empty nor computed."""
    if isinstance(node, Yaql):
        return bool(word(node.tree))
    return isinstance(node, Scalar) and isinstance(node.value, str) and bool(node.value)


def _text(header: PackageHeader, path: str) -> File | None:
    """Return a file that was not read so far with its text, if it has a private key in it."""
    if _TEXTLESS.fullmatch(posixpath.splitext(path)[1]):
        return None
    try:
        data = header.source.read(path)
    except SourceError:
        return None
    if _MARK.encode() not in data:
        return None
    file = header.source.file(path)
    file.text = data.decode("utf-8", "replace")
    return file


def _keys(file: File) -> Iterator[Place]:
    """Yield the places of private keys: those of their first lines."""
    text = file.text
    if text is None or _MARK not in text:
        return
    for match in _KEY.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        end = match[0].index(_MARK) + len(_MARK)
        yield Place(file, line, column, line, column + end)
